"""The text field of the Notes page: plain text with line numbers and marks under doubled words.

Both extras are off until the settings ask for them.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QSize, Qt
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
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.practice_app.controls import SPACE_PX, named
from app.practice_app.theme import ACCENT

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
