"""The targets of ``pilothouse doctor --calibrate``: small windows that tell where they were hit.

A process of its own, so that the clicks are real. It is asked once to show targets, each with a
name and a colour, and answers with their windows' numbers. It tells of ``hit`` with ``target``,
``x`` and ``y``, in pixels from the target's corner, and of ``escape``. Its end is that of its line.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSocketNotifier, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from engine.processes.parent_line import ParentLine

Tell = Callable[[dict[str, Any]], None]

_START_SIDE = 48


class Target(QPushButton):
    """A plain area of one colour, for its whole window."""

    def __init__(self, number: int, name: str, colour: QColor, tell: Tell) -> None:
        super().__init__()
        self._number = number
        self._colour = colour
        self._tell = tell
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._colour)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        ratio, place = self.devicePixelRatioF(), event.position()
        x, y = place.x() * ratio, place.y() * ratio
        self._tell({"event": "hit", "target": self._number, "x": x, "y": y})


class TargetWindow(QWidget):
    """Stays where it is put, whatever the window manager thinks of it."""

    def __init__(self, number: int, name: str, colour: QColor, tell: Tell) -> None:
        super().__init__(
            None,
            Qt.WindowType.Window
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.BypassWindowManagerHint
            | Qt.WindowType.WindowStaysOnTopHint,
        )
        self._tell = tell
        self.setWindowTitle(name)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        target = Target(number, name, colour, tell)
        target.setSizePolicy(
            target.sizePolicy().Policy.Expanding, target.sizePolicy().Policy.Expanding
        )
        column.addWidget(target)
        self.resize(_START_SIDE, _START_SIDE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._tell({"event": "escape"})


def main() -> int:
    line = ParentLine()
    (request,) = line.requests_now() or sys.exit(1)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("pilothouse-calibration")
    windows = [
        TargetWindow(number, one["name"], QColor(*one["colour"]), line.send)
        for number, one in enumerate(request["targets"])
    ]
    for window in windows:
        window.show()
    if windows:
        windows[0].grabKeyboard()  # Esc is heard wherever the keyboard is
    application.processEvents()
    line.answer(request, [int(window.winId()) for window in windows])
    end = QSocketNotifier(0, QSocketNotifier.Type.Read)
    end.activated.connect(lambda *_: application.quit() if not os.read(0, 1) else None)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
