"""The dialogs that the menus open: the settings, and two wrong turns on the way to them.

Tools → Settings is the place that the wrong turns lead away from. View → Preferences of view sounds
like it and is not; Tools → Export works only once a destination is given: an agent that strayed in
there finds a greyed button, and must go back with Cancel. Each says what was chosen with a signal,
and stores nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from app.practice_app.pages import SPACE_PX, named
from tests.practice_app.controls import fields_layout, in_line, label_for, page_layout
from tests.practice_app.file_dialogs import open_save_dialog
from tests.practice_app.settings import MINUTES_RANGE, Settings
from tests.practice_app.theme import Theme

Button = QDialogButtonBox.StandardButton
_NAMES = {Button.Ok: "OK", Button.Cancel: "Cancel", Button.Apply: "Apply"}


class PracticeDialog(QDialog):
    """Fields with their buttons below; Cancel leaves it."""

    def __init__(self, title: str, kinds: Button, parent: QWidget, *, least_width: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fields = fields_layout()
        self.buttons = QDialogButtonBox(kinds)
        for kind, name in _NAMES.items():
            if kind in kinds:
                named(self.buttons.button(kind), name)
        self.buttons.rejected.connect(self.reject)
        layout = page_layout(self)
        layout.setSpacing(3 * SPACE_PX)
        layout.addLayout(self.fields)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(least_width * SPACE_PX)


class SettingsDialog(PracticeDialog):
    """Whether the note is kept by itself, and how often; the spell check, line numbers and a theme.
    Apply is enabled while something differs."""

    applied = Signal(object)  # Settings

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        kinds = Button.Ok | Button.Cancel | Button.Apply
        super().__init__("Settings", kinds, parent, least_width=50)
        self._settled = settings
        self._autosave = named(QCheckBox("&Autosave"), "Autosave", tip="Saves the note by itself")
        self._spell_check = named(
            QCheckBox("S&pell check"), "Spell check", tip="Underlines a word typed twice in a row"
        )
        self._line_numbers = named(QCheckBox("Show &line numbers"), "Show line numbers")
        self._theme = named(QComboBox(), "Theme")
        self._theme.addItems([theme.value for theme in Theme])
        self._minutes = named(QSpinBox(), "Autosave interval (minutes)")
        self._minutes.setRange(*MINUTES_RANGE)
        self._autosave.setChecked(settings.autosave)
        self._spell_check.setChecked(settings.spell_check)
        self._line_numbers.setChecked(settings.show_line_numbers)
        self._theme.setCurrentText(settings.theme.value)
        self._minutes.setValue(settings.autosave_minutes)
        for box in (self._autosave, self._spell_check, self._line_numbers):
            self.fields.addRow(box)
            box.toggled.connect(self._show_whether_changed)
        self.fields.addRow(label_for(self._theme, "&Theme"), self._theme)
        self.fields.addRow(label_for(self._minutes, "Autosave &interval (minutes)"), self._minutes)
        self._theme.currentIndexChanged.connect(self._show_whether_changed)
        self._minutes.valueChanged.connect(self._show_whether_changed)
        self.buttons.button(Button.Apply).setEnabled(False)
        self.buttons.accepted.connect(self._accept_all)
        self.buttons.button(Button.Apply).clicked.connect(self._apply)

    def _chosen(self) -> Settings:
        return Settings(
            autosave=self._autosave.isChecked(),
            autosave_minutes=self._minutes.value(),
            spell_check=self._spell_check.isChecked(),
            show_line_numbers=self._line_numbers.isChecked(),
            theme=Theme(self._theme.currentText()),
        )

    def _show_whether_changed(self) -> None:
        self.buttons.button(Button.Apply).setEnabled(self._chosen() != self._settled)

    def _apply(self) -> None:
        self._settled = self._chosen()
        self._show_whether_changed()
        self.applied.emit(self._settled)

    def _accept_all(self) -> None:
        self._apply()
        self.accept()


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """How the window looks, until it is closed."""

    text_points: int
    with_status_bar: bool


class ViewDialog(PracticeDialog):
    """Size of the note's text, and whether there is a status bar."""

    chosen = Signal(object)  # ViewChoice

    def __init__(self, current: ViewChoice, parent: QWidget) -> None:
        kinds = Button.Ok | Button.Cancel
        super().__init__("Preferences of view", kinds, parent, least_width=44)
        self._points = named(QSpinBox(), "Text size (points)")
        self._points.setRange(6, 48)
        self._points.setValue(current.text_points)
        self._status_bar = named(QCheckBox("Show the status &bar"), "Show the status bar")
        self._status_bar.setChecked(current.with_status_bar)
        self.fields.addRow(label_for(self._points, "&Text size (points)"), self._points)
        self.fields.addRow(self._status_bar)
        self.buttons.accepted.connect(self._choose)

    def _choose(self) -> None:
        choice = ViewChoice(
            text_points=self._points.value(), with_status_bar=self._status_bar.isChecked()
        )
        self.accept()
        self.chosen.emit(choice)


class ExportFormat(StrEnum):
    """The shapes that a note can be exported in."""

    PLAIN_TEXT = "Plain text"
    HTML = "HTML"
    MARKDOWN = "Markdown"


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What the user wants exported, and where to."""

    destination: Path
    export_format: ExportFormat
    with_date: bool

    def render(self, text: str) -> str:
        """Return the note's text in the format that was ordered."""
        document = QTextDocument(f"{date.today():%Y-%m-%d}\n\n{text}" if self.with_date else text)
        match self.export_format:
            case ExportFormat.PLAIN_TEXT:
                return document.toPlainText()
            case ExportFormat.HTML:
                return document.toHtml()
            case ExportFormat.MARKDOWN:
                return document.toMarkdown()


class ExportDialog(PracticeDialog):
    """Format, date and destination; Export waits for a destination."""

    chosen = Signal(object)  # ExportOrder

    def __init__(self, folder: Path, parent: QWidget) -> None:
        super().__init__("Export", Button.Cancel, parent, least_width=60)
        self._folder = folder
        self._format = named(QComboBox(), "Format")
        self._format.addItems([shape.value for shape in ExportFormat])
        self._with_date = named(QCheckBox("&Include the date"), "Include the date")
        self._destination = named(QLineEdit(), "Destination")
        self._destination.setPlaceholderText("No destination yet")
        self._browse = named(
            QPushButton("&Browse…"), "Browse for destination", tip="Choose the destination file"
        )
        self._browse.setAutoDefault(False)
        self._export = named(QPushButton("&Export"), "Export", tip="Needs a destination")
        self._export.setEnabled(False)
        self.buttons.addButton(self._export, QDialogButtonBox.ButtonRole.AcceptRole)
        self.fields.addRow(label_for(self._format, "&Format"), self._format)
        self.fields.addRow("", self._with_date)
        destination_row = in_line(QHBoxLayout(), self._destination, self._browse)
        self.fields.addRow(label_for(self._destination, "&Destination"), destination_row)
        self._destination.textChanged.connect(self._show_whether_ready)
        self._browse.clicked.connect(self._ask_destination)
        self.buttons.accepted.connect(self._export_now)

    def _show_whether_ready(self, destination: str) -> None:
        self._export.setEnabled(bool(destination.strip()))

    def _ask_destination(self) -> None:
        open_save_dialog(
            self, "Export to", self._folder, lambda path: self._destination.setText(str(path))
        )

    def _export_now(self) -> None:
        order = ExportOrder(
            destination=self._folder / self._destination.text().strip(),
            export_format=ExportFormat(self._format.currentText()),
            with_date=self._with_date.isChecked(),
        )
        self.accept()
        self.chosen.emit(order)
