"""Questions that a table answers: the first row by a column, and the rows with a word in one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.domain.web.conditions import Measure
from engine.thinking.offline.web.amounts import amount_in
from engine.thinking.offline.web.best_lines import sections
from engine.thinking.offline.web.cells import is_head_row
from engine.thinking.offline.web.matching import stems, told_share

_PARTED = " | "
_MOST_VALUE_WORDS = 3
_MEASURES: tuple[Measure, ...] = ("price", "date", "duration", "rating", "weight", "length")
_WAYS: tuple[tuple[re.Pattern[str], bool, bool], ...] = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), is_most, of_dates)
    for words, is_most, of_dates in (
        (r"first|earliest|soonest|oldest|longest(?= time)|longest[ -]serving", False, True),
        (r"last|latest|newest|most recent(?:ly)?", True, True),
        (r"cheapest|lowest|least|smallest|shortest|fewest|lightest", False, False),
        (r"dearest|most expensive|highest|largest|biggest|longest|heaviest|most", True, False),
    )
)
_OF_RANKS = frozenset(
    {
        *("first", "earliest", "soonest", "oldest", "longest", "last", "latest", "newest", "most"),
        *("cheapest", "lowest", "least", "smallest", "shortest", "fewest", "dearest", "highest"),
        *("largest", "biggest", "heaviest", "lightest", "time"),
    }
)
_ASKS_WHICH = re.compile(r"^(?:which|who|what)\b", re.IGNORECASE)
_ASKS_NAMES = re.compile(r"^(?:which|who)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Table:
    """``section`` is the heading above it; every row has as many cells as there are heads."""

    section: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, at: int) -> tuple[str, ...]:
        return tuple(row[at] for row in self.rows)


def row_answer(lines: Sequence[str], headings: Sequence[str], question: str, topic: str) -> str:
    """The row that is first by a column, or the names of those with a word of the question in one;
    empty where no table tells."""
    if not _ASKS_WHICH.match(question.strip()):
        return ""
    found = [_first(each, question, topic) for each in tables(lines, headings)]
    best = max(found, key=lambda pair: pair[0], default=(0.0, ""))
    if best[1]:
        return best[1]
    if any(way.search(question) for way, _, _ in _WAYS) or not _ASKS_NAMES.match(question):
        return ""
    named = (_with_word(each, topic) for each in tables(lines, headings))
    return next((each for each in named if each), "")


def tables(lines: Sequence[str], headings: Sequence[str]) -> tuple[Table, ...]:
    """The tables with heads."""
    above = sections(lines, headings)
    found: list[Table] = []
    for at, line in enumerate(lines):
        if not is_head_row(lines, at):
            continue
        heads = tuple(each.strip() for each in line.split(_PARTED))
        rows: list[tuple[str, ...]] = []
        for below in lines[at + 1 :]:
            cells = tuple(each.strip() for each in below.split(_PARTED))
            if len(cells) != len(heads):
                break
            rows.append(cells)
        found.append(Table(above[at], heads, tuple(rows)))
    return tuple(found)


def _first(table: Table, question: str, topic: str) -> tuple[float, str]:
    """How much of the topic the table tells, and the first of its rows that have to do with it."""
    way = next(((most, dates) for shape, most, dates in _WAYS if shape.search(question)), None)
    column = _measured(table, topic, wants_dates=way[1]) if way else None
    if way is None or column is None:
        return 0.0, ""
    at, measure = column
    topic = " ".join(each for each in topic.split() if each.casefold() not in _OF_RANKS)
    around = f"{table.section} {' '.join(table.heads)}"
    left = " ".join(each for each in topic.split() if not told_share(each, around))
    shares = [told_share(left, " ".join(row)) for row in table.rows] if left else [0.0]
    most = max(shares, default=0.0)
    rows = [row for row, share in zip(table.rows, shares, strict=False) if share == most]
    rows = rows if most else list(table.rows)
    amounts = [(amount.value, row) for row in rows if (amount := amount_in(row[at], measure))]
    told = told_share(topic, f"{around} {' '.join(rows[0])}")
    if not amounts or told < _LEAST_TOLD:
        return 0.0, ""
    pick = max if way[0] else min
    value, row = pick(amounts, key=lambda pair: pair[0])
    is_tie = sum(one == value for one, _ in amounts) > 1
    return (0.0, "") if is_tie else (told, f"{row[0]}: {row[at]}")


_LEAST_TOLD = 0.4


def _measured(table: Table, topic: str, *, wants_dates: bool) -> tuple[int, Measure] | None:
    """The column that the topic names, or the only one that is measured, and by what."""
    found: list[tuple[float, int, Measure]] = []
    for at, head in enumerate(table.heads):
        for measure in ("date",) if wants_dates else _MEASURES:
            count = sum(amount_in(cell, measure) is not None for cell in table.column(at))
            if at and count > 1 and 2 * count > len(table.rows):
                found.append((told_share(head, topic), at, measure))
                break
    found.sort(key=lambda each: -each[0])
    is_clear = len(found) == 1 or (found and found[0][0] > found[1][0])
    return found[0][1:] if found and is_clear else None


def _with_word(table: Table, topic: str) -> str:
    asked = set(stems(topic))
    for at in range(1, len(table.heads)):
        values = {cell for cell in table.column(at) if cell and not re.search(r"\d", cell)}
        meant = [
            cell
            for cell in values
            if len(cell.split()) <= _MOST_VALUE_WORDS and set(stems(cell)) <= asked
        ]
        if len(meant) == 1 and len(values) > 1:
            return "\n".join(row[0] for row in table.rows if row[at] == meant[0])
    return ""
