"""All keys at a glance."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QVBoxLayout, QWidget

from widgets.actions import ConsoleActions, shortcut_words
from widgets.parts import push_button, quiet_label
from widgets.theme import Theme

ALSO = {
    "Run": (("Pause or resume, outside of fields and buttons", "Space"),),
    "What waits for you": (
        ("Approve, while the card has the keyboard", "Return"),
        ("Answer a question by number", "Alt+1 … Alt+9"),
        ("Back out of editing", "Esc"),
    ),
    "View": (
        ("From zone to zone in the picture", "Arrows"),
        ("Inspect the zone", "Return"),
        ("From event to event in the timeline", "Left, Right"),
    ),
}


class ShortcutsDialog(QDialog):
    """Shown with ``open()``; two columns of headings with their keys."""

    def __init__(self, theme: Theme, actions: ConsoleActions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard shortcuts")
        grid = QGridLayout()
        grid.setHorizontalSpacing(48)
        grid.setVerticalSpacing(24)
        places = {"File": (0, 0), "Run": (1, 0), "What waits for you": (2, 0), "View": (0, 1)}
        for heading, members in actions.groups:
            rows = [
                (action.text().replace("&", "").rstrip("…"), " or ".join(shortcut_words(action)))
                for action in members
            ]
            rows.extend(ALSO.get(heading, ()))
            if heading in places:
                row, column = places[heading]
                span = 3 if column else 1
                block = _block(heading, rows)
                grid.addWidget(block, row, column, span, 1, Qt.AlignmentFlag.AlignTop)
        close = push_button(theme, "Close", "Close this overview  (Esc)")
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(grid)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)


def _block(heading: str, rows: list[tuple[str, str]]) -> QWidget:
    block = QWidget()
    grid = QGridLayout(block)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(6)
    title = QLabel(heading)
    title.setProperty("role", "goal")
    grid.addWidget(title, 0, 0, 1, 2)
    for number, (name, keys) in enumerate(rows, 1):
        grid.addWidget(quiet_label(name, wraps=False), number, 0)
        shown = QLabel(QKeySequence(keys).toString() if "+" not in keys and not keys else keys)
        shown.setProperty("role", "mono")
        grid.addWidget(shown, number, 1)
    grid.setColumnStretch(0, 1)
    return block
