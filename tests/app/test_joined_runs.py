"""The console joins the runs of other programs on this machine, each as often as it begins."""

from __future__ import annotations

import asyncio
import contextlib
import os
from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app import announcing, joined_runs
from app.announcing import Announcement
from app.choices import RunChoices
from app.console import Console
from app.joined_runs import JoinedRun, RunsHere
from app.joining import PROTOCOL, Decide, EventTold, GoBack, PictureTold, Said, Steer, runs_folder
from app.past_sessions import ShownRun
from app.settings.tables import Settings
from app.wiring import new_session_id
from engine.domain.approvals import Approve, DecidedHow
from engine.domain.events import Recorded, WarningRaised
from engine.domain.local_planning import CancelLocalPlan, DoAgain, ForceRevert
from engine.domain.web.events import SessionResumed
from engine.processes.tasks import OwnedTasks
from engine.record.store import SessionStore
from tests.engine.record.runs import recorded_run, typical_run
from tests.support import sample_run
from tests.support.console_windows import discard
from tests.support.many_runs import ScriptedRun
from tests.support.shown_words import shown_text
from tests.support.waiting import BOUND_SECS, until
from tests.widgets.conftest import qapp as qapp
from widgets.window.main_window import MainWindow


async def test_a_run_that_is_gone_on_with_is_joined_again(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    store, tasks = await SessionStore.open(tmp_path / "sessions.db"), OwnedTasks()
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window, said, session_id = MainWindow(settings=memory), list[str](), new_session_id()
    try:
        runs = RunsHere(window, ShownRun(window), store, tasks, print)
        folder = str(runs_folder())
        for _ in range(2):
            run = Announcement(None, said.append)
            await run.open(RunChoices("Pay the bill"), session_id)
            runs._look_round(folder)  # as the watcher has it, at each change
            await until(lambda run=run: bool(run._peers))  # type: ignore[misc]
            await run.close()
            runs._look_round(folder)
    finally:
        await tasks.close(cancel=True)
        await store.close()
        discard(window)


@contextlib.asynccontextmanager
async def opened_console(folder: Path) -> AsyncIterator[RunsHere]:
    store, tasks = await SessionStore.open(folder / "sessions.db"), OwnedTasks()
    memory = QSettings(str(folder / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory)
    try:
        runs = RunsHere(window, ShownRun(window), store, tasks, print)
        runs._look_round(str(runs_folder()))
        yield runs
    finally:
        await tasks.close(cancel=True)
        await store.close()
        discard(window)


async def test_a_stop_reaches_what_comes_up_and_other_versions_and_who_goes_on_is_named(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(joined_runs, "_ENDS_WITHIN_SECS", 0.05)
    runs = {name: Announcement(None, print) for name in ("early", "stranger", "mute")}
    for name, run in runs.items():
        await run.open(RunChoices(f"Goal of {name}"), name)
    runs["stranger"]._about = replace(runs["stranger"]._about, protocol=PROTOCOL + 1)
    monkeypatch.setattr(runs["mute"], "_take", lambda *_: "")  # it is held up
    try:
        async with opened_console(tmp_path) as console:
            await until(lambda: all(run._peers for run in runs.values()))
            runs["stranger"].take(Recorded(1, "s", 1.0, WarningRaised("not to be read here")))
            await until(lambda: "can’t be joined" in shown_text(console._window.views.message))
            assert console.stop_all()
            await until(lambda: runs["early"]._is_stopped and runs["stranger"]._is_stopped)
            await until(lambda: "Not stopped yet" in shown_text(console._window.views.message))
            told = shown_text(console._window.views.message)
            assert "“Goal of mute”" in told and "“Goal of early”" in told
            assert f"process {os.getpid()} (another version)" in told
            for run in runs.values():
                await run.close()
            await until(lambda: not console.stop_all())
    finally:
        for run in runs.values():
            await run.close()


async def test_what_begins_to_wait_is_told_of_each_run_once_though_they_ask_the_same(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    async with opened_console(tmp_path) as runs:
        told = list[str]()
        monkeypatch.setattr(runs._notice, "tell", told.append)
        for name in ("one", "two"):
            runs._runs[name] = run = JoinedRun(name, runs._window, runs._tasks)
            run.title = f"Goal of {name}"
            for recorded in sample_run.pending_run().events:
                run.take(recorded)
            runs._tell_now()
            runs._tell_now()
        words = run.waits
    assert words and told == [f"Goal of one: {words}", f"Goal of two: {words}"]


async def test_what_its_own_run_asks_is_told_by_the_strip_on_the_agents_screen_and_by_nothing_else(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    async with opened_console(tmp_path) as runs:
        told = list[str]()
        monkeypatch.setattr(runs._notice, "tell", told.append)
        events = sample_run.pending_run().events
        for is_strip in (True, False):
            runs._window.strip_mode.is_on = is_strip
            for recorded in events:
                runs._own.take(recorded)
            runs._tell_now()
            assert bool(told) is not is_strip
            runs._waiting.clear()
        runs._window.strip_mode.is_on = False


async def test_a_stop_reaches_a_run_that_is_just_being_joined(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    run = Announcement(None, print)
    await run.open(RunChoices("Goal"), "one")
    try:
        async with opened_console(tmp_path) as console:
            await asyncio.sleep(0)  # it has begun to join, and no more
            assert not console._runs
            assert console.stop_all()
            await until(lambda: run._is_stopped)
    finally:
        await run.close()


async def test_what_is_forced_goes_to_the_run_in_front_but_for_steps_of_ones_own(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    store = await SessionStore.open(tmp_path / "sessions.db")
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window, said = MainWindow(settings=memory), list[Said]()
    console = Console(window, store, Settings())
    try:
        front = JoinedRun("one", window, OwnedTasks())
        front.say = said.append
        console._runs.front = front
        for command in (ForceRevert("1.1"), CancelLocalPlan(), DoAgain()):
            window.forced.emit(command)
        assert said == [GoBack(ForceRevert("1.1")), GoBack(CancelLocalPlan())]
        assert "Not for a run of another program" in shown_text(window.views.message)
    finally:
        await console.close()
        await store.close()
        discard(window)


@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_run_in_front_that_is_gone_on_with_is_watched_and_steered_again(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_killed: bool
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    before = recorded_run(*typical_run()[:5], session_id="one")
    after = recorded_run(*typical_run()[:5], SessionResumed("", "", "1"), session_id="one")
    run = Announcement(None, print)
    async with opened_console(tmp_path) as console:
        try:
            for told in (before, after):
                run = Announcement(None, print)
                await run.open(RunChoices("Pay the bill"), "one")
                console._look_round(str(runs_folder()))
                await until(lambda run=run: bool(run._peers))  # type: ignore[misc]
                for each in told:
                    run.take(each)
                await until(lambda: "one" in console._runs and console._runs["one"].title)
                if told is before:
                    console.put_in_front("one")
                await until(lambda run=run: bool(run._watching))  # type: ignore[misc]
                await until(lambda told=told: len(console.shown._events) == len(told))  # type: ignore[misc]
                console.shown.show_now()  # as its timer does, for which Qt's loop would have to run
                assert console._window.views.timeline.strip.count() == len(told)
                assert console.shown.state.is_running and len(console._not_ended) == 1
                run._path = None if is_killed else run._path
                await run.close()
                await until(lambda: not console._not_ended)
                if not is_killed:
                    console._look_round(str(runs_folder()))
        finally:
            await run.close()


async def test_the_run_in_front_tells_its_picture_once_more_where_its_tile_comes_into_sight(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands still, and another machine's pictures are not in this console's database."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    async with opened_console(tmp_path) as console:
        said = dict[str, list[Said]]()
        for name in ("one", "other"):
            run = console._runs[name] = JoinedRun(name, console._window, console._tasks)
            run.title = name
            run.say = said.setdefault(name, []).append
        console.put_in_front("one")
        console._glance(frozenset(said))
        console._glance(frozenset({"one"}))
        assert said["one"] == [Steer("watch")] * 2
        assert said["other"] == [Steer("glance"), Steer("look_away")]


async def test_of_pictures_that_come_too_fast_the_newest_is_shown_and_nothing_waits_for_them(
    qapp: QApplication, tmp_path: Path
) -> None:
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window, tasks, shown = MainWindow(settings=memory), OwnedTasks(), list[float]()
    window.show_frame = lambda _image, age_ms, _source: shown.append(age_ms)  # type: ignore[method-assign, assignment, misc]
    drawn = BytesIO()
    Image.new("RGB", (64, 40)).save(drawn, "JPEG")
    jpeg = b64encode(drawn.getvalue()).decode()
    try:
        run = JoinedRun("s", window, tasks)
        for age_ms in range(5):
            run.hear(PictureTold(jpeg, float(age_ms)))
        run.hear(EventTold(Recorded(1, "s", 1.0, WarningRaised("look"))))
        assert list(run.state.warnings) == ["look"] and not shown
        await until(lambda: shown)
        await tasks.close()
        assert shown == [4.0]
    finally:
        discard(window)


async def test_of_a_hundred_that_ask_at_once_each_is_there_whenever_the_console_is_opened(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    asking = [ScriptedRun(number, "same") for number in range(100)]
    for each in asking:
        await each.begin()
    try:
        await until_joined_once(tmp_path, asking)
        answered = [asyncio.ensure_future(run.asks()) for run in asking]
        wanted = {run.session_id: f"r-{run.session_id}-1" for run in asking}
        for run in asking[:5]:
            async with opened_console(tmp_path) as console:
                await until(lambda: _asked(console) == wanted)
                pending = console._runs[run.session_id].state.pending
                assert pending is not None
                said = Decide(pending.request_id, Approve(), pending.digest)
                console._runs[run.session_id].say(said)
                await until(lambda: bool(run.decided))  # noqa: B023 - it is awaited here
            del wanted[run.session_id]
            assert sum(each.done() for each in answered) == 100 - len(wanted), "the others wait on"
        monkeypatch.setattr(announcing, "_COMES_BACK_SECS", 0.05)
        await until_joined_once(tmp_path, asking)
        async with asyncio.timeout(BOUND_SECS):
            await asyncio.gather(*answered)  # nobody came back
    finally:
        for each in asking:
            await each.announcement.close()
    how = [it.decision.how for each in asking for _, it in each.decided]
    assert (how.count(DecidedHow.OPERATOR), how.count(DecidedHow.NOBODY)) == (5, 95)


async def until_joined_once(folder: Path, runs: Sequence[ScriptedRun]) -> None:
    """A console was opened, and is closed."""
    async with opened_console(folder):
        await until(lambda: all(run.announcement._peers for run in runs))
    await until(lambda: not any(run.announcement._peers for run in runs))


def _asked(console: RunsHere) -> dict[str, str]:
    """What waits for an answer, by session."""
    pending = ((name, run.state.pending) for name, run in console._runs.items())
    return {name: each.request_id for name, each in pending if each is not None}
