"""A window that paints its one option and tells nothing of it: ``python -m
tests.support.painted_option --told FILE``.

A click turns it, which the title and the file show; whether it is on is painted nowhere. With
``--on`` it is on from the start; with ``--answers`` a check box tells of it after the click."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QVBoxLayout, QWidget

NAME = "Board Numbering"


class Options(QWidget):
    def __init__(self, told: Path, *, is_on: bool, answers: bool) -> None:
        super().__init__()
        self._told, self._is_on, self._answers = told, is_on, answers
        self._column = QVBoxLayout(self)
        self.setWindowTitle("Options")
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(QFont("DejaVu Sans", 16))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, NAME)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._is_on = not self._is_on
        self.setWindowTitle("Options (changed)")
        self._tell()
        if self._answers:
            box = QCheckBox(NAME)
            box.setChecked(self._is_on)
            self._column.addWidget(box)

    def _tell(self) -> None:
        self._told.write_text("on" if self._is_on else "off")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--told", type=Path, required=True)
    parser.add_argument("--on", action="store_true")
    parser.add_argument("--answers", action="store_true")
    options = parser.parse_args()
    app = QApplication(sys.argv[:1])
    window = Options(options.told, is_on=options.on, answers=options.answers)
    window.resize(420, 200)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
