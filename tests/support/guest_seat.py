"""A guest at its seat, on a small application, with a whole session behind it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from engine.domain.approvals import ApprovalRequest, Approve, DecidedHow, Decision
from engine.domain.guests import ALL, Granted, GuestCall, Leave, Seat, SeatRefused, Served
from engine.domain.limits import Limits
from engine.domain.terminals import Outcome
from engine.modes.guest import Guest
from tests.support.maze import Maze
from tests.support.stage import Play, ScriptedApprover, play, situation, zone
from tests.support.waiting import BOUND_SECS

LIMITS = Limits(max_step_retries=0, settle_secs=0.02)


def maze() -> Maze:
    """A window with a button that opens a dialog, which opens another; Escape leaves both."""
    screens = {
        "main": situation(zone("Colours"), zone("Help", at=1)),
        "dialog": situation(zone("More"), titles=("Colours", "Window"), shade=9),
        "deeper": situation(zone("Red"), titles=("All colours", "Colours", "Window"), shade=18),
    }
    ways = {
        "main": {"Colours": "dialog"},
        "dialog": {"More": "deeper", "escape": "main"},
        "deeper": {"escape": "dialog"},
    }
    return Maze(screens, ways, "main")


class Sitting:
    """A guest at its seat, and the run behind it."""

    def __init__(self, scene: Play, seat: Seat, run: asyncio.Task[Outcome]) -> None:
        self.scene = scene
        self.seat = seat
        self.run = run

    async def __call__(self, call: GuestCall) -> Served:
        return await asyncio.wait_for(self.seat.call(call), BOUND_SECS)


@contextlib.asynccontextmanager
async def sitting(
    approver: object = None, *, granted: Granted = ALL, **wiring: object
) -> AsyncIterator[Sitting]:
    seat, stage = Seat(granted), maze()
    wiring["granted"] = lambda: seat.granted
    seat.lease = stage.lease
    scene = play(stage, approver=approver, limits=LIMITS, **wiring)  # type: ignore[arg-type]
    run = asyncio.ensure_future(scene.session.run(Guest(seat)))
    try:
        yield Sitting(scene, seat, run)
    finally:
        if not run.done():
            with contextlib.suppress(SeatRefused):
                await seat.call(Leave())
        await run


class SlowApprover(ScriptedApprover):
    """Thinks until it is told to say yes."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def decide(self, request: ApprovalRequest) -> Decision:
        self.is_asked.set()
        await self.may_answer.wait()
        return Decision(
            request.request_id, Approve(), DecidedHow.OPERATOR, "operator", request.digest
        )
