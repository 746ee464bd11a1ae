"""Four runs at once: the console's own and three of other programs, which it joins; each on a
practice desktop on which a picture moves, and with a question open.

Told is how many pictures a second the console shows of the one in front, how many of each of the
others the wall shows beside it (their tabs have none), and how long it takes from a verdict to the
action that it lets begin, while all four move. Then each is taken over with a question open, a key
is pressed in it by hand, it is handed back and stopped, while the others go on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.past_sessions import ShownRun
from engine.domain.actions import PressKeys
from engine.domain.approvals import Approve, Asking
from engine.domain.events import ActionStarted, Recorded, SegmentPlanned
from engine.domain.plans import ReplanKind
from engine.domain.terminals import Terminal
from engine.processes.descendants import python_module
from engine.record.views.run_state import RunState
from tests.benchmarks import report
from tests.benchmarks.bench_live import moving_pattern
from tests.benchmarks.console_run import RunningConsole, segment, step, with_console
from tests.benchmarks.workplace import practice_environment
from tests.support.waiting import until

OTHERS, SECS, STEPS = 3, 10, 20
EACH = 5
"""Approvals of each of the others."""
GOAL = ", ".join(["Press a"] * (EACH + 1))


@contextlib.asynccontextmanager
async def runs_elsewhere(folder: str) -> AsyncIterator[list[int]]:
    """Their process ids; each asks before every action."""
    children = []
    for number in range(OTHERS):
        words = ("run", GOAL, "--ask", "each", "--database", f"{folder}/{number}.db")
        quiet = asyncio.subprocess.DEVNULL
        child = await asyncio.create_subprocess_exec(
            *python_module("app", *words), stdin=quiet, stdout=quiet, stderr=quiet
        )
        children.append(child)
    try:
        yield [child.pid for child in children]
    finally:
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                child.terminate()
            await child.wait()


@contextlib.contextmanager
def counting(running: RunningConsole) -> Iterator[list[float]]:
    """When the live picture was given another one."""
    view, at = running.window.views.live.view, list[float]()
    shown = view.show_frame

    def show(image: QImage) -> None:
        at.append(time.monotonic())
        shown(image)

    view.show_frame = show  # type: ignore[method-assign]
    try:
        yield at
    finally:
        view.show_frame = shown  # type: ignore[method-assign]


async def pictures_a_second(running: RunningConsole) -> list[float]:
    with counting(running) as at:
        await asyncio.sleep(2.0)
        at.clear()
        began = time.monotonic()
        await asyncio.sleep(SECS)
    return [
        sum(began + second <= each < began + second + 1 for each in at) for second in range(SECS)
    ]


async def glances_a_second(running: RunningConsole) -> list[float]:
    """Of each joined run, the pictures that its tile on the wall is given, while all are in
    sight there and the console's own is in front."""
    running.window._actions.wall.trigger()
    wall = running.window.wall.wall
    assert wall is not None
    names = list(running.console._runs._runs)
    await until(lambda: wall.tiles.in_sight >= set(names))
    counts, shown = dict.fromkeys(names, 0), wall.tiles.show_picture

    def show(key: str, image: QImage) -> None:
        counts[key] = counts.get(key, 0) + 1
        shown(key, image)

    wall.tiles.show_picture = show  # type: ignore[method-assign]
    await asyncio.sleep(2.0)
    counts.update(dict.fromkeys(counts, 0))
    with counting(running) as at:
        await asyncio.sleep(SECS)
    report.figure("  its own meanwhile", [len(at) / SECS], "/s")
    wall.close()
    return [counts[name] / SECS for name in names]


async def approved_ms(running: RunningConsole, run: ShownRun, times: int) -> list[float]:
    """From each verdict, in the console, to the beginning of its action, in the run's process."""
    running.console._runs.put_in_front(getattr(run, "name", ""))
    took_ms = list[float]()
    for _ in range(times):
        await until(lambda: run.state.pending is not None and len(_begun(run)) == len(took_ms))
        await asyncio.sleep(0.5)
        at = time.time()
        running.window.decided.emit(run.state.pending, Approve())
        await until(lambda: len(_begun(run)) > len(took_ms))
        took_ms.append((_begun(run)[-1] - at) * 1000)
    return took_ms


def _begun(run: ShownRun) -> list[float]:
    return [each.at_secs for each in run._events if isinstance(each.event, ActionStarted)]


async def driven_and_stopped_ms(running: RunningConsole, run: ShownRun) -> tuple[float, float]:
    """From the press on *Take over* until it is taken over, and from STOP to the run's end."""
    bar, view = running.window.views.run_bar, running.window.views.live.view
    running.console._runs.put_in_front(getattr(run, "name", ""))
    await until(lambda: bar.take_over.isEnabled() and run.state.pending is not None)
    await asyncio.sleep(0.5)
    at = time.monotonic()
    bar.take_over.click()
    await until(lambda: bar.take_over.text() == "Hand back")
    taken_ms = (time.monotonic() - at) * 1000
    QTest.keyClick(view, Qt.Key.Key_B)
    await asyncio.sleep(1.0)
    bar.take_over.click()
    await until(lambda: any(map(_is_by_hand, run._events)))
    at = time.monotonic()
    bar.steered.emit("stop")
    await until(lambda: run.state.outcome is not None)
    assert run.state.outcome is not None and run.state.outcome.terminal is Terminal.STOPPED
    return taken_ms, (time.monotonic() - at) * 1000


def _is_by_hand(each: Recorded) -> bool:
    event = each.event
    return isinstance(event, SegmentPlanned) and event.replan_kind is ReplanKind.BY_HAND


def _waits(state: RunState) -> bool:
    return state.pending is not None


async def measure(running: RunningConsole) -> None:
    keys = segment(*(step(number, PressKeys(("a",))) for number in range(1, STEPS + 2)))
    own = asyncio.ensure_future(running.run(lambda _: keys, Asking.EACH))
    runs = running.console._runs
    with tempfile.TemporaryDirectory() as folder:
        async with runs_elsewhere(folder) as pids, contextlib.AsyncExitStack() as patterns:
            await until(
                lambda: (
                    len(runs._runs) == OTHERS
                    and all(_waits(each.state) for each in (*runs._runs.values(), runs._own))
                ),
                bound_secs=120,
            )
            for pid in (os.getpid(), *pids):
                await patterns.enter_async_context(moving_pattern(await practice_environment(pid)))
            report.title("Four runs at once, each with a moving picture and a question")
            wanted = report.goal("≥ 15")
            report.figure(
                "Pictures a second, its own run in front",
                await pictures_a_second(running),
                "/s",
                wanted,
            )
            report.figure(
                "  each of the others, on the wall beside it",
                await glances_a_second(running),
                "/s",
                report.goal("≥ 2"),
            )
            joined = list(runs._runs.values())
            running.console._runs.put_in_front(joined[0].name)
            report.figure("  a joined run in front", await pictures_a_second(running), "/s", wanted)
            wanted = report.goal("< 100 ms")
            took_ms = [ms for each in joined for ms in await approved_ms(running, each, EACH)]
            report.figure("Approve → the action of a joined run begins", took_ms, "ms", wanted)
            took_ms = await approved_ms(running, runs._own, STEPS)
            report.figure("  of its own run", took_ms, "ms", wanted)
            ends = [await driven_and_stopped_ms(running, each) for each in (*joined, runs._own)]
            await own
            report.figure("Take over → it is taken over", [each[0] for each in ends], "ms")
            report.figure("STOP → the run's end", [each[1] for each in ends], "ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as runtime:
        os.environ["XDG_RUNTIME_DIR"] = runtime
        Path(runtime).chmod(0o700)
        with_console(measure)
    sys.exit(0)
