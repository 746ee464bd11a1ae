"""An emergency ends what goes on, and nothing begins until the operator says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.console import Console
from app.settings.tables import Settings
from engine.domain.approvals import Asking
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
