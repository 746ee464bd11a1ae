"""Events of an exploration. Part of the union in ``engine.domain.events``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.domain.exploring.findings import Finding
from engine.domain.exploring.groups import ActionGroup, TracedStep
from engine.domain.exploring.limits import ExploreLimits
from engine.domain.exploring.states import Progression


@dataclass(frozen=True, slots=True)
class ExplorationStarted:
    limits: ExploreLimits
    kind: Literal["exploration_started"] = "exploration_started"
    version: int = 1


@dataclass(frozen=True, slots=True)
class GroupsProposed:
    """An iteration (from 1) has its groups, in the order of their confidence; the first has the
    number ``first_number``. ``grown_from`` says of each of them which group it expands, by its
    number; it is empty in the first iteration."""

    iteration: int
    first_number: int
    groups: tuple[ActionGroup, ...]
    grown_from: tuple[int, ...] = ()
    kind: Literal["groups_proposed"] = "groups_proposed"
    version: int = 1


@dataclass(frozen=True, slots=True)
class GroupsRefused:
    """The thinker's groups can't be used; ``why`` names the path. Once an iteration it is asked
    for a repair."""

    iteration: int
    why: str
    kind: Literal["groups_refused"] = "groups_refused"
    version: int = 1


@dataclass(frozen=True, slots=True)
class GroupStarted:
    """The group's actions are the steps of the segment with this number."""

    group_number: int
    segment_number: int
    kind: Literal["group_started"] = "group_started"
    version: int = 1


@dataclass(frozen=True, slots=True)
class GroupAssessed:
    """``before_hash`` and ``after_hash`` name the pictures before the first action and after the
    last."""

    group_number: int
    succeeded: bool
    progression: Progression
    actions_done: int
    before_hash: str
    after_hash: str
    kind: Literal["group_assessed"] = "group_assessed"
    version: int = 1


@dataclass(frozen=True, slots=True)
class StateSeen:
    """The surface shows this state after ``actions`` actions of the run; ``from_state`` and ``by``
    (in words) say how it was come to, and are empty for the first."""

    state_id: str
    title: str
    is_new: bool
    actions: int
    picture_hash: str
    from_state: str = ""
    by: str = ""
    kind: Literal["state_seen"] = "state_seen"
    version: int = 1


@dataclass(frozen=True, slots=True)
class FaultFound:
    """``state_id``: where it came up. ``before_hash``: the picture before the last step, where a
    crash leaves nothing to be seen afterwards; else empty."""

    finding: Finding
    actions: int
    picture_hash: str
    state_id: str = ""
    before_hash: str = ""
    kind: Literal["fault_found"] = "fault_found"
    version: int = 1


@dataclass(frozen=True, slots=True)
class FindingMinimised:
    """The shortest path that was found to lead to the fault, and how often it did in ``proofs``
    tries after that. ``why`` says why there is none, if so."""

    finding_number: int
    path: tuple[TracedStep, ...]
    replays: int
    reproduced: int
    proofs: int
    why: str = ""
    kind: Literal["finding_minimised"] = "finding_minimised"
    version: int = 1

    @property
    def came_up_again(self) -> bool:
        """The fault came up when its path was walked again."""
        return not self.why

    @property
    def is_certain(self) -> bool:
        """The fault came up each time that its path was tried after it was made short."""
        return bool(self.came_up_again and self.proofs and self.reproduced == self.proofs)


@dataclass(frozen=True, slots=True)
class SurfaceReset:
    """The surface was set back to its start: what was launched in the run has ended."""

    why: str
    kind: Literal["surface_reset"] = "surface_reset"
    version: int = 1


ExploringEvent = (
    ExplorationStarted
    | GroupsProposed
    | GroupsRefused
    | GroupStarted
    | GroupAssessed
    | StateSeen
    | FaultFound
    | FindingMinimised
    | SurfaceReset
)
