"""Events: what happened in a run. They are the truth; every view is a fold over them.

An event is never edited: an end is a second event that carries the same number or id. Pictures
and zone lists are not in events, their content hashes are. ``version`` is raised when a field
changes its meaning; a reader upgrades old versions and refuses newer ones."""

from typing import Annotated, Literal

from pydantic import Field

from engine.domain import approvals, facts, models, risks, scripts, terminals, verdicts
from engine.domain.exploring.events import ExploringEvent
from engine.domain.facts import Told, field
from engine.domain.limits import Limits
from engine.domain.performing import FilesMade, LocalEvent, OperatorForced, SteeringEvent
from engine.domain.plans import OfStep, PlanSegment, PlanStep, ReplanKind, StepPlace
from engine.domain.web.events import WebEvent


class ThinkerAsked(Told, kind="thinker_asked"):
    """One call to the thinker, charged to what caused it; ``place``: the local state it served."""

    cause: models.CallCause
    thinker: str
    calls: int = 1
    took_ms: float = 0.0
    place: str = ""


class ModelAsked(Told, kind="model_asked"):
    """A round with a model began; the ``ModelCalled`` of the same cause and place ends it."""

    cause: models.CallCause
    model: str
    place: str = ""


class ModelCalled(Told, kind="model_called"):
    """One round with a model, charged to its cause; ``place`` is the step that it served.

    What was sent and received are texts and a picture in the store: ``prompt_hash`` (system text
    and prompt as JSON), ``picture_hash``, ``reply_hash`` and ``parsed_hash``; empty where there
    was none. ``template_hash`` names the prompt's templates and settings. ``picture_why`` says why
    a picture went out that was asked for. Of the prompt's ``sent_bytes`` the first ``same_bytes``
    are those of the prompt before."""

    cause: models.CallCause
    model: str
    endpoint: str
    form: models.ReplyForm
    template_hash: str
    prompt_hash: str
    usage: models.TokenUsage
    took_ms: float
    cost: float | None = None
    picture_hash: str = ""
    reply_hash: str = ""
    parsed_hash: str = ""
    first_token_ms: float | None = None
    retries: int = 0
    is_repair: bool = False
    failure: str = ""
    failure_class: str = ""
    place: str = ""
    picture_why: str = ""
    sent_bytes: int = 0
    same_bytes: int = 0


class SessionStarted(Told, kind="session_started"):
    goal: str
    surface: str
    thinker: str
    asking: approvals.Asking
    limits: Limits
    pilothouse_version: str
    mode: verdicts.ModeName = "director"
    granted: tuple[str, ...] = ()
    policy: tuple[str, ...] = ()
    """The operator's rules, each with where it stands."""


class PhaseChanged(Told, kind="phase_changed"):
    phase: verdicts.Phase
    why: str = ""


class SituationObserved(Told, kind="situation_observed"):
    """The session looked. ``picture_hash`` and ``zones_hash`` name blobs in the store; the picture
    is that of a look before where the page was the same, and empty where none was to be kept.
    ``asked_vision_because`` says why the vision model was asked too; empty where it was not."""

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


class ReplanStarted(Told, kind="replan_started"):
    """``charged``: how many replans count against the limit; None in older records: all."""

    replan_number: int
    replan_kind: ReplanKind
    why: str
    charged: int | None = None


class SegmentPlanned(Told, kind="segment_planned"):
    segment_number: int
    replan_kind: ReplanKind
    segment: PlanSegment


class StepStarted(OfStep, kind="step_started"):
    attempt: int = 1
    local: int = 0


class ApprovalAsked(OfStep, kind="approval_asked"):
    request: approvals.ApprovalRequest
    local: int = 0


class ApprovalDecided(OfStep, kind="approval_decided"):
    """``request`` is what nobody was asked about; else ``ApprovalAsked`` has it."""

    decision: approvals.Decision
    local: int = 0
    request: approvals.ApprovalRequest | None = None


class ActionStarted(Told, kind="action_started"):
    """Recorded before the hands move. ``step`` is what is really performed (after an edit),
    ``reversibility`` what the gate was told of it, ``trace`` how it is done again in a script."""

    action_id: str
    segment_number: int
    step: PlanStep
    at_px: tuple[int, int] | None = None
    local: int = 0
    reversibility: risks.Reversibility | None = None
    trace: scripts.TracedStep | None = None

    @property
    def at(self) -> StepPlace:
        return StepPlace(self.segment_number, self.step.step_number, self.local)


class ActionEnded(Told, kind="action_ended"):
    action_id: str
    succeeded: bool
    why: str = ""
    took_ms: float = 0.0


class StepEnded(OfStep, kind="step_ended", version=2):
    """``state``: done, failed, skipped, rejected or abandoned (a StepState value). ``verdict`` is
    that of its effect, by its ``evidence``; None where nothing was performed. ``detail`` says why
    it failed.

    ``local`` here and in other events: the local state under the step that this belongs to; 0 is
    the step itself. ``trace`` is there for what the operator did with their own hands."""

    state: Literal["done", "failed", "skipped", "rejected", "abandoned"]
    verdict: verdicts.Verdict | None
    detail: str = ""
    picture_hash: str = ""
    took_ms: float = 0.0
    local: int = 0
    evidence: tuple[str, ...] = ()
    trace: scripts.TracedStep | None = None


class ControlChanged(Told, kind="control_changed"):
    """The operator's hand on the wheel."""

    control: Literal["running", "paused", "stepping", "cancelling", "stopped", "taken over"]
    by: str = "operator"


class HandsReleased(Told, kind="hands_released"):
    """After STOP: the input child is gone and these keys and buttons were let go."""

    released: tuple[str, ...]
    took_ms: float


class QuestionAsked(Told, kind="question_asked"):
    """The planner can't choose; the operator can."""

    question_id: str
    question: str
    choices: tuple[str, ...]


class QuestionAnswered(Told, kind="question_answered"):
    """``answer`` is empty where nobody could answer."""

    question_id: str
    answer: str
    by: str


class WarningRaised(Told, kind="warning_raised"):
    message: str


class SurfaceWentAway(Told, kind="surface_went_away"):
    message: str


class SurfaceResized(Told, kind="surface_resized"):
    width_px: int
    height_px: int


class SessionEnded(Told, kind="session_ended"):
    """``picture_hash`` shows what was there at the end, ``state_hash`` is the digest of that state;
    empty where nothing was looked at."""

    outcome: terminals.Outcome
    picture_hash: str = ""
    state_hash: str = ""


LifeEvent = SessionStarted | PhaseChanged | ControlChanged | SessionEnded
AskingEvent = SituationObserved | ThinkerAsked | ModelAsked | ModelCalled
"""What the screen, the thinker or a model was asked."""
PlanEvent = ReplanStarted | SegmentPlanned | ActionEnded
OperatorEvent = OperatorForced | QuestionAsked | QuestionAnswered
SurfaceEvent = HandsReleased | SurfaceWentAway | SurfaceResized | FilesMade | WarningRaised
RunEvent = LifeEvent | AskingEvent | PlanEvent | OperatorEvent | SurfaceEvent
"""Of a run as a whole."""

StepEvent = StepStarted | ApprovalAsked | ApprovalDecided | ActionStarted | StepEnded
"""Of a step itself, or of one of its local states."""

Event = RunEvent | StepEvent | LocalEvent | WebEvent | ExploringEvent | SteeringEvent


class Recorded(facts.Frozen):
    """An event as the log holds it. ``at_secs`` is wall clock time since the epoch."""

    seq: int
    session_id: str
    at_secs: float
    event: Annotated[Event, Field(discriminator="kind")] = field()
