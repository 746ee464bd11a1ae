"""The Note page: one plain-text note, kept in a file by itself where the settings ask for it."""

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPlainTextEdit

from app.practice_app.controls import Page, named, page_layout, telling_label
from app.practice_app.settings import Settings

FILE_NAME = "note.txt"


class NotePage(Page):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._path = folder / FILE_NAME
        self._editor = named(QPlainTextEdit(), "Note text")
        self._editor.setPlaceholderText("Write a note")
        self._status = telling_label("note_status", "Not saved yet")
        self._autosave = QTimer(self)
        self._autosave.timeout.connect(self.save)
        layout = page_layout(self, "Note", f"With Autosave it is kept as {FILE_NAME}.")
        layout.addWidget(self._editor, 1)
        layout.addWidget(self._status)
        self.setFocusProxy(self._editor)

    def use_settings(self, settings: Settings) -> None:
        self._autosave.setInterval(settings.autosave_minutes * 60_000)
        if settings.autosave:
            self._autosave.start()
        else:
            self._autosave.stop()

    def save(self) -> None:
        """Write what is new; a failure is told, and tried again the next time."""
        document = self._editor.document()
        if not document.isModified():
            return
        try:
            self._path.write_text(self._editor.toPlainText(), encoding="utf-8")
        except OSError as error:
            self._tell(f"Not saved: {error.strerror or error}")
            return
        document.setModified(False)
        self._tell(f"Saved {self._path.name}")

    def _tell(self, text: str) -> None:
        self._status.setText(text)
        self.said.emit(text)
