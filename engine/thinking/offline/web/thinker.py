"""The offline thinker of the web: the ``WebThinker`` port without a model.

It keeps nothing between calls: what was done comes with the request, in the attempts' reasons.
"""

from __future__ import annotations

from engine.domain.errors import GoalUnreadable
from engine.domain.web.goals import GoalKind, TaskMode, WebGoal
from engine.domain.web.proposals import WebProposal, WebRequest
from engine.domain.web.reading.parts import WHAT_CAN_BE_SAID, read_parts
from engine.thinking.offline.web.choosing import choose


class OfflineWebThinker:
    """Chooses deterministically: the same request gives the same action."""

    @property
    def name(self) -> str:
        return "offline"

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` where the goal asks for nothing, or a quote is not closed."""
        if not goal.strip():
            raise GoalUnreadable("The goal is empty.", (), WHAT_CAN_BE_SAID)
        read_parts(WebGoal(goal, GoalKind.OBJECT, TaskMode.FIND))

    async def choose(self, request: WebRequest) -> WebProposal:
        """The next action, one that is allowed. Raises ``PlanFailed`` where it knows of none."""
        return choose(request)
