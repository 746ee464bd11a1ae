"""One look at a page, for one part of the goal: what can be used, and what was tried before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from engine.domain.errors import PlanFailed
from engine.domain.masks import holds_mask
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.domain.words import shortened
from engine.domain.zones import State, Zone
from engine.thinking.offline.web.elements import (
    address_of,
    is_field,
    is_link,
    is_pressed,
    label_of,
    plain_address,
)
from engine.thinking.offline.web.matching import instructs
from engine.thinking.offline.web.notes import Done, Facts, Kind, Note, quoted_words, read_attempts
from engine.thinking.words import quoted

_MAX_FAILURES = 2
_SHOWN_CHARS = 24
_ON_VALUES = frozenset({"checked", "true", "yes"})


class View:
    """Looks at one request for the part with this number. It keeps nothing."""

    def __init__(self, request: WebRequest, part: int) -> None:
        self.request = request
        self.part = part
        self.page = request.situation.page or Page("", "")
        self.all_done = read_attempts(request.attempts)
        self.done: tuple[Done, ...] = tuple(
            each for each in self.all_done if each.note.part == part
        )
        self.elements: tuple[WebElement, ...] = tuple(
            each for each in request.mapping if self._is_usable(each)
        )
        self._zones: dict[str, Zone] = {
            zone.source_key: zone for zone in request.situation.zones if zone.source_key
        }
        self._rank = {agent_id: at for at, agent_id in enumerate(request.candidates)}

    # --- what is there

    @property
    def pressed(self) -> tuple[WebElement, ...]:
        return tuple(each for each in self.elements if is_pressed(each))

    @property
    def fields(self) -> tuple[WebElement, ...]:
        return tuple(each for each in self.elements if is_field(each))

    def follows(self, element: WebElement) -> str:
        """Where a link leads, where that is another page; empty otherwise."""
        address = address_of(element, self.page)
        return "" if address == plain_address(self.page.url) else address

    def leads_nowhere_new(self, element: WebElement) -> bool:
        """A link to this page, or to one that was left again while this part was worked on."""
        if not is_link(element) or not element.href:
            return self.was_clicked(element)
        address = address_of(element, self.page)
        return bool(address) and address in self.seen_addresses

    @property
    def visited(self) -> frozenset[str]:
        """The pages of this run, the present one as well, as far back as they are known."""
        urls = (*self.request.visited, self.page.url)
        return frozenset(plain_address(url) for url in urls if url)

    @property
    def visited_first(self) -> str:
        """Where the run began, as far back as that is known."""
        return next((url for url in self.request.visited if url), self.page.url)

    @property
    def seen_addresses(self) -> frozenset[str]:
        """Pages that were looked at for this part; attempts are kept for a while only, and the
        pages of a first part are all that were visited."""
        seen = frozenset(plain_address(done.attempt.url) for done in self.done)
        is_first = self.part == 1 and len(self.done) == len(self.all_done)
        return seen | (self.visited if is_first else {plain_address(self.page.url)})

    def is_on(self, element: WebElement) -> bool:
        zone = self._zones.get(element.agent_id)
        if zone is not None:
            return zone.is_checked
        return element.value.casefold() in _ON_VALUES

    def is_selected(self, element: WebElement) -> bool:
        zone = self._zones.get(element.agent_id)
        return zone is not None and State.SELECTED in zone.state

    def order(self, element: WebElement) -> tuple[float, ...]:
        """Among equals: what the goal's words favour, in view, not navigation, then by place."""
        return (
            self._rank.get(element.agent_id, len(self._rank)),
            element.is_navigation,
            not element.in_view,
            element.bounds_px.y,
            element.bounds_px.x,
        )

    # --- what was tried

    def failures(self, agent_id: str) -> int:
        tried = (each for each in self.request.attempts if each.proposal.agent_id == agent_id)
        return sum(1 for each in tried if each.why and each.url == self.page.url)

    def was_clicked(self, element: WebElement) -> bool:
        """Clicked for this part on this page, with or without effect."""
        return any(
            done.attempt.proposal.action is ActionName.CLICK
            and done.attempt.proposal.agent_id == element.agent_id
            and done.attempt.url == self.page.url
            for done in self.done
        )

    def notes(self, kind: Kind) -> tuple[Done, ...]:
        """The attempts of this kind for this part that went well."""
        return tuple(done for done in self.done if done.note.kind == kind and done.went_well)

    def was_sought(self, words: str) -> bool:
        """Searched for, by the attempts or by the address of a page of results."""
        return self._has_results_for(words) or any(
            done.attempt.proposal.action is ActionName.SEARCH
            and done.attempt.proposal.text.casefold() == words.casefold()
            for done in self.done
        )

    @property
    def last_failure(self) -> str:
        last = self.request.attempts[-1] if self.request.attempts else None
        return (last.why if last else "") or self.request.error

    # --- what can be answered

    def can(self, action: ActionName) -> bool:
        return action in self.request.allowed

    def click(
        self, element: WebElement, kind: Kind, why: str = "", *, facts: Facts = ()
    ) -> WebProposal:
        words = f"click {quoted_words(label_of(element))}{why}"
        return self._proposal(ActionName.CLICK, kind, words, agent_id=element.agent_id, facts=facts)

    def type_in(self, element: WebElement, text: str, about: str) -> WebProposal:
        words = f"fill in {quoted_words(about)}"
        return self._proposal(
            ActionName.TYPE,
            "value",
            words,
            agent_id=element.agent_id,
            text=text,
            facts=(("set", (about,)),),
        )

    def search(self, words: str, kind: Kind = "way") -> WebProposal:
        controls = [each for each in self.request.search_controls if each in self._ids]
        return self._proposal(
            ActionName.SEARCH,
            kind,
            f"search for {quoted_words(words)}",
            agent_id=controls[0] if controls else "",
            text=words,
            submit=True,
        )

    def scroll(self, why: str, *, up: bool = False) -> WebProposal:
        words = f"scroll {'up' if up else 'down'}, {why}"
        proposal = self._proposal(ActionName.SCROLL, "look", words)
        return replace(proposal, direction="up" if up else "down")

    def go_back(self, why: str, *, facts: Facts = ()) -> WebProposal:
        return self._proposal(ActionName.GO_BACK, "look", f"go back: {why}", facts=facts)

    def navigate(self, url: str, kind: Kind) -> WebProposal:
        """Raises ``PlanFailed`` where a part of the address is hidden."""
        if holds_mask(url):
            raise PlanFailed(f"{quoted(url)} can't be opened: a part of the address is hidden.")
        return self._proposal(ActionName.NAVIGATE, kind, f"open {url}", url=url)

    def switch_tab(self, tab_id: str, title: str) -> WebProposal:
        words = f"switch to the tab {quoted_words(title)}"
        return self._proposal(ActionName.SWITCH_TAB, "way", words, tab_id=tab_id)

    def screenshot(self, why: str) -> WebProposal:
        return self._proposal(ActionName.SCREENSHOT, "look", why)

    def ask(self, question: str, choices: tuple[str, ...] = ()) -> WebProposal:
        """Raises ``PlanFailed`` where nobody may be asked now."""
        if not self.can(ActionName.ASK_USER):
            raise PlanFailed(f"The goal does not say: {question}", "Say it in the goal.")
        return WebProposal(
            ActionName.ASK_USER,
            text=question,
            choices=choices,
            reason=str(Note(self.part, "look", "only the operator knows this")),
            asked_by="goal",
        )

    def finish(self, text: str) -> WebProposal:
        """The goal is reached; where that may not be said yet, something harmless."""
        if self.can(ActionName.DONE):
            return WebProposal(
                ActionName.DONE,
                text=text,
                reason=f"The page shows it: {quoted(text)}",
                asked_by="goal",
            )
        looks = sum(1 for each in self.done if each.note.kind == "look")
        if self.can(ActionName.SCREENSHOT) and looks % 2 == 0:
            return self.screenshot("keep a picture of what was found")
        if self.can(ActionName.SCROLL):
            return self.scroll("look at the rest of what was found", up=not self._goes_on)
        raise PlanFailed(f"Found {quoted(text)}, but it may not be said yet.")

    # --- within

    def _has_results_for(self, words: str) -> bool:
        queries = (value for url in self.visited for _, value in parse_qsl(urlsplit(url).query))
        return words.casefold() in {each.casefold() for each in queries}

    @property
    def _goes_on(self) -> bool:
        return self.page.can_scroll_down

    @property
    def _ids(self) -> frozenset[str]:
        return frozenset(each.agent_id for each in self.request.mapping)

    def _is_usable(self, element: WebElement) -> bool:
        if element.is_disabled or element.agent_id in self.request.avoid:
            return False
        told = f"{element.text} {element.aria_label}"
        return self.failures(element.agent_id) < _MAX_FAILURES and not instructs(told)

    def _proposal(
        self,
        action: ActionName,
        kind: Kind,
        words: str,
        *,
        agent_id: str = "",
        text: str = "",
        url: str = "",
        tab_id: str = "",
        submit: bool = False,
        facts: Facts = (),
    ) -> WebProposal:
        return WebProposal(
            action,
            agent_id=agent_id,
            text=text,
            url=url,
            tab_id=tab_id,
            submit=submit,
            reason=str(Note(self.part, kind, words, facts)),
            asked_by="goal",
        )


def labels_of(elements: Iterable[WebElement], count: int = 8) -> str:
    """The first labels in quotes, each cut short, for messages."""
    labels = [shortened(label, _SHOWN_CHARS) for label in map(label_of, elements) if label]
    return ", ".join(quoted(label) for label in list(dict.fromkeys(labels))[:count])
