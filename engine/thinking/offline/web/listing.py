"""Lists the rows that fit: of a table, or of the things that a page lists, over all its pages."""

from __future__ import annotations

import re

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Table, WebElement
from engine.domain.web.proposals import WebProposal
from engine.language.goals.clauses import ListRows
from engine.language.labels import quoted
from engine.thinking.offline.web.elements import label_of
from engine.thinking.offline.web.finding import listed, seek
from engine.thinking.offline.web.tables import (
    Row,
    fits,
    meant_tables,
    rows_of,
    told_cell,
    unexplained,
)
from engine.thinking.offline.web.view import View, in_note

_NEXT = re.compile(r"^(?:(?:go to )?next(?: page)?|older(?: \w+)?|[›»→>])\W*$", re.IGNORECASE)
_MORE = re.compile(r"^(?:load|show|view|see) more\b", re.IGNORECASE)
_MOST_PAGES = 10
_MOST_SCROLLS = 12


def choose_listed(view: View, clause: ListRows) -> WebProposal | tuple[str, ...]:
    """The way to more of the list, or at its end all lines that fit, with what was told before.
    Raises ``PlanFailed`` where the page does not tell."""
    before = _before(view)
    found = _rows(view, clause)
    if found is None:
        return seek(view, clause.things)
    table, rows = found
    if table is not None and table.is_cut:
        raise PlanFailed(f"The table of {quoted(clause.things)} is too long to be read as a whole.")
    kept = [row for row in rows if all(fits(row, table, each) for each in clause.comparisons)]
    lines = [in_note(_line(row, table, clause)) for row in kept]
    told = tuple(dict.fromkeys((*before, *lines)))
    on = _onward(View(view.request, view.number, told), is_table=table is not None)
    if on is not None:
        return on
    if not lines and before == _earlier(view):
        raise PlanFailed(f"Nothing that is listed fits {quoted(clause.things)} as the goal has it.")
    return told


def _earlier(view: View) -> tuple[str, ...]:
    """What earlier clauses told, where this one has not gone on to another page yet."""
    return () if view.count("way") else view.told


def _before(view: View) -> tuple[str, ...]:
    """What was told by this clause's last step on an earlier page, else by earlier clauses."""
    return next((e.told for e in reversed(view.done) if e.went_well and e.told), view.told)


def _rows(view: View, clause: ListRows) -> tuple[Table | None, list[Row]] | None:
    columns = [each.column for each in clause.comparisons]
    meant = meant_tables(view.page, clause.things, columns)
    if len(meant) > 1:
        raise PlanFailed(
            f"{len(meant)} tables here may be the list of {quoted(clause.things)}.",
            f"Say it by the table's heading: {', '.join(quoted(e.caption) for e in meant)}.",
        )
    if meant:
        return meant[0], rows_of(meant[0])
    cards = [Row((label_of(each), each.context)) for each in listed(view.elements) if each.context]
    around = (view.page.title, *view.page.headings[:2])
    about = not unexplained(clause.things, *around, *(" ".join(each.cells) for each in cards[:1]))
    return (None, cards) if len(cards) > 1 and about else None


def _line(row: Row, table: Table | None, clause: ListRows) -> str:
    told = [told_cell(row, table, each) or "" for each in clause.comparisons]
    extra = [each for each in dict.fromkeys(told) if each and each != row.name]
    return ", ".join((row.name, *extra))


def _onward(view: View, *, is_table: bool) -> WebProposal | None:
    """The list's next page, or more of this one; None at its end."""
    if view.count("way") >= _MOST_PAGES:
        raise PlanFailed(f"The list has more than {_MOST_PAGES} pages.", "Narrow it first.")
    for shape in (_NEXT, _MORE):
        buttons = [each for each in view.elements if _leads_on(each, shape)]
        last = view.done[-1] if view.done else None
        went_nowhere = last is not None and last.kind == "way" and not last.attempt.has_changed
        if buttons and not went_nowhere:
            return view.click(buttons[-1], "way", ", for the rest of the list")
    scrolls = [each for each in view.done if each.kind == "look"]
    may_come = not scrolls or scrolls[-1].attempt.has_changed
    if not is_table and view.page.can_scroll_down and may_come and len(scrolls) < _MOST_SCROLLS:
        return view.scroll("look")
    return None


def _leads_on(element: WebElement, shape: re.Pattern[str]) -> bool:
    called = any(shape.match(each.strip()) for each in (element.text, element.aria_label))
    return called and not element.is_disabled and not element.is_submit
