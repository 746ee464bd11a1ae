"""Space pauses and resumes, except where the focused widget needs it: fields, buttons, boxes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

NEED_SPACE = (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
)


class SpaceKey(QShortcut):
    def __init__(self, window: QWidget, application: QApplication) -> None:
        super().__init__(QKeySequence(Qt.Key.Key_Space), window)
        self.setAutoRepeat(False)
        application.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        self.setEnabled(not isinstance(now, NEED_SPACE))
