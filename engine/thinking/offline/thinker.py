"""The offline thinker: the ``Thinker`` port without a model.

It reads a goal in plain language, plans on the zones in sight, and says what it can't read or
find instead of guessing. It keeps nothing between calls: what was done comes with the request.
"""

from __future__ import annotations

from dataclasses import replace

from engine.domain.errors import PlanFailed
from engine.domain.plans import PlanRequest, PlanSegment, ReplanKind
from engine.thinking.offline.expected import already_holds
from engine.thinking.offline.goal_reader import read_goal
from engine.thinking.offline.places import check_folders
from engine.thinking.offline.planning import plan_segment


class OfflineThinker:
    """Plans deterministically: the same request gives the same segment."""

    @property
    def name(self) -> str:
        return "offline"

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` where any part of the goal can't be read."""
        read_goal(goal)

    async def plan(self, request: PlanRequest) -> PlanSegment:
        """The next segment. Raises ``GoalUnreadable``, ``PlanFailed`` or ``NeedsOperator``."""
        readings = read_goal(request.goal)
        if request.kind is ReplanKind.INITIAL:
            check_folders(readings, request.situation)
        request = _with_late_success(request)
        segment = plan_segment(readings, request)
        _refuse_repetition(segment, request)
        return segment


def _with_late_success(request: PlanRequest) -> PlanRequest:
    """A step that "failed" but whose change has come true meanwhile was done."""
    failed = request.failed
    if failed is None or not already_holds(failed.step.expected_change, request.situation):
        return request
    return replace(request, completed=(*request.completed, failed.step), failed=None)


def _refuse_repetition(segment: PlanSegment, request: PlanRequest) -> None:
    """An error replan that begins with the failed step would fail in the same way."""
    failed = request.failed
    if failed is None or not segment.steps:
        return
    first = segment.steps[0]
    if (first.zone_id, first.action) == (failed.step.zone_id, failed.step.action):
        raise PlanFailed(f"“{failed.step.description}” failed: {failed.why} No other way is known.")
