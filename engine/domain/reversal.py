"""Taking back: whether an action can be undone, said before it; how far it was undone, seen after.

A state is marked before and after every action. What must come back is the mark, not the hope:
a reversal is judged by comparing the mark of the state before with what is there afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.domain.plans import PlanStep
from engine.domain.zones import Window, Zone


class Degree(StrEnum):
    """How far an action can be taken back."""

    REVERSIBLE = "reversible"
    PARTLY = "partly reversible"
    IRREVERSIBLE = "irreversible"


@dataclass(frozen=True, slots=True)
class Reversibility:
    """Declared before the action. ``how`` says how it is undone, or why it can't be."""

    degree: Degree
    how: str


@dataclass(frozen=True, slots=True)
class StateMark:
    """What matters of a state, so that it can be told from others and known again.

    ``digest`` is equal for states that are the same to an operator: it leaves out carets, clocks,
    hovering and focus. ``picture`` holds rows of grey bytes, ``picture_width`` in each, one for
    every ``picture_scale`` × ``picture_scale`` pixels of the frame.
    """

    digest: str
    windows: tuple[Window, ...]
    zones: tuple[Zone, ...]
    picture: bytes = field(repr=False)
    picture_width: int
    picture_scale: int


class Returned(StrEnum):
    """What comparing a mark with the state now says."""

    RESTORED = "restored"
    CLOSE = "close"
    NOT_RESTORED = "not restored"


@dataclass(frozen=True, slots=True)
class Comparison:
    """``differences`` are in words, most telling first; empty where the state is restored."""

    returned: Returned
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoWay:
    """One way to take an action back: ``steps`` in order, ``words`` such as "press Escape"."""

    words: str
    steps: tuple[PlanStep, ...]


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Asks the thinker how to take back a step of an unknown kind, or where all ways failed."""

    step: PlanStep
    before: StateMark
    after: StateMark
