"""Starts the Practice app: reads the command line, builds its parts, runs the Qt loop.

This is the one place that knows where settings and sent messages are kept on this machine; the
window is given both, so that a test can give it others.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QPushButton, QWidget

from app.practice_app.main_window import MainWindow
from app.practice_app.message_page import Outbox
from app.practice_app.settings import SettingsStore

_OTHER_NAMES = {
    "File": "Document",
    "View": "Display",
    "Tools": "Extras",
    "Help": "Support",
    "Settings…": "Preferences…",
    "Export…": "Publish…",
    "Add Files": "Insert documents",
    "More": "Others",
    "From disk…": "Browse…",
    "Clear list": "Empty list",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until the window is closed; the return value is the exit status."""
    options = _options_from(arguments)
    # Qt's loop leaves Python no turn to notice Ctrl+C in the terminal; the system's default does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Practice with faults" if options.faults else "Practice")
    app.setStyle("Fusion")
    window = MainWindow(
        SettingsStore.of_user(), Outbox.of_user(), options.folder, with_faults=options.faults
    )
    if options.disguised:
        disguise(window)
    window.show()
    return app.exec()


def _options_from(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="practice_app", description="A small application for agents to practise in."
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path.cwd(),
        help="the folder in which file dialogs open (default: the current one)",
    )
    parser.add_argument(
        "--disguised",
        action="store_true",
        help="other labels and another order of the menus, to see who reads and who only knows",
    )
    parser.add_argument(
        "--faults",
        action="store_true",
        help="one more page, Invoices, with planted faults: for testers to find",
    )
    options = parser.parse_args(arguments)
    options.folder = options.folder.expanduser()
    if not options.folder.is_dir():
        parser.error(f"not a folder: {options.folder}")
    options.folder = options.folder.absolute()
    return options


def disguise(window: QWidget) -> None:
    """Rename what has another name, and turn the order of all menus round, so that nothing can be
    known by heart. What the dialogs are called stays."""
    for bar in window.findChildren(QMenuBar):
        _turn_round(bar)
    for menu in window.findChildren(QMenu):
        _turn_round(menu)
        for action in menu.actions():
            _rename(action)
    for button in window.findChildren(QPushButton):
        other = _OTHER_NAMES.get(_plain(button.text()))
        if other is not None:
            button.setText(other)
            button.setAccessibleName(other)


def _turn_round(holder: QMenu | QMenuBar) -> None:
    actions = holder.actions()
    for action in actions:
        holder.removeAction(action)
    holder.addActions(actions[::-1])
    for action in actions:
        _rename(action)


def _rename(action: QAction) -> None:
    other = _OTHER_NAMES.get(_plain(action.text()))
    if other is not None:
        action.setText(other)
        menu = action.menu()
        if isinstance(menu, QMenu):
            menu.setAccessibleName(other)


def _plain(text: str) -> str:
    return text.replace("&", "")


if __name__ == "__main__":
    sys.exit(main())
