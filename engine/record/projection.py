"""The run's state as a pure fold over its events: live view, replay and export read this.

``RunState`` is immutable; ``fold(state, recorded)`` gives the next one. Nothing here knows the
time, the disk or Qt, so folding the same events always gives the same state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from engine.domain.approvals import ApprovalRequest, Asking
from engine.domain.errors import BugError
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    ApprovalDecided,
    ControlChanged,
    HandsReleased,
    PhaseChanged,
    QuestionAnswered,
    QuestionAsked,
    Recorded,
    ReplanStarted,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
    SurfaceResized,
    SurfaceWentAway,
    ThinkerAsked,
    WarningRaised,
)
from engine.domain.lifecycle import Effect, Phase, StepState
from engine.domain.limits import Limits
from engine.domain.plans import PlanStep, ReplanKind
from engine.domain.terminals import Outcome


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
            view.performed or view.step
            for segment in self.segments
            for view in segment.steps
            if view.state is StepState.DONE and not view.step.is_replan
        )


def fold(state: RunState, recorded: Recorded) -> RunState:
    """The state after one more event."""
    state = replace(state, last_seq=recorded.seq, last_at_secs=recorded.at_secs)
    match recorded.event:
        case SessionStarted() as event:
            return replace(
                state,
                session_id=recorded.session_id,
                goal=event.goal,
                surface=event.surface,
                thinker=event.thinker,
                asking=event.asking,
                limits=event.limits,
                started_at_secs=recorded.at_secs,
            )
        case PhaseChanged(phase=phase):
            return replace(state, phase=phase)
        case SituationObserved() as event:
            return replace(
                state,
                picture_hash=event.picture_hash,
                zones_hash=event.zones_hash,
                zone_count=event.zone_count,
            )
        case ThinkerAsked(calls=calls):
            return replace(state, calls_used=state.calls_used + calls)
        case ReplanStarted(replan_number=number):
            return replace(state, replans_used=number)
        case SegmentPlanned() as event:
            return _with_segment(_abandon_open_steps(state), event)
        case StepStarted(segment_number=segment, step_number=step, attempt=attempt):
            state = replace(state, current_segment=segment, current_step=step)
            return _with_step(state, segment, step, state_=StepState.RUNNING, attempts=attempt)
        case ApprovalAsked(segment_number=segment, step_number=step, request=request):
            state = replace(state, pending=request)
            return _with_step(state, segment, step, state_=StepState.WAITING)
        case ApprovalDecided(segment_number=segment, step_number=step):
            state = replace(state, pending=None)
            return _with_step(state, segment, step, state_=StepState.RUNNING)
        case ActionStarted(segment_number=segment, step=performed, at_px=at_px):
            return _with_step(
                state, segment, performed.step_number, performed=performed, at_px=at_px
            )
        case StepEnded() as event:
            return _with_step(
                state,
                event.segment_number,
                event.step_number,
                state_=StepState(event.state),
                effect=event.effect,
                detail=event.detail,
                picture_hash=event.picture_hash,
                took_ms=event.took_ms,
            )
        case ControlChanged(control=control):
            return replace(state, control=control)
        case QuestionAsked() as event:
            return replace(state, question=event)
        case QuestionAnswered():
            return replace(state, question=None)
        case WarningRaised(message=message) | SurfaceWentAway(message=message):
            return replace(state, warnings=(*state.warnings, message))
        case SessionEnded(outcome=outcome):
            state = _abandon_open_steps(state)
            return replace(
                state, outcome=outcome, phase=Phase.COMPLETE, pending=None, question=None
            )
        case ActionEnded() | HandsReleased() | SurfaceResized():
            return state


def fold_all(events: Iterable[Recorded]) -> RunState:
    return reduce(fold, events, RunState())


def _with_segment(state: RunState, event: SegmentPlanned) -> RunState:
    view = SegmentView(
        segment_number=event.segment_number,
        replan_kind=event.replan_kind,
        steps=tuple(StepView(step) for step in event.segment.steps),
        finishes=event.segment.finishes,
        reason=event.segment.reason,
    )
    return replace(
        state,
        segments=(*state.segments, view),
        current_segment=event.segment_number,
        current_step=0,
    )


def _abandon_open_steps(state: RunState) -> RunState:
    """Steps that were planned and never ended are greyed, not forgotten."""
    open_states = {StepState.PLANNED, StepState.RUNNING, StepState.WAITING}

    def closed(view: StepView) -> StepView:
        return replace(view, state=StepState.ABANDONED) if view.state in open_states else view

    segments = tuple(
        replace(segment, steps=tuple(closed(view) for view in segment.steps))
        if any(view.state in open_states for view in segment.steps)
        else segment
        for segment in state.segments
    )
    return replace(state, segments=segments)


def _with_step(
    state: RunState,
    segment_number: int,
    step_number: int,
    *,
    state_: StepState | None = None,
    **changes: object,
) -> RunState:
    if state_ is not None:
        changes["state"] = state_
    index = segment_number - 1
    if not 0 <= index < len(state.segments):
        raise BugError(f"event names segment {segment_number}, which was never planned")
    segment = state.segments[index]
    steps = tuple(
        replace(view, **changes) if view.step.step_number == step_number else view  # type: ignore[arg-type]
        for view in segment.steps
    )
    segments = (
        *state.segments[:index],
        replace(segment, steps=steps),
        *state.segments[index + 1 :],
    )
    return replace(state, segments=segments)
