"""Opening the console: the Qt application, the qasync loop, the window, and its end."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from app.paths import database_path, settings_path
from app.settings.tables import Settings
from engine.domain.errors import ConsoleClosed, HandsStopped, SurfaceUnavailable
from engine.domain.models import EndpointReport
from engine.processes.tasks import OwnedTasks, cause_of
from engine.record.store import SessionStore

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from engine.endpoint.request import EndpointSettings

PREFILLED_GOAL = (
    "Open Mousepad, type 'Hello from the pilothouse' and save it as note.txt in the practice folder"
)


def open_console(*, goal: str, settings: Settings, policy: Path) -> int:
    """Open the window and run until it is closed; ``policy`` is the file of the rules. Raises
    ``KnownError`` where it can't open."""
    from app.wiring import has_display

    if sys.platform == "linux" and not has_display():
        raise SurfaceUnavailable(
            "There is no screen for the console (neither DISPLAY nor WAYLAND_DISPLAY is set).",
            'Work without a window (pilothouse run "GOAL"), or on a virtual screen'
            " (pilothouse unattended).",
        )
    from app.qt_loop import run_qt

    return run_qt(lambda: _console_life(goal or PREFILLED_GOAL, settings, policy))


async def _console_life(goal: str, settings: Settings, policy: Path) -> int:
    from app.console import Console
    from app.policy_trial import try_over_all
    from app.settings.page import SettingsPage
    from widgets.window.main_window import MainWindow

    store = await SessionStore.open(database_path())
    window = MainWindow()
    closed = asyncio.Event()
    window.closing.connect(closed.set)
    console = Console(window, store, settings)
    tasks = OwnedTasks()
    page = SettingsPage(
        window.settings,
        settings_path(),
        settings,
        tasks=tasks,
        try_out=_try_out,
        policy=policy,
        try_policy=partial(try_over_all, store),
    )
    page.on_saved = console.take_settings
    window.goal_bar.choices.setup_requested.connect(page.open)
    window.goal_bar.set_goal(goal)
    show_fitting(window)
    cause: HandsStopped = ConsoleClosed("The operator closed the console.")
    try:
        await console.open()
        await closed.wait()
    except asyncio.CancelledError as cancelled:
        cause = cause_of(cancelled)
        raise
    finally:
        await tasks.close(cancel=True)
        await console.close(cause)
        await store.close()
    return 0


async def _try_out(endpoint: EndpointSettings) -> EndpointReport:
    await asyncio.to_thread(import_module, "engine.endpoint.openai_model")  # its library is slow
    from engine.endpoint.openai_model import try_out

    return await try_out(endpoint)


def show_fitting(window: QWidget) -> None:
    """Show the window; as large as the screen where it would reach beyond it."""
    room = window.screen().availableGeometry()
    if window.width() >= room.width() or window.height() >= room.height():
        window.showMaximized()
    else:
        window.show()
