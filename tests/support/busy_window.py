"""A window in which much moves by itself, and some things only when they are acted upon.

A stop watch, a blinking caret and a turning square move by themselves. A button counts, a box can
be ticked, a menu opens, and a click upon the board paints a cell of it."""

from __future__ import annotations

import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

_TICK_MS = 100
_CELL_PX = 40


class Turning(QWidget):
    """A small area of another colour at each turn."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(48, 48)
        self._turn = 0
        timer = QTimer(self)
        timer.timeout.connect(self.update)
        timer.start(_TICK_MS)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._turn += 1
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor.fromHsv(self._turn * 37 % 360, 255, 255))
        painter.end()


class Board(QWidget):
    """Squares that are painted where they were clicked; accessibility tells nothing of them."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Board")
        self.setMinimumSize(240, 160)
        self._painted: set[tuple[int, int]] = set()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        self._painted ^= {(at.x() // _CELL_PX, at.y() // _CELL_PX)}
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("white"))
        for column, row in self._painted:
            painter.fillRect(column * _CELL_PX, row * _CELL_PX, _CELL_PX, _CELL_PX, QColor("navy"))
        painter.end()


class Busy(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Busy")
        self._began = time.monotonic()
        self._count = 0
        self._watch = QLabel()
        self._watch.setAccessibleName("")
        self._counted = QLabel("Counted 0")
        field = QLineEdit()
        field.setAccessibleName("Name")
        button = QPushButton("Count")
        button.clicked.connect(self._add)
        more = QPushButton("More")
        menu = QMenu(more)
        menu.addAction("An entry")
        more.setMenu(menu)
        column = QVBoxLayout(self)
        for part in (self._watch, Turning(), field, button, self._counted,
                     QCheckBox("Loud"), more, Board()):  # fmt: skip
            column.addWidget(part)
        field.setFocus()
        timer = QTimer(self)
        timer.timeout.connect(self._tick)
        timer.start(_TICK_MS)

    def _tick(self) -> None:
        self._watch.setText(f"Elapsed {time.monotonic() - self._began:.1f} s")

    def _add(self) -> None:
        self._count += 1
        self._counted.setText(f"Counted {self._count}")


def main() -> int:
    app = QApplication(sys.argv[:1])
    window = Busy()
    window.setGeometry(60, 60, 420, 520)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
