"""One clause on one page: the step that does it, or that it is so already.

A planner gives a proposal, None where nothing is left to be done, or what the page told. All raise
``PlanFailed`` where the page has no way to it.
"""

from __future__ import annotations

from engine.domain.errors import BugError, PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import WebProposal
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Simple, Target
from engine.language.labels import normal, quoted
from engine.language.matching import stands_in
from engine.thinking.offline.web import clicks, places
from engine.thinking.offline.web.clicks import Planned
from engine.thinking.offline.web.elements import (
    ACCEPT,
    fit,
    is_pressed,
    is_radio,
    is_tick,
    is_typed,
    label_of,
)
from engine.thinking.offline.web.fields import (
    choose_in,
    last_typed,
    set_on,
    set_value,
    type_into,
)
from engine.thinking.offline.web.finding import find, must_find, seek
from engine.thinking.offline.web.listing import choose_listed
from engine.thinking.offline.web.values import read_value
from engine.thinking.offline.web.view import Kind, View

_AWAITED_LOOKS = 3


def plan_clause(view: View, clause: Simple) -> Planned:
    match clause:
        case c.Visit(url=url):
            return places.visit(view, url)
        case c.Open(target=target):
            return places.open_named(view, target)
        case c.Point(target=target):
            return clicks.point(view, target)
        case c.Named():
            return clicks.named(view, clause)
        case c.MenuPath(labels=labels):
            return clicks.path(view, labels)
        case c.Press():
            return clicks.press_return(view)
        case c.Close(target=target):
            return clicks.close(view, target)
        case c.FetchFile(target=target):
            return _download(view, target)
        case c.GiveFile(path=path, target=target):
            return _upload(view, path, target)
        case c.SearchFor(words=words):
            return places.search(view, words)
        case c.ListRows():
            return choose_listed(view, clause)
        case c.ReadValue():
            value = read_value(view, clause)
            said = f"{clause.column} of {clause.row}" if clause.row else clause.column
            return (*view.told, value) if value else seek(view, said)
        case c.Expect():
            return _expect(view, clause)
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
            return view.scroll(kind, up=way == "up")
        case c.Pause(secs=secs):
            return view.look(f"wait for {secs:g} seconds", "done")
        case c.Turn(way=way):
            return places.turn(view, way)
        case _:
            raise BugError(f"{type(clause).__name__} is nothing for a browser")


# --- files


def _download(view: View, target: Target) -> Planned:
    """The click that hands out the file; done when it is saved."""
    if view.count("way"):
        got = view.page.downloads[-1] if view.page.downloads else None
        if got is None or got.state == "running":
            if view.count("look") >= _AWAITED_LOOKS:
                raise PlanFailed(f"{quoted(target.said)} was clicked, and no file was saved.")
            return view.look("wait for the file")
        if got.state != "saved":
            raise PlanFailed(f"{quoted(got.name)} could not be downloaded: {got.why or got.state}.")
        return None
    for words in (target.words, f"download {target.words}"):
        called = find(view, Target(words, target.roles, target.within, target.whole), _hands_out)
        if called is not None:
            return called if isinstance(called, WebProposal) else view.click(called, "way")
    in_row = [
        each
        for each in view.elements
        if fit("download", label_of(each)) >= ACCEPT and stands_in(target.words, each.context)
    ]
    found = find(view, Target("download"), lambda each: each in in_row)
    found = found or must_find(view, target, is_pressed)
    return found if isinstance(found, WebProposal) else view.click(found, "way")


def _hands_out(element: WebElement) -> bool:
    return is_pressed(element) and not is_tick(element)


def _upload(view: View, path: str, target: Target) -> Planned:
    askers = [each for each in view.elements if each.accepts_files]
    found = find(view, target, lambda each: each.accepts_files) if target.words else None
    if isinstance(found, WebProposal):
        return found
    if found is None and (len(askers) != 1 or target.words):
        return seek(view, target.said or "a field for files", askers)
    field = found or askers[0]
    return view.type_in(field, path)


def _clear(view: View, target: Target | None) -> Planned:
    field = must_find(view, target, is_typed) if target else last_typed(view)
    if isinstance(field, WebProposal):
        return field
    if field is None:
        raise PlanFailed("It is not said which field to clear.")
    return view.type_in(field, "") if field.value else None


# --- what must be so


def _expect(view: View, clause: c.Expect) -> Planned:
    is_so = _is_so(view, clause)
    if is_so:
        return None
    if clause.patience_secs and view.count("look") < _AWAITED_LOOKS:
        return view.look(f"see whether {quoted(clause.target.said)} is as it should be")
    wanted = {"shown": "shown", "gone": "gone", "on": "on", "off": "off", "window": "shown"}
    how = wanted.get(clause.what) or (quoted(clause.value) if clause.value else "there")
    raise PlanFailed(f"{quoted(clause.target.said)} is not {how}.")


def _is_so(view: View, clause: c.Expect) -> bool:
    page, target = view.page, clause.target
    match clause.what:
        case "file":
            return any(
                each.name == target.words and each.state == "saved" for each in page.downloads
            )
        case "on" | "off":
            ticks = find(view, target, lambda each: is_pressed(each) or is_radio(each))
            return isinstance(ticks, WebElement) and view.is_on(ticks) is (clause.what == "on")
        case "value":
            told = read_value(view, c.ReadValue(target.words, target.within))
            return normal(told) == normal(clause.value)
        case _:
            words = target.said if not target.in_dialog else target.words
            texts = (page.title, page.text, *page.headings, *page.notices)
            labels = (each for e in view.elements for each in (e.text, e.aria_label, e.dialog))
            is_shown = any(stands_in(words, each) for each in (*texts, *labels) if each)
            return is_shown is (clause.what != "gone")
