"""The Notes page: one plain-text note, and the verbs of the File menu that keep it in a file.

A verb that would lose changes asks first, and goes on from the answer: each is written as "what to
do then", since nothing here waits for a dialog.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel

from app.practice_app.controls import Page, in_line, named, page_layout
from app.practice_app.file_dialogs import (
    ask_about_changes,
    open_file_dialog,
    open_save_dialog,
    tell_failure,
)
from app.practice_app.note_editor import NoteEditor
from app.practice_app.settings import Settings


def _nothing_more() -> None:
    """Stand for "and then nothing"."""


class NotesPage(Page):
    """An editor for one note; the note has a file once it was saved or opened."""

    note_changed = Signal()  # another note, another file name, or another modified mark

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._path: Path | None = None
        self._autosave = QTimer(self)
        self._autosave.timeout.connect(self._save_by_itself)
        self.editor = named(NoteEditor(), "Note text")
        self.editor.setPlaceholderText("Write a note, or open one with File → Open…")
        self._file_label = QLabel()
        self._file_label.setObjectName("note_file")
        self._size_label = QLabel()
        self._size_label.setObjectName("note_size")
        layout = page_layout(self, "Notes")
        layout.addWidget(self.editor, 1)
        layout.addLayout(in_line(QHBoxLayout(), self._file_label, None, self._size_label))
        self.editor.textChanged.connect(self._show_size)
        self.editor.modificationChanged.connect(self._tell_note)
        self._show_size()
        self._tell_note()

    @property
    def is_open(self) -> bool:
        """Tell whether there is a note at all (there is none after File → Close)."""
        return self.editor.isEnabled()

    @property
    def is_modified(self) -> bool:
        """Tell whether the note has changes that are not in its file."""
        return self.editor.document().isModified()

    @property
    def file_name(self) -> str:
        """Return the name of the note's file, or an empty text while it has none."""
        return self._path.name if self._path else ""

    @property
    def text(self) -> str:
        """Return what is written in the note."""
        return self.editor.toPlainText()

    def use_settings(self, settings: Settings) -> None:
        """Show and do what the settings ask for."""
        self.editor.show_line_numbers(settings.show_line_numbers)
        self.editor.mark_doubled_words(settings.spell_check)
        if settings.autosave:
            self._autosave.start(settings.autosave_minutes * 60_000)
        else:
            self._autosave.stop()

    def new_note(self) -> None:
        """Begin an empty note."""
        self.keep_changes(then=lambda: self._show_note("", None))

    def open_note(self) -> None:
        """Ask for a file and show it."""
        self.keep_changes(
            then=lambda: open_file_dialog(self, "Open note", self._current_folder(), self.load)
        )

    def close_note(self) -> None:
        """Put the note away; the editor stays empty and disabled until New or Open."""
        self.keep_changes(then=lambda: self._show_note("", None, is_open=False))

    def save_note(self, then: Callable[[], object] = _nothing_more) -> None:
        """Save to the note's file, or ask for one; go on with `then` once it is saved."""
        if self._path is None:
            self.save_note_as(then)
        elif self.save_to(self._path):
            then()

    def save_note_as(self, then: Callable[[], object] = _nothing_more) -> None:
        """Ask for a file and save there; go on with `then` once it is saved."""

        def save_there(path: Path) -> None:
            if self.save_to(path):
                then()

        open_save_dialog(
            self, "Save note as", self._current_folder(), save_there, name=self.file_name
        )

    def keep_changes(self, *, then: Callable[[], object]) -> None:
        """Go on with `then` once no change can be lost: at once, or after the user's answer."""
        if not self.is_modified:
            then()
            return
        ask_about_changes(
            self,
            self.file_name or "Untitled",
            on_save=lambda: self.save_note(then),
            on_discard=then,
        )

    def load(self, path: Path) -> None:
        """Show the file's text, or say why it can't be read."""
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            tell_failure(self, f"“{path.name}” could not be opened", error)
            return
        self._show_note(text, path)
        self.said.emit(f"Opened {path.name}")

    def save_to(self, path: Path) -> bool:
        """Write the note to the file; a failure is shown to the user, and returns False."""
        try:
            path.write_text(self.text, encoding="utf-8")
        except OSError as error:
            tell_failure(self, f"“{path.name}” could not be saved", error)
            return False
        self._path = path
        self.editor.document().setModified(False)
        self._tell_note()
        self.said.emit(f"Saved {path.name}")
        return True

    def _save_by_itself(self) -> None:
        if self._path is not None and self.is_modified:
            self.save_to(self._path)

    def _show_note(self, text: str, path: Path | None, *, is_open: bool = True) -> None:
        self._path = path
        self.editor.setPlainText(text)
        self.editor.setEnabled(is_open)
        self._tell_note()
        if is_open:
            self.editor.setFocus()

    def _current_folder(self) -> Path:
        return self._path.parent if self._path else self._folder

    def _show_size(self) -> None:
        words = len(self.text.split())
        self._size_label.setText("1 word" if words == 1 else f"{words} words")

    def _tell_note(self) -> None:
        if not self.is_open:
            self._file_label.setText("No note is open")
        else:
            self._file_label.setText(str(self._path) if self._path else "Not saved yet")
        self.note_changed.emit()
