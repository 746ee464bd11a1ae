"""The dialog behind Tools → Settings: the place that the menus' wrong turns lead away from.

It is given settings, and says `applied` with new ones at OK and at Apply; it stores nothing itself.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.practice_app.controls import SPACE_PX, label_for, named
from app.practice_app.settings import MINUTES_RANGE, Settings
from app.practice_app.theme import Theme


class SettingsDialog(QDialog):
    """Checkboxes, a theme and an interval; Apply is enabled while something differs."""

    applied = Signal(object)  # Settings

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settled = settings
        self._autosave = named(
            QCheckBox("&Autosave"), "Autosave", tip="Saves a note that has a file by itself"
        )
        self._spell_check = named(
            QCheckBox("S&pell check"), "Spell check", tip="Underlines a word typed twice in a row"
        )
        self._line_numbers = named(QCheckBox("Show &line numbers"), "Show line numbers")
        self._theme = named(QComboBox(), "Theme")
        self._theme.addItems([theme.value for theme in Theme])
        self._minutes = named(QSpinBox(), "Autosave interval (minutes)")
        self._minutes.setRange(*MINUTES_RANGE)
        self._buttons = self._make_buttons()
        self._lay_out()
        self._fill(settings)
        self._watch_changes()

    def _make_buttons(self) -> QDialogButtonBox:
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel | kinds.Apply)
        for kind, name in ((kinds.Ok, "OK"), (kinds.Cancel, "Cancel"), (kinds.Apply, "Apply")):
            named(buttons.button(kind), name)
        buttons.accepted.connect(self._accept_all)
        buttons.rejected.connect(self.reject)
        buttons.button(kinds.Apply).clicked.connect(self._apply)
        return buttons

    def _lay_out(self) -> None:
        fields = QFormLayout()
        fields.setHorizontalSpacing(2 * SPACE_PX)
        fields.setVerticalSpacing(SPACE_PX)
        fields.addRow(self._autosave)
        fields.addRow(self._spell_check)
        fields.addRow(self._line_numbers)
        fields.addRow(label_for(self._theme, "&Theme"), self._theme)
        fields.addRow(label_for(self._minutes, "Autosave &interval (minutes)"), self._minutes)
        layout = QVBoxLayout(self)
        margin_px = 3 * SPACE_PX
        layout.setContentsMargins(margin_px, margin_px, margin_px, margin_px)
        layout.setSpacing(3 * SPACE_PX)
        layout.addLayout(fields)
        layout.addWidget(self._buttons)
        self.setMinimumWidth(50 * SPACE_PX)

    def _fill(self, settings: Settings) -> None:
        self._autosave.setChecked(settings.autosave)
        self._spell_check.setChecked(settings.spell_check)
        self._line_numbers.setChecked(settings.show_line_numbers)
        self._theme.setCurrentText(settings.theme.value)
        self._minutes.setValue(settings.autosave_minutes)

    def _watch_changes(self) -> None:
        for box in (self._autosave, self._spell_check, self._line_numbers):
            box.toggled.connect(self._show_whether_changed)
        self._theme.currentIndexChanged.connect(self._show_whether_changed)
        self._minutes.valueChanged.connect(self._show_whether_changed)
        self._show_whether_changed()

    def _chosen(self) -> Settings:
        return Settings(
            autosave=self._autosave.isChecked(),
            spell_check=self._spell_check.isChecked(),
            show_line_numbers=self._line_numbers.isChecked(),
            theme=Theme(self._theme.currentText()),
            autosave_minutes=self._minutes.value(),
        )

    def _show_whether_changed(self) -> None:
        apply_button = self._buttons.button(QDialogButtonBox.StandardButton.Apply)
        apply_button.setEnabled(self._chosen() != self._settled)

    def _apply(self) -> None:
        self._settled = self._chosen()
        self._show_whether_changed()
        self.applied.emit(self._settled)

    def _accept_all(self) -> None:
        self._apply()
        self.accept()
