"""The run's state as a pure fold over its events: live view, replay and export read this.

``RunState`` is immutable; ``fold(state, recorded)`` gives the next one. Nothing here knows the
time, the disk or Qt, so folding the same events always gives the same state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

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
from engine.domain.lifecycle import Phase
from engine.domain.local_events import (
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    OperatorForced,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.model_events import ModelAsked, ModelCalled, ThinkerAsked
from engine.domain.web.events import SessionResumed
from engine.record.views.exploring_views import ExploreView, fold_exploring
from engine.record.views.local_views import with_calls, with_spent
from engine.record.views.run_state import AskedView, RunState
from engine.record.views.step_folds import (
    for_local_state,
    with_abandoned,
    with_local_event,
    with_segment,
    with_step_event,
    with_waiting,
)
from engine.record.views.web_views import WebView, fold_web


def fold(state: RunState, recorded: Recorded) -> RunState:
    """The state after one more event."""
    waited = state.was_waiting_until(recorded.event)
    waited_secs = recorded.at_secs - state.last_at_secs if waited else 0.0
    away_secs = recorded.at_secs - state.last_at_secs
    state = replace(
        with_waiting(state, waited_secs),
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
            return with_segment(with_abandoned(state), event)
        case (
            LocalPlanningStarted()
            | LocalProposed()
            | LocalDecided()
            | ReversalStarted()
            | ReversalEnded()
            | LocalPlanningEnded()
        ) as of_local:
            return with_local_event(state, of_local)
        case (
            StepStarted() | ApprovalAsked() | ApprovalDecided() | ActionStarted() | StepEnded()
        ) as of_step:
            return with_step_event(state, of_step)
        case ControlChanged(control=control):
            return replace(state, control=control)
        case QuestionAsked() as event:
            return replace(state, question=event)
        case QuestionAnswered():
            return replace(state, question=None)
        case WarningRaised(message=message) | SurfaceWentAway(message=message):
            return replace(state, warnings=(*state.warnings, message))
        case SessionEnded(outcome=outcome):
            state = with_abandoned(state)
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
        with_abandoned(state),
        web=fold_web(state.web or WebView(), event),
        away_secs=state.away_secs + away_secs,
        control="running",
        outcome=None,
        pending=None,
        question=None,
        asked=(),
    )


def _with_call(state: RunState, event: ThinkerAsked) -> RunState:
    """A call counts for the run, and for the local state that it served."""
    state = replace(state, calls_used=state.calls_used + event.calls)
    return for_local_state(
        state, event.place, lambda plan, local: with_calls(plan, local, event.calls)
    )


def _with_model_call(state: RunState, event: ModelCalled) -> RunState:
    """A round with a model costs the run, and the local state that it served."""
    ended = next((each for each in state.asked if _began(each.event, event)), None)
    still_asked = tuple(each for each in state.asked if each is not ended)
    state = replace(state, model_calls=(*state.model_calls, event), asked=still_asked)
    return for_local_state(state, event.place, lambda plan, local: with_spent(plan, local, event))


def _began(asked: ModelAsked, called: ModelCalled) -> bool:
    return (asked.cause, asked.place) == (called.cause, called.place)
