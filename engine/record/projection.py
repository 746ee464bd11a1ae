"""The run's state as a pure fold over its events: live view, replay and export read this.

``RunState`` is immutable; ``fold(state, recorded)`` gives the next one. Nothing here knows the
time, the disk or Qt, so folding the same events always gives the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce

from engine.domain.errors import BugError
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    ApprovalDecided,
    ControlChanged,
    HandsReleased,
    ModelAsked,
    ModelCalled,
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
from engine.domain.exploring.events import (
    ExplorationStarted,
    FaultFound,
    FindingMinimised,
    GroupAssessed,
    GroupsProposed,
    GroupsRefused,
    GroupStarted,
    StateSeen,
    SurfaceReset,
)
from engine.domain.lifecycle import Effect, Phase, StepState
from engine.domain.local_events import (
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    OperatorForced,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.plans import StepPlace
from engine.domain.web.events import SessionResumed
from engine.record.exploring_views import (
    ExploreView,
    FindingView,
    GroupView,
    StatePassage,
    StateView,
    fold_exploring,
)
from engine.record.forecast import Forecast, forecast_of
from engine.record.local_views import (
    LocalPlanView,
    LocalStateView,
    abandoned,
    fold_local,
    with_calls,
    with_reverted,
    with_spent,
)
from engine.record.regression import script_of
from engine.record.run_state import AskedView, RunState, SegmentView, StepView
from engine.record.spending import Spent, spent_by_cause
from engine.record.web_views import Passage, WebView, fold_web

__all__ = [
    "AskedView",
    "ExploreView",
    "FindingView",
    "Forecast",
    "GroupView",
    "LocalPlanView",
    "LocalStateView",
    "Passage",
    "RunState",
    "SegmentView",
    "Spent",
    "StatePassage",
    "StateView",
    "StepView",
    "WebView",
    "fold",
    "fold_all",
    "forecast_of",
    "script_of",
    "spent_by_cause",
]


def fold(state: RunState, recorded: Recorded) -> RunState:
    """The state after one more event."""
    waited = state.was_waiting_until(recorded.event)
    waited_secs = recorded.at_secs - state.last_at_secs if waited else 0.0
    away_secs = recorded.at_secs - state.last_at_secs
    state = replace(
        _with_waiting(state, waited_secs),
        last_seq=recorded.seq,
        last_at_secs=recorded.at_secs,
        waited_secs=state.waited_secs + waited_secs,
    )
    match recorded.event:
        case SessionStarted() as event:
            return replace(
                state,
                session_id=recorded.session_id,
                goal=event.goal,
                surface=event.surface,
                thinker=event.thinker,
                asking=event.asking,
                mode=event.mode,
                web=WebView() if event.mode == "navigator" else None,
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
        case ThinkerAsked() as asked:
            return _with_call(state, asked)
        case ModelAsked() as begun:
            return replace(state, asked=(*state.asked, AskedView(begun, recorded.at_secs)))
        case ModelCalled() as called:
            return _with_model_call(state, called)
        case ReplanStarted(replan_number=number):
            return replace(state, replans_used=number)
        case SegmentPlanned() as event:
            return _with_segment(_abandon_open_steps(state), event)
        case (
            LocalPlanningStarted()
            | LocalProposed()
            | LocalDecided()
            | ReversalStarted()
            | ReversalEnded()
            | LocalPlanningEnded()
        ) as of_local:
            return _with_local_event(state, of_local)
        case (
            StepStarted() | ApprovalAsked() | ApprovalDecided() | ActionStarted() | StepEnded()
        ) as of_step:
            return _with_step_event(state, of_step)
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
                state,
                outcome=outcome,
                phase=Phase.COMPLETE,
                pending=None,
                question=None,
                asked=(),
            )
        case ActionEnded() | HandsReleased() | SurfaceResized() | OperatorForced():
            return state
        case SessionResumed():
            return _with_resumption(state, recorded.event, away_secs)
        case (
            ExplorationStarted()
            | GroupsProposed()
            | GroupsRefused()
            | GroupStarted()
            | GroupAssessed()
            | StateSeen()
            | FaultFound()
            | FindingMinimised()
            | SurfaceReset()
        ) as of_exploring:
            explored = state.explore or ExploreView.nothing()
            return replace(state, explore=fold_exploring(explored, of_exploring))
        case of_web:
            return replace(state, web=fold_web(state.web or WebView(), of_web))


def fold_all(events: Iterable[Recorded]) -> RunState:
    return reduce(fold, events, RunState())


def _with_resumption(state: RunState, event: SessionResumed, away_secs: float) -> RunState:
    """What was open when it broke off is not any more; the time between is nobody's."""
    return replace(
        _abandon_open_steps(state),
        web=fold_web(state.web or WebView(), event),
        away_secs=state.away_secs + away_secs,
        control="running",
        outcome=None,
        pending=None,
        question=None,
        asked=(),
    )


def _with_waiting(state: RunState, secs: float) -> RunState:
    """The operator was waited for: that is no work of the step that is under way."""
    if secs <= 0 or not state.current_segment:
        return state
    steps = state.segments[state.current_segment - 1].steps
    number = state.current_step
    view = next((each for each in steps if each.step.step_number == number), None)
    if view is None or view.state not in (StepState.RUNNING, StepState.WAITING):
        return state
    waited = {"waited_secs": view.waited_secs + secs}
    return _with_step(state, state.current_segment, number, waited)


def _with_call(state: RunState, event: ThinkerAsked) -> RunState:
    """A call counts for the run, and for the local state that it served."""
    state = replace(state, calls_used=state.calls_used + event.calls)
    return _for_local_state(
        state, event.place, lambda plan, local: with_calls(plan, local, event.calls)
    )


def _with_model_call(state: RunState, event: ModelCalled) -> RunState:
    """A round with a model costs the run, and the local state that it served."""
    ended = next((each for each in state.asked if _began(each.event, event)), None)
    still_asked = tuple(each for each in state.asked if each is not ended)
    state = replace(state, model_calls=(*state.model_calls, event), asked=still_asked)
    return _for_local_state(state, event.place, lambda plan, local: with_spent(plan, local, event))


def _began(asked: ModelAsked, called: ModelCalled) -> bool:
    return (asked.cause, asked.place) == (called.cause, called.place)


def _for_local_state(
    state: RunState, at: str, change: Callable[[LocalPlanView | None, int], LocalPlanView]
) -> RunState:
    place = StepPlace.parse(at) if at else None
    if place is None or not place.local:
        return state
    return _with_local(
        state,
        place.segment_number,
        place.step_number,
        lambda plan: change(plan, place.local),
    )


def _with_step_event(
    state: RunState,
    event: StepStarted | ApprovalAsked | ApprovalDecided | ActionStarted | StepEnded,
) -> RunState:
    """An event of a step itself, or of one of its local states."""
    segment = event.segment_number
    step = event.step.step_number if isinstance(event, ActionStarted) else event.step_number
    match event:
        case StepStarted():
            state = replace(state, current_segment=segment, current_step=step)
        case ApprovalAsked(request=request):
            state = replace(state, pending=request)
        case ApprovalDecided():
            state = replace(state, pending=None)
    if event.local:
        return _with_local(state, segment, step, lambda plan: fold_local(plan, event))
    return _with_step(state, segment, step, _step_changes(event))


def _step_changes(
    event: StepStarted | ApprovalAsked | ApprovalDecided | ActionStarted | StepEnded,
) -> dict[str, object]:
    match event:
        case StepStarted(attempt=attempt):
            return {"state": StepState.RUNNING, "attempts": attempt}
        case ApprovalAsked():
            return {"state": StepState.WAITING}
        case ApprovalDecided():
            return {"state": StepState.RUNNING}
        case ActionStarted(step=performed, at_px=at_px, reversibility=declared):
            return {"performed": performed, "at_px": at_px, "reversibility": declared}
        case StepEnded():
            return {
                "state": StepState(event.state),
                "effect": event.effect,
                "detail": event.detail,
                "picture_hash": event.picture_hash,
                "took_ms": event.took_ms,
            }


def _with_local_event(
    state: RunState,
    event: LocalPlanningStarted
    | LocalProposed
    | LocalDecided
    | ReversalStarted
    | ReversalEnded
    | LocalPlanningEnded,
) -> RunState:
    segment, step = event.segment_number, event.step_number
    state = replace(state, current_segment=segment, current_step=step)
    state = _with_local(state, segment, step, lambda plan: fold_local(plan, event))
    match event:
        case ReversalEnded(undone=undone):
            for place in map(StepPlace.parse, undone):
                state = _with_reverted(state, place)
        case LocalPlanningEnded(result="reached", reason=reason):
            done = {"state": StepState.DONE, "effect": Effect.CONFIRMED, "detail": reason}
            return _with_step(state, segment, step, done)
    return state


def _with_reverted(state: RunState, place: StepPlace) -> RunState:
    segment, step = place.segment_number, place.step_number
    if not place.local:
        return _with_step(state, segment, step, {"is_reverted": True})
    return _with_local(
        state, segment, step, lambda plan: with_reverted(plan or LocalPlanView(), place.local)
    )


def _with_local(
    state: RunState,
    segment_number: int,
    step_number: int,
    change: Callable[[LocalPlanView | None], LocalPlanView],
) -> RunState:
    view = next(
        view
        for view in state.segments[segment_number - 1].steps
        if view.step.step_number == step_number
    )
    return _with_step(state, segment_number, step_number, {"local": change(view.local)})


def _with_segment(state: RunState, event: SegmentPlanned) -> RunState:
    view = SegmentView(
        segment_number=event.segment_number,
        replan_kind=event.replan_kind,
        steps=tuple(StepView(step) for step in event.segment.steps),
        finishes=event.segment.finishes,
        reason=event.segment.reason,
        stage=state.web.stage if state.web is not None else None,
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
        if view.local is not None:
            view = replace(view, local=abandoned(view.local))
        return replace(view, state=StepState.ABANDONED) if view.state in open_states else view

    segments = tuple(
        replace(segment, steps=tuple(closed(view) for view in segment.steps))
        if any(view.state in open_states or view.local for view in segment.steps)
        else segment
        for segment in state.segments
    )
    return replace(state, segments=segments)


def _with_step(
    state: RunState, segment_number: int, step_number: int, changes: Mapping[str, object]
) -> RunState:
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
