"""The dialog behind View → Preferences of view: sounds like the settings, and is not.

It says `chosen` with how the window should look; harmless, and left with Cancel.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.practice_app.controls import SPACE_PX, label_for, named


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """How the window looks, until it is closed."""

    text_points: int
    with_status_bar: bool


class ViewDialog(QDialog):
    """Size of the note's text, and whether there is a status bar."""

    chosen = Signal(object)  # ViewChoice

    def __init__(self, current: ViewChoice, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences of view")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._points = named(QSpinBox(), "Text size (points)")
        self._points.setRange(6, 48)
        self._points.setValue(current.text_points)
        self._status_bar = named(QCheckBox("Show the status &bar"), "Show the status bar")
        self._status_bar.setChecked(current.with_status_bar)
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        named(buttons.button(kinds.Ok), "OK")
        named(buttons.button(kinds.Cancel), "Cancel")
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        fields = QFormLayout()
        fields.setHorizontalSpacing(2 * SPACE_PX)
        fields.setVerticalSpacing(SPACE_PX)
        fields.addRow(label_for(self._points, "&Text size (points)"), self._points)
        fields.addRow(self._status_bar)
        layout = QVBoxLayout(self)
        margin_px = 3 * SPACE_PX
        layout.setContentsMargins(margin_px, margin_px, margin_px, margin_px)
        layout.setSpacing(3 * SPACE_PX)
        layout.addLayout(fields)
        layout.addWidget(buttons)
        self.setMinimumWidth(44 * SPACE_PX)

    def _choose(self) -> None:
        choice = ViewChoice(
            text_points=self._points.value(), with_status_bar=self._status_bar.isChecked()
        )
        self.accept()
        self.chosen.emit(choice)
