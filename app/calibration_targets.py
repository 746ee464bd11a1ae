"""The targets of ``pilothouse doctor --calibrate``: small windows that tell where they were hit.

A process of its own, so that the clicks are real. It is asked once to show targets, each with a
``name``, a ``colour`` and the pixel of the screen ``at`` which it is to be, and answers when it
has. It tells where one was hit by ``x`` and ``y``, in pixels from the target's corner. Its end is
that of its line."""

import os
import sys
from collections.abc import Callable
from typing import Any

import xcffib.xproto
from PySide6.QtCore import QEventLoop, QSocketNotifier, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QPushButton

from engine.processes.parent_line import ParentLine
from engine.surfaces.desktop.x11.x_calls import connect

_STAYS = (
    Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.BypassWindowManagerHint
    | Qt.WindowType.WindowStaysOnTopHint
)
"""Where it is put, whatever the window manager thinks of it."""
_ROUNDED_PX = 2


class Target(QPushButton):
    """A window of one colour."""

    def __init__(self, name: str, colour: QColor, tell: Callable[[dict[str, Any]], None]) -> None:
        super().__init__()
        self._colour = colour
        self._tell = tell
        self.painted_px = 0.0
        """Its height as it was painted last."""
        self.setWindowFlags(Qt.WindowType.Window | _STAYS)
        self.setWindowTitle(name)
        self.setAccessibleName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._colour)
        painter.end()
        self.painted_px = self.height() * self.devicePixelRatioF()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        ratio, place = self.devicePixelRatioF(), event.position()
        self._tell({"event": "hit", "x": place.x() * ratio, "y": place.y() * ratio})


def main() -> int:
    line = ParentLine()
    (request,) = line.requests_now() or sys.exit(1)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("pilothouse-calibration")
    told = request["targets"]
    windows = [Target(one["name"], QColor(*one["colour"]), line.send) for one in told]
    for window in windows:
        window.show()
    application.processEvents()
    for window, one in zip(windows, told, strict=True):
        # exactly where it is to be, past all scaling
        connection, part = connect(os.environ), xcffib.xproto.ConfigWindow
        (x, y), side = one["at"], request["side"]
        connection.core.ConfigureWindow(
            int(window.winId()),
            part.X | part.Y | part.Width | part.Height,
            [x & 0xFFFFFFFF, y & 0xFFFFFFFF, side, side],
            is_checked=True,
        ).check()
        connection.disconnect()
    while any(abs(window.painted_px - request["side"]) > _ROUNDED_PX for window in windows):
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    line.answer(request, True)
    end = QSocketNotifier(0, QSocketNotifier.Type.Read)
    end.activated.connect(lambda *_: application.quit() if not os.read(0, 1) else None)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
