"""A guest's click and look, through the official client, beside the director's same step.

Both sit at the same desktop and click its two tabs by turns, a click of the one and then of the
other, each after a look, and half-way each takes the other's tab: so what else the machine does
meets both alike.
A step is as it is recorded, from its begin to its end: gate, hands, settling and verdict; the
guest's call is what its client waits for, with the look at what came of it. A changed screen is one
on which somebody else typed a letter since the last look."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

import numpy as np
from mcp.client import Client

from engine.domain.actions import Click, TypeText
from engine.domain.approvals import Asking
from engine.domain.events import Recorded, StepEnded
from engine.domain.guests import Seat
from engine.domain.plans import PlanRequest, PlanSegment, PlanStep
from engine.domain.zones import Role
from engine.modes.director import Director
from engine.modes.guest import Guest
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.mcp_server import build_server
from engine.thinking.offline.thinker import OfflineThinker
from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench, shows
from tests.end_to_end.conftest import Bench

CLICKS = 40
LOOKS = 20
_REST_SECS = 3.0
_PICTURE_BYTES = 1280 * 800 * 4
GOAL = "Open Practice and show its tabs"


class Clicking(OfflineThinker):
    """Clicks one tab, half-way the other, in one segment, at whose steps it is held."""

    def __init__(self, hold: Callable[[], object]) -> None:
        super().__init__()
        self._hold = hold

    async def plan(self, request: PlanRequest) -> PlanSegment:
        if not request.situation.windows:
            return await super().plan(request)
        self._hold()
        tabs = [zone for zone in request.situation.zones_in_sight if zone.role is Role.TAB][:2]
        steps = (
            PlanStep(number + 1, tab.zone_id, tab.label, Click(), f"Click {tab.label}")
            for number in range(CLICKS)
            for tab in [tabs[number >= CLICKS // 2]]
        )
        return PlanSegment(tuple(steps), finishes=True)


async def by_turns(bench: Bench) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of the director's steps, of the guest's, and of its calls, pair by pair."""
    seat, is_held, has_clicked, calls = Seat(), asyncio.Event(), asyncio.Event(), list[float]()

    def hold() -> None:
        directing.control.pause()
        is_held.set()

    def take(recorded: Recorded) -> None:
        if isinstance(recorded.event, StepEnded):
            has_clicked.set()

    thinker = Clicking(hold)
    directing, director_id = await bench.session(GOAL, asking=Asking.NEVER, thinker=thinker)
    directing.log.subscribe(take)
    running = asyncio.ensure_future(directing.run(Director()))
    await is_held.wait()
    session, guest_id = await bench.session(GOAL, asking=Asking.NEVER)
    sitting = asyncio.ensure_future(session.run(Guest(seat)))
    async with Client(build_server(Desk(seat.call), "0")) as client:
        seen = await client.call_tool("look", {})
        rows = [line.split(" | ") for line in seen.content[0].text.splitlines()]  # type: ignore[union-attr]
        tabs = [row[0] for row in rows if len(row) > 1 and row[1] == "tab"][:2]
        for count in range(CLICKS):
            tab = tabs[count < CLICKS // 2]
            await client.call_tool("look", {})  # at what the director did
            calls.append(await timed(client, "click", {"zone_id": tab}))
            await directing.looks.look()  # and the director at what that did
            has_clicked.clear()
            directing.control.step()
            await has_clicked.wait()
        await client.call_tool("finish", {"gives_up_because": "measured"})
    await asyncio.gather(sitting, running)
    return await clicks_of(bench, director_id), await clicks_of(bench, guest_id), calls


async def clicks_of(bench: Bench, session_id: str) -> list[float]:
    """Milliseconds of each step that clicks."""
    opened = await bench.store.open_session(session_id)
    assert opened is not None
    steps = [step for segment in opened.state.segments for step in segment.steps]
    return [step.took_ms for step in steps if isinstance(step.step.action, Click) and step.took_ms]


async def looks_at(bench: Bench) -> tuple[list[float], list[float]]:
    """Milliseconds of looks at a window of GTK in which something was typed meanwhile, and of some
    once its caret blinks no more."""
    seat = Seat()
    session, _ = await bench.session("Open Mousepad", asking=Asking.NEVER)
    running = asyncio.ensure_future(session.run(Guest(seat)))
    async with Client(build_server(Desk(seat.call), "0")) as client:
        await client.call_tool("launch", {"application": "Mousepad"})
        await shows(bench.perceiver, "Mousepad")
        changed = []
        for _ in range(LOOKS):
            await bench.surface.hands.perform(TypeText("x"), None)
            await asyncio.sleep(1)
            changed.append(await timed(client, "look", {}))
        await comes_to_rest(bench)
        await client.call_tool("look", {})
        still = [await timed(client, "look", {}) for _ in range(LOOKS)]
        await client.call_tool("finish", {"gives_up_because": "measured"})
    await running
    return changed, still


async def comes_to_rest(bench: Bench) -> None:
    """Until nothing was drawn for so long."""
    eyes, count = bench.surface.eyes, -1
    while count != (count := await eyes.change_count()):  # noqa: ASYNC110
        await asyncio.sleep(_REST_SECS)


async def timed(client: Client, name: str, arguments: dict[str, str]) -> float:
    started = time.perf_counter()
    result = await client.call_tool(name, arguments)
    took_ms = (time.perf_counter() - started) * 1000
    assert not result.is_error, result
    return took_ms


def resting_picture_ms() -> list[float]:
    """What it takes to copy a picture that lay in memory for a second: some virtual machines take
    away meanwhile what nobody uses, and each look reads and writes several."""
    picture, room, took = np.ones(_PICTURE_BYTES, np.uint8), np.ones(_PICTURE_BYTES, np.uint8), []
    for _ in range(5):
        time.sleep(1)
        started = time.perf_counter()
        np.copyto(room, picture)
        took.append((time.perf_counter() - started) * 1000)
    return took


async def measure() -> None:
    copying = resting_picture_ms()
    gc.freeze()  # as a run does
    async with practice_bench() as bench:
        directed, steps, calls = await by_turns(bench)
    async with practice_bench() as bench:  # with no other program's window to be read, too
        changed, still = await looks_at(bench)
    by_director = report.limit("the director's step", directed)
    report.title(f"{CLICKS} clicks by a guest and {CLICKS} by the director, in turn")
    report.figure("a guest's step: gate, hands, settling, verdict", steps, "ms", by_director)
    ratios = [its / the for its, the in zip(steps, directed, strict=True)]
    report.figure("  over the director's next one, pair by pair", ratios, "", report.goal("<= 1.1"))
    report.figure("  the whole call, as its client waits", calls, "ms", by_director)
    report.figure("look at an unchanged screen", still, "ms", report.goal("< 10 ms"))
    report.figure("  at a changed one, of GTK", changed, "ms", report.goal("< 150 ms"))
    report.figure("a picture copied that rested a second", copying, "ms")


if __name__ == "__main__":
    asyncio.run(measure())
