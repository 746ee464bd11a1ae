"""The rows and lists of a page, and one value of it: by its row and column, or beside its label."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page, Table, WebElement
from engine.language.goals.clauses import ReadValue
from engine.language.labels import normal, quoted, stands_in
from engine.thinking.offline.matching import ACCEPT, fit
from engine.thinking.offline.web import elements
from engine.thinking.offline.web.view import View

_PARTED = " | "
_GOOD = 90.0


def row_lines(page: Page) -> tuple[tuple[str, ...], ...]:
    """The cells of every row."""
    told = tuple(tuple(filter(None, row)) for table in page.tables for row in table.rows)
    lines = (line for line in page.text.splitlines() if _PARTED in line)
    return (*told, *(tuple(line.split(_PARTED)) for line in lines))


def listed(pool: Sequence[WebElement]) -> list[WebElement]:
    """The largest group of links or buttons that stand below each other, outside of bars."""
    groups: dict[object, list[WebElement]] = defaultdict(list)
    for each in pool:
        if not each.is_navigation and not each.is_fixed and each.label:
            shape = re.sub(r"[^/]*$|\d+", "", each.href.split("?")[0])
            groups[each.tag, shape, each.text if not each.href else ""].append(each)
    apart = [each for each in groups.values() if _stand_apart(each)]
    return max(apart, key=len, default=[])


def _stand_apart(group: list[WebElement]) -> bool:
    """Each in a row or card of its own; links within one sentence are no list."""
    contexts = [each.context for each in group if each.context]
    return len(set(contexts)) == len(contexts)


def column_at(table: Table, column: str) -> int | None:
    """Which column is called so; None where none is. Raises ``PlanFailed`` where two are."""
    scored = [fit(column, head) for head in table.heads]
    best = max(scored, default=0.0)
    if best < ACCEPT:
        return None
    if sum(score > best - 0.5 for score in scored) > 1:
        raise PlanFailed(f"Two columns are called {quoted(column)}.", "Say more of its name.")
    return scored.index(best)


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
    cards = [e for e in listed(view.elements) if e.context and stands_in(clause.row, e.label)]
    exact = [each for each in cards if normal(each.label) == normal(clause.row)]
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
        is_filled = (
            (elements.is_typed(each) or elements.is_choice(each))
            and each.value
            and not each.is_navigation
        )
        if is_filled and elements.label_fit(clause.column, each) >= _GOOD:
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
