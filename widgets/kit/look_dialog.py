"""A window of its own for one thing that needs room: a long text, a whole picture."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from widgets.kit.actions import share_stop
from widgets.kit.laying import lay_column
from widgets.kit.parts import push_button
from widgets.kit.theme import Theme

SHARE = 0.85
"""Of the window that it stands over."""


class LookDialog(QDialog):
    """Shown with ``open()``; closed by Escape."""

    def __init__(self, theme: Theme, title: str, view: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        share_stop(self)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(int(parent.width() * SHARE), int(parent.height() * SHARE))
        close = push_button(theme, "Close", "Close  (Esc)")
        close.clicked.connect(self.accept)
        lay_column(
            (view, 1), (close, 0, Qt.AlignmentFlag.AlignRight), of=self, margins=16, spacing=8
        )
        view.setFocus()
