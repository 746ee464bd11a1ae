"""The console's memory and its database over a run of a thousand steps.

Each step types a character into Mousepad, so that each has a picture of its own. Segments have
twenty steps, with a new look at the screen in between."""

from __future__ import annotations

import asyncio
import itertools
import time

import psutil

from engine.domain.actions import Replan, TypeText
from engine.domain.events import Recorded, StepEnded
from engine.domain.plans import REPLAN_ZONE_ID, PlanRequest, PlanSegment, PlanStep
from engine.domain.terminals import Terminal
from tests.benchmarks import report
from tests.benchmarks.console_run import RunningConsole, segment, step, with_console

STEPS = 1_000
SEGMENT_STEPS = 20
_LINE_LENGTH = 50
_MIB = 1 << 20


def plan_of(total: int) -> list[PlanSegment]:
    texts = ("\n" if number % _LINE_LENGTH == 0 else "x" for number in itertools.count(1))
    segments = []
    for first in range(0, total, SEGMENT_STEPS):
        steps = [step(number, TypeText(next(texts))) for number in range(1, SEGMENT_STEPS + 1)]
        is_last = first + SEGMENT_STEPS >= total
        if not is_last:
            look = PlanStep(SEGMENT_STEPS + 1, REPLAN_ZONE_ID, "", Replan(), "Look again")
            steps.append(look)
        segments.append(segment(*steps, finishes=is_last))
    return segments


async def measure(running: RunningConsole) -> None:
    await running.launch("Mousepad")
    await asyncio.sleep(2.0)
    process = psutil.Process()
    memory_mib = {0: process.memory_info().rss / _MIB}
    ended_at_secs = [time.monotonic()]
    database_bytes = _size(running)

    def on_event(recorded: Recorded) -> None:
        if isinstance(recorded.event, StepEnded):
            ended_at_secs.append(time.monotonic())
            memory_mib[len(ended_at_secs) - 1] = process.memory_info().rss / _MIB

    running.console.on_event = on_event
    segments = plan_of(STEPS)

    def plan(request: PlanRequest) -> PlanSegment:
        return segments.pop(0)

    outcome = await running.run(plan)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    assert len(ended_at_secs) == STEPS + 1
    step_ms = [(b - a) * 1000 for a, b in itertools.pairwise(ended_at_secs)]
    report.title(f"A run of {STEPS:,} steps in the console, each with a picture of its own")
    start = report.limit("at its start", [memory_mib[0]])
    report.figure("resident memory at the run's start", [memory_mib[0]], "MiB")
    for number in (100, STEPS):
        report.figure(f"  after {number:,} steps", [memory_mib[number]], "MiB", start)
    first = report.limit("the first 100", step_ms[:100])
    report.figure("a step, from one end to the next, the first 100", step_ms[:100], "ms")
    report.figure("  the last 100", step_ms[-100:], "ms", first)
    kib = (_size(running) - database_bytes) / STEPS / 1024
    report.figure("on disk, a step with its picture and zones", [kib], "KiB")


def _size(running: RunningConsole) -> int:
    """The database with its write-ahead log."""
    return sum(each.stat().st_size for each in running.database.parent.glob("sessions.db*"))


if __name__ == "__main__":
    with_console(measure)
