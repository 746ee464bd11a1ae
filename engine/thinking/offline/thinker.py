"""The offline thinker: the ``Thinker`` port without a model.

It reads a goal in plain language, plans on the zones in sight, and says what it can't read or
find instead of guessing. It keeps nothing between calls: what was done comes with the request.
"""

from __future__ import annotations

from engine.domain.errors import PlanFailed
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest
from engine.domain.plans import PlanRequest, PlanSegment, ReplanKind
from engine.domain.reversal import UndoRequest, UndoWay
from engine.domain.situation import Situation
from engine.domain.zones import ACTIONABLE_ROLES, Role
from engine.language.goals.reader import read_goal
from engine.language.labels import normal
from engine.thinking.late_success import with_late_success
from engine.thinking.offline import local_plan
from engine.thinking.offline.applications import front_window
from engine.thinking.offline.places import check_folders
from engine.thinking.offline.planning import plan_segment

_DISMISSING = frozenset({"ok", "close", "dismiss"})
_TELLING_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.ALERT})


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
        request = with_late_success(request)
        _give_up_before_a_notice(request)
        segment = plan_segment(readings, request)
        _refuse_repetition(segment, request)
        return segment

    async def propose(self, request: LocalRequest) -> LocalProposal:
        """The next action of a local plan. Raises ``PlanFailed`` where none is known."""
        return local_plan.propose(request)

    async def assess(self, request: LocalRequest) -> Assessment:
        return local_plan.assess(request)

    async def undo(self, request: UndoRequest, now: Situation) -> UndoWay | None:
        """It knows no way that the engine does not know itself."""
        return None


def _give_up_before_a_notice(request: PlanRequest) -> None:
    """An application that only says why it could not has said all: a dialog with OK or Close."""
    front = front_window(request.situation)
    if request.failed is None or front is None or not front.is_dialog:
        return
    zones = [zone for zone in request.situation.zones_in_sight if zone.window_id == front.window_id]
    actionable = [zone for zone in zones if zone.role in ACTIONABLE_ROLES]
    texts = [zone.label for zone in zones if zone.role in _TELLING_ROLES and zone.label]
    if texts and actionable and all(normal(zone.label) in _DISMISSING for zone in actionable):
        said = " ".join(texts)
        raise PlanFailed(f"“{request.failed.step.description}” failed: a dialog says “{said}”.")


def _refuse_repetition(segment: PlanSegment, request: PlanRequest) -> None:
    """An error replan that begins with the failed step would fail in the same way."""
    failed = request.failed
    if failed is None or not segment.steps:
        return
    first = segment.steps[0]
    if (first.zone_id, first.action) == (failed.step.zone_id, failed.step.action):
        raise PlanFailed(f"“{failed.step.description}” failed: {failed.why} No other way is known.")
