"""Starts the tests' Practice app, where asked with planted faults or with other labels."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QPushButton, QWidget

from tests.practice_app.main_window import MainWindow
from tests.practice_app.message_page import Outbox
from tests.practice_app.settings import SettingsStore

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


def main() -> int:
    """Run until the window is closed; the return value is the exit status."""
    parser = argparse.ArgumentParser(prog="practice_app")
    parser.add_argument("--folder", type=Path, default=_practice_folder())
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
    options = parser.parse_args()
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


def _practice_folder() -> Path:
    """On a practice desktop its own; a desktop entry can't name it."""
    folder = Path.home() / "Practice"
    return folder if folder.is_dir() else Path.cwd()


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
