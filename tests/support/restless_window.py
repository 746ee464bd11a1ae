"""A window with a button that opens a menu, a field, and an area that is painted all the time
(unless it is ``--calm``).

``python -m tests.support.restless_window --told told.txt --at 0,0,400,300``; what was typed and
clicked is written into ``told.txt``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

_PERIOD_MS = 15


class Spinner(QWidget):
    def __init__(self, is_calm: bool) -> None:
        super().__init__()
        self._turn = 0
        if is_calm:
            return
        timer = QTimer(self)
        timer.timeout.connect(self.update)
        timer.start(_PERIOD_MS)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._turn += 1
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor.fromHsv(self._turn * 7 % 360, 255, 255))
        painter.end()


class Restless(QWidget):
    def __init__(self, told: Path, title: str, is_calm: bool) -> None:
        super().__init__()
        self.setWindowTitle(title)
        self._told = told
        column = QVBoxLayout(self)
        field = QLineEdit()
        field.setAccessibleName("Diary")
        field.textChanged.connect(lambda text: self.tell(f"text {text}"))
        button = QPushButton("Press me")
        button.clicked.connect(lambda: self.tell("click"))
        opener = QPushButton("More")
        menu = QMenu(opener)
        menu.addAction("An entry of the menu")
        menu.addAction("Another entry of it")
        opener.setMenu(menu)
        for part in (field, button, opener):
            column.addWidget(part)
        column.addWidget(Spinner(is_calm), stretch=1)

    def tell(self, what: str) -> None:
        with self._told.open("a", encoding="utf-8") as file:
            file.write(f"{what}\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="Restless")
    parser.add_argument("--told", type=Path, required=True)
    parser.add_argument("--at", default="0,0,400,300")
    parser.add_argument("--calm", action="store_true")
    app = QApplication(sys.argv[:1])
    options = parser.parse_args()
    window = Restless(options.told, options.title, options.calm)
    window.setGeometry(*(int(number) for number in options.at.split(",")))
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
