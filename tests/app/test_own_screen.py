"""An emergency ends what goes on, and nothing begins until the operator says so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.console import Console
from app.settings.tables import Settings
from engine.domain.approvals import Asking
from engine.domain.terminals import Outcome, Terminal
from engine.record.store import SessionStore
from tests.support.console_windows import discard
from tests.support.shown_words import take_offer
from tests.support.waiting import until
from tests.widgets.conftest import qapp as qapp
from widgets.kit.forms import StartRequest
from widgets.window.main_window import MainWindow


@pytest.fixture
async def console(qapp: QApplication, tmp_path: Path) -> AsyncIterator[Console]:
    store = await SessionStore.open(tmp_path / "sessions.db")
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory)
    window.show()
    console = Console(window, store, Settings())
    yield console
    await console.close()
    await store.close()
    discard(window)


ASKED = StartRequest("Press F5", "practice", "offline", Asking.EACH)


@pytest.mark.end_to_end
async def test_an_emergency_stops_the_run_and_is_latched(console: Console) -> None:
    window, shown = console._window, console.shown
    running = console.start(ASKED)
    await until(lambda: shown.state.pending is not None)
    console._own_screen.stop_in_emergency()
    outcome = await running
    assert outcome is not None and outcome.reason == "operator"
    session_id = shown.state.session_id

    window.views.message.hide()
    assert await console.start(ASKED) is None and shown.state.session_id == session_id
    banner = window.views.message
    assert banner.isVisible() and "Emergency" in banner.accessibleName()
    take_offer(banner, "Release")
    console.start(ASKED)
    await until(lambda: shown.state.pending is not None)


async def test_with_nothing_under_way_the_emergency_key_is_another_programs(
    console: Console,
) -> None:
    console._own_screen.stop_in_emergency()
    assert not console._window.views.message.isVisible()


async def test_the_run_begins_once_the_window_has_left_its_screen(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, strip = console._window, console._window.strip_mode
    await console.shown.leave_screen("practice")
    assert not strip.is_on
    leaving = asyncio.ensure_future(console.shown.leave_screen("screen", 1_000_000))
    await until(lambda: strip.is_shrinking)  # this platform shows what is minimized
    assert window.isMinimized() and not leaving.done()
    monkeypatch.setattr(type(strip), "is_shrinking", False)
    await leaving
    console.shown.show_now()
    console.shown.end(Outcome(Terminal.STOPPED, "operator", "Before anything was recorded."))
    assert not strip.is_on and window.isVisible()


async def test_a_surface_that_is_chosen_and_not_up_is_said_to_be_so(console: Console) -> None:
    window, choices = console._window, console._window.goal_bar.choices
    console._surface._surface = SimpleNamespace(name="practice", sandbox=None)  # type: ignore[assignment]
    choices.choose(surface="screen")
    assert window.views.live.state.text.startswith("Nothing is there yet")
    choices.choose(surface="practice")
    assert window.views.live.state.text == "Live"
    console._surface._surface = None
