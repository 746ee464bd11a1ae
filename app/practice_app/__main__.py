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

from PySide6.QtWidgets import QApplication

from app.practice_app.main_window import MainWindow
from app.practice_app.outbox import Outbox
from app.practice_app.settings import SettingsStore


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until the window is closed; the return value is the exit status."""
    folder = _folder_from(arguments)
    # Qt's loop leaves Python no turn to notice Ctrl+C in the terminal; the system's default does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Practice")
    app.setStyle("Fusion")
    window = MainWindow(SettingsStore.of_user(), Outbox.of_user(), folder)
    window.show()
    return app.exec()


def _folder_from(arguments: Sequence[str] | None) -> Path:
    parser = argparse.ArgumentParser(
        prog="practice_app", description="A small application for agents to practise in."
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path.cwd(),
        help="the folder in which file dialogs open (default: the current one)",
    )
    folder: Path = parser.parse_args(arguments).folder.expanduser()
    if not folder.is_dir():
        parser.error(f"not a folder: {folder}")
    return folder.absolute()


if __name__ == "__main__":
    sys.exit(main())
