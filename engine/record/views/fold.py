"""The run's state as a pure fold over its events: live view, replay and export read this.

``RunState`` is immutable; ``fold(state, recorded)`` gives the next one. Nothing here knows the
time, the disk or Qt, so folding the same events always gives the same state."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce

from engine.domain import errors, events, performing
from engine.domain.exploring.events import ExploringEvent
from engine.domain.facts import replace, same
from engine.domain.plans import ReplanKind, StepPlace
from engine.domain.verdicts import Phase, StepState, Verdict
from engine.domain.web.events import SessionResumed, WebEvent
from engine.record.views import local_views as local
from engine.record.views.exploring.explore_view import fold_exploring
from engine.record.views.run_state import AskedView, RunState, SegmentView, StepView
from engine.record.views.web.web_view import WebView, fold_web


def fold(state: RunState, recorded: events.Recorded) -> RunState:
    """The state after one more event."""
    event, since_secs = recorded.event, recorded.at_secs - state.last_at_secs
    waited_secs = since_secs if state.was_waiting_until(event) else 0.0
    picture_hash, zones_hash = _picture_after(state, event)
    state = replace(
        _with_waiting(state, waited_secs),
        last_seq=recorded.seq,
        last_at_secs=recorded.at_secs,
        waited_secs=state.waited_secs + waited_secs,
        picture_hash=picture_hash,
        zones_hash=zones_hash,
    )
    if isinstance(event, events.StepEvent):
        return _with_step_event(state, event)
    if isinstance(event, performing.LocalEvent):
        return _with_local_event(state, event)
    if isinstance(event, SessionResumed):
        away_secs = state.away_secs + since_secs
        state = replace(_with_nothing_open(state), away_secs=away_secs, control="running")
        state = replace(state, outcome=None)
        if state.web is None:
            return state
    if isinstance(event, WebEvent):
        return replace(state, web=fold_web(state.web or WebView(), event))
    if isinstance(event, ExploringEvent):
        return replace(state, explore=fold_exploring(state.explored, event))
    if isinstance(event, performing.SteeringEvent):
        return _with_steering(state, event)
    return _with_run_event(state, recorded, event)


def fold_all(record: Iterable[events.Recorded], since: RunState | None = None) -> RunState:
    """Going on from a state, if there is one."""
    return reduce(fold, record, since or RunState())


STATES_EVERY = 500
"""Of so many events one state is kept, so that each can be told soon."""


def _picture_after(state: RunState, event: events.Event) -> tuple[str, str]:
    """The picture that is there now, and its zones, where the record tells of them."""
    match event:
        case events.SituationObserved(picture_hash=picture, zones_hash=zones):
            return picture or state.picture_hash, zones
        case (
            events.StepEnded(picture_hash=picture)
            | performing.LocalPlanningStarted(picture_hash=picture)
            | performing.LocalDecided(picture_after_hash=picture)
            | performing.ReversalEnded(picture_hash=picture)
            | events.SessionEnded(picture_hash=picture)
        ) if picture not in ("", state.picture_hash):
            return picture, ""
        case _:
            return state.picture_hash, state.zones_hash


def _with_run_event(state: RunState, recorded: events.Recorded, event: events.RunEvent) -> RunState:
    match event:
        case events.SessionStarted():
            return replace(
                state,
                **same(event, state),
                session_id=recorded.session_id,
                web=WebView() if event.mode == "navigator" else None,
                started_at_secs=recorded.at_secs,
            )
        case events.PhaseChanged():
            return replace(state, phase=event.phase)
        case events.ThinkerAsked(calls=calls):
            state = replace(state, calls_used=state.calls_used + calls)
            return _charged(state, event.place, lambda it: replace(it, calls=it.calls + calls))
        case events.ModelAsked():
            return replace(state, asked=(*state.asked, AskedView(event, recorded.at_secs)))
        case events.ModelCalled():
            return _with_model_call(state, event)
        case events.ReplanStarted():
            used = event.replan_number if event.charged is None else event.charged
            return replace(state, replans_used=used)
        case events.SegmentPlanned():
            return _with_segment(_with_look(_with_abandoned(state), event.replan_kind), event)
        case events.ControlChanged():
            return replace(state, control=event.control)
        case events.QuestionAsked():
            return replace(state, question=event)
        case events.QuestionAnswered():
            return replace(state, question=None)
        case events.WarningRaised() | events.SurfaceWentAway():
            return replace(state, warnings=state.warnings.plus(event.message))
        case performing.FilesMade(files=files, left_out=left_out):
            made = {each.path: each for each in (*state.made.files, *files)}
            return replace(state, made=performing.FilesMade(tuple(made.values()), left_out))
        case events.SessionEnded():
            return replace(_with_nothing_open(state), outcome=event.outcome, phase=Phase.COMPLETE)
        case (
            events.ActionEnded()
            | events.SituationObserved()
            | events.HandsReleased()
            | events.SurfaceResized()
            | performing.OperatorForced()
        ):
            return state


def _with_steering(state: RunState, event: performing.SteeringEvent) -> RunState:
    match event:
        case performing.BreakpointsSet(breakpoints=breakpoints):
            return replace(state, breakpoints=breakpoints)
        case performing.AskingChanged(asking=asking):
            return replace(state, asking=asking)
        case performing.GrantGiven(grant=grant):
            return replace(state, grants=(*state.grants, grant))
        case performing.GrantEnded(grant_id=grant_id):
            left = tuple(each for each in state.grants if each.grant_id != grant_id)
            return replace(state, grants=left)
        case performing.FileGiven():
            return state
        case performing.PlanRevised(revision=revision):
            index = revision.segment_number - 1
            segment = state.segments[index]
            begun = [view for view in segment.steps if view.state is not StepState.PLANNED]
            left_out = revision.left_out
            to_come = (
                StepView(step, is_left_out=step.step_number in left_out) for step in revision.steps
            )
            segment = replace(segment, steps=(*begun, *to_come))
            return replace(state, segments=state.segments.with_entry(index, segment))


def _with_nothing_open(state: RunState) -> RunState:
    return replace(_with_abandoned(state), pending=None, question=None, asked=(), grants=())


def _with_model_call(state: RunState, event: events.ModelCalled) -> RunState:
    """A round with a model costs the run, and the local state that it served."""
    what = (event.cause, event.place)
    begun = (each for each in state.asked if (each.event.cause, each.event.place) == what)
    ended = next(begun, None)
    still_asked = tuple(each for each in state.asked if each is not ended)
    state = replace(state, model_calls=state.model_calls.plus(event), asked=still_asked)
    return _charged(state, event.place, lambda view: replace(view, spent=view.spent.plus(event)))


def _charged(
    state: RunState, at: str, change: Callable[[local.LocalStateView], local.LocalStateView]
) -> RunState:
    place = StepPlace.parse(at) if at else None
    if place is None or not place.local:
        return state
    return _with_local(state, place, lambda plan: local.with_state(plan, place.local, change))


# -- what events do to the steps: planned, under way, done, taken back, left behind ----------------


def _with_step_event(state: RunState, event: events.StepEvent) -> RunState:
    """An event of a step itself, or of one of its local states."""
    match event:
        case events.StepStarted(segment_number=segment, step_number=step):
            state = replace(state, current_segment=segment, current_step=step)
        case events.ApprovalAsked(request=request):
            state = replace(state, pending=request)
        case events.ApprovalDecided():
            state = replace(state, pending=None)
    if event.local:
        return _with_local(state, event.at, lambda plan: local.fold_local(plan, event))
    changes = local.step_changes(event)
    if isinstance(event, events.StepEnded):
        changes["picture_hash"] = event.picture_hash
    elif isinstance(event, events.StepStarted):
        changes["attempts"] = event.attempt
        if event.attempt == 1:
            changes["picture_before_hash"] = state.picture_hash
    elif isinstance(event, events.ActionStarted):
        view = state.step_at(event.at)
        if view is not None and view.step == event.step:  # held once: a long plan holds many
            changes["performed"] = view.step
    return _with_step(state, event.at, changes)


def _with_local_event(state: RunState, event: performing.LocalEvent) -> RunState:
    state = replace(state, current_segment=event.segment_number, current_step=event.step_number)
    state = _with_local(state, event.at, lambda plan: local.fold_local(plan, event))
    match event:
        case performing.ReversalEnded(undone=undone, untold=untold):
            for place in (*undone, *untold):
                state = _with_reverted(state, StepPlace.parse(place), is_untold=place in untold)
        case performing.LocalPlanningEnded(result="reached", reason=reason):
            done = {
                "state": StepState.DONE,
                "verdict": Verdict.SEEN,
                "evidence": (reason,),
                "detail": "",
            }
            return _with_step(state, event.at, done)
    return state


def _with_reverted(state: RunState, place: StepPlace, *, is_untold: bool) -> RunState:
    """What led there was taken back, or left without telling whether."""
    if not place.local:
        return _with_step(state, place, {"is_reverted": True, "is_untold": is_untold})

    def changed(view: local.LocalStateView) -> local.LocalStateView:
        return replace(view, is_reverted=True, is_untold=is_untold)

    return _with_local(state, place, lambda plan: local.with_state(plan, place.local, changed))


def _with_local(
    state: RunState, place: StepPlace, change: Callable[[local.LocalPlanView], local.LocalPlanView]
) -> RunState:
    view = state.step_at(place)
    plan = view.local if view is not None else None
    return _with_step(state, place, {"local": change(plan or local.LocalPlanView())})


def _with_segment(state: RunState, event: events.SegmentPlanned) -> RunState:
    view = SegmentView(
        event.segment_number,
        event.replan_kind,
        tuple(StepView(step) for step in event.segment.steps),
        **same(event.segment, SegmentView, but=["steps"]),
        stage=state.web.stage if state.web is not None else None,
    )
    return replace(
        state,
        segments=state.segments.plus(view),
        current_segment=event.segment_number,
        current_step=0,
        unsettled=state.unsettled | {len(state.segments) + 1},
    )


def _with_look(state: RunState, kind: ReplanKind) -> RunState:
    """The look at the end of a plan whose steps are done is done, too: the next plan is made on
    what it saw, though the operator may have acted between them."""
    by_hand, closed = ReplanKind.BY_HAND, (StepState.DONE, StepState.SKIPPED)
    last = next((it for it in reversed(state.segments) if it.replan_kind is not by_hand), None)
    if kind is by_hand or last is None or not (last.steps and last.steps[-1].step.is_replan):
        return state
    *steps, look = last.steps
    if any(view.state not in closed for view in steps):
        return state
    done = replace(last, steps=(*steps, replace(look, state=StepState.DONE)))
    return replace(state, segments=state.segments.with_entry(last.segment_number - 1, done))


def _with_abandoned(state: RunState) -> RunState:
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
        view = replace(view, local=local.abandoned(view.local))
    return replace(view, state=StepState.ABANDONED) if view.state in local.OPEN_STATES else view


def _with_step(state: RunState, place: StepPlace, changes: Mapping[str, object]) -> RunState:
    number = place.segment_number
    segment = state.segment_at(number)
    if segment is None:
        raise errors.BugError(f"event names segment {number}, which was never planned")
    steps = tuple(
        replace(view, **changes) if view.step.step_number == place.step_number else view  # type: ignore[arg-type]
        for view in segment.steps
    )
    return replace(
        state,
        segments=state.segments.with_entry(number - 1, replace(segment, steps=steps)),
        unsettled=state.unsettled | {number},
    )


def _with_waiting(state: RunState, secs: float) -> RunState:
    """The operator was waited for: that is no work of the step that is under way."""
    view = state.step_at(state.place) if secs > 0 else None
    if view is None or view.state not in (StepState.RUNNING, StepState.WAITING):
        return state
    waited = {"waited_secs": view.waited_secs + secs}
    return _with_step(state, state.place, waited)
