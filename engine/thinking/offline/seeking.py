"""Looking for what a clause names and is not in sight: a step that only local planning can reach.

It is planned where something may still hide it: a menu, a page, an entry of the same meaning. Once
it is in sight, the clause is planned as ever.
"""

from __future__ import annotations

from engine.domain.actions import Wait
from engine.domain.conditions import TextShown
from engine.domain.local_planning import LocalGoal, LocalRequest
from engine.domain.plans import SOUGHT_ZONE_ID, PlanSegment, PlanStep, look_again
from engine.language.goals import clauses as c
from engine.language.goals.targets import read_counted
from engine.language.labels import quoted
from engine.thinking.offline.desk import Desk, NotInSight
from engine.thinking.offline.local_view import LocalView

_SEEKING = (c.Open, c.GoTo, c.Point, c.Tick, c.Choose, c.SetTo, c.TypeIn, c.MenuPath)


def plan_seeking(desk: Desk, missing: NotInSight) -> PlanSegment:
    """Raises ``missing`` again where looking for it is of no use, or was done already."""
    is_label = read_counted(missing.words) is None  # "the fifth item" is called nothing
    if not is_label or not isinstance(desk.intent.clause, _SEEKING):
        raise missing
    if desk.request.failed or desk.done_here:
        raise missing
    step = PlanStep(
        step_number=1,
        zone_id=SOUGHT_ZONE_ID,
        zone_label="",
        action=Wait(0.0),
        description=f"Look for {quoted(missing.words)}",
        expected_change=TextShown(missing.words),
        intent=desk.intent.key,
    )
    if not _may_be_found(desk, step):
        raise missing
    return PlanSegment((step, look_again(2)), finishes=False)


def _may_be_found(desk: Desk, step: PlanStep) -> bool:
    goal = LocalGoal(step.description, step, "", step.expected_change)
    situation = desk.situation
    view = LocalView(LocalRequest(desk.request.goal, goal, situation, situation, 1, 1))
    return bool(view.leads() or view.openers())
