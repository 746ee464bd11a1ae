"""Events: what happened in a run. They are the truth; every view is a fold over them.

An event is never edited: an end is a second event that carries the same number or id. Pictures
and zone lists are not in events, their content hashes are. ``version`` is raised when a field
changes its meaning; a reader upgrades old versions and refuses newer ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from engine.domain.approvals import ApprovalRequest, Asking, Decision
from engine.domain.exploring.events import ExploringEvent
from engine.domain.lifecycle import ModeName, Phase
from engine.domain.limits import Limits
from engine.domain.local_events import LocalEvent, OperatorForced
from engine.domain.model_events import ModelAsked, ModelCalled, ThinkerAsked
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind
from engine.domain.reversal import Reversibility
from engine.domain.steering import SteeringEvent
from engine.domain.terminals import Outcome
from engine.domain.verdicts import Verdict
from engine.domain.web.events import WebEvent


@dataclass(frozen=True, slots=True)
class SessionStarted:
    goal: str
    surface: str
    thinker: str
    asking: Asking
    limits: Limits
    pilothouse_version: str
    mode: ModeName = "director"
    kind: Literal["session_started"] = "session_started"
    version: int = 1


@dataclass(frozen=True, slots=True)
class PhaseChanged:
    phase: Phase
    why: str = ""
    kind: Literal["phase_changed"] = "phase_changed"
    version: int = 1


@dataclass(frozen=True, slots=True)
class SituationObserved:
    """The session looked. ``picture_hash`` and ``zones_hash`` name blobs in the store; the picture
    is that of a look before where the page was the same, and empty where none was to be kept.

    ``asked_vision_because`` says why the vision model was asked too; empty where it was not.
    """

    why: str
    picture_hash: str
    zones_hash: str
    width_px: int
    height_px: int
    zone_count: int
    window_titles: tuple[str, ...]
    took_ms: float
    from_cache: bool
    is_stale: bool = False
    asked_vision_because: str = ""
    kind: Literal["situation_observed"] = "situation_observed"
    version: int = 1


@dataclass(frozen=True, slots=True)
class ReplanStarted:
    """``charged``: how many replans count against the limit now; None in older records, in which
    all do."""

    replan_number: int
    replan_kind: ReplanKind
    why: str
    charged: int | None = None
    kind: Literal["replan_started"] = "replan_started"
    version: int = 1


@dataclass(frozen=True, slots=True)
class SegmentPlanned:
    segment_number: int
    replan_kind: ReplanKind
    segment: PlanSegment
    kind: Literal["segment_planned"] = "segment_planned"
    version: int = 1


@dataclass(frozen=True, slots=True)
class StepStarted:
    segment_number: int
    step_number: int
    attempt: int = 1
    local: int = 0
    kind: Literal["step_started"] = "step_started"
    version: int = 1


@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    segment_number: int
    step_number: int
    request: ApprovalRequest
    local: int = 0
    kind: Literal["approval_asked"] = "approval_asked"
    version: int = 1


@dataclass(frozen=True, slots=True)
class ApprovalDecided:
    segment_number: int
    step_number: int
    decision: Decision
    local: int = 0
    kind: Literal["approval_decided"] = "approval_decided"
    version: int = 1


@dataclass(frozen=True, slots=True)
class ActionStarted:
    """Recorded before the hands move. ``step`` is what is really performed (after an edit),
    ``reversibility`` what the gate was told of it."""

    action_id: str
    segment_number: int
    step: PlanStep
    at_px: tuple[int, int] | None = None
    local: int = 0
    reversibility: Reversibility | None = None
    kind: Literal["action_started"] = "action_started"
    version: int = 1


@dataclass(frozen=True, slots=True)
class ActionEnded:
    action_id: str
    succeeded: bool
    why: str = ""
    took_ms: float = 0.0
    kind: Literal["action_ended"] = "action_ended"
    version: int = 1


@dataclass(frozen=True, slots=True)
class StepEnded:
    """``state``: done, failed, skipped, rejected or abandoned (a StepState value). ``verdict`` is
    that of its effect, by its ``evidence``; None where nothing was performed. ``detail`` says why
    it failed.

    ``local`` here and in other events: the local state under the step that this belongs to; 0 is
    the step itself.
    """

    segment_number: int
    step_number: int
    state: Literal["done", "failed", "skipped", "rejected", "abandoned"]
    verdict: Verdict | None
    detail: str = ""
    picture_hash: str = ""
    took_ms: float = 0.0
    local: int = 0
    evidence: tuple[str, ...] = ()
    kind: Literal["step_ended"] = "step_ended"
    version: int = 2


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """The operator's hand on the wheel."""

    control: Literal["running", "paused", "stepping", "cancelling", "stopped"]
    by: str = "operator"
    kind: Literal["control_changed"] = "control_changed"
    version: int = 1


@dataclass(frozen=True, slots=True)
class HandsReleased:
    """After STOP: the input child is gone and these keys and buttons were let go."""

    released: tuple[str, ...]
    took_ms: float
    kind: Literal["hands_released"] = "hands_released"
    version: int = 1


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The planner can't choose; the operator can."""

    question_id: str
    question: str
    choices: tuple[str, ...]
    kind: Literal["question_asked"] = "question_asked"
    version: int = 1


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """``answer`` is empty where nobody could answer."""

    question_id: str
    answer: str
    by: str
    kind: Literal["question_answered"] = "question_answered"
    version: int = 1


@dataclass(frozen=True, slots=True)
class WarningRaised:
    message: str
    kind: Literal["warning_raised"] = "warning_raised"
    version: int = 1


@dataclass(frozen=True, slots=True)
class SurfaceWentAway:
    message: str
    kind: Literal["surface_went_away"] = "surface_went_away"
    version: int = 1


@dataclass(frozen=True, slots=True)
class SurfaceResized:
    width_px: int
    height_px: int
    kind: Literal["surface_resized"] = "surface_resized"
    version: int = 1


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """``picture_hash`` shows what was there at the end; empty where nothing was looked at."""

    outcome: Outcome
    picture_hash: str = ""
    kind: Literal["session_ended"] = "session_ended"
    version: int = 1


RunEvent = (
    SessionStarted
    | PhaseChanged
    | SituationObserved
    | ThinkerAsked
    | ModelAsked
    | ModelCalled
    | ReplanStarted
    | SegmentPlanned
    | ActionEnded
    | OperatorForced
    | ControlChanged
    | HandsReleased
    | QuestionAsked
    | QuestionAnswered
    | WarningRaised
    | SurfaceWentAway
    | SurfaceResized
    | SessionEnded
)
"""Of a run as a whole."""

StepEvent = StepStarted | ApprovalAsked | ApprovalDecided | ActionStarted | StepEnded
"""Of a step itself, or of one of its local states."""

Event = RunEvent | StepEvent | LocalEvent | WebEvent | ExploringEvent | SteeringEvent


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event as the log holds it. ``at_secs`` is wall clock time since the epoch."""

    seq: int
    session_id: str
    at_secs: float
    event: Annotated[Event, Field(discriminator="kind")] = field()
