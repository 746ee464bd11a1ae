"""The pages of the window; each says below it in a few words what was last done there.

Every control has an accessible name, by which an agent (or a screen reader) finds it. Labels that
show a changing text are left without one, because the name would hide the text."""

import re
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

SPACE_PX = 8
FILE_NAME = "note.txt"
FIRST_ITEMS = ("Alpha", "Bravo", "Charlie", "Delta", "Echo")

_WidgetT = TypeVar("_WidgetT", bound=QWidget)


def named(widget: _WidgetT, name: str, *, tip: str = "") -> _WidgetT:
    """Give the widget its accessible name, an object name made of it, and a tooltip."""
    widget.setAccessibleName(name)
    widget.setObjectName(re.sub(r"\W+", "_", name.lower()).strip("_"))
    if tip:
        widget.setToolTip(tip)
        widget.setAccessibleDescription(tip)
    return widget


class Page(QWidget):
    """One tab of the window: its title, what it is for, its parts, and what was last done."""

    said = Signal(str)

    def __init__(self, title: str, purpose: str, status: str) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(*[3 * SPACE_PX] * 4)
        self.column.setSpacing(2 * SPACE_PX)
        head, told, self._status = QLabel(title), QLabel(purpose), QLabel(status)
        for label, scale in ((head, 1.4), (self._status, 1.0)):
            font = QFont(label.font())
            font.setPointSizeF(font.pointSizeF() * scale)
            font.setWeight(QFont.Weight.DemiBold)
            label.setFont(font)
        for label in (told, self._status):
            label.setWordWrap(True)
        self._status.setObjectName(f"{title.lower()}_status")
        self._status.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.column.addWidget(head)
        self.column.addWidget(told)

    def tell(self, text: str) -> None:
        """It was done just now."""
        self._status.setText(text)
        self.said.emit(text)


class NotePage(Page):
    """One plain-text note, kept in a file by itself where the settings ask for it."""

    def __init__(self, folder: Path) -> None:
        super().__init__("Note", f"With Autosave it is kept as {FILE_NAME}.", "Not saved yet")
        self._path = folder / FILE_NAME
        self._editor = named(QPlainTextEdit(), "Note text")
        self._editor.setPlaceholderText("Write a note")
        self._autosave = QTimer(self)
        self._autosave.timeout.connect(self.save)
        self.column.addWidget(self._editor, 1)
        self.column.addWidget(self._status)
        self.setFocusProxy(self._editor)

    def keep(self, minutes: int) -> None:
        """As often as that, or with 0 not by itself."""
        self._autosave.setInterval(minutes * 60_000)
        if minutes:
            self._autosave.start()
        else:
            self._autosave.stop()

    def save(self) -> None:
        """Write what is new; a failure is told, and tried again the next time."""
        document = self._editor.document()
        if not document.isModified():
            return
        try:
            self._path.write_text(self._editor.toPlainText(), encoding="utf-8")
        except OSError as error:
            self.tell(f"Not saved: {error.strerror or error}")
            return
        document.setModified(False)
        self.tell(f"Saved {self._path.name}")


class ListPage(Page):
    """A list to which entries are added, and from which the one that is chosen is deleted."""

    def __init__(self) -> None:
        super().__init__("List", "Choose an item to delete it.", "Nothing changed yet")
        self._items = named(QListWidget(), "Items")
        self._items.setSpacing(SPACE_PX // 4)
        self._items.addItems(FIRST_ITEMS)
        self._items.setCurrentRow(0)
        add, delete = QPushButton("&Add"), QPushButton("&Delete")
        named(add, "Add").clicked.connect(self._add)
        named(delete, "Delete").clicked.connect(self._delete)
        buttons, both = QVBoxLayout(), QHBoxLayout()
        buttons.addWidget(add)
        buttons.addWidget(delete)
        buttons.addStretch(1)
        both.addWidget(self._items, 1)
        both.addLayout(buttons)
        self.column.addLayout(both, 1)
        self.column.addWidget(self._status)

    def _add(self) -> None:
        taken = {self._items.item(row).text() for row in range(self._items.count())}
        number = next(n for n in range(1, len(taken) + 2) if f"Item {n}" not in taken)
        self._items.addItem(f"Item {number}")
        self._items.setCurrentRow(self._items.count() - 1)
        self.tell(f"Added “Item {number}”")

    def _delete(self) -> None:
        item = self._items.takeItem(self._items.currentRow())
        if isinstance(item, QListWidgetItem):
            self.tell(f"Deleted “{item.text()}”")
