"""Starts the Practice app: reads the command line, builds its window, runs the Qt loop."""

import argparse
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.practice_app.window import PracticeWindow


def main() -> int:
    """Run until the window is closed; the return value is the exit status. What the user sets is
    remembered in PilothousePractice/practice.ini in ~/.config."""
    parser = argparse.ArgumentParser(
        prog="practice_app", description="A small application for agents to practise in."
    )
    words = "the folder in which files are kept (default: the current one)"
    parser.add_argument("--folder", type=_folder, default=Path.cwd(), help=words)
    folder: Path = parser.parse_args().folder
    # Qt's loop leaves Python no turn to notice Ctrl+C in the terminal; the system's default does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Practice")
    app.setStyle("Fusion")
    ini, user = QSettings.Format.IniFormat, QSettings.Scope.UserScope
    window = PracticeWindow(QSettings(ini, user, "PilothousePractice", "practice"), folder)
    window.show()
    return app.exec()


def _folder(text: str) -> Path:
    folder = Path(text).expanduser().absolute()
    if not folder.is_dir():
        raise argparse.ArgumentTypeError(f"not a folder: {folder}")
    return folder


if __name__ == "__main__":
    sys.exit(main())
