"""What a thinker is asked in an exploration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.domain.exploring.groups import SuccessfulActionGroup, TracedStep
from engine.domain.exploring.limits import ANYWHERE, Scope
from engine.domain.exploring.states import Progression
from engine.domain.situation import Situation


@dataclass(frozen=True, slots=True)
class Shown:
    """What an action led to: ``key`` is the ``zone_key`` of what was acted upon, and ``after`` a
    look that showed a state for the first time."""

    key: str
    after: Situation


@dataclass(frozen=True, slots=True)
class ExploreRequest:
    """For the groups of one iteration (from 1).

    ``successful`` are the successful groups of the iteration before: one new group is due for each,
    in their order. ``tried`` counts, by ``zone_key``, how often each thing was acted upon in this
    run; ``refused`` are descriptions of what the gate did not let pass. ``complaint`` says why the
    answer before this one could not be used; empty at the first asking. ``actions_left`` is 0 where
    there is no ceiling: a run with none left asks no more.
    ``shown`` are the new states since the last asking, in their order. ``trace`` is what was done
    since the start state, and ``faults`` the paths to the faults that are known: to walk one again
    tells nothing new, and breaks what is explored.
    """

    goal: str
    situation: Situation
    iteration: int
    successful: tuple[SuccessfulActionGroup, ...] = ()
    tried: Mapping[str, int] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    scope: Scope = ANYWHERE
    states_seen: int = 1
    actions_left: int = 0
    complaint: str = ""
    shown: tuple[Shown, ...] = ()
    trace: tuple[TracedStep, ...] = ()
    faults: tuple[tuple[TracedStep, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ProgressRequest:
    """Whether the state progressed, where local comparison is not sure."""

    goal: str
    before: Situation
    after: Situation
    local: Progression
    actions: tuple[str, ...] = ()
    """What was done between, in words."""
