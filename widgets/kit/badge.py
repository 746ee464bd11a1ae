"""A badge: an icon and a word on a tint, for a risk class or an outcome."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy

from widgets.kit.laying import lay_row
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkLabel
from widgets.kit.theme import Theme, set_tone


class Badge(QFrame):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "badge")
        self._icon = MarkLabel(theme)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        lay_row(self._icon, self._words, of=self, margins=(8, 3, 10, 3), spacing=6)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_badge(self, mark: Mark, words: str) -> None:
        self._icon.show_mark(mark)
        self._words.setText(words)
        set_tone(self, mark.tone)
        set_tone(self._words, mark.tone)
        self.setAccessibleName(words)

    @property
    def words(self) -> str:
        return self._words.text()
