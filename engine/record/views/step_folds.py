"""What events do to the steps of a run's state: planned, under way, done, taken back, left behind.

A part of the fold in ``fold.py``, which knows the run as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.domain.errors import BugError
from engine.domain.events import (
    ActionStarted,
    ApprovalAsked,
    ApprovalDecided,
    SegmentPlanned,
    StepEnded,
    StepEvent,
    StepStarted,
)
from engine.domain.lifecycle import Effect, StepState
from engine.domain.local_events import LocalEvent, LocalPlanningEnded, ReversalEnded
from engine.domain.plans import StepPlace
from engine.record.views.local_views import LocalPlanView, abandoned, fold_local, with_reverted
from engine.record.views.run_state import RunState, SegmentView, StepView


def with_step_event(state: RunState, event: StepEvent) -> RunState:
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


def _step_changes(event: StepEvent) -> dict[str, object]:
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


def with_local_event(state: RunState, event: LocalEvent) -> RunState:
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


def with_segment(state: RunState, event: SegmentPlanned) -> RunState:
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
        segments=state.segments.plus(view),
        current_segment=event.segment_number,
        current_step=0,
        unsettled=state.unsettled | {len(state.segments) + 1},
    )


def with_abandoned(state: RunState) -> RunState:
    """Steps that were planned and never ended are greyed, not forgotten."""
    segments = state.segments
    for number in state.unsettled:
        segment = segments[number - 1]
        steps = tuple(map(_closed, segment.steps))
        if any(mine is not its for mine, its in zip(segment.steps, steps, strict=True)):
            segments = segments.with_entry(number - 1, replace(segment, steps=steps))
    return replace(state, segments=segments, unsettled=frozenset())


def _closed(view: StepView) -> StepView:
    if view.local is not None:
        view = replace(view, local=abandoned(view.local))
    is_open = view.state in (StepState.PLANNED, StepState.RUNNING, StepState.WAITING)
    return replace(view, state=StepState.ABANDONED) if is_open else view


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
    return replace(
        state,
        segments=state.segments.with_entry(index, replace(segment, steps=steps)),
        unsettled=state.unsettled | {segment_number},
    )


def with_waiting(state: RunState, secs: float) -> RunState:
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


def for_local_state(
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
