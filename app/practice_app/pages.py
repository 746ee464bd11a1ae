"""The pages of the window; each says below it in a few words what was last done there.

Every control has an accessible name, by which an agent (or a screen reader) finds it. Labels that
show a changing text are left without one, because the name would hide the text."""

import re
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6 import QtCore, QtWidgets
from PySide6.QtGui import QFont, QKeySequence, QShortcut

SPACE_PX = 8
FILE_NAME = "note.txt"
_FIRST_ITEMS = ("Alpha", "Bravo", "Charlie", "Delta", "Echo")

_WidgetT = TypeVar("_WidgetT", bound=QtWidgets.QWidget)


def named(widget: _WidgetT, name: str, *, tip: str = "") -> _WidgetT:
    """Give the widget its accessible name, an object name made of it, and a tooltip."""
    widget.setAccessibleName(name)
    widget.setObjectName(re.sub(r"\W+", "_", name.lower()).strip("_"))
    if tip:
        widget.setToolTip(tip)
        widget.setAccessibleDescription(tip)
    return widget


class Page(QtWidgets.QWidget):
    """One tab of the window: its title, what it is for, its parts, and what was last done."""

    said = QtCore.Signal(str)

    def __init__(self, title: str, purpose: str, status: str) -> None:
        super().__init__()
        self.column = QtWidgets.QVBoxLayout(self)
        self.column.setContentsMargins(*[3 * SPACE_PX] * 4)
        self.column.setSpacing(2 * SPACE_PX)
        head, told = QtWidgets.QLabel(title), QtWidgets.QLabel(purpose)
        self._status = QtWidgets.QLabel(status)
        for label, scale in ((head, 1.4), (self._status, 1.0)):
            font = QFont(label.font())
            font.setPointSizeF(font.pointSizeF() * scale)
            font.setWeight(QFont.Weight.DemiBold)
            label.setFont(font)
        for label in (told, self._status):
            label.setWordWrap(True)
        self._status.setObjectName(f"{title.lower()}_status")
        self._status.setTextInteractionFlags(QtCore.Qt.TextInteractionFlag.TextSelectableByMouse)
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
        self._editor = named(QtWidgets.QPlainTextEdit(), "Note text")
        self._editor.setPlaceholderText("Write a note")
        self._autosave = QtCore.QTimer(self)
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


class _Names(QtWidgets.QStyledItemDelegate):
    """Lets an item be called anything but nothing."""

    renamed = QtCore.Signal(str, str)  # from, to

    def setModelData(
        self,
        editor: QtWidgets.QWidget,
        model: QtCore.QAbstractItemModel,
        index: QtCore.QModelIndex | QtCore.QPersistentModelIndex,
    ) -> None:
        former = index.data()
        name = editor.text() if isinstance(editor, QtWidgets.QLineEdit) else ""
        if name.strip() and name != former:
            super().setModelData(editor, model, index)
            self.renamed.emit(former, name)


class ListPage(Page):
    """An ordered list: items are renamed in place, dragged into order, added and deleted."""

    def __init__(self) -> None:
        purpose = "Double-click an item to rename it. Drag items to put them in order."
        super().__init__("List", purpose, "Nothing changed yet")
        tip = "F2 renames, Delete deletes, Alt+Up and Alt+Down move"
        self._items = named(QtWidgets.QListWidget(), "Items", tip=tip)
        self._items.setDragDropMode(QtWidgets.QAbstractItemView.DragDropMode.InternalMove)
        self._items.setSpacing(SPACE_PX // 4)
        names = _Names(self._items)
        names.renamed.connect(lambda former, name: self.tell(f"Renamed “{former}” to “{name}”"))
        self._items.setItemDelegate(names)
        label = QtWidgets.QLabel("&Items")
        label.setBuddy(self._items)
        self.column.addWidget(label)
        grid = QtWidgets.QGridLayout()
        grid.setSpacing(SPACE_PX)
        self._buttons: list[QtWidgets.QPushButton] = []
        for words, key, do in (
            ("&Add", "", self._add),
            ("R&ename", "", self._rename),
            ("&Delete", "Delete", self._delete),
            ("Move &up", "Alt+Up", partial(self._move, -1)),
            ("Move do&wn", "Alt+Down", partial(self._move, +1)),
        ):
            button = named(QtWidgets.QPushButton(words), words.replace("&", ""))
            button.clicked.connect(lambda _checked, do=do: do())
            grid.addWidget(button, len(self._buttons), 1)
            self._buttons.append(button)
            if key:
                shortcut = QShortcut(QKeySequence(key), self._items, do)
                shortcut.setContext(QtCore.Qt.ShortcutContext.WidgetShortcut)
        grid.setRowStretch(len(self._buttons), 1)
        grid.addWidget(self._items, 0, 0, -1, 1)
        self.column.addLayout(grid, 1)
        self.column.addWidget(self._status)
        for name in _FIRST_ITEMS:
            self._append(name)
        self._items.model().rowsMoved.connect(self._tell_move)
        self._items.currentRowChanged.connect(self._show_what_is_possible)
        self._items.setCurrentRow(0)

    def tell(self, text: str) -> None:
        super().tell(text)
        self._show_what_is_possible()

    def _append(self, name: str) -> QtWidgets.QListWidgetItem:
        item = QtWidgets.QListWidgetItem(name, self._items)
        item.setFlags(
            QtCore.Qt.ItemFlag.ItemIsSelectable
            | QtCore.Qt.ItemFlag.ItemIsEnabled
            | QtCore.Qt.ItemFlag.ItemIsEditable
            | QtCore.Qt.ItemFlag.ItemIsDragEnabled
        )
        return item

    def _add(self) -> None:
        taken = {self._items.item(row).text() for row in range(self._items.count())}
        number = next(n for n in range(1, len(taken) + 2) if f"Item {n}" not in taken)
        item = self._append(f"Item {number}")
        self._items.setCurrentItem(item)
        self._items.setFocus()
        self.tell(f"Added “{item.text()}”")

    def _rename(self) -> None:
        self._items.setFocus()
        self._items.editItem(self._items.currentItem())

    def _delete(self) -> None:
        item = self._items.takeItem(self._items.currentRow())
        if isinstance(item, QtWidgets.QListWidgetItem):
            self.tell(f"Deleted “{item.text()}”")

    def _move(self, by: int) -> None:
        row = self._items.currentRow()
        if row >= 0 and 0 <= row + by < self._items.count():
            # Qt counts the target before the row is taken out, hence one more on the way down.
            target = row + by + (1 if by > 0 else 0)
            self._items.model().moveRow(QtCore.QModelIndex(), row, QtCore.QModelIndex(), target)

    def _tell_move(
        self,
        _from: QtCore.QModelIndex,
        first: int,
        _last: int,
        _to: QtCore.QModelIndex,
        target: int,
    ) -> None:
        row = target if target < first else target - 1
        self.tell(f"Moved “{self._items.item(row).text()}” to position {row + 1}")

    def _show_what_is_possible(self) -> None:
        row, last = self._items.currentRow(), self._items.count() - 1
        possible = (True, row >= 0, row >= 0, row > 0, 0 <= row < last)
        for button, is_possible in zip(self._buttons, possible, strict=True):
            button.setEnabled(is_possible)
