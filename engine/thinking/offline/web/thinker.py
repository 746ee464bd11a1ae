"""The offline thinker of the web: the ``WebThinker`` port without a model.

It keeps nothing between calls: what was done comes with the request, in the attempts' reasons.
"""

from __future__ import annotations

import asyncio

from engine.domain.web.goals import WebGoal
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.language.goals.web import read_web_goal
from engine.thinking.offline.web.steps import choose, pause_secs


class OfflineWebThinker:
    """Chooses deterministically: the same request gives the same action. ``look_secs`` is how long
    it waits before it looks again for what may come late."""

    def __init__(self, look_secs: float = 1.0) -> None:
        self._look_secs = look_secs

    @property
    def name(self) -> str:
        return "offline"

    def read_goal(self, goal: str) -> WebGoal:
        """Raises ``GoalUnreadable`` for what needs a model, or what no browser can do."""
        return read_web_goal(goal)

    async def choose(self, request: WebRequest) -> WebProposal:
        """The next action. Raises ``PlanFailed`` where it knows of none."""
        proposal = choose(request)
        if proposal.action is ActionName.SCREENSHOT:
            await asyncio.sleep(pause_secs(request, proposal) or self._look_secs)
        return proposal
