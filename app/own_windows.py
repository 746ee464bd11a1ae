"""Where the console's own windows lie on the screen that it shows."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from engine.domain.spaces import Point


def lies_under(window: QWidget, point: Point) -> bool:
    """Whether a window of the console covers the pixel of its own screen's picture.

    Qt counts in logical pixels, the picture in physical ones.
    """
    ratio = window.devicePixelRatioF()
    for each in QApplication.topLevelWidgets():
        frame = each.frameGeometry()
        left, top = frame.x() * ratio, frame.y() * ratio
        is_across = left <= point.x < left + frame.width() * ratio
        is_down = top <= point.y < top + frame.height() * ratio
        if each.isVisible() and not each.isMinimized() and is_across and is_down:
            return True
    return False
