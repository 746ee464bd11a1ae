"""The warning on a card: what is asked seems to follow something on the screen, not the goal."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QLabel

from widgets.kit.laying import lay_column, lay_row
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkLabel
from widgets.kit.theme import Theme, set_tone

SUSPECTED = "This may follow the screen, not your goal:"
SIGN_PX = 24


class SuspicionNote(QFrame):
    """Hidden while there is nothing to say; announced to screen readers when there is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("suspicion")
        self._title = QLabel(SUSPECTED)
        self._why = QLabel()
        for label, role in ((self._title, "goal"), (self._why, "")):
            label.setProperty("role", role)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._why.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_tone(self._title, "bad")
        words = lay_column(self._title, self._why, spacing=2)
        row = lay_row(of=self, margins=(12, 8, 12, 8), spacing=12)
        sign = MarkLabel(theme, Mark("warning", "bad"), SIGN_PX)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.hide()

    def show_suspicion(self, why: str) -> str:
        """Show it, or hide where there is none; returns all that is said."""
        words = f"{SUSPECTED} {why}" if why else ""
        self._why.setText(why)
        self.setVisible(bool(why))
        self.setAccessibleName(words)
        if why:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
        return words

    @property
    def shown_text(self) -> str:
        return "" if self.isHidden() else f"{SUSPECTED} {self._why.text()}"
