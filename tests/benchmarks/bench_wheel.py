"""The operator's hand on the wheel: how long a verdict takes to become input, and STOP no input.

Both are measured in the whole console, from the signal of its button to what arrives at a
listening window on the practice desktop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import psutil
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.acting.settling import UnrestFilter
from engine.domain.actions import Action, Click, PressKeys, TypeText
from engine.domain.approvals import ApprovalRequest, Approve, Asking
from engine.domain.conditions import WindowShown
from engine.domain.events import ActionStarted, ApprovalAsked, Recorded
from engine.domain.plans import PlanRequest, PlanSegment, PlanStep
from engine.domain.terminals import Terminal
from engine.surfaces.desktop.eyes import DesktopEyes
from tests.benchmarks import report
from tests.benchmarks.bench_children import is_child
from tests.benchmarks.console_run import RunningConsole, segment, step, with_console
from tests.benchmarks.hearing import Hearing
from tests.benchmarks.workplace import practice_environment
from tests.support.waiting import until
from widgets.kit.forms import StartRequest

ROUNDS = 20
STOP_ROUNDS = 20
HELD_ROUNDS = 3
KEYS, _KEY_SECS = 100, 0.15
EDITOR_ROUNDS = 5
_READING_SECS, _HELD_SECS = 0.5, 3.0
"""A child that answers for no longer than this is not given up yet."""
_LONG_TEXT = "never the whole of this " * 4_000
_TEXT = _LONG_TEXT[:2_000]
_LETTER_PX = 10
"""What is thinner is no text: GTK's scroll bar fades 2 s after the last key."""
_SILENCE_SECS = 6.0
"""Mousepad shows nothing for seconds while it takes in a text."""


async def approvals_ms(running: RunningConsole, action: Action, label: str = "") -> list[float]:
    """From the verdict on each step to the press that arrives at the window."""
    decided: list[float] = []

    def approve(request: ApprovalRequest) -> None:
        decided.append(time.monotonic())
        running.window.decided.emit(request, Approve())

    def on_event(recorded: Recorded) -> None:
        if isinstance(recorded.event, ApprovalAsked):
            loop = asyncio.get_running_loop()
            loop.call_later(_READING_SECS, approve, recorded.event.request)

    def plan(request: PlanRequest) -> PlanSegment:
        zones = request.situation.zones_in_sight
        ids = [zone.zone_id for zone in zones if label and zone.label == label]
        steps = (step(number, action) for number in range(1, ROUNDS + 1))
        if not label:
            return segment(*steps)
        return segment(*(PlanStep(s.step_number, ids[0], label, action, "Press") for s in steps))

    command = (sys.executable, "-m", "tests.benchmarks.target_window")
    environment = await practice_environment(os.getpid())
    target = await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=asyncio.subprocess.PIPE
    )
    await asyncio.sleep(2.0)
    running.console.on_event = on_event
    outcome = await running.run(plan, Asking.EACH)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    running.console.on_event = lambda recorded: None
    target.terminate()
    output, _ = await target.communicate()
    pressed = [float(line) for line in output.split()]
    return [(min(p for p in pressed if p > at) - at) * 1000 for at in decided]


async def held_ms(running: RunningConsole, child: str) -> list[float]:
    """From each verdict to its action's beginning, while that child of the console is stopped; as
    long as it is held where the action waits for it."""
    began, asked = asyncio.Event(), asyncio.Queue[ApprovalRequest]()

    def on_event(recorded: Recorded) -> None:
        match recorded.event:
            case ApprovalAsked(request=request):
                asked.put_nowait(request)
            case ActionStarted():
                began.set()

    running.console.on_event = on_event
    keys = (step(number, PressKeys(("a",))) for number in range(1, HELD_ROUNDS + 1))
    planned, took_ms = segment(*keys), list[float]()
    run = asyncio.ensure_future(running.run(lambda _: planned, Asking.EACH))
    for _ in range(HELD_ROUNDS):
        request = await asked.get()
        await asyncio.sleep(_READING_SECS)
        began.clear()
        with holding(child):
            at = time.monotonic()
            running.window.decided.emit(request, Approve())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(began.wait(), _HELD_SECS)
            took_ms.append((time.monotonic() - at) * 1000)
    await run
    running.console.on_event = lambda recorded: None
    return took_ms


async def stopped_at(
    running: RunningConsole, text: str, begun: Callable[[], Awaitable[object]], held: str = ""
) -> float:
    """Begin to type the text, press STOP once it has ``begun``; when that was. A child of the
    console that is ``held`` (``SIGSTOP``) is so shortly before, and goes on afterwards."""
    typing = asyncio.Event()

    def on_event(recorded: Recorded) -> None:
        if isinstance(recorded.event, ActionStarted):
            typing.set()

    running.console.on_event = on_event
    typed = replace(
        step(1, TypeText(text)), expected_change=WindowShown("a window that never comes")
    )
    run = asyncio.ensure_future(running.run(lambda request: segment(typed)))
    begins = asyncio.ensure_future(typing.wait())
    await asyncio.wait((run, begins), return_when=asyncio.FIRST_COMPLETED)
    assert typing.is_set(), f"it never typed: {run.result().message}"
    await begun()
    with holding(held):
        stopped = time.monotonic()
        running.window.steered.emit("stop")
        assert (await run).terminal is Terminal.STOPPED
    return stopped


@contextlib.contextmanager
def holding(child: str) -> Iterator[None]:
    """That child of this process does nothing meanwhile; without a name none is held."""
    ours = psutil.Process().children(recursive=True) if child else []
    held = [one for one in ours if is_child(one, child)]
    assert held or not child, f"there is no {child}"
    for one in held:
        one.suspend()
    try:
        yield
    finally:
        for one in held:
            with contextlib.suppress(psutil.NoSuchProcess):
                one.resume()


async def stop_ms(running: RunningConsole, hearing: Hearing, held: str = "") -> tuple[float, int]:
    """At a window that only listens: milliseconds to the last key, and the events after STOP."""
    before: list[tuple[float, str]] = []

    async def begun() -> None:
        while not before:
            await asyncio.sleep(_KEY_SECS)
            before.extend(await hearing.heard())

    await hearing.heard()
    stopped = await stopped_at(running, _LONG_TEXT, begun, held)
    await asyncio.sleep(1.0)
    heard = [at for at, _ in (*before, *await hearing.heard())]
    assert 0 < len(heard) < 2 * len(_LONG_TEXT), "STOP did not come while the text was typed"
    after = [at for at in heard if at > stopped]
    return (max(after, default=stopped) - stopped) * 1000, len(after)


async def stop_in_editor_ms(running: RunningConsole, eyes: DesktopEyes) -> float:
    """In an application that takes its time: milliseconds to its last new picture."""
    unrest, watch = UnrestFilter((await eyes.capture()).bounds_px), eyes.watch()
    last = stopped = await stopped_at(running, _TEXT, lambda: asyncio.sleep(0.5))
    while (left := last + _SILENCE_SECS - time.monotonic()) > 0:
        change = await watch.next(left)
        if change is None or min(change.bounds_px.width, change.bounds_px.height) < _LETTER_PX:
            continue
        if unrest.is_unrest(change):
            last = max(last, change.at_secs)
    watch.close()
    return (last - stopped) * 1000


async def taken_over_ms(running: RunningConsole, hearing: Hearing) -> list[float]:
    """From a key that is pressed upon the live picture to its press at a listening window."""
    window, view = running.window, running.window.views.live.view
    acted = asyncio.ensure_future(
        running.console.start(StartRequest("", "practice", "offline", Asking.NEVER, mode="manual"))
    )
    await until(window.views.run_bar.take_over.isEnabled)
    await asyncio.sleep(1.0)
    window.views.run_bar.take_over.click()
    await until(lambda: window.views.run_bar.take_over.text() == "Hand back")
    await hearing.heard()
    took_ms: list[float] = []
    for _ in range(KEYS):
        at = time.monotonic()
        QTest.keyClick(view, Qt.Key.Key_A)
        heard: list[float] = []
        while not heard:
            await asyncio.sleep(_KEY_SECS)
            heard = [when for when, kind in await hearing.heard() if kind == "key down"]
        took_ms.append((min(heard) - at) * 1000)
    window.views.run_bar.take_over.click()
    window.views.run_bar.cancel.click()
    await acted
    return took_ms


async def ended_ms(running: RunningConsole) -> list[float]:
    """With a thinker that never answers: from STOP to the end of the run."""
    took_ms = []
    for _ in range(HELD_ROUNDS):
        is_asked = asyncio.Event()

        async def plan(request: PlanRequest, is_asked: asyncio.Event = is_asked) -> PlanSegment:
            is_asked.set()
            return await asyncio.get_running_loop().create_future()

        run = asyncio.ensure_future(running.run(plan))
        await is_asked.wait()
        at = time.monotonic()
        running.window.steered.emit("stop")
        assert (await run).terminal is Terminal.STOPPED
        took_ms.append((time.monotonic() - at) * 1000)
    return took_ms


async def measure(running: RunningConsole) -> None:
    wanted = report.goal("< 50 ms")
    report.title("The operator's hand on the wheel, in the whole console")
    clicks = await approvals_ms(running, Click(), "Press here")
    report.figure("Approve → a click on a button arrives", clicks, "ms", wanted)
    keys = await approvals_ms(running, PressKeys(("a",)))
    report.figure("Approve → a key arrives", keys, "ms", wanted)
    for child in ("camera", "reader", "hands"):
        took_ms = await held_ms(running, child)
        words = f"Approve → the action begins, while the {child} child is held"
        report.figure(words, took_ms, "ms", wanted)
    environment = await practice_environment(os.getpid())
    async with Hearing(environment) as hearing:
        keys = await taken_over_ms(running, hearing)
        report.figure("Taken over: a key → its press is heard", keys, "ms", wanted)
        stops = [await stop_ms(running, hearing) for _ in range(STOP_ROUNDS)]
        held = {
            child: [(await stop_ms(running, hearing, child))[0] for _ in range(HELD_ROUNDS)]
            for child in ("hands", "reader", "camera")
        }
    report.figure(
        "STOP while typing → the last key is heard", [ms for ms, _ in stops], "ms", wanted
    )
    report.figure("  presses and releases heard after STOP", [count for _, count in stops], "")
    for child, took_ms in held.items():
        report.figure(f"  the same while the {child} child is held", took_ms, "ms", wanted)
    report.figure("STOP while a model thinks → the run has ended", await ended_ms(running), "ms")
    await running.launch("Mousepad")
    eyes = DesktopEyes(environment, on_lost=lambda message: None, on_resized=lambda *size: None)
    await eyes.start()
    settled = [await stop_in_editor_ms(running, eyes) for _ in range(EDITOR_ROUNDS)]
    await eyes.close()
    words = f"STOP in {len(_TEXT):,} characters → Mousepad's last new picture"
    report.figure(words, settled, "ms", wanted)


if __name__ == "__main__":
    # the listening window hides all others, which the perceiver would mention at each look
    logging.getLogger("engine.perception.perceiver").setLevel(logging.ERROR)
    with_console(measure)
