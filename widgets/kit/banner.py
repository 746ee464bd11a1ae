"""A plain banner above the picture: what happened, how to mend it, and a way to close it.

Never a dialog: the run and the operator's hands go on.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from engine.language.folding import shown, shown_cut
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkLabel, push_button, role_label, tool_button
from widgets.kit.theme import Theme, lay_row, set_tone

ICONS = {"warn": "warning", "bad": "failed", "good": "done", "text": "info"}


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be done about it: the words on the button, its tip, and what is to happen."""

    words: str
    tip: str
    taken: Callable[[], object]


class Banner(QFrame):
    action_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, action: str = "", tip: str = "", icon: str = "") -> None:
        super().__init__()
        self.setProperty("role", "banner")
        self._stays = bool(action)
        self._mark = MarkLabel(theme)
        self._title = role_label("", "goal", selectable=True)
        self._text = role_label("", wraps=True, selectable=True)
        self._taken: Callable[[], object] = lambda: None
        row = lay_row(
            self._mark, self._title, (self._text, 1), of=self, margins=(12, 4, 8, 4), spacing=8
        )
        if action:
            button = push_button(theme, action, tip, icon)
            button.clicked.connect(self.action_requested)
            row.addWidget(button)
        else:
            close = tool_button(theme, "close", "Close the message", "Close this message")
            close.clicked.connect(self.close_banner)
            row.addWidget(close)
        self._offer = push_button(theme, "", "")
        self._offer.clicked.connect(self._take_offer)
        row.insertWidget(row.count() - 1, self._offer)
        self.hide()

    def show_banner(
        self,
        title: str,
        text: str,
        remedy: str = "",
        tone: str = "text",
        offer: Offer | None = None,
    ) -> None:
        body = " ".join(part for part in (text, remedy) if part)
        self._title.setText(shown(title))
        self._text.setText(shown_cut(body))
        self._offer.setVisible(offer is not None)
        if offer is not None:
            self._offer.setText(offer.words)
            self._offer.setToolTip(offer.tip)
            self._offer.setAccessibleName(offer.words)
            self._taken = offer.taken
        self._mark.show_mark(Mark(ICONS[tone], tone))
        set_tone(self, tone)
        self.setAccessibleName(f"{title}. {body}")
        self.show()

    def _take_offer(self) -> None:
        """A banner with a way of its own stays until that is taken."""
        self.setVisible(self._stays)
        self._taken()

    def close_banner(self) -> None:
        self.hide()
        self.closed.emit()
