"""The dialogs of the Help menu: all keys at a glance, and what this is, in which version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from widgets.kit.actions import ConsoleActions, shortcut_words
from widgets.kit.icons import read_icon, render_svg
from widgets.kit.laying import lay_column, lay_row
from widgets.kit.parts import ClosingDialog, quiet_label, role_label, spoken
from widgets.kit.theme import Theme

COLUMNS = (("File", "Run", "Going back", "What waits for you"), ("View", "Help"))
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
        ("From state to state in the chart", "Left, Right"),
    ),
}


class ShortcutsDialog(ClosingDialog):
    """Two columns of headings with their keys."""

    def __init__(self, theme: Theme, actions: ConsoleActions, parent: QWidget) -> None:
        super().__init__(theme, "Keyboard shortcuts", parent)
        rows = {
            heading: [
                (spoken(action.text()), " or ".join(shortcut_words(action))) for action in members
            ]
            + list(ALSO.get(heading, ()))
            for heading, members in actions.groups
        }
        columns = QHBoxLayout()
        columns.setSpacing(48)
        for headings in COLUMNS:
            columns.addWidget(_column({heading: rows[heading] for heading in headings}))
        self.lay_parts(columns, margins=(24, 24, 24, 16), spacing=16)


def _column(blocks: dict[str, list[tuple[str, str]]]) -> QWidget:
    """Headings with their keys below, all keys at one edge."""
    column = QWidget()
    grid = QGridLayout(column)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(6)
    for heading, rows in blocks.items():
        title = role_label(heading, "goal")
        title.setContentsMargins(0, 16 if grid.rowCount() > 1 else 0, 0, 0)
        grid.addWidget(title, grid.rowCount(), 0, 1, 2)
        for name, keys in rows:
            shown = role_label(keys, "mono")
            number = grid.rowCount()
            grid.addWidget(quiet_label(name, wraps=False), number, 0)
            grid.addWidget(shown, number, 1)
    grid.setRowStretch(grid.rowCount(), 1)
    return column


WHAT = (
    "A desktop console from which a person supervises agents that use a computer: it shows what "
    "the agent sees and what it means to do, and keeps the wheel in your hands."
)


class AboutDialog(ClosingDialog):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "About Pilothouse", parent)
        picture = QLabel()
        picture.setPixmap(render_svg(read_icon("pilothouse"), 64, self.devicePixelRatioF()))
        title = role_label(f"Pilothouse {_version()}".strip(), "title")
        words = lay_column(title, spacing=8)
        for text in (WHAT, "MIT licence. Icons and drawings are our own."):
            label = quiet_label(text)
            label.setMinimumWidth(360)
            words.addWidget(label)
        row = lay_row((picture, 0, Qt.AlignmentFlag.AlignTop), (words, 1), spacing=24)
        self.lay_parts(row, margins=(24, 24, 24, 16), spacing=16)


def _version() -> str:
    try:
        return version("pilothouse")
    except PackageNotFoundError:
        return ""
