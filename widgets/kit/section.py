"""A part of a sheet that unfolds: a title that is a button, tools beside it, a body below."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from widgets.kit.laying import STRETCH, lay_column, lay_row
from widgets.kit.parts import ICON_PX, quiet_label, tool_button
from widgets.kit.theme import Theme

LOADING = "Being read from the record…"
MISSING = "It is not in the record any more."


class Section(QWidget):
    """Bodies are asked for when they come into sight. ``note`` stands where there is no body."""

    wanted = Signal()  # it is unfolded and has nothing to show yet
    copied = Signal()
    enlarged = Signal()

    def __init__(self, theme: Theme, title: str, body: QWidget, *, is_open: bool) -> None:
        super().__init__()
        self._theme = theme
        self._title = title
        self._body = body
        self._has_body = False
        self._waits = False
        self.head = QToolButton()
        self.head.setText(title)
        self.head.setCheckable(True)
        self.head.setChecked(is_open)
        self.head.setAutoRaise(True)
        self.head.setProperty("look", "section")
        self.head.setIconSize(QSize(ICON_PX, ICON_PX))
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setToolTip(f"Show or hide: {title.lower()}")
        self.head.toggled.connect(self._arrange)
        self.copy = tool_button(theme, "copy", f"Copy: {title}", f"Copy: {title.lower()}")
        self.copy.clicked.connect(self.copied)
        self.enlarge = tool_button(theme, "fit", f"Open large: {title}", "Open in its own window")
        self.enlarge.clicked.connect(self.enlarged)
        self.note = quiet_label()
        self.note.setContentsMargins(20, 0, 0, 4)
        row = lay_row(self.head, STRETCH, self.copy, self.enlarge, spacing=4)
        lay_column(row, self.note, body, of=self, margins=0, spacing=4)
        self._arrange()

    @property
    def is_open(self) -> bool:
        return self.head.isChecked()

    @property
    def title(self) -> str:
        return self._title

    def show_nothing(self, why: str) -> None:
        """There is nothing to unfold, and why."""
        self._has_body = self._waits = False
        self.note.setText(why)
        self._arrange()

    def wait(self) -> None:
        """Something is there; it is asked for now, or when the operator unfolds this."""
        self._has_body, self._waits = False, True
        self.note.setText(LOADING)
        self._arrange()

    def show_missing(self) -> None:
        self.show_nothing(MISSING)

    def show_body(self) -> None:
        self._has_body, self._waits = True, False
        self._arrange()

    def _arrange(self) -> None:
        is_open = self.is_open
        self._theme.dress(self.head, "chevron-down" if is_open else "chevron-right", "text_quiet")
        self._body.setVisible(is_open and self._has_body)
        self.note.setVisible(is_open and not self._has_body)
        for button in (self.copy, self.enlarge):
            button.setVisible(is_open and self._has_body)
        if is_open and self._waits:
            self.wanted.emit()
