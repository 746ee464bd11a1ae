"""Where the console's own windows lie on the screen that it shows."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from app.own_windows import lies_under
from engine.domain.spaces import Point
from tests.widgets.conftest import qapp

__all__ = ["qapp"]


def test_a_window_covers_its_own_place_while_it_is_shown(qapp: QApplication) -> None:
    window = QWidget()
    window.setGeometry(5000, 4000, 200, 150)
    window.show()
    frame = window.frameGeometry()
    assert lies_under(window, Point(frame.left(), frame.top()))
    assert lies_under(window, Point(frame.right(), frame.bottom()))
    assert not lies_under(window, Point(frame.right() + 1, frame.top()))
    assert not lies_under(window, Point(frame.left(), frame.top() - 1))
    window.hide()
    assert not lies_under(window, Point(frame.left(), frame.top()))
