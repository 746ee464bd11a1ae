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
    ControlChanged,
    HandsReleased,
    PhaseChanged,
    QuestionAnswered,
    QuestionAsked,
    Recorded,
    ReplanStarted,
    RunEvent,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEvent,
    SurfaceResized,
    SurfaceWentAway,
    WarningRaised,
)
from engine.domain.exploring.events import ExploringEvent
from engine.domain.lifecycle import Phase
from engine.domain.local_events import LocalEvent, OperatorForced
from engine.domain.model_events import ModelAsked, ModelCalled, ThinkerAsked
from engine.domain.web.events import SessionResumed, WebEvent
from engine.record.views.exploring.explore_view import fold_exploring
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
from engine.record.views.web.web_view import WebView, fold_web


def fold(state: RunState, recorded: Recorded) -> RunState:
    """The state after one more event."""
    event, since_secs = recorded.event, recorded.at_secs - state.last_at_secs
    waited_secs = since_secs if state.was_waiting_until(event) else 0.0
    state = replace(
        with_waiting(state, waited_secs),
        last_seq=recorded.seq,
        last_at_secs=recorded.at_secs,
        waited_secs=state.waited_secs + waited_secs,
    )
    if isinstance(event, StepEvent):
        return with_step_event(state, event)
    if isinstance(event, LocalEvent):
        return with_local_event(state, event)
    if isinstance(event, SessionResumed):
        state = _with_resumption(state, since_secs)
    if isinstance(event, WebEvent):
        return replace(state, web=fold_web(state.web or WebView(), event))
    if isinstance(event, ExploringEvent):
        return replace(state, explore=fold_exploring(state.explored, event))
    return _with_run_event(state, recorded, event)


def fold_all(events: Iterable[Recorded]) -> RunState:
    return reduce(fold, events, RunState())


def _with_run_event(state: RunState, recorded: Recorded, event: RunEvent) -> RunState:
    match event:
        case SessionStarted():
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
        case PhaseChanged():
            return replace(state, phase=event.phase)
        case SituationObserved():
            return replace(
                state,
                picture_hash=event.picture_hash,
                zones_hash=event.zones_hash,
                zone_count=event.zone_count,
            )
        case ThinkerAsked():
            return _with_call(state, event)
        case ModelAsked():
            return replace(state, asked=(*state.asked, AskedView(event, recorded.at_secs)))
        case ModelCalled():
            return _with_model_call(state, event)
        case ReplanStarted():
            return replace(state, replans_used=event.replan_number)
        case SegmentPlanned():
            return with_segment(with_abandoned(state), event)
        case ControlChanged():
            return replace(state, control=event.control)
        case QuestionAsked():
            return replace(state, question=event)
        case QuestionAnswered():
            return replace(state, question=None)
        case WarningRaised() | SurfaceWentAway():
            return replace(state, warnings=state.warnings.plus(event.message))
        case SessionEnded():
            return replace(_with_nothing_open(state), outcome=event.outcome, phase=Phase.COMPLETE)
        case ActionEnded() | HandsReleased() | SurfaceResized() | OperatorForced():
            return state


def _with_resumption(state: RunState, away_secs: float) -> RunState:
    """What was open when it broke off is not any more; the time between is nobody's."""
    return replace(
        _with_nothing_open(state),
        away_secs=state.away_secs + away_secs,
        control="running",
        outcome=None,
    )


def _with_nothing_open(state: RunState) -> RunState:
    return replace(with_abandoned(state), pending=None, question=None, asked=())


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
    state = replace(state, model_calls=state.model_calls.plus(event), asked=still_asked)
    return for_local_state(state, event.place, lambda plan, local: with_spent(plan, local, event))


def _began(asked: ModelAsked, called: ModelCalled) -> bool:
    return (asked.cause, asked.place) == (called.cause, called.place)
