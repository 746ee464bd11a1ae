"""A text of the record, unfolded: monospace, to be selected, copied, or opened in a window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication, QTextOption
from PySide6.QtWidgets import QPlainTextEdit

from widgets.inspector.hashed_section import HashedSection
from widgets.kit.look_dialog import LookDialog
from widgets.kit.theme import Theme

MOST_LINES = 14
LONGEST_WORD = 4000
"""Beyond it Qt takes half a second to find where a line may break; then any place will do."""


def as_it_is(text: str) -> str:
    return text


class TextView(QPlainTextEdit):
    """Read-only; as high as its text, up to ``MOST_LINES``, and scrolled beyond that."""

    def __init__(self, name: str, most_lines: int = MOST_LINES) -> None:
        super().__init__()
        self._most_lines = most_lines
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("look", "record")
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        if most_lines:
            self.document().documentLayout().documentSizeChanged.connect(
                lambda _size: self._fit_height()
            )

    def show_text(self, text: str) -> None:
        is_endless = max(map(len, text.split()), default=0) > LONGEST_WORD
        modes = QTextOption.WrapMode
        self.setWordWrapMode(
            modes.WrapAnywhere if is_endless else modes.WrapAtWordBoundaryOrAnywhere
        )
        self.setPlainText(text)
        if self._most_lines:
            self._fit_height()

    def _fit_height(self) -> None:
        lines = min(self._most_lines, max(1, int(self.document().size().height())))
        around = 2 * (self.frameWidth() + self.contentOffset().toPoint().y()) + 12
        height = lines * self.fontMetrics().lineSpacing() + around
        if height != self.minimumHeight() or height != self.maximumHeight():
            self.setFixedHeight(height)


class TextSection(HashedSection):
    """A text from the record; ``reading`` takes the wished part of it."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        *,
        want: Callable[[str], None],
        is_open: bool,
        reading: Callable[[str], str] = as_it_is,
    ) -> None:
        self.view = TextView(title)
        super().__init__(theme, title, self.view, want=want, is_open=is_open)
        self._reading = reading
        self._theme = theme

    def show_text(self, content_hash: str, text: str) -> None:
        if self.is_about(content_hash):
            self.view.show_text(self._reading(text))
            self.section.show_body()

    @property
    def shown_text(self) -> str:
        return self.view.toPlainText() or self.section.note.text()

    def clear(self) -> None:
        self.view.clear()

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.view.toPlainText())

    def enlarge(self) -> None:
        large = TextView(self.section.title, most_lines=0)
        large.show_text(self.view.toPlainText())
        LookDialog(self._theme, self.section.title, large, self.window()).open()
