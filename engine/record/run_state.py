"""The state of a run as views need it: a fold over its events makes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.domain.approvals import ApprovalRequest, Asking
from engine.domain.events import ModelCalled, QuestionAsked
from engine.domain.lifecycle import Effect, Phase, StepState
from engine.domain.limits import Limits
from engine.domain.plans import PlanStep, ReplanKind
from engine.domain.reversal import Reversibility
from engine.domain.terminals import Outcome
from engine.record.local_views import LocalPlanView
from engine.record.spending import Spent, spent_on


@dataclass(frozen=True, slots=True)
class StepView:
    """One step as the tree shows it. ``performed`` differs from ``step`` after an edit."""

    step: PlanStep
    state: StepState = StepState.PLANNED
    attempts: int = 0
    effect: Effect | None = None
    detail: str = ""
    picture_hash: str = ""
    took_ms: float = 0.0
    performed: PlanStep | None = None
    at_px: tuple[int, int] | None = None
    reversibility: Reversibility | None = None
    local: LocalPlanView | None = None
    is_reverted: bool = False

    @property
    def completed(self) -> tuple[PlanStep, ...]:
        """What of it counts as done: its own action, or those of the local plan that led there."""
        own = (self.performed or self.step,) if self.state is StepState.DONE else ()
        if self.is_reverted or self.step.is_replan:
            own = ()
        if self.local is None or self.local.result not in ("reached", "way found"):
            return own
        led = self.local.standing_actions
        return led or own if self.local.result == "reached" else (*led, *own)


@dataclass(frozen=True, slots=True)
class SegmentView:
    segment_number: int
    replan_kind: ReplanKind
    steps: tuple[StepView, ...]
    finishes: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RunState:
    """All that a view needs to know of a run."""

    session_id: str = ""
    goal: str = ""
    surface: str = ""
    thinker: str = ""
    asking: Asking = Asking.EACH
    limits: Limits = field(default_factory=Limits)
    started_at_secs: float = 0.0
    last_at_secs: float = 0.0
    last_seq: int = 0
    phase: Phase = Phase.PLANNING
    control: str = "running"
    segments: tuple[SegmentView, ...] = ()
    current_segment: int = 0
    current_step: int = 0
    pending: ApprovalRequest | None = None
    question: QuestionAsked | None = None
    calls_used: int = 0
    replans_used: int = 0
    picture_hash: str = ""
    zones_hash: str = ""
    zone_count: int = 0
    warnings: tuple[str, ...] = ()
    outcome: Outcome | None = None
    model_calls: tuple[ModelCalled, ...] = ()

    @property
    def spent(self) -> Spent:
        """What models have cost in this run."""
        return spent_on(self.model_calls)

    @property
    def is_running(self) -> bool:
        return bool(self.session_id) and self.outcome is None

    @property
    def elapsed_secs(self) -> float:
        return max(0.0, self.last_at_secs - self.started_at_secs)

    @property
    def completed_steps(self) -> tuple[PlanStep, ...]:
        """The steps as they were actually done, in order."""
        return tuple(
            step for segment in self.segments for view in segment.steps for step in view.completed
        )
