"""Sheets in the text of a page: cells of a row stand in one line, with bars between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.acting.exploring.amounts import looks_numeric, percent_in
from engine.acting.exploring.sheets import Sheet
from engine.acting.exploring.sum_words import Column, Sum, column_of, is_part_of_another, sum_of

_BAR = " | "
_CUT = "…"
_MOST_SUMS = 12


def sheets_on_page(text: str) -> Iterator[Sheet]:
    """The tables that have a head with a column of amounts. A text that was cut ends in the middle
    of things, and the last table with it."""
    lines = [line.split(_BAR) for line in text.splitlines()]
    at = 0
    while at < len(lines):
        if _is_head(lines[at]):
            head, at = lines[at], at + 1
            sheet, at = _sheet(head, lines, at)
            if not (text.endswith(_CUT) and at >= len(lines) - 1):
                yield sheet
        else:
            at += 1


def _is_head(cells: Sequence[str]) -> bool:
    kinds = [column_of(cell) for cell in cells]
    return (
        len(cells) >= 2 and kinds.count(Column.AMOUNT) == 1 and not any(map(looks_numeric, cells))
    )


def _sheet(head: list[str], lines: Sequence[list[str]], at: int) -> tuple[Sheet, int]:
    rows: list[tuple[str, ...]] = []
    while at < len(lines) and len(lines[at]) == len(head) and not _is_sum(lines[at]):
        rows.append(tuple(lines[at]))
        at += 1
    sums: list[tuple[str, str]] = []
    while at < len(lines) and len(sums) < _MOST_SUMS:
        pair, used = _pair(lines, at)
        if pair is None:
            break
        sums.append(pair)
        at += used
    return Sheet(tuple(head), tuple(rows), tuple(sums)), at


def _is_sum(cells: Sequence[str]) -> bool:
    return sum_of(cells[0]) is not Sum.NONE or is_part_of_another(cells[0])


def _pair(lines: Sequence[list[str]], at: int) -> tuple[tuple[str, str] | None, int]:
    """A label with its value, in one line or in two, and how many lines that took."""
    cells = [cell for cell in lines[at] if cell.strip()]
    if len(cells) == 1 and ":" in cells[0]:
        label, _, value = cells[0].partition(":")
        cells = [label, value.strip()] if value.strip() else [label]
    if len(cells) >= 2 and _is_value(cells[-1]) and not _is_value(cells[0]):
        return (cells[0], cells[-1]), 1
    following = lines[at + 1] if at + 1 < len(lines) else []
    if len(cells) == 1 and sum_of(cells[0]) is not Sum.NONE and len(following) == 1:
        return ((cells[0], following[0]), 2) if _is_value(following[0]) else (None, 0)
    return None, 0


def _is_value(text: str) -> bool:
    return looks_numeric(text) or percent_in(text) is not None
