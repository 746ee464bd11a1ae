"""A trial of taking back that a guest conducts: each move is a call of its own at the seat, and the
way back is ``revert_to``, through the official client; what counts is what that is told."""

from __future__ import annotations

import asyncio

from mcp.client import Client

from engine.domain.guests import Act, Leave, Seat
from engine.domain.history import LocalActionNode
from engine.modes.guest import Guest
from engine.session.session import Session
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.mcp_server import build_server
from tests.suites.reversal_trial import Conductor, Returned
from tests.support.helm import Helm


class GuestConductor(Conductor):
    """The guest sits from its first move to its return."""

    async def _act(self, session: Session) -> None:
        self._seat = Seat()
        serving = asyncio.ensure_future(Guest(self._seat)(session))
        try:
            await super()._act(session)
        finally:
            if not serving.done():
                await self._seat.call(Leave())
            await serving

    async def _make(self, session: Session, helm: Helm) -> None:
        for move in self._trial.moves:
            step, seen = await helm.step_of(move)
            await self._seat.call(Act(step, seen))

    async def _take_back(self, session: Session, nodes: tuple[LocalActionNode, ...]) -> Returned:
        async with Client(build_server(Desk(self._seat.call), "0")) as client:
            told = (await client.call_tool("revert_to", {"state_id": "start"})).structured_content
        assert told is not None
        words = (told["returned"], *told.get("evidence", ()), told.get("why", ""))
        return Returned(told["returned"] == "verified", words)
