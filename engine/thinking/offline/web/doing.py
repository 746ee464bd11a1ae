"""One clause on one page: the step that does it, or that it is so already.

A planner gives a proposal, None where nothing is left to be done, or what the page told. All raise
``PlanFailed`` where the page has no way to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

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
    set_on,
    set_value,
    type_into,
)
from engine.thinking.offline.web.finding import find, must_find, seek
from engine.thinking.offline.web.tables import read_value
from engine.thinking.offline.web.view import Kind, View


def plan_clause(view: View, clause: Simple) -> Planned:
    planner = PLANNERS.get(type(clause))
    if planner is None:
        raise BugError(f"{type(clause).__name__} is nothing for a browser")
    return planner(view, clause)


def _read(view: View, clause: c.ReadValue) -> Planned:
    value = read_value(view, clause)
    said = f"{clause.column} of {clause.row}" if clause.row else clause.column
    return (*view.told, value) if value else seek(view, said)


def _scroll(view: View, clause: c.ScrollBy) -> Planned:
    kind: Kind = "done" if view.count("way") >= clause.times - 1 else "way"
    return view.scroll(kind, "up" if clause.direction == "up" else "down")


def _pause(view: View, clause: c.Pause) -> Planned:
    return view.look(f"wait for {clause.secs:g} seconds", "done")


# --- files


def _download(view: View, clause: c.FetchFile) -> Planned:
    """The click that hands out the file; done when it is saved."""
    target = clause.target
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


def _upload(view: View, clause: c.GiveFile) -> Planned:
    target = clause.target
    askers = [each for each in view.elements if each.accepts_files]
    found = find(view, target, lambda each: each.accepts_files) if target.words else None
    if found is None and (len(askers) != 1 or target.words):
        return seek(view, target.said or "a field for files", askers)
    field = found or askers[0]
    return view.type_in(field, clause.path)


def _clear(view: View, clause: c.Clear) -> Planned:
    field = must_find(view, clause.target, elements.is_typed)
    return view.type_in(field, "") if field.value else None


PLANNERS: Mapping[type[Simple], Callable[[View, Any], Planned]] = {
    c.Visit: clicks.visit,
    c.Open: clicks.open_named,
    c.Turn: clicks.turn,
    c.SearchFor: clicks.search,
    c.Point: clicks.point,
    c.Named: clicks.named,
    c.MenuPath: clicks.path,
    c.Press: clicks.press_return,
    c.Close: clicks.close,
    c.TypeIn: type_into,
    c.SetTo: set_value,
    c.Choose: choose_in,
    c.Tick: set_on,
    c.Clear: _clear,
    c.ScrollBy: _scroll,
    c.Pause: _pause,
    c.Expect: expect,
    c.ReadValue: _read,
    c.FetchFile: _download,
    c.GiveFile: _upload,
}
"""What a browser can do of all clauses."""
