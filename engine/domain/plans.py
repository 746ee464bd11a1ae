"""Plans: short segments of steps, made on one situation."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from engine.domain.actions import Action, Replan
from engine.domain.conditions import Condition
from engine.domain.situation import Situation

REPLAN_ZONE_ID = "__replan__"
GLOBAL_ZONE_ID = "__global__"
SOUGHT_ZONE_ID = "__sought__"
REPLAN_WORDS = "Look again and plan what remains"
"""Of a step that only looks for something: nothing has this id, so it is planned locally."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a segment.

    ``zone_id`` is a zone of the situation, ``__global__`` for steps that need none (keys, a
    launch) or ``__replan__``. ``intent`` is the part of the goal that the step serves and
    ``completes_intent`` marks its last step, so that a planner knows what remains.
    ``asked_by`` is the planner's own word on whose wish the step follows: the goal's, or that of
    something on the screen; empty where it does not say.
    """

    step_number: int
    zone_id: str
    zone_label: str
    action: Action
    description: str
    expected_change: Condition | None = None
    intent: str = ""
    completes_intent: bool = False
    has_risk_of: str = ""
    asked_by: Literal["", "goal", "screen"] = ""

    @property
    def is_replan(self) -> bool:
        return self.zone_id == REPLAN_ZONE_ID or isinstance(self.action, Replan)


def look_again(step_number: int) -> PlanStep:
    """``__replan__``: what comes next is planned on what is there then."""
    return PlanStep(step_number, REPLAN_ZONE_ID, "", Replan(), REPLAN_WORDS)


@dataclass(frozen=True, slots=True)
class StepPlace:
    """Where something performed stands in the run; as text "2.3", or "2.3.1" in a local plan.

    ``local`` is the number of the local state that it leads to under the step (an attempt on the
    way to the step, or a revert); 0 is the step itself.
    """

    segment_number: int
    step_number: int
    local: int = 0

    @classmethod
    def parse(cls, text: str) -> StepPlace:
        """The place that reads so. Raises ``ValueError``."""
        return cls(*map(int, text.split(".")))

    def __str__(self) -> str:
        numbers = (self.segment_number, self.step_number, self.local)
        return ".".join(str(number) for number in numbers if number)


@dataclass(frozen=True, slots=True)
class PlanSegment:
    """Steps up to the next major change of the screen.

    ``finishes`` says explicitly that the goal is reached when the steps are done. A segment
    without steps that does not say so is a failure. ``is_looked_up``: that nothing is left to do
    was found in the situation, part by part, and is not merely said.
    """

    steps: tuple[PlanStep, ...]
    finishes: bool
    reason: str = ""
    is_looked_up: bool = False


class ReplanKind(StrEnum):
    INITIAL = "initial"
    ADAPTIVE = "adaptive"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class FailedStep:
    """The step that an error replan must get around, and why it failed."""

    step: PlanStep
    why: str


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What a planner is given. ``completed`` holds the steps as they were actually done; of the
    ``untold`` nobody can tell whether they were taken back. ``is_last``: no
    replan of the run is left, so that it can't be asked again."""

    goal: str
    situation: Situation
    kind: ReplanKind = ReplanKind.INITIAL
    completed: tuple[PlanStep, ...] = ()
    skipped: tuple[PlanStep, ...] = ()
    failed: FailedStep | None = None
    answers: dict[str, str] = field(default_factory=dict)
    is_last: bool = False
    untold: tuple[PlanStep, ...] = ()
