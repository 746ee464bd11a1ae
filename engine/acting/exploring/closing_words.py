"""Whether a step asked something to close: an application that ends then did what it was told."""

from __future__ import annotations

from collections.abc import Iterable

from engine.domain.actions import PressKeys
from engine.domain.exploring.groups import TracedStep
from engine.language.grave_words import has_word
from engine.language.keys import chord_of

_CLOSING_KEYS = frozenset({"escape", "enter", "space", "q", "x"})
_CLOSING_CHORDS = (
    frozenset({"alt", "f4"}),
    frozenset({"ctrl", "q"}),
    frozenset({"ctrl", "w"}),
    frozenset({"ctrl", "c"}),
    frozenset({"ctrl", "d"}),
)


def asks_to_close(step: TracedStep) -> bool:
    """By the words on what was acted upon, or by its keys."""
    if isinstance(step.action, PressKeys):
        keys = frozenset(chord_of(step.action.keys))
        return keys in _CLOSING_CHORDS or (len(keys) == 1 and keys <= _CLOSING_KEYS)
    return step.locator is not None and has_word("closes", step.locator.label)


def any_asks_to_close(steps: Iterable[TracedStep]) -> bool:
    return any(asks_to_close(step) for step in steps)
