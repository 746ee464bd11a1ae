"""A guest's click and look, through the official client, beside the director's same step.

Both click the same two tabs in turn on the same desktop, some clicks each, in rounds in which the
one and then the other goes first: so what else the machine does meets both alike. The director's
step is as it is recorded, from its begin to its end; the guest's is the whole call, as its client
waits for it. A changed screen is one on which somebody else typed a letter since the last look."""

from __future__ import annotations

import asyncio
import gc
import statistics
import time

import numpy as np
from mcp.client import Client

from engine.domain.actions import Click, TypeText
from engine.domain.approvals import Asking
from engine.domain.guests import Seat
from engine.domain.plans import PlanRequest, PlanSegment, PlanStep
from engine.domain.zones import Role
from engine.modes.director import Director
from engine.modes.guest import Guest
from engine.record.views.run_state import RunState
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.mcp_server import build_server
from engine.thinking.offline.thinker import OfflineThinker
from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench, shows
from tests.end_to_end.conftest import Bench

CLICKS, ROUNDS = 6, 8
LOOKS = 20
_REST_SECS = 3.0
_PICTURE_BYTES = 1280 * 800 * 4
GOAL = "Open Practice and show its tabs"


class Clicking(OfflineThinker):
    """Clicks two tabs in turn."""

    async def plan(self, request: PlanRequest) -> PlanSegment:
        if not request.situation.windows:
            return await super().plan(request)
        tabs = [zone for zone in request.situation.zones_in_sight if zone.role is Role.TAB][:2]
        steps = (
            PlanStep(number, tab.zone_id, tab.label, Click(), f"Click {tab.label}")
            for number, tab in enumerate(tabs[::-1] * (CLICKS // 2), 1)
        )
        return PlanSegment(tuple(steps), finishes=True)


async def director_clicks(bench: Bench) -> list[float]:
    """Milliseconds of each step that clicks."""
    session, session_id = await bench.session(GOAL, asking=Asking.NEVER, thinker=Clicking())
    await session.run(Director())
    opened = await bench.store.open_session(session_id)
    assert opened is not None
    return clicks_of(opened.state)


def clicks_of(state: RunState) -> list[float]:
    steps = [step for segment in state.segments for step in segment.steps]
    return [step.took_ms for step in steps if isinstance(step.step.action, Click) and step.took_ms]


async def guest_calls(bench: Bench) -> tuple[list[float], list[float]]:
    """Milliseconds of each call that clicks, and of what is recorded of it."""
    seat = Seat()
    session, session_id = await bench.session(GOAL, asking=Asking.NEVER)
    running = asyncio.ensure_future(session.run(Guest(seat)))
    clicks = []
    async with Client(build_server(Desk(seat.call), "0")) as client:
        seen = await client.call_tool("look", {})
        rows = [line.split(" | ") for line in seen.content[0].text.splitlines()]  # type: ignore[union-attr]
        tabs = [row[0] for row in rows if len(row) > 1 and row[1] == "tab"][:2]
        for tab in tabs[::-1] * (CLICKS // 2):
            clicks.append(await timed(client, "click", {"zone_id": tab}))
        await client.call_tool("finish", {"gives_up_because": "measured"})
    await running
    opened = await bench.store.open_session(session_id)
    assert opened is not None
    return clicks, clicks_of(opened.state)


async def one_round(bench: Bench, is_director_first: bool) -> tuple[list[float], ...]:
    """Milliseconds of the director's steps, of a guest's calls and of what is recorded of them."""
    if is_director_first:
        return (await director_clicks(bench), *await guest_calls(bench))
    its = await guest_calls(bench)
    return (await director_clicks(bench), *its)


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
        await director_clicks(bench)  # opens it
        await shows(bench.perceiver, "Practice")
        rounds = [await one_round(bench, is_first) for is_first in [True, False] * (ROUNDS // 2)]
        changed, still = await looks_at(bench)
    parts = zip(*rounds, strict=True)
    directed, calls, recorded = ([one for its in part for one in its] for part in parts)
    by_director = report.limit("the director's step", directed)
    report.title(f"{ROUNDS} rounds of {CLICKS} clicks each, by a guest and by the director")
    report.figure("a guest's click, as its client waits", calls, "ms", by_director)
    report.figure("  the step alone, as recorded", recorded, "ms", by_director)
    for words, at in (("call", 1), ("step", 2)):
        pairs = [statistics.median(each[at]) / statistics.median(each[0]) for each in rounds]
        report.figure(f"  a guest's {words} over the director's step, round by round", pairs, "")
    report.figure("look at an unchanged screen", still, "ms", report.goal("< 10 ms"))
    report.figure("  at a changed one, of GTK", changed, "ms", report.goal("< 150 ms"))
    report.figure("a picture copied that rested a second", copying, "ms")


if __name__ == "__main__":
    asyncio.run(measure())
