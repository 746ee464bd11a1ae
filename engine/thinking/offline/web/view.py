"""One request as the offline thinker sees it: the page, what was done for each clause, what can be
proposed. Nothing is kept between calls; what a step was for is read from the attempts' reasons."""

import re
from collections.abc import Iterable
from itertools import chain
from typing import Any, Literal

from engine.domain.actions import Action, Click, Navigate, Scroll, TakeScreenshot, TypeText
from engine.domain.errors import PlanFailed
from engine.domain.facts import Frozen, replace
from engine.domain.web import proposals
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.proposals import DOWN, TO_END, ActionName, Attempt, WebProposal, WebRequest
from engine.domain.web.resuming import BROKE_OFF
from engine.domain.zones import Role, State, holds_mask
from engine.language.goals.clauses import Intent
from engine.language.labels import normal, quoted, shortened, stands_in

Kind = Literal["way", "done", "look", "obstacle"]
"""Leads on; finishes its clause; only looks; takes something out of the way."""
_NOTE = re.compile(
    r"^Step (?P<number>\d+(?:\.\d+)?), (?P<kind>way|done|look|obstacle):.*?"
    r"(?P<told>(?: \[told “[^”]*”\])*)$",
    re.DOTALL,
)
_TOLD = re.compile(r"\[told “([^”]*)”\]")
_UNQUOTED = str.maketrans("“”", "''")
_ON_VALUES = ("true", "on", "yes", "checked", "1")
_LABEL_CHARS = 40
_PATIENT_LOOKS = 2
_MOST_SCROLLS = 12


class Done(Frozen):
    """An attempt of this thinker; ``number`` is that of its clause."""

    number: str
    kind: Kind
    told: tuple[str, ...]
    attempt: Attempt

    @property
    def went_well(self) -> bool:
        return not self.attempt.why and not self.attempt.is_refused


def done_in(request: WebRequest) -> tuple[Done, ...]:
    """The attempts whose reasons this thinker wrote, in order."""
    found = []
    for attempt in request.attempts:
        note = _NOTE.match(attempt.proposal.reason)
        if note is not None:
            kind: Kind = note["kind"]  # type: ignore[assignment]
            found.append(Done(note["number"], kind, tuple(_TOLD.findall(note["told"])), attempt))
    return tuple(found)


def places_of(element: WebElement) -> tuple[str, ...]:
    return (element.dialog, element.form, *element.places)


class Instead(Exception):
    """What is to be done before a clause goes on: a question, or a look for what may come."""

    def __init__(self, proposal: WebProposal) -> None:
        super().__init__(proposal.reason)
        self.proposal = proposal


class View:
    """``intent`` is the clause that is looked at; ``told`` is what earlier ones found."""

    def __init__(self, request: WebRequest, intent: Intent, told: tuple[str, ...] = ()) -> None:
        self.request = request
        self.intent = intent
        self.told = told
        self.page: Page = request.situation.page or Page("", "")
        self.all_done = done_in(request)
        self.done = tuple(each for each in self.all_done if each.number == intent.number)
        self._zones = {each.source_key: each for each in request.situation.zones}

    @property
    def elements(self) -> tuple[WebElement, ...]:
        return tuple(each for each in self.page.elements if each.input_type != "hidden")

    def role_of(self, element: WebElement) -> Role | None:
        zone = self._zones.get(element.agent_id)
        return zone.role if zone else None

    def is_on(self, element: WebElement) -> bool:
        zone = self._zones.get(element.agent_id)
        made = zone and (zone.is_checked or State.SELECTED in zone.state)
        return bool(made) if zone else element.value.casefold() in _ON_VALUES

    def tells_on(self, element: WebElement) -> bool:
        """It can be read off it whether it is on."""
        zone = self._zones.get(element.agent_id)
        return zone is None or zone.tells(State.CHECKED)

    def is_written_in(self, element: WebElement) -> bool:
        """It is not known to be a field that can only be read."""
        zone = self._zones.get(element.agent_id)
        return zone is None or zone.is_editable or not zone.role.is_field

    def places_called(self, name: str) -> set[str]:
        """Of the names of the page's places those that are just so, else those that hold it."""
        told = [self.page.headings, [each.caption for each in self.page.tables]]
        told += [*map(places_of, self.elements), *self.page.text_places]
        called = set(chain.from_iterable(told))
        exact = {each for each in called if normal(each) == normal(name)}
        if exact or self.page.unread_count:  # farther down one may be called just so
            return exact
        return {each for each in called if stands_in(name, each)}

    @property
    def last_typed(self) -> WebElement | None:
        """The field into which something was typed last, if it is there still."""
        typed = [e.attempt.proposal for e in self.all_done if e.went_well]
        found = (self.page.element(e.agent_id) for e in typed[::-1] if e.action is ActionName.TYPE)
        return next(filter(None, found), None)

    def sending(self, pool: Iterable[WebElement]) -> list[WebElement]:
        """The buttons that send the form in which something was typed last."""
        form = field.form if (field := self.last_typed) is not None else ""
        return [each for each in pool if each.is_submit and form and each.form == form]

    def part(self, name: str) -> "View":
        """What stands in a place, as a page of its own; empty where that is not known."""
        called, page = self.places_called(name), self.page
        told = list(zip(page.text.splitlines(), page.text_places, strict=False))
        lines = [line for line, places in told if called.intersection(places)]
        own = replace(
            page,
            text="\n".join(lines),
            elements=tuple(each for each in self.elements if called.intersection(places_of(each))),
            tables=tuple(each for each in page.tables if each.caption in (*called, *lines)),
        )
        situation = replace(self.request.situation, page=own)
        return View(replace(self.request, situation=situation), self.intent, self.told)

    def count(self, kind: Kind) -> int:
        """How many attempts of this kind for this clause went well."""
        return sum(each.kind == kind and each.went_well for each in self.done)

    @property
    def clicks_on_the_way(self) -> int:
        """Those that went well since a page was opened for this clause: menus are shut then."""
        clicks = 0
        for each in self.done:
            if each.kind == "way" and each.went_well:
                clicks = clicks + 1 if each.attempt.proposal.action is ActionName.CLICK else 0
        return clicks

    @property
    def failures(self) -> tuple[Done, ...]:
        """Those of this clause since the last that went well."""
        failed: list[Done] = []
        for each in self.done:
            failed = [] if each.went_well else [*failed, each]
        return tuple(each for each in failed if each.attempt.why != BROKE_OFF)

    def can(self, action: ActionName) -> bool:
        return action in self.request.allowed

    def propose(
        self, action: ActionName, kind: Kind, words: str, acts: Action | None = None, **fields: Any
    ) -> WebProposal:
        """``fields`` are the proposal's; it is noted which clause it is for."""
        lines = (" ".join(each.split()) for each in self.told)
        told = "".join(f" [told “{each.translate(_UNQUOTED)}”]" for each in lines)
        reason = f"Step {self.intent.number}, {kind}: {words}{told}"
        return WebProposal(action, acts=acts, reason=reason, asked_by="goal", **fields)

    def click(self, element: WebElement, kind: Kind = "done", why: str = "") -> WebProposal:
        words = f"click {quoted(element.label)}{why}"
        return self.propose(ActionName.CLICK, kind, words, Click(), agent_id=element.agent_id)

    def type_in(self, element: WebElement, text: str, *, chooses: bool = False) -> WebProposal:
        """In place of what stands there; or the entry of the list that the element opens."""
        acts, words = TypeText(text, True, chooses), f"fill in {quoted(element.label)}"
        return self.propose(ActionName.TYPE, "done", words, acts, agent_id=element.agent_id)

    def scroll(self, kind: Kind, acts: Scroll = DOWN) -> WebProposal:
        return self.propose(ActionName.SCROLL, kind, "scroll", acts)

    def further(self, looks: list[Done]) -> WebProposal | None:
        """Farther down as long as more comes."""
        last = looks[-1].attempt if looks else None
        is_over = last is not None and not last.has_changed
        if is_over or not self.page.can_scroll_down or len(looks) >= _MOST_SCROLLS:
            return None
        had_no_more = self.request.state_change == proposals.MOVED_ON and not self.page.unread_count
        to_end = last is not None and (had_no_more or last.proposal.acts == TO_END)
        return self.scroll("look", TO_END if to_end else DOWN)

    def navigate(self, url: str, kind: Kind = "done") -> WebProposal:
        """Raises ``PlanFailed`` where a part of the address is hidden."""
        if holds_mask(url):
            raise PlanFailed(f"{quoted(url)} can't be opened: a part of the address is hidden.")
        return self.propose(ActionName.NAVIGATE, kind, f"open {url}", Navigate(url))

    def look(self, why: str, kind: Kind = "look") -> WebProposal:
        return self.propose(ActionName.SCREENSHOT, kind, why, TakeScreenshot())

    def ask(self, question: str, choices: tuple[str, ...]) -> WebProposal:
        """Raises ``PlanFailed`` where nobody may be asked."""
        if not self.can(ActionName.ASK_USER):
            if not self.count("look"):
                return self.look("before anybody may be asked")
            raise PlanFailed(f"{question} There is: {', '.join(choices)}.", "Say it in the goal.")
        words = "only the operator knows this"
        return self.propose(ActionName.ASK_USER, "look", words, text=question, choices=choices)

    def finish(self, text: str, parts: tuple[str, ...]) -> WebProposal:
        """All clauses are done; where that may not be said yet, a look."""
        if not self.can(ActionName.DONE):
            return self.look("all is done; the page is looked at once more")
        unsaid = self.request.sent and not self.request.confirmed and not self.request.complaints
        looks = [each for each in self.all_done[-_PATIENT_LOOKS:] if each.kind == "look"]
        if unsaid and len(looks) < _PATIENT_LOOKS and self.can(ActionName.SCREENSHOT):
            return self.look("what was sent may be confirmed late")
        reason = f"Done: {'; '.join(parts)}."
        return WebProposal(ActionName.DONE, text=text, reason=reason, asked_by="goal")

    def nearest(self, elements: Iterable[WebElement], count: int = 8) -> str:
        """Labels in quotes, for messages."""
        labels = (shortened(each.label, _LABEL_CHARS) for each in elements)
        return ", ".join(map(quoted, list(dict.fromkeys(filter(None, labels)))[:count])) or "none"
