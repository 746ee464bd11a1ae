"""A console whose thinker replays a script: ``python -m tests.support.replaying_console EXAMPLE``.

For tests that sit before it: everything but the thinker is what an operator has, and the thinker
comes in as any other would, by the console's constructor."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Mapping

from PySide6.QtCore import QSettings

from app.console import Console
from app.console_command import show_fitting
from app.paths import database_path
from app.qt_loop import run_qt
from app.settings.tables import Settings
from engine.domain.approvals import Asking
from engine.record.store import SessionStore
from tests.support.replaying import ReplayingThinker
from tests.support.thinker_sources import StandingIn
from tests.support.worked_examples import (
    adding_files,
    settings_dead_end,
    steered_by_the_operator,
    turned_by_the_operator,
)
from widgets.window.main_window import MainWindow

EXAMPLES: Mapping[str, Callable[[], ReplayingThinker]] = {
    "files": adding_files,
    "settings": settings_dead_end,
    "steered": steered_by_the_operator,
    "turned": turned_by_the_operator,
}


async def life(example: str, asking: Asking) -> int:
    store = await SessionStore.open(database_path())
    memory = QSettings(str(database_path().parent / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory)
    closed = asyncio.Event()
    window.closing.connect(closed.set)
    console = Console(window, store, Settings(), thinkers=StandingIn(EXAMPLES[example]()))
    window.goal_bar.set_goal(f"The worked example “{example}” in Practice")
    window.goal_bar.choices.choose(asking=asking)
    show_fitting(window)
    try:
        await console.open()
        await closed.wait()
    finally:
        await console.close()
        await store.close()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("example", choices=tuple(EXAMPLES))
    parser.add_argument("--ask", type=Asking, default=Asking.EACH)
    arguments = parser.parse_args()
    return run_qt(lambda: life(arguments.example, arguments.ask))


if __name__ == "__main__":
    raise SystemExit(main())
