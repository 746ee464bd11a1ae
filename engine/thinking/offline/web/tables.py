"""The tables and lists of a page as rows with columns, which of them a goal means, and one value of
a page: by its row and column, or beside its label."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page, Table, WebElement
from engine.language.amounts import Amount, amounts_in
from engine.language.goals.clauses import Comparison, ReadValue, Sign
from engine.language.labels import SMALL_WORDS, content_words, hits, normal, quoted, stands_in, stem
from engine.thinking.offline.web.elements import (
    ACCEPT,
    fit,
    is_choice,
    is_typed,
    label_fit,
    label_of,
)
from engine.thinking.offline.web.view import View

_GENERIC = frozenset(
    {"row", "item", "entry", "thing", "one", "element", "line", "table", "list", "record", "result"}
)
_PARTED = " | "
_GOOD = 90.0


@dataclass(frozen=True, slots=True)
class Row:
    """``heads`` are empty where the columns have no names: a card, of which ``cells`` are what it
    is called and all that it says."""

    cells: tuple[str, ...]
    heads: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it goes by: its first cell that says something, with the next after a number."""
        told = [each for each in self.cells if re.search(r"\w", each)]
        said = told[0] if told else ""
        is_bare = not re.search(r"[^\W\d]{2}", said)
        return f"{said} {told[1]}" if is_bare and len(told) > 1 else said


def row_lines(page: Page) -> tuple[tuple[str, ...], ...]:
    """The cells of every row."""
    told = tuple(tuple(filter(None, row)) for table in page.tables for row in table.rows)
    lines = (line for line in page.text.splitlines() if _PARTED in line)
    return (*told, *(tuple(line.split(_PARTED)) for line in lines))


def listed(pool: Sequence[WebElement]) -> list[WebElement]:
    """The largest group of links or buttons that stand below each other, outside of bars."""
    groups: dict[object, list[WebElement]] = defaultdict(list)
    for each in pool:
        if not each.is_navigation and not each.is_fixed and label_of(each):
            shape = re.sub(r"[^/]*$|\d+", "", each.href.split("?")[0])
            groups[each.tag, shape, each.text if not each.href else ""].append(each)
    apart = [each for each in groups.values() if _stand_apart(each)]
    return max(apart, key=len, default=[])


def _stand_apart(group: list[WebElement]) -> bool:
    """Each in a row or card of its own; links within one sentence are no list."""
    contexts = [each.context for each in group if each.context]
    return len(set(contexts)) == len(contexts)


def rows_of(table: Table) -> list[Row]:
    """Rows with fewer cells than heads belong to a group; they tell nothing by column."""
    return [Row(cells, table.heads) for cells in table.rows if len(cells) >= len(table.heads)]


def meant_tables(page: Page, things: str, columns: Sequence[str]) -> list[Table]:
    """Those with all the columns that are about the things: by caption, heads or the page."""
    fitting = [
        table
        for table in page.tables
        if all(not column or column_at(table, column) is not None for column in columns)
        and (table.heads or not columns)
    ]
    about = [each for each in fitting if not unexplained(things, each.caption, *each.heads)]
    around = (page.title, *page.headings)
    if not about and len(fitting) == 1:
        about = [e for e in fitting if not unexplained(things, *around, e.caption, *e.heads)]
    with_heads = [each for each in about if each.heads]
    return with_heads or about


def unexplained(things: str, *texts: str) -> tuple[str, ...]:
    """The words of what is to be listed that none of the texts has: they can't be checked."""
    words = (each for each in content_words(things) if each not in SMALL_WORDS)
    wanted = [each for each in words if stem(each) not in _GENERIC]
    found = hits(wanted, *texts)
    return tuple(each for each in wanted if each not in found)


def column_at(table: Table, column: str) -> int | None:
    """Which column is called so; None where none is. Raises ``PlanFailed`` where two are."""
    scored = [fit(column, head) for head in table.heads]
    best = max(scored, default=0.0)
    if best < ACCEPT:
        return None
    if sum(score > best - 0.5 for score in scored) > 1:
        raise PlanFailed(f"Two columns are called {quoted(column)}.", "Say more of its name.")
    return scored.index(best)


def fits(row: Row, table: Table | None, comparison: Comparison) -> bool:
    """Raises ``PlanFailed`` where the row does not tell."""
    cell = told_cell(row, table, comparison)
    is_so = holds(cell, comparison.sign, comparison.value) if cell is not None else None
    if is_so is None:
        what = quoted(comparison.column) if comparison.column else quoted(comparison.value)
        raise PlanFailed(
            f"{quoted(row.name)} can't be compared by {what}: the page does not say it clearly.",
            "Say the column by its name, and the value as the page writes it.",
        )
    return is_so


def told_cell(row: Row, table: Table | None, comparison: Comparison) -> str | None:
    """The cell that is compared: of the column, or the only one with such an amount."""
    if table is not None and comparison.column:
        at = column_at(table, comparison.column)
        return row.cells[at] if at is not None else None
    wanted = amounts_in(comparison.value)
    if comparison.column:
        said = re.search(rf"\b{re.escape(comparison.column)}\b\W*([^\n]*)", row.cells[-1], re.I)
        first = re.match(r"\S+(?:\s\S+)?", said[1]) if said else None
        return first[0] if first else None
    if len(wanted) != 1:
        return None
    if table is None:
        texts = [each.text for each in amounts_in(row.cells[-1]) if each.unit == wanted[0].unit]
        return texts[0] if len(texts) == 1 else None
    measured = [e for e in row.cells if _has_unit(e, wanted[0].unit) and amount_like(e, wanted[0])]
    return measured[0] if len(measured) == 1 else None


def _has_unit(cell: str, unit: str) -> bool:
    return any(each.unit == unit for each in amounts_in(cell))


def amount_like(text: str, wanted: Amount) -> Amount | None:
    """The only amount of a text that can be compared with another; None where none or two can."""
    found = set(amounts_in(text))
    alike = {each for each in found if each.unit == wanted.unit}
    if not alike and wanted.unit != "day":
        alike = {e for e in found if e.unit != "day" and not (e.unit and wanted.unit)}
    return next(iter(alike)) if len(alike) == 1 else None


def holds(cell: str, sign: Sign, value: str) -> bool | None:
    """Whether a cell compares so with a value; None where that can't be told."""
    if not re.search(r"\w", cell):
        return sign == "!="
    if sign in ("=", "!="):
        wanted = amounts_in(value)
        is_amount = len(wanted) == 1 and not re.search(r"[a-z]{2}", value, re.IGNORECASE)
        there = amount_like(cell, wanted[0]) if is_amount else None
        same = normal(cell) == normal(value)
        if there is not None and not same:
            same = there.value == wanted[0].value and len(amounts_in(cell)) == 1
        return same if sign == "=" else not same
    bounds = amounts_in(value)
    there = amount_like(cell, bounds[0]) if len(bounds) == 1 else None
    if there is None:
        return None
    bound = bounds[0].value
    match sign:
        case "<":
            return there.value < bound
        case "<=":
            return there.value <= bound
        case ">":
            return there.value > bound
        case _:
            return there.value >= bound


def read_value(view: View, clause: ReadValue) -> str:
    """The value; empty where the page has none. Raises ``PlanFailed`` where it has several."""
    ways = (_in_tables, _of_this_page, _in_cards) if clause.row else (_beside_label,)
    for way in ways:
        found = dict.fromkeys(each.strip() for each in way(view, clause) if each.strip())
        if len(found) > 1:
            told = ", ".join(map(quoted, found))
            said = f"{clause.column} of {clause.row}" if clause.row else clause.column
            raise PlanFailed(f"{quoted(said)} is not clear, the page has {told}.", "Say which.")
        if found:
            return next(iter(found))
    return ""


def _in_tables(view: View, clause: ReadValue) -> Iterable[str]:
    for table in view.page.tables:
        at = column_at(table, clause.column) if table.heads else None
        if at is None:
            continue
        for row in _called(table, clause.row):
            if at < len(row):
                yield row[at]


def _called(table: Table, name: str) -> list[tuple[str, ...]]:
    """Rows with a cell that is just so; else those of which one holds the words."""
    exact = [row for row in table.rows if any(normal(each) == normal(name) for each in row)]
    return exact or [row for row in table.rows if any(stands_in(name, each) for each in row)]


def _of_this_page(view: View, clause: ReadValue) -> Iterable[str]:
    """The page or a part of it is about the row's thing: its value stands beside the label."""
    part, page = view.part(clause.row), view.page
    if found := list(_beside_label(part, clause)):
        return found
    about = page.title if part.page.text else "\n".join((page.title, *page.headings[:1]))
    if not stands_in(clause.row, about):
        return ()
    return _beside_label(view, clause)


def _in_cards(view: View, clause: ReadValue) -> Iterable[str]:
    cards = [e for e in listed(view.elements) if e.context and stands_in(clause.row, label_of(e))]
    exact = [each for each in cards if normal(label_of(each)) == normal(clause.row)]
    for each in exact or cards:
        if said := re.search(rf"\b{re.escape(clause.column)}\b\s*:?\s+(\S+)", each.context, re.I):
            yield said[1]


def _beside_label(view: View, clause: ReadValue) -> Iterable[str]:
    label, page = normal(clause.column), view.page
    for table in page.tables:
        for row in table.rows:
            if not table.heads and len(row) == 2 and normal(row[0]) == label:
                yield row[1]
    for each in view.elements:
        is_filled = (is_typed(each) or is_choice(each)) and each.value and not each.is_navigation
        if is_filled and label_fit(clause.column, each) >= _GOOD:
            yield each.value
    lines = page.text.splitlines()
    for at, line in enumerate(lines):
        name, colon, value = line.partition(":")
        name, colon, value = (name, colon, value) if colon else line.partition(" | ")
        if colon and normal(name) == label and value.strip():
            yield value.removesuffix("|")
        below = lines[at + 1] if at + 1 < len(lines) else ""
        tells = any(map(str.isdigit, below)) or line.rstrip().endswith(":")
        if normal(line) == label and tells and line not in page.headings:
            yield below
