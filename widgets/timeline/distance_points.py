"""A local plan as points of a chart: how far from the goal each local state was."""

from __future__ import annotations

from dataclasses import dataclass

from engine.domain.plans import StepPlace
from engine.language.sentences.local import (
    DECISION_WORDS,
    RETURNED_WORDS,
    distance_words,
    place_words,
    state_number,
)
from engine.record.views.local_views import LocalPlanView, LocalStateView
from widgets.kit.marks import DECISION_MARKS, RETURNED_MARKS, Mark


@dataclass(frozen=True, slots=True)
class DistancePoint:
    """``distance`` from 0, far, to 10, reached. ``is_standing``: it was not taken back."""

    local: int
    number: str
    distance: float
    tip: str
    mark: Mark | None = None
    is_revert: bool = False
    is_standing: bool = True


def distance_points(step_number: int, plan: LocalPlanView) -> tuple[DistancePoint, ...]:
    """The state before the plan, then each state that was assessed or gone back to."""
    known = [state for state in plan.states if state.inputs is not None]
    first = known[0].inputs if known else None
    if first is None:
        return ()
    number = state_number(step_number, 0)
    tip = f"{number}  before the local plan: {first.distance_before:.1f}"
    points = [DistancePoint(0, number, first.distance_before, tip)]
    for state in plan.states:
        if state.inputs is not None:
            points.append(_of_action(step_number, state))
        elif state.is_revert and state.returned:
            points.append(_of_revert(step_number, plan, state, points[-1].distance))
    return tuple(points)


def _of_action(step_number: int, state: LocalStateView) -> DistancePoint:
    inputs = state.inputs
    assert inputs is not None
    number = state_number(step_number, state.number)
    step = state.performed or state.step
    what = step.description if step is not None else ""
    decision = DECISION_WORDS.get(state.decision, "")
    tip = (
        f"{number}  iteration {state.iteration}: {what}\n"
        f"{distance_words(inputs)}, {decision}\n{state.reason}"
    )
    return DistancePoint(
        state.number,
        number,
        inputs.distance_after,
        tip,
        DECISION_MARKS.get(state.decision),
        is_standing=not state.is_reverted,
    )


def _of_revert(
    step_number: int, plan: LocalPlanView, state: LocalStateView, now: float
) -> DistancePoint:
    """A step back: to the distance before the oldest action that it took back."""
    number = state_number(step_number, state.number)
    oldest = _oldest_undone(plan, state, step_number)
    distance = oldest.inputs.distance_before if oldest and oldest.inputs else now
    undone = ", ".join(place_words(StepPlace.parse(each)) for each in state.undone) or "nothing"
    tip = f"{number}  revert of {undone}: {RETURNED_WORDS[state.returned]}, {distance:.1f}"
    mark = RETURNED_MARKS[state.returned]
    return DistancePoint(state.number, number, distance, tip, mark, is_revert=True)


def _oldest_undone(
    plan: LocalPlanView, state: LocalStateView, step_number: int
) -> LocalStateView | None:
    """The first action of this plan that the revert took back."""
    places = [StepPlace.parse(each) for each in state.undone]
    numbers = [each.local for each in places if each.step_number == step_number and each.local]
    oldest = min(numbers, default=0)
    return next((each for each in plan.states if each.number == oldest), None)
