"""Closing, resetting and leaving a practice desktop: what would be lost is asked about before."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.console import Console
from app.home_files import HomeFiles
from app.settings.tables import Settings
from engine.domain.approvals import Asking
from engine.domain.performing import FilesMade
from engine.record.store import SessionStore
from engine.surfaces.files import PlainFiles
from tests.app.command import CommandLine
from tests.support.console_windows import discard
from tests.support.shown_words import shown_text, take_offer
from tests.support.waiting import until
from tests.widgets.conftest import becomes_so
from tests.widgets.conftest import qapp as qapp
from widgets.kit.pages import Banner
from widgets.window.main_window import MainWindow
from widgets.window.run_wall import RunWall

GOAL = "In the Practice app, on the List page, click Add"


@dataclass
class Desk:
    window: MainWindow
    console: Console
    home: Path

    def has_a_practice_desktop(self) -> None:
        """As far as its files go."""
        self.console._surface.files = HomeFiles(PlainFiles(self.home), ())

    @property
    def banner(self) -> Banner:
        return self.window.views.message

    async def tells(self, words: str) -> str:
        await until(lambda: self.banner.isVisible() and words in shown_text(self.banner))
        return shown_text(self.banner)

    def save_copies(self, folder: Path) -> None:
        take_offer(self.banner, "Save copies…")
        (chooser,) = (each for each in self.window.findChildren(QFileDialog) if each.isVisible())
        chooser.fileSelected.emit(str(folder))
        chooser.close()


@pytest.fixture
async def desk(qapp: QApplication, command: CommandLine, tmp_path: Path) -> AsyncIterator[Desk]:
    command.data.mkdir(parents=True, exist_ok=True)
    home = tmp_path / "desktop"
    (home / "Practice").mkdir(parents=True)
    (home / "there before.txt").write_text("it came with the desktop")
    store = await SessionStore.open(command.database)
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory)
    window.show()
    console = Console(window, store, Settings())
    yield Desk(window, console, home)
    await console.close()
    await store.close()
    discard(window)


async def test_where_nothing_is_lost_the_window_closes_unasked(desk: Desk) -> None:
    desk.has_a_practice_desktop()
    assert not desk.window.close(), "it is looked for files first"
    await until(lambda: not desk.window.isVisible())
    assert desk.banner.isHidden()


async def test_files_on_the_practice_desktop_are_named_and_copied_before_the_window_closes(
    desk: Desk, tmp_path: Path
) -> None:
    desk.has_a_practice_desktop()
    (desk.home / "Practice" / "note.txt").write_text("Hello")
    desk.window.close()
    told = await desk.tells("Close Pilothouse?")
    assert "Practice/note.txt, 5 bytes" in told and "deleted with it" in told
    assert "there before" not in told and "is under way" not in told
    (tmp_path / "kept").mkdir()
    desk.save_copies(tmp_path / "kept")
    await desk.tells("Copied to")
    (copy,) = (tmp_path / "kept").glob("*/Practice/note.txt")
    assert copy.read_text() == "Hello"
    desk.save_copies(desk.home / "there before.txt")  # no folder can be made there
    await desk.tells("can't be copied")
    assert desk.window.isVisible()
    take_offer(desk.banner, "Close")
    await until(lambda: not desk.window.isVisible())


async def test_what_is_asked_from_the_wall_comes_up_in_front_of_it(desk: Desk) -> None:
    desk.has_a_practice_desktop()
    (desk.home / "note.txt").write_text("a word")
    desk.window.activateWindow()
    assert becomes_so(desk.window.isActiveWindow)
    QTest.keySequence(desk.window, "Ctrl+Shift+J")
    [wall] = desk.window.findChildren(RunWall)
    assert becomes_so(wall.isActiveWindow)
    QTest.keySequence(wall, "Ctrl+Q")
    await desk.tells("note.txt")
    assert becomes_so(desk.window.isActiveWindow)


async def test_an_opener_that_ends_late_leaves_another_message_alone(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.has_a_practice_desktop()
    (desk.home / "Practice" / "note.txt").write_text("Hello")
    desk.window.close()
    await desk.tells("Close Pilothouse?")
    opener, ends = tmp_path / "bin" / "xdg-open", tmp_path / "ends"
    opener.parent.mkdir()
    opener.write_text(f"#!/bin/sh\nwhile [ ! -e {ends} ]; do sleep 0.05; done\nexit 3\n")
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", f"{opener.parent}:{os.environ['PATH']}")
    before = set(desk.console._tasks._tasks)
    take_offer(desk.banner, "Open folder")
    opening = set(desk.console._tasks._tasks) - before
    desk.window.show_message("Another message", "It came meanwhile.")
    ends.touch()
    await asyncio.wait(opening)
    assert "Another message" in shown_text(desk.banner)


async def test_another_surface_does_not_take_files_away_unasked(desk: Desk) -> None:
    desk.has_a_practice_desktop()
    (desk.home / "note.txt").write_text("Hello")
    desk.window.goal_bar.choices.choose(surface="browser", asking=Asking.NEVER)
    desk.window.goal_bar.set_goal("Open Documentation")
    desk.window.goal_bar.start.click()
    assert "note.txt, 5 bytes" in await desk.tells("Leave the practice desktop?")
    assert "Leave it, and start" in desk.banner.offers and not desk.console._is_busy()
    assert desk.console._surface.files is not None


async def test_without_a_practice_desktop_there_is_nothing_to_reset(desk: Desk) -> None:
    desk.window._actions.reset_desktop.trigger()
    await desk.tells("No practice desktop is up")


@pytest.mark.end_to_end
async def test_a_run_tells_what_it_made_and_neither_it_nor_that_is_closed_over(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, console = desk.window, desk.console
    await console.open()
    files = console._surface.files
    assert files is not None
    (files.home / "Practice" / "note.txt").write_text("Hello")
    window._actions.reset_desktop.trigger()
    assert "note.txt, 5 bytes" in await desk.tells("Reset the practice desktop?")
    take_offer(desk.banner, "Reset")
    await until(lambda: console._surface.files not in (None, files) and not console._is_busy())
    files = console._surface.files
    assert desk.banner.isHidden()
    assert files is not None and files.made() == FilesMade()

    given = tmp_path / "given.txt"
    given.write_text("mine")
    window.files.dropped.emit([given])
    await desk.tells("given.txt, 4 bytes, in the practice folder.")
    window.goal_bar.choices.choose(asking=Asking.EACH)
    window.goal_bar.set_goal(GOAL)
    await until(lambda: window.goal_bar.start.isEnabled())
    window.goal_bar.start.click()
    await until(lambda: bool(console.shown.waits))
    window.close()
    assert f"It waits for you: “{console.shown.waits}”." in await desk.tells("Close Pilothouse?")
    assert console._is_busy() and window.isVisible(), "the run goes on"
    (files.home / "made.txt").write_text("by the run, for all that can be told")
    window.steered.emit("stop")
    told = await desk.tells("1 file made or changed")
    assert "made.txt, 36 bytes" in told and "given.txt" not in told
    opener, opened = tmp_path / "bin" / "xdg-open", tmp_path / "opened"
    opener.parent.mkdir()
    opener.write_text("#!/bin/sh\nexit 3\n")
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", f"{opener.parent}:{os.environ['PATH']}")
    take_offer(desk.banner, "Open")
    await desk.tells("No program opens")
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.new\nmv {opened}.new {opened}\n')
    take_offer(desk.banner, "Open")
    await desk.tells("made.txt, 36 bytes")
    await until(opened.exists)
    kept = tmp_path / opened.read_text()
    assert kept.read_text() == "by the run, for all that can be told"
    (tmp_path / "kept").mkdir()
    desk.save_copies(tmp_path / "kept")
    await desk.tells("Copied to")
    session_id = console.shown.state.session_id
    copy = tmp_path / "kept" / "files" / session_id / "made.txt"
    assert copy.read_text() == kept.read_text()
    kept.unlink()
    kept.write_text("changed since")
    desk.save_copies(tmp_path / "kept")
    await desk.tells("not kept any more as it was recorded")
    window.sessions.session_chosen.emit(session_id)
    past = window.views.past_banner
    await until(lambda: "1 file made or changed: made.txt" in past.accessibleName())
    assert desk.banner.isHidden(), "one banner tells all"
    opened.unlink()
    take_offer(past, "Open")
    await until(lambda: "not kept any more as it was recorded" in past.accessibleName())
    assert not opened.exists()
    window.live_requested.emit()
    window.close()
    await until(lambda: not window.isVisible())
