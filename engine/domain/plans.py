"""Plans: short segments of steps, made on one situation."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from engine.domain.actions import Action, Replan
from engine.domain.conditions import Condition, condition_words
from engine.domain.kinds import Told
from engine.domain.looks import Look, ShownPicture
from engine.domain.models import CallCause
from engine.domain.situation import Situation

REPLAN_ZONE_ID = "__replan__"
GLOBAL_ZONE_ID = "__global__"
WHOLE_PAGE = "page"
"""What the whole text of a web page is read by, as a zone's is by its zone_id."""
SOUGHT_ZONE_ID = "__sought__"
"""Of a step that only looks for something: nothing has this id, so it is planned locally."""
REPLAN_WORDS = "Look again and plan what remains"


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


def look_again(step_number: int, unless: Condition | None = None) -> PlanStep:
    """``__replan__``: what comes next is planned on what is there then. ``unless`` this is there,
    for which it was planned already."""
    words = f"{REPLAN_WORDS}, unless {condition_words(unless)}" if unless else REPLAN_WORDS
    return PlanStep(step_number, REPLAN_ZONE_ID, "", Replan(), words, unless)


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
    def parse(cls, text: str) -> "StepPlace":
        """The place that reads so. Raises ``ValueError``."""
        return cls(*map(int, text.split(".")))

    @property
    def numbers(self) -> tuple[int, int, int]:
        return self.segment_number, self.step_number, self.local

    def __str__(self) -> str:
        return ".".join(str(number) for number in self.numbers if number)


@dataclass(frozen=True, slots=True)
class OfStep(Told):
    """An event of a step, or of a local state under it."""

    segment_number: int
    step_number: int

    @property
    def at(self) -> StepPlace:
        return StepPlace(self.segment_number, self.step_number, getattr(self, "local", 0))


@dataclass(frozen=True, slots=True)
class GoalPart:
    """One thing that the goal asks for, in the planner's words. ``shown_by`` is what shows that it
    is so; None where nothing that can be looked at does."""

    words: str
    shown_by: Condition | None = None


@dataclass(frozen=True, slots=True)
class PlanSegment:
    """Steps up to the next major change of the screen.

    ``finishes`` says explicitly that the goal is reached when the steps are done. A segment
    without steps that does not say so is a failure. ``is_looked_up``: that nothing is left to do
    was found in the situation, part by part, and is not merely said.

    ``parts`` are looked for once the steps of a segment that finishes are done; where a planner
    names none, the effects of the steps bear the goal. ``answer`` is what the person wanted to
    know. ``gives_up``: the goal can't be reached, for the ``reason``. ``notes`` stay before the
    planner for the rest of the run; ``reads`` are zones (``zone_id``, or ``zone_id@character``)
    whose whole text it wants before it plans, ``look`` is a picture that it wants.
    """

    steps: tuple[PlanStep, ...]
    finishes: bool
    reason: str = ""
    is_looked_up: bool = False
    parts: tuple[GoalPart, ...] = ()
    answer: str = ""
    gives_up: bool = False
    notes: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    look: Look | None = None


class ReplanKind(StrEnum):
    INITIAL = "initial"
    ADAPTIVE = "adaptive"
    ERROR = "error"
    BY_HAND = "by hand"
    """Not the planner's: what the operator does themselves."""


@dataclass(frozen=True, slots=True)
class FailedStep:
    """The step that an error replan must get around, and why it failed."""

    step: PlanStep
    why: str


class Came(StrEnum):
    """What came of something in a run's past; ``PLANNED`` is a plan with its reason."""

    DONE = "done"
    NOT_SEEN = "done, not seen"
    FAILED = "failed"
    REJECTED = "rejected"
    SKIPPED = "skipped"
    CUT_OFF = "not done"
    TAKEN_BACK = "taken back"
    UNTOLD = "can't tell whether it was taken back"
    PLANNED = "planned"
    NOT_CLAIMED = "the goal is not taken as reached"


@dataclass(frozen=True, slots=True)
class PastStep:
    """An entry of a run's past: a step's own words, and why it came so (the evidence, the reason,
    the operator's words); empty where there is nothing to say."""

    came: Came
    words: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text that the planner asked to read: of the zone, from that character on."""

    zone_id: str
    start: int
    text: str

    @property
    def name(self) -> str:
        """As it is asked for: ``zone_id``, or ``zone_id@character``."""
        return self.zone_id + (f"@{self.start}" if self.start else "")


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What a planner is given. ``completed`` holds the steps as they were actually done, ``past``
    all that happened in its order: it only grows. ``notes`` and ``texts`` are what the planner
    itself wrote down and asked to read. ``is_last``: no replan of the run is left, so that it can't
    be asked again.

    ``shown`` is the last picture that the planner was shown, and goes along now where
    ``is_shown_now``; ``looked`` is what it was shown since something was done last. ``no_pictures``
    says why it can be shown none; empty where it can."""

    goal: str
    situation: Situation
    kind: ReplanKind = ReplanKind.INITIAL
    completed: tuple[PlanStep, ...] = ()
    skipped: tuple[PlanStep, ...] = ()
    failed: FailedStep | None = None
    answers: dict[str, str] = field(default_factory=dict)
    is_last: bool = False
    past: tuple[PastStep, ...] = ()
    notes: tuple[str, ...] = ()
    texts: tuple[ReadText, ...] = ()
    shown: ShownPicture | None = None
    is_shown_now: bool = False
    looked: tuple[Look, ...] = ()
    no_pictures: str = ""


def cause_of(request: PlanRequest) -> CallCause:
    """What asking for the plan is charged to."""
    if request.is_shown_now:
        return "look"
    return "plan" if request.kind is ReplanKind.INITIAL else "replan"
