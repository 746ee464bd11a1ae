"""Starts the Practice app: reads the command line, builds its parts, runs the Qt loop."""

import argparse
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from app.practice_app.main_window import MainWindow
from app.practice_app.settings import SettingsStore


def main() -> int:
    """Run until the window is closed; the return value is the exit status."""
    options = command_line().parse_args()
    return run("Practice", lambda: MainWindow(SettingsStore.of_user(), options.folder))


def run(name: str, window_of: Callable[[], QWidget]) -> int:
    # Qt's loop leaves Python no turn to notice Ctrl+C in the terminal; the system's default does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = QApplication(sys.argv[:1])
    app.setApplicationName(name)
    app.setStyle("Fusion")
    window = window_of()
    window.show()
    return app.exec()


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="practice_app", description="A small application for agents to practise in."
    )
    parser.add_argument(
        "--folder",
        type=_folder,
        default=Path.cwd(),
        help="the folder in which files are kept (default: the current one)",
    )
    return parser


def _folder(text: str) -> Path:
    folder = Path(text).expanduser().absolute()
    if not folder.is_dir():
        raise argparse.ArgumentTypeError(f"not a folder: {folder}")
    return folder


if __name__ == "__main__":
    sys.exit(main())
