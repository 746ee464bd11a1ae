"""A navigator's run that broke off goes on from the console: a real browser on a real site."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.console import Console
from app.paths import downloads_path
from app.settings.tables import Settings
from engine.domain.terminals import Terminal
from engine.domain.web.events import Node, NodeEntered
from engine.record import pruning
from engine.record.store import SessionStore
from tests.app.command import CommandLine
from tests.app.conftest import LONG_GOAL, BrokenOff
from tests.engine.record.runs import ENDED, STARTED
from tests.support.console_windows import discard
from tests.support.shown_words import shown_text, take_offer
from tests.support.waiting import until, until_so
from tests.widgets.conftest import qapp as qapp
from widgets.window.main_window import MainWindow
from widgets.window.past_sessions import GO_ON


@dataclass
class Desk:
    """A console on the file that another program left behind."""

    window: MainWindow
    console: Console
    store: SessionStore

    async def shows(self, session_id: str) -> None:
        """Open a past session, until the whole of it is shown."""
        self.window.sessions.session_chosen.emit(session_id)
        banner, commands = self.window.views.past_banner, self.window._commands
        await until(lambda: banner.isVisible() and commands._session_id == session_id)


@pytest.fixture
async def desk(qapp: QApplication, command: CommandLine, tmp_path: Path) -> AsyncIterator[Desk]:
    command.data.mkdir(parents=True, exist_ok=True)
    store = await SessionStore.open(command.database)
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory)
    window.show()
    console = Console(window, store, Settings())
    yield Desk(window, console, store)
    await console.close()
    await store.close()
    discard(window)


@pytest.fixture
def left_behind(command: CommandLine, broken_off: BrokenOff) -> None:
    """It lies there before the console is opened."""
    broken_off.left_to(command)


@pytest.mark.end_to_end
async def test_a_run_that_was_killed_goes_on_from_the_banner_of_its_record(
    left_behind: None, desk: Desk
) -> None:
    (summary,) = await desk.store.sessions()
    await desk.shows(summary.session_id)
    assert desk.window._actions.go_on.isEnabled()
    before = len(await desk.store.events(summary.session_id))
    take_offer(desk.window.views.past_banner, "Go on")
    starting = desk.console._starting
    assert starting is not None
    await starting  # until its end is shown
    outcome = desk.console.shown.state.outcome
    views = desk.window.views
    assert outcome is not None, shown_text(views.message)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    assert not views.past_banner.isVisible()
    assert views.goal_bar.goal.text() == LONG_GOAL
    assert views.timeline.log.log.rowCount() > before, "what was before stands before it"
    assert [each.session_id for each in await desk.store.sessions()] == [summary.session_id]
    await desk.shows(summary.session_id)
    assert GO_ON not in views.past_banner.offers, "it has ended"
    await _the_slider_shows_the_node_of_the_moment(desk, summary.session_id)


async def _the_slider_shows_the_node_of_the_moment(desk: Desk, session_id: str) -> None:
    events = await desk.store.events(session_id)
    graph = desk.window.views.graph.graph
    assert graph.current is None, "it is over"
    entries = [(row, each.event) for row, each in enumerate(events)]
    visits = [(row, event) for row, event in entries if isinstance(event, NodeEntered)]
    for row, event in (visits[0], visits[-1], visits[len(visits) // 2]):
        desk.window.views.timeline.strip.row_chosen.emit(row)
        assert graph.current is event.node
    desk.window.views.timeline.strip.row_chosen.emit(visits[0][0])
    assert [graph.nodes[each].text() for each in (Node.OBSERVE, Node.PLANNER)] == [
        "Observe  1",
        "Plan",
    ]


async def test_what_another_program_works_on_is_not_told_as_broken_off(desk: Desk) -> None:
    other = await SessionStore.open(desk.store.path)
    try:
        log = await other.start_session("theirs")
        await log.append(replace(STARTED, surface="browser", mode="navigator"))
        await desk.console._past.tell_broken_off()
        assert not desk.window.views.message.isVisible()
        await desk.shows("theirs")
        assert GO_ON not in desk.window.views.past_banner.offers
        log.close()
        await desk.console._past.tell_broken_off()
        assert desk.window.views.message.isVisible(), "now it is"
    finally:
        await other.close()


async def test_a_deletion_that_broke_off_goes_on_when_a_console_is_opened(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    log = await desk.store.start_session("gone")
    for event in (STARTED, ENDED):
        await log.append(event)
    (loaded := downloads_path("gone")).mkdir(parents=True)
    with contextlib.closing(sqlite3.connect(desk.store.path)) as broken_off, broken_off:
        broken_off.execute(pruning._MARK, ("gone",))
    assert await desk.store.left() == ["gone"]
    await desk.console.open("display:98")  # which is not there

    async def is_gone() -> bool:
        return not await desk.store.left()

    await until_so(is_gone)
    assert not loaded.exists() and not await desk.store.events("gone")


async def test_what_can_not_go_on_is_said_in_plain_words(desk: Desk) -> None:
    log = await desk.store.start_session("s1")
    await log.append(replace(STARTED, mode="guest"))
    log.close()
    desk.window.sessions.go_on_requested.emit("s1")
    await until(lambda: desk.window.views.message.isVisible())
    told = shown_text(desk.window.views.message)
    assert "can't go on, as it is one of the mode guest" in told
    assert "Start a new run" in told
    over = await desk.store.start_session("s2")
    for event in (STARTED, ENDED):
        await over.append(event)
    await desk.shows("s2")
    assert GO_ON not in desk.window.views.past_banner.offers, "it is over"
    assert not desk.window._actions.go_on.isEnabled()
