"""What the rest of the segment is likely to take, told from what the run took so far.

A pure function of the run's state: steps that are left at the median time of those done, and one
more plan where the segment does not finish the goal, at the median of the plans before it. Where
there is nothing to tell from, there is no forecast.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from engine.domain.model_events import ModelCalled
from engine.domain.verdicts import StepState
from engine.record.views.run_state import RunState
from engine.record.views.spending import Spent, spent_on

_OPEN_STATES = (StepState.PLANNED, StepState.RUNNING, StepState.WAITING)
_PLANNING = ("plan", "replan")


@dataclass(frozen=True, slots=True)
class Forecast:
    """Up to the end of the segment, the next plan included where one is needed.

    ``cost`` is None where no price is known. ``leaves_out_local``: a local plan goes on, and
    nobody knows how long; only what comes after it is told.
    """

    steps: int
    calls: int
    tokens: int
    cost: float | None
    secs: float
    leaves_out_local: bool = False


def forecast_of(state: RunState) -> Forecast | None:
    """The forecast for the segment under way; None where no run goes on or there is no basis."""
    segment = state.segment_at(state.current_segment)
    if segment is None or not state.is_running:
        return None
    steps = [view for view in segment.steps if view.state in _OPEN_STATES]
    acting = [view for view in steps if not view.step.is_replan]
    step_secs = _median_step_secs(state)
    if acting and step_secs is None:
        return None
    plan = Spent() if segment.finishes else _median_plan(state.model_calls)
    return Forecast(
        steps=len(acting),
        calls=0 if segment.finishes else 1,
        tokens=plan.usage.total,
        cost=plan.cost,
        secs=len(acting) * (step_secs or 0.0) + plan.took_ms / 1000,
        leaves_out_local=any(view.local and view.local.is_open for view in segment.steps),
    )


def _median_step_secs(state: RunState) -> float | None:
    took = [
        max(0.0, view.took_ms / 1000 - view.waited_secs)
        for segment in state.segments
        for view in segment.steps
        if view.state is StepState.DONE and not view.step.is_replan and view.took_ms > 0
    ]
    return median(took) if took else None


def _median_plan(calls: Iterable[ModelCalled]) -> Spent:
    """What a plan took in the middle, with the rounds that failed before it or repaired it.

    Nothing where no model planned: the thinker without a model takes neither tokens nor time that
    anybody would notice.
    """
    plans = _plans(calls)
    if not plans:
        return Spent()
    costs = [plan.cost for plan in plans if plan.cost is not None]
    usage = sorted(plans, key=lambda plan: plan.usage.total)[(len(plans) - 1) // 2].usage
    return Spent(
        rounds=1,
        usage=usage,
        cost=median(costs) if len(costs) == len(plans) else None,
        took_ms=median(plan.took_ms for plan in plans),
    )


def _plans(calls: Iterable[ModelCalled]) -> list[Spent]:
    """Each plan that came about, as the sum of its rounds."""
    plans: list[Spent] = []
    rounds: list[ModelCalled] = []
    for call in calls:
        if call.cause not in _PLANNING:
            continue
        rounds.append(call)
        if not call.failure:
            plans.append(spent_on(rounds))
            rounds = []
    return plans
