"""One clause on one page: the step that does it, or that it is so already.

A planner gives a proposal, None where nothing is left to be done, or what the page told. All raise
``PlanFailed`` where the page has no way to it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import urlsplit

from engine.domain.errors import BugError, PlanFailed
from engine.domain.web.pages import Page, Table, WebElement
from engine.domain.web.proposals import WebProposal
from engine.language.goals import clauses as c
from engine.language.goals.clauses import ListRows, Simple, Target
from engine.language.labels import quoted
from engine.thinking.offline.web import clicks, elements
from engine.thinking.offline.web.checks import AWAITED_LOOKS, expect
from engine.thinking.offline.web.clicks import Planned
from engine.thinking.offline.web.fields import (
    choose_in,
    last_typed,
    set_on,
    set_value,
    type_into,
)
from engine.thinking.offline.web.finding import find, must_find, seek
from engine.thinking.offline.web.tables import (
    Row,
    fits,
    listed,
    meant_tables,
    read_value,
    rows_of,
    told_cell,
    unexplained,
)
from engine.thinking.offline.web.view import Kind, View, in_note

_NEXT = re.compile(r"^(?:(?:go to )?next(?: page)?|older(?: \w+)?|[›»→>])\W*$", re.IGNORECASE)
_NEXT_OF = re.compile(r"^next\s+[\w-]+\W*$", re.IGNORECASE)
_MORE = re.compile(r"^(?:load|show|view|see) more\b", re.IGNORECASE)
_MOST_PAGES = 10


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
    if not lines and before == (() if view.count("way") else view.told):  # of earlier clauses
        raise PlanFailed(f"Nothing that is listed fits {quoted(clause.things)} as the goal has it.")
    return told


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
    told = [each for each in view.elements if each.context]
    things = listed([each for each in told if elements.is_link(each)]) or listed(told)
    cards = [Row((elements.label_of(each), each.context)) for each in things]
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
    paged = tuple(each for each in view.elements if _is_alike(each, view.page))
    for shape, pool in ((_NEXT, view.elements), (_NEXT_OF, paged), (_MORE, view.elements)):
        buttons = [each for each in pool if _leads_on(each, shape)]
        last = view.done[-1] if view.done else None
        went_nowhere = last is not None and last.kind == "way" and not last.attempt.has_changed
        if buttons and not went_nowhere:
            return view.click(buttons[-1], "way", ", for the rest of the list")
    return None if is_table else view.further([e for e in view.done if e.kind == "look"])


def _leads_on(element: WebElement, shape: re.Pattern[str]) -> bool:
    called = any(shape.match(each.strip()) for each in (element.text, element.aria_label))
    return called and not element.is_disabled and not element.is_submit


def plan_clause(view: View, clause: Simple) -> Planned:
    match clause:
        case c.Visit(url=url):
            return clicks.visit(view, url)
        case c.Open(target=target):
            return clicks.open_named(view, target)
        case c.Point(target=target):
            return clicks.point(view, target)
        case c.Named():
            return clicks.named(view, clause)
        case c.MenuPath():
            return clicks.path(view, clause)
        case c.Press():
            return clicks.press_return(view)
        case c.Close(target=target):
            return clicks.close(view, target)
        case c.FetchFile(target=target):
            return _download(view, target)
        case c.GiveFile(path=path, target=target):
            return _upload(view, path, target)
        case c.SearchFor(words=words):
            return clicks.search(view, words)
        case c.ListRows():
            return choose_listed(view, clause)
        case c.ReadValue():
            value = read_value(view, clause)
            said = f"{clause.column} of {clause.row}" if clause.row else clause.column
            return (*view.told, value) if value else seek(view, said)
        case c.Expect():
            return expect(view, clause)
        case _:
            return _plan_filling(view, clause)


def _plan_filling(view: View, clause: Simple) -> Planned:
    match clause:
        case c.TypeIn(text=text, target=target):
            return type_into(view, target, text)
        case c.SetTo(target=target, value=value):
            return set_value(view, target, value)
        case c.Choose(value=value, field=field):
            return choose_in(view, value, field)
        case c.Tick(target=target, on=on):
            return set_on(view, target, on=on)
        case c.Clear(target=target):
            return _clear(view, target)
        case c.ScrollBy(direction=way, times=times):
            kind: Kind = "done" if view.count("way") >= times - 1 else "way"
            return view.scroll(kind, "up" if way == "up" else "down")
        case c.Pause(secs=secs):
            return view.look(f"wait for {secs:g} seconds", "done")
        case c.Turn(way=way):
            return clicks.turn(view, way)
        case _:
            raise BugError(f"{type(clause).__name__} is nothing for a browser")


# --- files


def _download(view: View, target: Target) -> Planned:
    """The click that hands out the file; done when it is saved."""
    if clicked := [each.attempt for each in view.done if each.kind == "way" and each.went_well]:
        acted_on = clicked[-1].proposal.agent_id
        got = next((e for e in reversed(view.page.downloads) if e.came_of == acted_on), None)
        if got is None or got.state == "running":
            if view.count("look") >= AWAITED_LOOKS:
                raise PlanFailed(f"{quoted(target.said)} was clicked, and no file was saved.")
            return view.look("wait for the file")
        if got.state != "saved":
            raise PlanFailed(f"{quoted(got.name)} could not be downloaded: {got.why or got.state}.")
        return None
    beside = () if target.within else (Target("download", within=target.words),)
    for each in (target, replace(target, words=f"download {target.words}"), *beside):
        if (called := find(view, each, _hands_out)) is not None:
            return view.click(called, "way")
    found = must_find(view, target, elements.is_pressed)
    return view.click(found, "way")


def _hands_out(element: WebElement) -> bool:
    return elements.is_pressed(element) and not elements.is_tick(element)


def _upload(view: View, path: str, target: Target) -> Planned:
    askers = [each for each in view.elements if each.accepts_files]
    found = find(view, target, lambda each: each.accepts_files) if target.words else None
    if found is None and (len(askers) != 1 or target.words):
        return seek(view, target.said or "a field for files", askers)
    field = found or askers[0]
    return view.type_in(field, path)


def _clear(view: View, target: Target | None) -> Planned:
    field = must_find(view, target, elements.is_typed) if target else last_typed(view)
    if field is None:
        raise PlanFailed("It is not said which field to clear.")
    return view.type_in(field, "") if field.value else None


def _is_alike(element: WebElement, page: Page) -> bool:
    """It leads to an address that differs from the page's in numbers and its query only."""
    here, there = (
        re.sub(r"(?:/page)?/\d+$|/$", "", urlsplit(each).path)
        for each in (page.url, elements.address_of(element, page))
    )
    return bool(element.href) and here == there
