"""Endless dialogs: the same one comes back each time that it is closed.

A dialog that a further action calls up again, as forms do until they are filled in, is none: only
what comes back by itself is counted.
"""

from __future__ import annotations

from collections import Counter

from engine.acting.exploring.closing_words import asks_to_close
from engine.acting.exploring.dialogs import Message, dialogs_in, said_in_page
from engine.acting.exploring.stable_words import stable
from engine.domain.exploring.faults import Fault, FaultKind
from engine.domain.exploring.traces import TracedStep
from engine.domain.situation import Situation

TIMES = 3
_Key = tuple[str, str, tuple[str, ...]]
_Places = dict[_Key, frozenset[str]]


class EndlessDialogs:
    """Counts how often each dialog came back in a row."""

    def __init__(self) -> None:
        self._returns: Counter[_Key] = Counter()
        self._just_closed: frozenset[_Key] = frozenset()

    def begin(self) -> None:
        self._returns.clear()
        self._just_closed = frozenset()

    def check(
        self, before: Situation, after: Situation, steps: tuple[TracedStep, ...] | None
    ) -> tuple[Fault, ...]:
        """Those that came back for the third time."""
        messages = {one.key: one for one in dialogs_in(after)}
        stood, stands = _places(before), _places(after)
        only_closed = steps is None or (bool(steps) and all(map(asks_to_close, steps)))
        for key in (self._returns.keys() | self._just_closed) - stood.keys():
            del self._returns[key]
        for key in self._just_closed & stood.keys():
            self._returns[key] += 1  # nothing was done, and it is there again
        for key, places in stands.items():
            if key not in stood or not only_closed:
                del self._returns[key]
            elif not places & stood[key]:
                self._returns[key] += 1
        self._just_closed = frozenset(stood.keys() - stands.keys() if only_closed else ())
        endless = [messages[key] for key in stands if self._returns[key] == TIMES]
        return tuple(map(_fault_of, (*endless, *_storms(after))))


def _storms(after: Situation) -> tuple[Message, ...]:
    """What a page said over and over within one look: its dialogs are answered at once."""
    said = {one.key: one for one in said_in_page(after)}
    counts = Counter(one.key for one in said_in_page(after))
    return tuple(said[key] for key, count in counts.items() if count > TIMES)


def _places(situation: Situation) -> _Places:
    places: _Places = {}
    for one in dialogs_in(situation):
        places[one.key] = places.get(one.key, frozenset()) | {one.place_id}
    return places


def _fault_of(message: Message) -> Fault:
    said = next(iter(message.texts), "")
    parts = dict.fromkeys(stable(part) for part in (message.title, said) if part)
    words = ": ".join(f"“{part}”" for part in parts)
    summary = f"{words} comes back each time it is closed"
    return Fault(FaultKind.ENDLESS_DIALOG, message.application, summary, " / ".join(message.texts))
