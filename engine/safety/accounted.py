"""What accounts for a launch, an address or a text: the goal, the operator, or a step before it
that was accounted for itself.

A model's word that the goal asks for something is no evidence, and an order on the screen can be
said in any language or code. So the question is not how it is said, but who wants it: a program
that nobody named is not started, a site that nobody named not opened, and no text of the model's
own goes where nobody sent it, without a question.
"""

from typing import Protocol

from engine.domain.actions import Launch, Navigate, PressKeys, TypeText
from engine.domain.plans import PlanStep, Situation
from engine.domain.web.sites import host_of, is_same_site
from engine.domain.zones import Window


class Wishes(Protocol):
    """What the goal's words ask for."""

    def asks_for(self, words: str) -> bool: ...

    def names_host(self, host: str) -> bool: ...

    @property
    def names_any_host(self) -> bool: ...


class Accounted:
    """Remembers for one run which programs and sites somebody wanted."""

    def __init__(self) -> None:
        self._programs: set[str] = set()
        self._hosts: set[str] = set()
        self._known_windows: frozenset[str] | None = None
        self._awaits_window = False

    def notice(self, situation: Situation) -> None:
        """What is shown at the start is what the operator began with; what comes after a launch
        that was accounted for is what was launched."""
        windows = frozenset(each.window_id for each in situation.windows)
        if self._known_windows is None:
            self._accept_front(situation)
        elif self._awaits_window:
            fresh = [one for one in situation.windows if one.window_id not in self._known_windows]
            self._programs |= {one.application for one in fresh}
            self._awaits_window = not fresh
        self._known_windows = (self._known_windows or frozenset()) | windows

    def accept(self, step: PlanStep, situation: Situation) -> None:
        """The operator, or the goal, accounts for this step."""
        match step.action:
            case Launch():
                self._awaits_window = True
            case Navigate(url=url):
                self._hosts.add(host_of(url))
            case TypeText() | PressKeys():
                self._accept_front(situation, step)

    def missing_in(self, step: PlanStep, situation: Situation, goal: Wishes) -> str:
        """What nobody asked for, in words; empty where it is accounted for."""
        match step.action:
            case Launch(application=name):
                return f"starting “{name}”"
            case Navigate(url=url):
                return self._of_address(url, goal)
            case TypeText():
                return self._of_text(step, situation, goal)
            case _:
                return ""

    def _of_address(self, url: str, goal: Wishes) -> str:
        host = host_of(url)
        if not host or goal.names_host(host) or self._is_accepted(host):
            return ""
        if not self._hosts and not goal.names_any_host:
            return ""  # nobody said where to begin
        return f"opening {host}"

    def _of_text(self, step: PlanStep, situation: Situation, goal: Wishes) -> str:
        if situation.page is not None:
            host = host_of(situation.page.url)
            if not host or goal.names_host(host) or self._is_accepted(host):
                return ""
            return f"typing this on {host}"
        window = _aimed_at(step, situation)
        if window is None or window.application in self._programs:
            return ""
        if goal.asks_for(window.application):
            return ""
        return f"typing this into “{window.application or window.title}”"

    def _is_accepted(self, host: str) -> bool:
        return any(is_same_site(host, one) for one in self._hosts)

    def _accept_front(self, situation: Situation, step: PlanStep | None = None) -> None:
        if situation.page is not None:
            self._hosts |= {host_of(situation.page.url)} - {""}
            return
        window = _aimed_at(step, situation) if step else situation.active_window
        if window is not None:
            self._programs.add(window.application)


def _aimed_at(step: PlanStep, situation: Situation) -> Window | None:
    zone = situation.zone(step.zone_id)
    if zone is None:
        return situation.active_window
    return situation.window_of(zone)
