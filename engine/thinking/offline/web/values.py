"""Reads one value: by its row and column, or beside its label."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Table
from engine.language.amounts import amounts_in, prices_in
from engine.language.goals.clauses import ReadValue
from engine.language.labels import normal, quoted
from engine.language.matching import stands_in
from engine.thinking.offline.web.elements import is_choice, is_typed, label_fit, label_of
from engine.thinking.offline.web.finding import listed
from engine.thinking.offline.web.tables import PRICE, column_at
from engine.thinking.offline.web.view import View

_GOOD = 90.0


def read_value(view: View, clause: ReadValue) -> str:
    """The value; empty where the page has none. Raises ``PlanFailed`` where it has several."""
    ways = (_in_tables, _of_this_page, _in_cards) if clause.row else (_beside_label, _of_table)
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
    """The page is about the row's thing: its value stands beside the column's label."""
    page = view.page
    if not stands_in(clause.row, "\n".join((page.title, *page.headings[:2]))):
        return ()
    found = list(_beside_label(view, clause))
    if not found and clause.column.casefold() == PRICE:
        own = page.text
        for each in listed(view.elements):
            own = own.replace(each.context, " ") if each.context else own
        return prices_in(own)
    return found


def _in_cards(view: View, clause: ReadValue) -> Iterable[str]:
    cards = [e for e in listed(view.elements) if e.context and stands_in(clause.row, label_of(e))]
    exact = [each for each in cards if normal(label_of(each)) == normal(clause.row)]
    for each in exact or cards:
        if clause.column.casefold() == PRICE:
            yield from prices_in(each.context)
        elif said := re.search(rf"\b{re.escape(clause.column)}\b\s*:?\s+(\S+)", each.context, re.I):
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


def _of_table(view: View, clause: ReadValue) -> Iterable[str]:
    """A table of one row tells a value by its column alone; a row with a name by its amount."""
    for table in view.page.tables:
        at = column_at(table, clause.column) if table.heads else None
        if at is not None and len(table.rows) == 1:
            yield table.rows[0][at]
        rows = [row for row in table.rows if row and normal(row[0]) == normal(clause.column)]
        amounts = [each for row in rows for each in row[1:] if amounts_in(each)]
        if len(amounts) == 1:
            yield amounts[0]
