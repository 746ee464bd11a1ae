"""A window that writes down what the pointer does in it, at the screen's places.

``python -m tests.support.drawing_window --told told.txt``; with ``--asks-at X`` it opens a second
window, at the right of that place of the screen, once the pointer has been drawn beyond it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget


class Drawing(QWidget):
    def __init__(self, told: Path, asks_at: int) -> None:
        super().__init__()
        self._told, self._asks_at = told, asks_at
        self._question: QLabel | None = None
        self.setWindowTitle("Drawing")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._tell("press", event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._tell("double", event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._tell("move", event)
        if self._asks_at and self._question is None and event.globalPosition().x() > self._asks_at:
            self._question = QLabel("Are you sure?")
            self._question.setWindowTitle("Question")
            self._question.setGeometry(self._asks_at + 80, 100, 400, 600)
            self._question.show()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._tell("release", event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._tell(f"wheel {event.angleDelta().x()} {event.angleDelta().y()}", event)

    def _tell(self, what: str, event: QMouseEvent | QWheelEvent) -> None:
        at = event.globalPosition().toPoint()
        held = "shift" if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else "-"
        with self._told.open("a", encoding="utf-8") as file:
            file.write(f"{what} {at.x()},{at.y()} {held}\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--told", type=Path, required=True)
    parser.add_argument("--asks-at", type=int, default=0)
    options = parser.parse_args()
    app = QApplication(sys.argv[:1])
    # each move is written down, also of those that come while it has no processor
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_CompressHighFrequencyEvents, False)
    drawing = Drawing(options.told, options.asks_at)
    drawing.setGeometry(100, 100, 1000, 600)
    drawing.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
