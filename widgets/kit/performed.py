"""What was performed and stands, in its order: what going back would take back, newest first; and
what the operator's no came to.

The thinker is told of each no before it proposes again; the card and the quiet panel say so."""

from collections.abc import Iterator

from engine.domain.actions import Scroll, ScrollTo, Wait
from engine.domain.approvals import Asking
from engine.domain.facts import Frozen, replace
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.risks import Reversibility
from engine.domain.verdicts import StepState
from engine.language.labels import shortened
from engine.language.sentences.local import places_words, ways_words
from engine.record.views.local_views import LocalPlanView, LocalStateView
from engine.record.views.run_state import RunState, StepView


class PerformedAction(Frozen):
    """``declared``: what was said of it before it was performed, where that is recorded."""

    place: StepPlace
    step: PlanStep
    declared: Reversibility | None


def performed_actions(state: RunState) -> tuple[PerformedAction, ...]:
    """In the order performed."""
    return tuple(
        action
        for segment in state.segments
        for view in segment.steps
        for action in _of_step(segment.segment_number, view)
    )


def last_action(state: RunState) -> PerformedAction | None:
    """The newest that stands; found from the end, since runs can be long."""
    for number, view in _newest_first(state):
        found = tuple(_of_step(number, view))
        if found:
            return found[-1]
    return None


def _newest_first(state: RunState) -> Iterator[tuple[int, StepView]]:
    """All steps, each with the number of its segment."""
    for segment in reversed(state.segments):
        for view in reversed(segment.steps):
            yield segment.segment_number, view


def taken_back_by(state: RunState, place: StepPlace) -> tuple[PerformedAction, ...]:
    """What going back to before that place takes back, newest first; empty where it can't be. A
    step without an action of its own is the first of its local plan that stands."""
    actions = performed_actions(state)
    exact = (i for i, action in enumerate(actions) if action.place == place)
    first = next(exact, None)
    if first is None and not place.local:
        under = (i for i, each in enumerate(actions) if replace(each.place, local=0) == place)
        first = next(under, None)
    return actions[first:][::-1] if first is not None else ()


def open_plan(state: RunState) -> tuple[StepPlace, LocalPlanView] | None:
    """The local plan that is under way, with the place of its step."""
    segment = state.segment_at(state.current_segment) if state.is_running else None
    for view in segment.steps if segment is not None else ():
        if view.local is not None and view.local.is_open:
            return StepPlace(state.current_segment, view.step.step_number), view.local
    return None


def open_branching(state: RunState) -> tuple[StepPlace, LocalPlanView, LocalStateView] | None:
    """The same, with the local state whose options are being tried: that of the newest action that
    stands; None without one."""
    if (found := open_plan(state)) is None:
        return None
    place, plan = found
    newest = next((each for each in reversed(plan.states) if each.standing is not None), None)
    branching = plan.state_at(newest.tries_of or newest.number) if newest is not None else None
    return (place, plan, branching) if branching is not None else None


def last_reversal(state: RunState) -> tuple[StepPlace, LocalStateView] | None:
    """The newest thing of the current step, where that is a revert; with the step's place."""
    view = state.step_at(state.place)
    states = view.local.states if view is not None and view.local is not None else ()
    return (state.place, states[-1]) if states and states[-1].is_revert else None


def is_going_back(state: RunState) -> bool:
    found = last_reversal(state)
    return state.is_running and found is not None and not found[1].returned


def is_overruled(state: RunState) -> bool:
    """The operator went back or came in between: what was to come is planned anew."""
    current = state.step_at(state.place)
    is_withdrawn = current is not None and current.state is StepState.ABANDONED
    return is_withdrawn or (last_reversal(state) is not None and open_plan(state) is None)


def next_planned(state: RunState) -> StepView | None:
    """In a pause in which nothing is asked, the step that comes next, or is held in its midst."""
    is_paused = state.is_running and state.control == "paused" and state.pending is None
    if not is_paused or not state.segments or is_overruled(state):
        return None
    held, steps = (StepState.PLANNED, StepState.RUNNING), state.segments[-1].steps
    begun = [at for at, view in enumerate(steps) if view.state is not StepState.PLANNED]
    behind = steps[begun[-1] :] if begun else steps  # a look on the way is not told of as done
    return next((view for view in behind if view.state in held and not view.is_left_out), None)


def may_be_steered(state: RunState) -> bool:
    """It goes on, and isn't ending."""
    return state.is_running and state.control not in ("cancelling", "stopped")


def is_driven(state: RunState) -> bool:
    """The operator has taken over."""
    return state.is_running and state.control == "taken over"


def may_act_by_hand(state: RunState) -> bool:
    """The operator's own step would be the next thing done: in a run by hand, or in a pause, where
    it takes the place of what is asked."""
    if not state.is_running or state.mode == "explorer" or is_going_back(state):
        return False
    asks = state.pending is not None or state.question is not None
    return state.control == "paused" or (
        state.mode == "manual" and state.control == "running" and not asks
    )


def newest_plan(state: RunState) -> tuple[StepPlace, LocalPlanView] | None:
    """The last local plan, under way or over."""
    number = max((tally.local for _, tally in state.segments.parts), default=0)
    segment = state.segment_at(number)
    return segment.local_plans[-1] if segment is not None else None


def is_taken_back(view: StepView) -> bool:
    """The step itself, or the action of its local plan that had reached it."""
    if view.is_reverted or view.local is None:
        return view.is_reverted
    return any(each.decision == "reached" and each.is_reverted for each in view.local.states)


def _of_step(segment_number: int, view: StepView) -> Iterator[PerformedAction]:
    """A step that failed comes before the local plan towards it, one that was done after it."""
    number = view.step.step_number
    own: tuple[PerformedAction, ...] = ()
    if view.performed is not None and not view.is_reverted and not view.step.is_replan:
        place = StepPlace(segment_number, number)
        own = (PerformedAction(place, view.performed, view.reversibility),)
    states = view.local.states if view.local is not None else ()
    locals_ = (
        PerformedAction(
            StepPlace(segment_number, number, each.number), each.standing, each.reversibility
        )
        for each in states
        if each.standing is not None
    )
    is_own_last = view.local is not None and view.local.result == "way found"
    if not is_own_last or view.state is StepState.FAILED:
        yield from own
        yield from locals_
    else:
        yield from locals_
        yield from own


def local_title(segment_number: int, state: LocalStateView) -> str:
    """What a local state did, or what a revert came to; the segment is that of its step."""
    if not state.is_revert:
        step = state.performed or state.step
        return step.description if step is not None else "Thinking of what to try…"
    asked = places_words(state.asked_back, segment_number)
    if not state.returned:
        return f"Going back over {asked}…"
    if state.untold and not state.undone:
        return f"Can't tell whether it was taken back: {asked}"
    if not state.undone:
        return f"Not taken back: {asked}"
    return f"Taken back: {ways_words(state.ways) or places_words(state.undone, segment_number)}"


_BY_OPERATOR = "operator said no"
_ASIDE = Scroll | ScrollTo | Wait
"""These only bring into sight what is proposed; they are no answer to a no."""
_OPEN = frozenset({StepState.PLANNED, StepState.WAITING, StepState.RUNNING, StepState.ABANDONED})


def why_rejected(view: StepView) -> str:
    """The operator's reason, or who else said no; empty where no reason was given."""
    if view.detail == _BY_OPERATOR:
        return ""
    return view.detail.removeprefix(f"{_BY_OPERATOR}: ")


def last_rejection(state: RunState) -> StepView | None:
    """The step that was rejected last, as long as nothing else was done since."""
    for _, view in _newest_first(state):
        if view.state is StepState.REJECTED:
            return view if view.detail.startswith(_BY_OPERATOR) else None
        if view.state not in _OPEN and not isinstance(view.step.action, _ASIDE):
            return None
    return None


def denied_unasked(state: RunState) -> StepView | None:
    """The step that was just refused, since this run asks nobody."""
    if state.asking is not Asking.NEVER or not state.segments:
        return None
    view = next((view for _, view in _newest_first(state) if view.state not in _OPEN), None)
    if view is None or view.state is not StepState.REJECTED:
        return None
    return None if view.detail.startswith(_BY_OPERATOR) else view


def rejection_words(view: StepView) -> str:
    """``Click “Save” was rejected: not this file``."""
    why = why_rejected(view)
    return f"{shortened(view.title)} was rejected" + (f": {why}" if why else "")
