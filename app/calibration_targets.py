"""The targets of ``pilothouse doctor --calibrate``: small windows that tell where they were hit.

A process of its own, so that the clicks are real. It reads the targets as one JSON line: for each
a name and a colour. It writes JSON lines: ``{"shown": [window numbers]}``, ``{"hit": n, "x": …,
"y": …}`` in pixels from the target's corner, and ``{"escape": true}``. Its end is that of its
standard input.
"""

from __future__ import annotations

import json
import os
import sys

from PySide6.QtCore import QSocketNotifier, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

_START_SIDE = 48


class Target(QPushButton):
    """A plain area of one colour, for its whole window."""

    def __init__(self, number: int, name: str, colour: QColor) -> None:
        super().__init__()
        self._number = number
        self._colour = colour
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._colour)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        ratio, place = self.devicePixelRatioF(), event.position()
        _tell({"hit": self._number, "x": place.x() * ratio, "y": place.y() * ratio})


class TargetWindow(QWidget):
    """Stays where it is put, whatever the window manager thinks of it."""

    def __init__(self, number: int, name: str, colour: QColor) -> None:
        super().__init__(
            None,
            Qt.WindowType.Window
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.BypassWindowManagerHint
            | Qt.WindowType.WindowStaysOnTopHint,
        )
        self.setWindowTitle(name)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        target = Target(number, name, colour)
        target.setSizePolicy(
            target.sizePolicy().Policy.Expanding, target.sizePolicy().Policy.Expanding
        )
        column.addWidget(target)
        self.resize(_START_SIDE, _START_SIDE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            _tell({"escape": True})


def _tell(what: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main() -> int:
    wanted = json.loads(sys.stdin.buffer.readline())
    application = QApplication(sys.argv[:1])
    application.setApplicationName("pilothouse-calibration")
    windows = [
        TargetWindow(number, one["name"], QColor(*one["colour"]))
        for number, one in enumerate(wanted)
    ]
    for window in windows:
        window.show()
    if windows:
        windows[0].grabKeyboard()  # Esc is heard wherever the keyboard is
    application.processEvents()
    _tell({"shown": [int(window.winId()) for window in windows]})
    line = QSocketNotifier(0, QSocketNotifier.Type.Read)
    line.activated.connect(lambda *_: application.quit() if not os.read(0, 1) else None)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
