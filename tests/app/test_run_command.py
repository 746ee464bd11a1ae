"""A run without a window, from the goal to the exit code: one test for each way to end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.domain.terminals import EXIT_CANNOT_START, EXIT_CODES, Terminal
from engine.record import database
from engine.record.store import SessionStore
from engine.record.views.run_state import RunState
from tests.app.command import CommandLine, Ended, Working
from tests.app.full_disk_child import open_with_room_for
from tests.support.processes import is_alive
from tests.support.waiting import until

pytestmark = [pytest.mark.end_to_end, pytest.mark.usefixtures("reads_no_drawn_texts")]
"""But for the run that is reached and the one whose terminal is gone."""

LONG_GOAL = "Open Galculator and press " + ", +, ".join("123456789" * 4)
WAITING_GOAL = "Wait for the window Nowhere"


async def recorded(database: Path) -> RunState:
    """The only session in the database, as it was recorded."""
    known = await SessionStore.open(database)
    try:
        (summary,) = await known.sessions()
        opened = await known.open_session(summary.session_id)
        assert opened is not None
        return opened.state
    finally:
        await known.close()


def actions_begun(database: Path) -> int:
    """How many actions are recorded up to now, asked of the file while the run goes on."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        count = "select count(*) from events where kind = 'action_started'"
        return int(connection.execute(count).fetchone()[0])


async def waits(command: CommandLine, working: Working, words: str = "Plan segment 1") -> None:
    """Return when the run with the waiting goal waits."""
    working.hears(words)  # by then there is a record
    await until(lambda: actions_begun(command.database))


def exported(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header and the events of the only export there."""
    (path,) = folder.glob("session-*.jsonl")
    header, *events = [json.loads(line) for line in path.read_text().splitlines()]
    return header, events


async def leaves_nothing_running(programs: list[psutil.Process]) -> None:
    assert len(programs) > 3, "the display, its supervisor and an application at least"
    await until(lambda: not any(is_alive(each.pid) for each in programs))


@contextlib.contextmanager
def held(working: Working) -> Iterator[None]:
    """The command stands still; what is signalled meanwhile it hears of when it goes on."""
    working.signals(signal.SIGSTOP)
    try:
        # all its threads, as the kernel tells a parent: /proc tells of the first before that
        os.waitid(os.P_PID, working.process.pid, os.WSTOPPED | os.WNOWAIT)
        yield
    finally:
        working.signals(signal.SIGCONT)


def has_taken(working: Working, number: signal.Signals) -> bool:
    """Whether a signal that was sent has left the kernel."""
    told = Path(f"/proc/{working.process.pid}/status").read_text()
    waiting = [int(line.split()[1], 16) for line in told.splitlines() if "Pnd:" in line]
    return not any(each >> (number - 1) & 1 for each in waiting)


def xvfb_of(working: Working) -> psutil.Process:
    (server,) = [each for each in working.programs() if each.name() == "Xvfb"]
    return server


@pytest.mark.cold
async def test_a_goal_that_is_reached_is_exported_with_its_pictures(
    command: CommandLine, tmp_path: Path
) -> None:
    command.reads_drawn_texts = True
    command.write_settings("")
    out, database = tmp_path / "out" / "deep", tmp_path / "some.db"
    (tmp_path / "list.txt").write_text("Milk")
    goal = "Open the Practice app, check that the file list.txt exists in the practice folder"
    arguments = ["--ask", "never", "--out", str(out), "--database", str(database)]
    arguments += ["--give", str(tmp_path / "list.txt")]
    ended = await asyncio.to_thread(command.run, "run", goal, *arguments)

    assert ended.code == 0, ended
    assert ended.stderr == ""
    assert "Goal reached: Done in 2 steps. goal_satisfied (plan_finished)" in ended.said
    header, events = exported(out)
    assert f"Exported to {out}/session-{header['session_id']}.jsonl" in ended.said
    assert (header["goal"], header["terminal"]) == (goal, "goal_satisfied")
    assert events[-1]["event"]["kind"] == "session_ended"
    assert [event["seq"] for event in events] == list(range(1, header["event_count"] + 1))
    assert all(one["at_secs"] <= other["at_secs"] for one, other in pairwise(events))
    pictures = {path.stem: path for path in (out / "pictures").iterdir()}
    bodies = [event["event"] for event in events]
    named = [body["picture_hash"] for body in bodies if body["kind"] == "step_ended"]
    assert named and set(named) <= set(pictures)
    assert all(path.read_bytes()[8:12] == b"WEBP" for path in pictures.values())
    assert not command.data.exists(), "another database was named"


def test_a_goal_that_fails_says_why(command: CommandLine) -> None:
    ended = command.run_here("run", "Open Foobarius")
    assert ended.code == EXIT_CODES[Terminal.GOAL_FAILED] == 10
    assert "goal_failed" in ended.said and "Foobarius" in ended.said
    state = asyncio.run(recorded(command.database))
    assert state.outcome and state.outcome.terminal is Terminal.GOAL_FAILED


def test_a_budget_from_the_settings_ends_the_run(command: CommandLine) -> None:
    command.write_settings("[limits]\nmax_calls = 1\n")
    ended = command.run_here("run", "Open Galculator and press 1, 2, *, 7, =")
    assert ended.code == EXIT_CODES[Terminal.BUDGET_EXHAUSTED] == 12
    assert "Budget used up: All 1 thinker calls" in ended.said
    assert "budget_exhausted (max_calls)" in ended.said


async def test_ctrl_c_cancels_before_the_next_action(command: CommandLine) -> None:
    with command.started("run", LONG_GOAL, "--ask", "never") as working:
        working.hears("✓ Click “1”")
        programs = working.programs()
        with held(working):
            begun = actions_begun(command.database)
            working.signals(signal.SIGINT)
        ended = working.ends()
    assert ended.code == EXIT_CODES[Terminal.CANCELLED] == 13
    assert "Cancelled: The operator cancelled the run. cancelled (operator)" in ended.said
    assert actions_begun(command.database) <= begun + 1, "it went on"
    state = await recorded(command.database)
    assert state.outcome and state.outcome.terminal is Terminal.CANCELLED
    await leaves_nothing_running(programs)


@pytest.fixture
def terminal_ends_programs() -> Iterator[None]:
    """As without ``nohup``, whatever the tests themselves were started with."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.cold
async def test_where_its_terminal_is_gone_it_ends_the_run_now(
    command: CommandLine, terminal_ends_programs: None
) -> None:
    command.reads_drawn_texts = True
    command.write_settings("")
    with command.started("run", WAITING_GOAL, "--ask", "never") as working:
        await waits(command, working)
        programs = working.programs()
        working.signals(signal.SIGHUP)
        ended = working.ends()
    words = "Stopped: The system asked Pilothouse to end (SIGHUP). stopped (asked_to_end)"
    await was_stopped(command, ended, words)
    await leaves_nothing_running(programs)


async def test_ctrl_c_twice_stops_the_hands_in_mid_typing(command: CommandLine) -> None:
    goal = f"Open Mousepad and type '{'all work and no play ' * 500}'"
    with command.started("run", goal, "--ask", "never") as working:
        working.hears("✓ Launch Mousepad")
        await until(lambda: actions_begun(command.database) >= 2)  # now it types
        working.signals(signal.SIGINT)
        await until(lambda: has_taken(working, signal.SIGINT))  # two at once are one to the kernel
        working.signals(signal.SIGINT)
        ended = working.ends()
    await was_stopped(command, ended, "Stopped: The operator pressed STOP. stopped (operator)")


async def was_stopped(command: CommandLine, ended: Ended, words: str) -> None:
    assert ended.code == EXIT_CODES[Terminal.STOPPED] == 14
    assert "Hands stopped in" in ended.said
    assert words in ended.said
    state = await recorded(command.database)
    assert state.outcome and state.outcome.terminal is Terminal.STOPPED


async def test_an_unattended_run_that_is_terminated_records_its_end(
    command: CommandLine, tmp_path: Path
) -> None:
    with command.started(
        *("unattended", WAITING_GOAL, "--json"),
        *("--out", str(tmp_path), "--database", str(command.database)),
    ) as working:
        await waits(command, working, "segment_planned")
        working.signals(signal.SIGTERM)
        lines = [each for each in working.ends().stdout.splitlines() if each.startswith("{")]
    kinds = [json.loads(line)["event"]["kind"] for line in lines]
    assert (kinds[0], kinds[-1]) == ("session_started", "session_ended")
    state = await recorded(command.database)
    assert state.outcome and state.outcome.terminal is Terminal.STOPPED
    assert state.outcome.reason == "asked_to_end" and "(SIGTERM)" in state.outcome.message


async def test_ctrl_c_ends_a_wait_at_once_and_an_impatient_second_one_does_no_harm(
    command: CommandLine,
) -> None:
    with command.started("run", WAITING_GOAL, "--ask", "never") as working:
        await waits(command, working)
        programs = working.programs()
        working.signals(signal.SIGINT)
        working.hears("cancelled (operator)")
        await until(lambda: not all(is_alive(each.pid) for each in programs))
        working.signals(signal.SIGINT)  # while all is closed
        ended = working.ends()
    assert ended.code == EXIT_CODES[Terminal.CANCELLED], ended
    assert "Traceback" not in ended.stdout
    await leaves_nothing_running(programs)


async def test_a_display_that_dies_fails_the_run(command: CommandLine) -> None:
    with command.started("run", WAITING_GOAL, "--ask", "never") as working:
        await waits(command, working)
        programs = working.programs()
        xvfb_of(working).kill()
        ended = working.ends()
    assert ended.code == EXIT_CODES[Terminal.FAILED] == 15
    assert "Traceback" not in ended.said
    state = await recorded(command.database)
    assert state.outcome and state.outcome.terminal is Terminal.FAILED
    assert "display" in state.outcome.message
    assert f"Failed: {state.outcome.message} failed ({state.outcome.reason})" in ended.said
    await leaves_nothing_running(programs)


def test_a_full_disk_fails_the_run_and_keeps_what_is_recorded(
    command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "open_for_writing", open_with_room_for("40"))
    ended = command.run_here("run", LONG_GOAL, "--ask", "never", "--out", str(tmp_path))
    assert ended.code == EXIT_CODES[Terminal.FAILED] == 15, ended
    assert ended.said.count("Failed: The disk is full") == 1
    assert "failed (record_unavailable)" in ended.said
    assert "Free some space" in ended.said and "Traceback" not in ended.stderr
    state = asyncio.run(recorded(command.database))
    assert state.goal == LONG_GOAL
    header, events = exported(tmp_path)
    assert header["event_count"] == len(events) > 1


def test_an_end_that_cannot_be_recorded_is_said_all_the_same(
    command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "open_for_writing", open_with_room_for("none"))
    ended = command.run_here("run", LONG_GOAL, "--ask", "never")
    assert ended.code == EXIT_CODES[Terminal.FAILED], ended
    assert "Failed: The disk is full" in ended.said
    assert "✓" not in ended.said, "it acted without a record"
    assert "Traceback" not in ended.stderr


@pytest.fixture
def home_of_anybody() -> Iterator[Path]:
    """A home that every user can reach, unlike ``tmp_path``."""
    home = Path(tempfile.mkdtemp(prefix="pilothouse-test-"))
    home.chmod(0o755)
    yield home
    home.chmod(0o755)
    shutil.rmtree(home)


@pytest.mark.parametrize("is_there", [True, False], ids=["read-only file", "read-only folder"])
def test_a_database_that_may_not_be_written_is_said(home_of_anybody: Path, is_there: bool) -> None:
    path = home_of_anybody / "sessions.db"
    if is_there:
        asyncio.run(_make(path))
        path.chmod(0o444)
    before = path.read_bytes() if is_there else b""
    home_of_anybody.chmod(0o555)
    command = CommandLine(home_of_anybody, module="tests.app.unprivileged_child")
    ended = command.run("run", LONG_GOAL, "--database", str(path))
    assert ended.code == EXIT_CANNOT_START, ended
    assert ("is read-only" if is_there else "Permission denied") in ended.complained
    assert "Traceback" not in ended.stderr
    assert (path.read_bytes() if path.exists() else b"") == before


async def _make(path: Path) -> None:
    await (await SessionStore.open(path)).close()
