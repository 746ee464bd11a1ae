"""The unattended run: the same console on a virtual screen, approving by the shipped policy.

Where there is no screen, a virtual one is started and this command runs again on it. The policy
is valid on the practice surface only; what can't be taken back is denied."""

import asyncio
import itertools
import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent

from app.paths import make_folder
from app.progress import JsonPrinter, ProgressPrinter
from app.run import export_session
from app.settings.tables import Settings
from app.terminal import terminal
from engine.domain import approvals, errors, events, terminals
from engine.domain.exploring.limits import exit_code_of
from engine.processes.descendants import python_module
from engine.processes.tasks import cause_of
from engine.record.store import SessionStore
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.thinking.offline.thinker import OfflineThinker

SCREEN_SIZE = (1440, 900)


def run_unattended(
    goal: str, out: Path, database: Path, settings: Settings, as_json: bool = False
) -> int:
    """The exit code; ``out`` is for the record. Before the start raises ``KnownError``."""
    OfflineThinker().read_goal(goal)
    make_folder(out)
    if not os.environ.get("DISPLAY"):
        return asyncio.run(_again_on_virtual_screen())
    from app.qt_loop import run_qt

    return run_qt(lambda: _life(goal, out, database, settings, as_json))


async def _again_on_virtual_screen() -> int:
    width, height = SCREEN_SIZE
    screen = PracticeDesktop(width=width, height=height, is_sandboxed=False)
    await screen.start()
    try:
        environment = {
            **os.environ,
            "DISPLAY": screen.display,
            "XAUTHORITY": screen.environment["XAUTHORITY"],
            "QT_QPA_PLATFORM": "xcb",
            "PILOTHOUSE_DESKTOP": screen.environment["PILOTHOUSE_DESKTOP"],
        }
        environment.pop("WAYLAND_DISPLAY", None)
        process = await asyncio.create_subprocess_exec(
            *python_module("app", *sys.argv[1:]), env=environment
        )
        # the child records the end; the screen stays until it has done so
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, process.terminate)
        return await process.wait()
    finally:
        await screen.close()


async def _life(goal: str, out: Path, database: Path, settings: Settings, as_json: bool) -> int:
    from app.console import Console
    from widgets.kit.forms import StartRequest
    from widgets.window.main_window import MainWindow

    store = await SessionStore.open(database)
    window = MainWindow()
    console = Console(window, store, settings, is_unattended=True)
    printer = (JsonPrinter if as_json else ProgressPrinter)(terminal())
    numbers = itertools.count(1)

    def take(recorded: events.Recorded) -> None:
        """With a picture of the console at the end of each segment and of the run."""
        printer.show(recorded)
        if isinstance(recorded.event, events.ReplanStarted | events.SessionEnded):
            console.shown.show_now()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            window.grab().save(str(out / f"console-{next(numbers)}.png"))

    console.on_event = take
    window.goal_bar.set_goal(goal)
    window.goal_bar.choices.choose(asking=approvals.Asking.NEVER)
    window.showMaximized()
    request = StartRequest(goal, "practice", "offline", approvals.Asking.NEVER)
    cause: errors.HandsStopped | None = None
    try:
        await console.open()
        outcome = await asyncio.shield(console.start(request))
        if outcome is None:
            return terminals.EXIT_CANNOT_START
        await export_session(store, printer.state.session_id, out)
        terminal(stderr=as_json).print(f"The session and pictures of the console are in {out}/")
        return exit_code_of(outcome)
    except asyncio.CancelledError as cancelled:
        cause = cause_of(cancelled)
        raise
    finally:
        await console.close(cause)
        await store.close()
