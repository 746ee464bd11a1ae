"""One clause on one page: the step that does it, or that it is so already.

Clicks on what is called so or like a verb, along a path, with Return, to close; ways to pages: an
address, a link by its name, the browser's own ways, the site's own search; files. What a browser
has no way of its own for is planned by the desktop's planners. A planner gives a proposal, None
where nothing is left to be done, or what the page told. All raise ``PlanFailed`` where the page has
no way to it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.domain.actions import GoBack, GoForward, Scroll, Search, TakeScreenshot, Wait
from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.plans import PlanRequest
from engine.domain.web.proposals import DOWN, TO_END, UP, ActionName, WebProposal
from engine.domain.web.sites import full_url
from engine.domain.zones import ACTIONABLE_ROLES, Role
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Simple, Target
from engine.language.goals.clicks import ALL_THE_WAY
from engine.language.grave_words import affirms, is_called
from engine.language.labels import normal, quoted
from engine.thinking.offline import planning
from engine.thinking.offline.desk import Desk
from engine.thinking.offline.finding import Found
from engine.thinking.offline.matching import ACCEPT, fit
from engine.thinking.offline.web import elements, fields, finding
from engine.thinking.offline.web.checks import AWAITED_LOOKS, expect
from engine.thinking.offline.web.finding import find, in_place, is_here, must_find, read_value, seek
from engine.thinking.offline.web.view import Kind, View

Planned = WebProposal | tuple[str, ...] | None
"""A step, what the page told, or None where nothing is left to be done."""
_SENDING = frozenset({"send", "submit", "save", "apply", "confirm", "finish", "done", "go"})
_PRONOUNS = frozenset({"", "it", "this", "that", "the form", "form", "this form"})
_SURE = 90.0
_NAMES = {Scroll: ActionName.SCROLL, Wait: ActionName.SCREENSHOT}
"""A wait is a look, and no deed."""
_CLOSING = ("shuts", "shuts_on_pages", "dismisses", "calls_off")


def point(view: View, clause: c.Point) -> Planned:
    target = clause.target
    if (clause.button, clause.count) != ("left", 1):
        return as_on_desktop(view, clause)
    found = find(view, target, elements.is_pressed)
    if found is None and not view.count("look"):
        here = finding.standing_in(view, target)
        for words, pool in ((target.whole, view.elements), (target.words, here)):
            if offering := fields.select_offering(words, pool):
                return fields.set_field(view, offering, words)
    completed = view.request.completed
    last = [e for e in completed if not isinstance(e.action, Scroll | TakeScreenshot | Wait)][-1:]
    if found is None and affirms(target.words) and any("asks “" in e.has_risk_of for e in last):
        return None  # the browser's own dialog asked, and was answered so
    found = found or must_find(
        view, target, lambda each: elements.is_pressed(each) or elements.is_field(each)
    )
    if elements.is_radio(found) and view.is_on(found):
        return None
    return view.click(found)


def named(view: View, clause: c.Named) -> Planned:
    """A button that is called like all that was said, or like the verb where that is all."""
    thing = clause.object_words.strip()
    is_bare = thing.casefold() in _PRONOUNS
    if clause.verb in _SENDING and is_bare:
        own = view.sending(finding.standing_in(view, clause.where))
        called = [each for each in own if elements.label_fit(clause.verb, each) >= ACCEPT]
        buttons = called or own
        if (sends := buttons[0] if len(buttons) == 1 else None) is not None:
            return view.click(sends)
    whole = f"{clause.verb} {thing}".strip()
    button = find(
        view,
        replace(clause.where, words=whole),
        lambda e: elements.is_pressed(e) and elements.label_fit(whole, e) > _SURE,
    )
    if button is not None:
        return view.click(button)
    if not is_bare:
        seek(view, whole, filter(elements.is_pressed, view.elements))
    return view.click(
        must_find(view, replace(clause.where, words=clause.verb), elements.is_pressed)
    )


def path(view: View, clause: c.MenuPath) -> Planned:
    last = len(clause.labels) - 1
    at = min(view.clicks_on_the_way, last)
    whole, target = clause.whole, clause.menu(at)
    pressed = filter(elements.is_pressed, finding.standing_in(view, whole))
    so_called = [e for e in pressed if elements.label_fit(whole.words, e) > _SURE]
    if not at and so_called:  # a label comes before a path
        return view.click(must_find(view, whole, elements.is_pressed))
    came = view.request.came if at else frozenset()  # with the part of the path before
    loose = replace(target, within="", in_dialog=False)  # what opened may stand anywhere
    found = find(view, loose, lambda e: elements.is_pressed(e) and e.agent_id in came)
    found = found or must_find(view, target, elements.is_pressed)
    return view.click(found, "done" if at == last else "way")


def press(view: View, clause: c.Press) -> Planned:
    """Return goes into the field that was typed into last, which it may send."""
    if clause.keys != ("return",):
        return as_on_desktop(view, clause)
    field, here = view.last_typed, finding.standing_in(view, clause.where)
    if field is None or field not in here or not elements.is_typed(field):
        raise PlanFailed("Return is pressed in a field: there is none that was typed into.")
    return view.type_in(field, f"{field.value}\n")


def close(view: View, clause: c.Close) -> Planned:
    target = clause.target
    name = (target.words or target.within) if target else ""
    pool = in_place(view, list(view.elements), Target("", within=name, in_dialog=True))
    if not pool and all(each.dialog in ("", "dialog") for each in view.elements):
        pool = in_place(view, list(view.elements), Target("", in_dialog=True))
    for row in _CLOSING:
        called = [e for e in pool if elements.is_pressed(e) and is_called(row, normal(e.label))]
        if called:
            return view.click(called[0])
    raise PlanFailed("There is nothing here to close it with.", "Say which button to click.")


def visit(view: View, clause: c.Visit) -> Planned:
    address = full_url(clause.url)
    is_there = elements.plain_address(view.page.url) == elements.plain_address(address)
    if is_there and not view.page.trouble:
        return None
    if not view.can(ActionName.NAVIGATE):
        raise PlanFailed(
            f"{quoted(clause.url)} can't be opened: going to an address is not allowed now."
        )
    return view.navigate(address)


def open_named(view: View, clause: c.Open) -> Planned:
    """A link first; a page that is open already is open."""
    target = clause.target
    refuse_blank(view, target.said)
    link = find(view, target, elements.is_link)
    found = link or find(view, target, elements.is_pressed)
    if found is None and fit(target.said, view.page.title) >= ACCEPT and view.page.headings:
        return None
    found = found or must_find(view, target, elements.is_pressed)
    is_open = is_here(view, found) and not found.is_covered and not target.count
    return None if is_open else view.click(found)


def turn(view: View, clause: c.Turn) -> Planned:
    way = clause.way
    if way == "reload":
        return view.navigate(view.page.url)
    is_back = way == "back"
    action = ActionName.GO_BACK if is_back else ActionName.GO_FORWARD
    if not view.can(action):
        raise PlanFailed(f"The browser can't go {way} from this page.")
    return view.propose(action, "done", f"go {way}", GoBack() if is_back else GoForward())


def search(view: View, clause: c.SearchFor) -> Planned:
    words, here = clause.words, finding.standing_in(view, clause.where)
    refuse_blank(view, words)
    if view.count("done"):
        return None
    controls = [e for e in here if e.agent_id in view.request.search_controls]
    if not controls:
        named = replace(clause.where, words="search")
        opener = None if view.count("way") else find(view, named, elements.is_pressed)
        if opener is not None and not is_here(view, opener):
            return view.click(opener, "way")
        if not view.count("look"):
            return view.look("no field to search with is on the page yet")
        raise PlanFailed(f"This page has no field to search for {quoted(words)} with.")
    if view.request.avoid_search or not view.can(ActionName.SEARCH):
        raise PlanFailed(f"{quoted(words)} can't be searched for: searching is not allowed now.")
    field = min(controls, key=lambda each: not each.in_view)
    said = f"search for {quoted(words)}"
    return view.propose(ActionName.SEARCH, "done", said, Search(words), agent_id=field.agent_id)


def refuse_blank(view: View, words: str) -> None:
    if elements.is_blank(view.page):
        raise PlanFailed(
            f"No page is open on which {quoted(words)} could be.",
            "Begin with an address: “open example.org, then …”, or choose one for the browser.",
        )


def _read(view: View, clause: c.ReadValue) -> Planned:
    value = read_value(view, clause)
    said = f"{clause.column} of {clause.row}" if clause.row else clause.column
    return (*view.told, value) if value else seek(view, said)


def _scroll(view: View, clause: c.ScrollBy) -> Planned:
    if clause.target is not None:
        return as_on_desktop(view, clause)
    page, acts = view.page, _WAYS[clause.direction]
    if clause.times == ALL_THE_WAY:
        is_there = not (page.can_scroll_up if acts is UP else page.can_scroll_down)
        return None if is_there else view.scroll("done", _TO_START if acts is UP else TO_END)
    return view.scroll("done" if view.count("way") >= clause.times - 1 else "way", acts)


_WAYS = {"up": UP, "down": DOWN, "left": Scroll(right=-7), "right": Scroll(right=7)}
_TO_START = Scroll(down=-1000, to_end=True)


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
    beside = () if target.within or target.in_dialog else (Target("download", within=target.words),)
    names = (target, replace(target, words=f"download {target.words}"), *beside)
    found = (find(view, each, elements.is_clicked_once) for each in names)
    called = next(filter(None, found), None) or must_find(view, target, elements.is_pressed)
    return view.click(called, "way")


def _upload(view: View, clause: c.GiveFile) -> Planned:
    target = clause.target
    askers = [each for each in finding.standing_in(view, target) if each.accepts_files]
    found = find(view, target, lambda each: each.accepts_files) if target.words else None
    if found is None and (len(askers) != 1 or target.words):
        return seek(view, target.said or "a field for files", askers)
    field = found or askers[0]
    return view.type_in(field, clause.path)


# --- as on a desktop: keys, other clicks than the plain one, drags, scrolls in something, waits


def as_on_desktop(view: View, clause: Simple) -> WebProposal | None:
    """The clause's next step; None where it needs none. Raises ``Instead`` and ``PlanFailed``."""
    desk = _PageDesk(view)
    try:
        planning.PLANNERS[type(clause)](desk, clause)
    except NeedsOperator as asks:
        return view.ask(asks.question, asks.choices)
    left = desk.steps[view.count("way") :]
    if not left:
        return None
    step, zone = left[0], desk.situation.zone(left[0].zone_id)
    kind: Kind = "way" if left[1:] else "done"
    element = desk.situation.element_of(zone)
    action = ActionName.DO if zone and not element else _NAMES.get(type(step.action), ActionName.DO)
    agent_id = element.agent_id if element else zone.zone_id if zone else ""
    return view.propose(action, kind, step.description, step.action, agent_id=agent_id)


class _PageDesk(Desk):
    """The page's elements are its zones."""

    def __init__(self, view: View) -> None:
        asked, self._view = view.request, view
        answers = dict(asked.answers)
        super().__init__(
            PlanRequest(asked.goal.text, asked.situation, answers=answers), view.intent
        )

    def must_find(self, target: Target, wanted: frozenset[Role] = ACTIONABLE_ROLES) -> Found:
        """An element, else what stands there and is none."""
        view = self._view
        one = find(view, target, lambda each: True)
        if one is None and (text := self.find(target, wanted)) is not None:
            return text
        one = one or seek(view, target.said, view.elements)
        if (zone := self.situation.zone_of(one)) is None:
            raise self.not_in_sight(target.said)
        return Found(zone)


PLANNERS: Mapping[type[Simple], Callable[[View, Any], Planned]] = {
    c.Visit: visit,
    c.Open: open_named,
    c.Turn: turn,
    c.SearchFor: search,
    c.Point: point,
    c.Named: named,
    c.MenuPath: path,
    c.Press: press,
    c.Close: close,
    c.TypeIn: fields.type_into,
    c.SetTo: fields.set_value,
    c.Choose: fields.choose_in,
    c.Tick: fields.set_on,
    c.ScrollBy: _scroll,
    c.Expect: expect,
    c.ReadValue: _read,
    c.FetchFile: _download,
    c.GiveFile: _upload,
}
"""What a browser does in its own way."""
