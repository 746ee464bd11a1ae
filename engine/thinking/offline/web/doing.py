"""One clause on one page: the step that does it, or that it is so already.

A planner gives a proposal, None where nothing is left to be done, or what the page told. All raise
``PlanFailed`` where the page has no way to it.
"""

from __future__ import annotations

from dataclasses import replace

from engine.domain.errors import BugError, PlanFailed
from engine.domain.web.pages import WebElement
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Simple, Target
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
from engine.thinking.offline.web.tables import read_value
from engine.thinking.offline.web.view import Kind, View


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
