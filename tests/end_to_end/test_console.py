"""The console as its operator has it: a window on a screen, driven from outside.

The operator's screen is a virtual display; what stands on it is read through accessibility, and
what the operator does is xdotool's. The console brings up its own practice desktop in turn."""

from __future__ import annotations

import asyncio
import signal

import psutil
import pytest

from engine.record.store import SessionStore
from tests.end_to_end.operator import PATIENCE_SECS, Operator
from tests.end_to_end.test_tasks import MOUSEPAD_GOAL
from tests.support.processes import is_alive
from tests.support.waiting import until

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

_STUCK_MS = 3_000


def held_too_long(operator: Operator) -> str:
    """Where the console stood still as if something were waited for on its loop. The watchdog tells
    of every 100 ms, which is the goal; a machine that is at work on other tests too may miss it."""
    report = operator.watchdog_report
    told = report.read_text().split("held for ")[1:] if report.exists() else []
    return "".join(each for each in told if int(each.split(" ms")[0]) > _STUCK_MS)


async def test_a_run_is_approved_step_by_step_to_its_end(operator: Operator) -> None:
    console = await operator.open_watched_console(MOUSEPAD_GOAL)
    try:
        await operator.clicks("Start")
        questions = [await operator.approves() for _ in range(6)]
        assert "Mousepad" in questions[0] and "Save" in questions[5]
        await operator.sees("Goal reached")
        [note] = operator.practice_files("note.txt")
        assert note.read_text() == "Hello from the pilothouse"
        assert held_too_long(operator) == ""
    finally:
        console.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE_SECS):
            await console.wait()
    assert await reasons_of_the_sessions(operator) == ["plan_finished"]


async def test_stop_ends_the_run_and_closing_the_window_all_that_was_started(
    operator: Operator,
) -> None:
    """In between, in a pause, the operator launches a program by hand and takes it back by key."""
    long_text = "never the whole of this " * 800
    console = await operator.open_console(
        f"Open Mousepad, type '{long_text}' and save it as long.txt in the practice folder"
    )
    try:
        await operator.clicks("Start")
        await operator.approves()
        assert "Type" in await operator.approves()
        await operator.clicks("STOP")
        await operator.sees("Stopped", "stopped")
        assert operator.practice_files("long.txt") == []
        await operator.clicks("Start")  # the console goes on
        await operator.is_asked_about("")
        await operator.presses("F6")
        await operator.sees("Resume")
        for key in ("ctrl+1", "Menu", "l"):
            await operator.presses(key)
        await operator.sees("Application")
        await operator.types("Galculator")
        await operator.presses("Return")
        await operator.sees("Revert")
        await operator.presses("ctrl+z")
        await operator.approves("Take back")
        await operator.sees("Taken back")
        children = psutil.Process(console.pid).children(recursive=True)
        assert any(each.name() == "Xvfb" for each in children)
        await operator.presses("ctrl+q")
        await operator.clicks("Stop and close")
        async with asyncio.timeout(PATIENCE_SECS):
            assert await console.wait() == 0
        await until(lambda: not any(is_alive(child.pid) for child in children))
        assert await reasons_of_the_sessions(operator) == ["console_closed", "operator"]
    finally:
        if console.returncode is None:
            console.send_signal(signal.SIGTERM)
            await console.wait()


async def test_after_kill_nine_the_session_opens_with_all_that_was_recorded(
    operator: Operator,
) -> None:
    console = await operator.open_console(MOUSEPAD_GOAL)
    await operator.clicks("Start")
    await operator.sees("Approve")
    console.kill()
    await console.wait()
    store = await SessionStore.open(operator.database)
    try:
        [summary] = await store.sessions()
        opened = await store.open_session(summary.session_id)
        assert opened is not None and summary.ending == "interrupted"
        assert opened.state.pending is not None
        assert await store.blobs.picture(opened.state.picture_hash) is not None
    finally:
        await store.close()
    again = await operator.open_console("")
    try:
        await operator.sees("The last session was broken off")
        await operator.clicks("Open it")
        await operator.sees("Viewing a past session")
    finally:
        again.send_signal(signal.SIGTERM)
        assert await again.wait() == 143  # 128 and the signal


async def reasons_of_the_sessions(operator: Operator) -> list[str]:
    """Of the latest first."""
    store = await SessionStore.open(operator.database)
    try:
        return [summary.reason for summary in await store.sessions()]
    finally:
        await store.close()
