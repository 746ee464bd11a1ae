"""A plain banner above the picture: what happened, how to mend it, and a way to close it.

Never a dialog: the run and the operator's hands go on.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from widgets.marks import Mark
from widgets.parts import MarkLabel, push_button, tool_button
from widgets.theme import Theme, set_tone

ICONS = {"warn": "warning", "bad": "failed", "good": "done", "text": "info"}


class Banner(QFrame):
    action_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, action: str = "", tip: str = "", icon: str = "") -> None:
        super().__init__()
        self.setProperty("role", "banner")
        self._mark = MarkLabel(theme)
        self._title = QLabel()
        self._title.setProperty("role", "goal")
        self._text = QLabel()
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._text)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        if action:
            button = push_button(theme, action, tip, icon)
            button.clicked.connect(self.action_requested)
            row.addWidget(button)
        else:
            close = tool_button(theme, "close", "Close the message", "Close this message")
            close.clicked.connect(self.close_banner)
            row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_banner(self, title: str, text: str, remedy: str = "", tone: str = "text") -> None:
        body = " ".join(part for part in (text, remedy) if part)
        self._title.setText(title)
        self._text.setText(body)
        self._text.setVisible(bool(body))
        self._mark.show_mark(Mark(ICONS[tone], tone))
        set_tone(self, tone)
        self.setAccessibleName(f"{title}. {body}")
        self.show()

    def close_banner(self) -> None:
        self.hide()
        self.closed.emit()

    @property
    def shown_text(self) -> str:
        return "" if self.isHidden() else f"{self._title.text()} {self._text.text()}".strip()
