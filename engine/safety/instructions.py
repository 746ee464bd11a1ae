"""Instructions on the screen: texts that tell somebody to do something; and what accounts for a
launch, an address or a text: the goal, the operator, or a step before it that was accounted for
itself.

They are looked for in what zones and titles say, each by itself, and across texts that stand one
after the other in a window, since an instruction may be spread over several.

A model's word that the goal asks for something is no evidence, and an order on the screen can be
said in any language or code. So the question is not how it is said, but who wants it: a program
that nobody named is not started, a site that nobody named not opened, and no text of the model's
own goes where nobody sent it, without a question."""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from engine.domain.actions import Click, Drag, Launch, Navigate, PressKeys, TypeText
from engine.domain.facts import Frozen, replace
from engine.domain.plans import PlanStep, ReadText, Situation
from engine.domain.web.sites import carries_data, host_of, is_address, is_same_site
from engine.domain.zones import Role, Window, Zone
from engine.language import folding, orders
from engine.language.keys import chord_of
from engine.safety.executed_lines import pastes

_LONGEST_TEXT = 20_000
_LONGEST_PIECE = 300
_LONGEST_JOINED = 4_000
_FRAGMENTS_AHEAD = 6
_LONGEST_SCOPE = 500
_ENDS = re.compile(r"(?<=[.!?;。！？；])\s+|\n+")
_NOT_WORDS = re.compile(r"(?<![_\-.])[_\-.]++(?=\w)")
TOLD_BY = frozenset(
    {
        *(Role.LABEL, Role.HEADING, Role.STATUS, Role.ALERT, Role.TEXT_AREA, Role.TEXT_FIELD),
        *(Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.ICON, Role.LINK, Role.OTHER),
    }
)
"""What texts are written in. What is pressed is not joined: its label is what it does."""


class Instruction(Frozen):
    """A text that instructs. ``said`` is its readings, each as spaced words; ``is_to_agent``
    tells whether it addresses an agent, ``points_nearby`` whether it says "here" or "below".
    ``is_spread`` says that it goes over several zones; ``zone_id`` is empty then, and for a
    window's title."""

    text: str
    said: tuple[str, ...]
    content: frozenset[str]
    is_to_agent: bool
    points_nearby: bool
    window_id: str = ""
    zone_id: str = ""
    is_spread: bool = False


def instructions_on(situation: Situation, read: Iterable[ReadText] = ()) -> tuple[Instruction, ...]:
    """All that is found in the situation's texts and titles, what is spread over zones first, what
    stands in one of them last; and in what is ``read`` beyond that."""
    return tuple(
        replace(one, **where)
        for text, where in _texts_on(situation, read)
        for one in instructions_in(text)
    )


def _texts_on(
    situation: Situation, read: Iterable[ReadText]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each with where it stands; of a page also what is out of sight, and its answered boxes."""
    page, window = situation.page, situation.active_window
    spread = {"window_id": window.window_id if window else "", "is_spread": True}
    for text in (page.text, *page.notices) if page is not None else ():
        yield text, spread
    for window_id, text in _joined_texts(situation):
        yield text, {"window_id": window_id, "is_spread": True}
    for each in situation.windows:
        yield each.title, {"window_id": each.window_id}
    for zone in situation.zones:
        for text in dict.fromkeys((zone.label, zone.value)):
            yield text, {"window_id": zone.window_id, "zone_id": zone.zone_id}
    for part in read:  # no more of it is shown at once
        at = situation.zone(part.zone_id)
        where = {"window_id": at.window_id, "zone_id": at.zone_id} if at is not None else spread
        yield part.text[:_LONGEST_TEXT], where


@functools.lru_cache(maxsize=4096)
def instructions_in(text: str) -> tuple[Instruction, ...]:
    """The instructions in one text; of a very long one, its first and last part is read."""
    if len(text) > _LONGEST_TEXT:
        text = f"{text[: _LONGEST_TEXT // 2]}\n{text[-_LONGEST_TEXT // 2 :]}"
    if not any(
        orders.to_agent().search(reading) or orders.to_reader().search(reading)
        for reading in _spoken(text)
    ):
        return ()
    fragments = [folding.visible(each) for each in _ENDS.split(text) if each.strip()]
    found: list[Instruction] = []
    taken_to = -1
    for number in range(len(fragments)):
        instruction, length = _beginning_at(fragments, number)
        if instruction is not None and number + length > taken_to:
            found.append(instruction)
            taken_to = number + length
    return tuple(found)


def _joined_texts(situation: Situation) -> list[tuple[str, str]]:
    """For each window, what its texts say one after the other: row by row, column by column."""
    joined: dict[str, list[Zone]] = {}
    for zone in situation.zones_in_sight:
        if zone.role in TOLD_BY:
            joined.setdefault(zone.window_id, []).append(zone)
    texts = []
    for window_id, zones in joined.items():
        by_row = sorted(zones, key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x))
        by_column = sorted(zones, key=lambda zone: (zone.bounds_px.x, zone.bounds_px.y))
        for ordered in (by_row, by_column):
            told = (zone.label or zone.value for zone in ordered)
            pieces = (piece for piece in told if 0 < len(piece) <= _LONGEST_PIECE)
            texts.append((window_id, "\n".join(pieces)[:_LONGEST_JOINED]))
    return list(dict.fromkeys(texts))


def _spoken(text: str) -> tuple[str, ...]:
    """The readings with what file names have between their words as spaces."""
    return tuple(_NOT_WORDS.sub(" ", orders.spaced(reading)) for reading in folding.readings(text))


def _beginning_at(fragments: list[str], number: int) -> tuple[Instruction | None, int]:
    """The instruction whose first words are in this fragment, and how many fragments it has."""
    scope = _scope(fragments, number)
    text, own = " ".join(scope), fragments[number]
    spoken = _spoken(text)
    own_lengths = [len(each) for each in _spoken(own)]
    for pattern, is_to_agent in ((orders.to_agent(), True), (orders.to_reader(), False)):
        for reading, own_length in zip(spoken, own_lengths, strict=False):
            marker = pattern.search(reading)
            if marker is None or marker.start() > own_length or not orders.deed().search(reading):
                continue
            if not is_to_agent:  # a reader is told sentence by sentence
                scope = scope[:2]
                text, spoken = " ".join(scope), _spoken(" ".join(scope))
            instruction = Instruction(
                text=" ".join(text.split()),
                said=tuple(" ".join(orders.words_in(reading)) for reading in spoken),
                content=frozenset().union(*(orders.content_of(reading) for reading in spoken)),
                is_to_agent=is_to_agent,
                points_nearby=any(orders.points_nearby().search(reading) for reading in spoken),
            )
            return instruction, len(scope)
    return None, 0


def _scope(fragments: list[str], number: int) -> list[str]:
    scope, length = [fragments[number][-_LONGEST_SCOPE:]], len(fragments[number])
    for fragment in fragments[number + 1 : number + _FRAGMENTS_AHEAD]:
        length += len(fragment)
        if length > _LONGEST_SCOPE:
            break
        scope.append(fragment)
    return scope


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
        self._awaits_window |= isinstance(step.action, Launch)
        self._hosts |= {host_of(_opened_by(step, situation))} - {""}
        if isinstance(step.action, TypeText | PressKeys):
            self._accept_front(situation, step)

    def missing_in(self, step: PlanStep, situation: Situation, goal: Wishes) -> str:
        """What nobody asked for, in words; empty where it is accounted for."""
        if isinstance(step.action, Launch):
            return f"starting “{step.action.application}”"
        if _writes(step, situation) and (missing := self._of_text(step, situation, goal)):
            return missing
        url = _opened_by(step, situation)
        is_begun = self._hosts or goal.names_any_host  # else nobody said where to begin
        is_told = is_begun or (situation.page is None and carries_data(url))
        return f"opening {host_of(url)}" if is_told and not self._is_wanted(url, goal) else ""

    def _of_text(self, step: PlanStep, situation: Situation, goal: Wishes) -> str:
        if situation.page is not None:
            url = situation.page.url
            return "" if self._is_wanted(url, goal) else f"typing this on {host_of(url)}"
        window = _aimed_at(step, situation)
        if window is None or window.application in self._programs:
            return ""
        if goal.asks_for(window.application):
            return ""
        return f"typing this into “{window.application or window.title}”"

    def _is_wanted(self, url: str, goal: Wishes) -> bool:
        host = host_of(url)
        is_accepted = any(is_same_site(host, one) for one in self._hosts)
        return not host or goal.names_host(host) or is_accepted

    def _accept_front(self, situation: Situation, step: PlanStep | None = None) -> None:
        if situation.page is not None:
            self._hosts |= {host_of(situation.page.url)} - {""}
            return
        window = _aimed_at(step, situation) if step else situation.active_window
        if window is not None:
            self._programs.add(window.application)


def _writes(step: PlanStep, situation: Situation) -> bool:
    """It types, be it key by key, or puts there what somebody copied or selected."""
    action, end = step.action, _end_of(step, situation)
    is_middle = isinstance(action, Click) and action.button == "middle"
    if isinstance(action, Drag) or is_middle:
        return end is not None and end.is_editable
    *held, key = chord_of(action.keys) if isinstance(action, PressKeys) else ("",)
    is_typed = isinstance(action, TypeText) or (len(key) == 1 and {"shift"}.issuperset(held))
    return is_typed or pastes(action, end)


def _opened_by(step: PlanStep, situation: Situation) -> str:
    """The address that the step opens, or that stands in a line as Return is pressed."""
    field, url = _end_of(step, situation) or situation.focused_zone, ""
    match step.action:
        case Navigate(url=url):
            return url
        case TypeText(text=url):
            pass
        case PressKeys(keys=keys) if chord_of(keys) == ("enter",) and field is not None:
            url = field.value
    is_line = situation.page is None and (field is None or field.role is not Role.TEXT_AREA)
    return url.strip() if is_line and is_address(url) else ""


def _end_of(step: PlanStep, situation: Situation) -> Zone | None:
    action = step.action
    return situation.zone(action.to_zone_id if isinstance(action, Drag) else step.zone_id)


def _aimed_at(step: PlanStep, situation: Situation) -> Window | None:
    zone = _end_of(step, situation)
    return situation.active_window if zone is None else situation.window_of(zone)
