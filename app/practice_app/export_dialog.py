"""The dialog behind Tools → Export: a dead end for whoever was looking for the settings.

It does work (it says `chosen` with what to export where), but only once a destination is given; an
agent that strayed in here finds a greyed button, and must go back with Cancel.
"""

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
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.practice_app.controls import SPACE_PX, in_line, label_for, named
from app.practice_app.file_dialogs import open_save_dialog


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


class ExportDialog(QDialog):
    """Format, date and destination; Export waits for a destination."""

    chosen = Signal(object)  # ExportOrder

    def __init__(self, folder: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
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
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = named(QPushButton("&Export"), "Export", tip="Needs a destination")
        self._export.setEnabled(False)
        self._buttons.addButton(self._export, QDialogButtonBox.ButtonRole.AcceptRole)
        named(self._buttons.button(QDialogButtonBox.StandardButton.Cancel), "Cancel")
        self._lay_out()
        self._destination.textChanged.connect(self._show_whether_ready)
        self._browse.clicked.connect(self._ask_destination)
        self._buttons.accepted.connect(self._export_now)
        self._buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        fields = QFormLayout()
        fields.setHorizontalSpacing(2 * SPACE_PX)
        fields.setVerticalSpacing(SPACE_PX)
        fields.addRow(label_for(self._format, "&Format"), self._format)
        fields.addRow("", self._with_date)
        destination_row = in_line(QHBoxLayout(), self._destination, self._browse)
        fields.addRow(label_for(self._destination, "&Destination"), destination_row)
        layout = QVBoxLayout(self)
        margin_px = 3 * SPACE_PX
        layout.setContentsMargins(margin_px, margin_px, margin_px, margin_px)
        layout.setSpacing(3 * SPACE_PX)
        layout.addLayout(fields)
        layout.addWidget(self._buttons)
        self.setMinimumWidth(60 * SPACE_PX)

    def _show_whether_ready(self, destination: str) -> None:
        self._export.setEnabled(bool(destination.strip()))

    def _ask_destination(self) -> None:
        open_save_dialog(
            self,
            "Export to",
            self._folder,
            lambda path: self._destination.setText(str(path)),
        )

    def _export_now(self) -> None:
        order = ExportOrder(
            destination=self._folder / self._destination.text().strip(),
            export_format=ExportFormat(self._format.currentText()),
            with_date=self._with_date.isChecked(),
        )
        self.accept()
        self.chosen.emit(order)
