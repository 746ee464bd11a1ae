"""The Mousepad task from goal to saved file, planned offline, on a fresh desktop each time."""

from __future__ import annotations

import asyncio
import time

from engine.domain.approvals import Asking
from engine.domain.terminals import Terminal
from engine.modes.director import Director
from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench
from tests.end_to_end.test_tasks import MOUSEPAD_GOAL

ROUNDS = 5


async def one_run() -> tuple[float, float]:
    """Seconds of the run alone, and with the desktop's start."""
    came_up = time.perf_counter()
    async with practice_bench() as bench:
        session, _ = await bench.session(MOUSEPAD_GOAL, asking=Asking.NEVER)
        started = time.perf_counter()
        outcome = await session.run(Director())
        ended = time.perf_counter()
        assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
        saved = (bench.practice_folder / "note.txt").read_text()
        assert saved == "Hello from the pilothouse"
    return ended - started, ended - came_up


async def measure() -> None:
    runs = [await one_run() for _ in range(ROUNDS)]
    wanted = report.goal("< 10 s")
    report.title(f"The Mousepad task, planned offline, on {ROUNDS} fresh practice desktops")
    report.figure("from the run's start to its end", [run for run, _ in runs], "s", wanted)
    report.figure("  with the desktop's start", [whole for _, whole in runs], "s", wanted)


if __name__ == "__main__":
    asyncio.run(measure())
