"""The targets of ``pilothouse doctor --calibrate``: small windows that tell where they were hit.

A process of its own, so that the clicks are real. It is asked once to show targets, each with a
``name``, a ``colour`` and the pixel of the screen ``at`` which it is to be, and answers when it
has. It tells of a ``hit`` with ``name``, ``x`` and ``y``, in pixels from the target's corner, and
of ``escape``. Its end is that of its line.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import xcffib.xproto
from PySide6.QtCore import QSocketNotifier, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from engine.processes.parent_line import ParentLine
from engine.surfaces.desktop.x11.x_calls import connect

Tell = Callable[[dict[str, Any]], None]
_STAYS = (
    Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.BypassWindowManagerHint
    | Qt.WindowType.WindowStaysOnTopHint
)
"""Where it is put, whatever the window manager thinks of it."""


class Target(QPushButton):
    """A plain area of one colour, for its whole window."""

    def __init__(self, name: str, colour: QColor, tell: Tell) -> None:
        super().__init__()
        self._colour = colour
        self._tell = tell
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        both = self.sizePolicy().Policy.Expanding
        self.setSizePolicy(both, both)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._colour)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        ratio, place = self.devicePixelRatioF(), event.position()
        x, y = place.x() * ratio, place.y() * ratio
        self._tell({"event": "hit", "name": self.accessibleName(), "x": x, "y": y})


class TargetWindow(QWidget):
    def __init__(self, name: str, colour: QColor, tell: Tell) -> None:
        super().__init__(None, Qt.WindowType.Window | _STAYS)
        self._tell = tell
        self.setWindowTitle(name)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(Target(name, colour, tell))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._tell({"event": "escape"})


def _put(windows: Sequence[TargetWindow], told: Sequence[Mapping[str, Any]], side: int) -> None:
    """Each exactly where it is to be, past all scaling."""
    connection = connect(os.environ)
    part = xcffib.xproto.ConfigWindow
    for window, (x, y) in zip(windows, (one["at"] for one in told), strict=True):
        connection.core.ConfigureWindow(
            int(window.winId()),
            part.X | part.Y | part.Width | part.Height,
            [x & 0xFFFFFFFF, y & 0xFFFFFFFF, side, side],
            is_checked=True,
        ).check()
    connection.disconnect()


def main() -> int:
    line = ParentLine()
    (request,) = line.requests_now() or sys.exit(1)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("pilothouse-calibration")
    told = request["targets"]
    windows = [TargetWindow(one["name"], QColor(*one["colour"]), line.send) for one in told]
    for window in windows:
        window.show()
    if windows:
        windows[0].grabKeyboard()  # Esc is heard wherever the keyboard is
    application.processEvents()
    _put(windows, told, request["side"])
    line.answer(request, True)
    end = QSocketNotifier(0, QSocketNotifier.Type.Read)
    end.activated.connect(lambda *_: application.quit() if not os.read(0, 1) else None)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
