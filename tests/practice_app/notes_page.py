"""The Notes page: one plain-text note, and the verbs of the File menu that keep it in a file.

A verb that would lose changes asks first, and goes on from the answer: each is written as "what to
do then", since nothing here waits for a dialog.

Its text field has line numbers and marks under doubled words; both are off until the settings ask
for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextDocument,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QWidget

from app.practice_app.pages import SPACE_PX, named
from tests.practice_app.controls import Page, in_line, page_layout
from tests.practice_app.file_dialogs import (
    ask_about_changes,
    open_file_dialog,
    open_save_dialog,
    tell_failure,
)
from tests.practice_app.settings import Settings
from tests.practice_app.theme import ACCENT

_DOUBLED_WORD = re.compile(r"\b(\w+)\s+(\1)\b", re.IGNORECASE)


class NoteEditor(QPlainTextEdit):
    """Plain text; the margin on the left is kept for line numbers while they are shown."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = _LineNumbers(self)
        self._numbers.hide()
        self._marks = _DoubledWordMarks(self.document())
        self._first_size = self.font().pointSizeF()
        self.blockCountChanged.connect(self._fit_margin)
        self.updateRequest.connect(self._scroll_numbers)

    def show_line_numbers(self, shown: bool) -> None:
        """Show or hide the numbers in the margin."""
        self._numbers.setVisible(shown)
        self._fit_margin()

    def mark_doubled_words(self, marked: bool) -> None:
        """Underline a word that follows itself, or stop doing so."""
        self._marks.set_enabled(marked)

    def reset_text_size(self) -> None:
        """Go back to the size of the system's font."""
        self.set_text_size(self._first_size)

    def set_text_size(self, points: float) -> None:
        """Show the text at this size."""
        font = self.font()
        font.setPointSizeF(points)
        self.setFont(font)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_margin()

    def paint_line_numbers(self, painter: QPainter, exposed: QRect) -> None:
        """Paint the numbers of the lines that can be seen, beside them."""
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if place.top() > exposed.bottom():
                return
            painter.drawText(
                QRect(
                    0, round(place.top()), self._numbers.width() - SPACE_PX, round(place.height())
                ),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop,
                str(block.blockNumber() + 1),
            )
            block = block.next()

    def margin_width_px(self) -> int:
        """Return the width that the largest line number needs."""
        digits = max(2, len(str(self.blockCount())))
        return self.fontMetrics().horizontalAdvance("9") * digits + 2 * SPACE_PX

    def _fit_margin(self) -> None:
        width_px = 0 if self._numbers.isHidden() else self.margin_width_px()
        self.setViewportMargins(width_px, 0, 0, 0)
        inside = self.contentsRect()
        self._numbers.setGeometry(inside.left(), inside.top(), width_px, inside.height())

    def _scroll_numbers(self, exposed: QRect, moved_px: int) -> None:
        if moved_px:
            self._numbers.scroll(0, moved_px)
        else:
            self._numbers.update(0, exposed.y(), self._numbers.width(), exposed.height())


class _LineNumbers(QWidget):
    """The margin; the editor knows where its lines are, and paints it."""

    def __init__(self, editor: NoteEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        named(self, "Line numbers")

    def sizeHint(self) -> QSize:
        return QSize(self._editor.margin_width_px(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.palette().color(QPalette.ColorRole.Window))
        self._editor.paint_line_numbers(painter, event.rect())
        painter.end()


class _DoubledWordMarks(QSyntaxHighlighter):
    """Underlines the second of two equal words, while enabled."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._enabled = False
        self._mark = QTextCharFormat()
        self._mark.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        self._mark.setUnderlineColor(QColor(ACCENT))

    def set_enabled(self, enabled: bool) -> None:
        if enabled != self._enabled:
            self._enabled = enabled
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        if not self._enabled:
            return
        for match in _DOUBLED_WORD.finditer(text):
            self.setFormat(match.start(2), len(match[2]), self._mark)


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
