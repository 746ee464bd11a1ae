"""The list page: items are renamed in place, dragged into order, added and deleted."""

from functools import partial

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyledItemDelegate,
    QWidget,
)

from app.practice_app.pages import FIRST_ITEMS, SPACE_PX, Page, named


class _Names(QStyledItemDelegate):
    """Lets an item be called anything but nothing."""

    renamed = Signal(str, str)  # from, to

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        former, name = index.data(), editor.text() if isinstance(editor, QLineEdit) else ""
        if name.strip() and name != former:
            super().setModelData(editor, model, index)
            self.renamed.emit(former, name)


class ListPage(Page):
    """An ordered list: items are renamed in place, dragged into order, added and deleted."""

    def __init__(self) -> None:
        purpose = "Double-click an item to rename it. Drag items to put them in order."
        super().__init__("List", purpose, "Nothing changed yet")
        tip = "F2 renames, Delete deletes, Alt+Up and Alt+Down move"
        self._items = named(QListWidget(), "Items", tip=tip)
        self._items.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self._items.setSpacing(SPACE_PX // 4)
        names = _Names(self._items)
        names.renamed.connect(lambda former, name: self.tell(f"Renamed “{former}” to “{name}”"))
        self._items.setItemDelegate(names)
        label = QLabel("&Items")
        label.setBuddy(self._items)
        self.column.addWidget(label)
        grid = QGridLayout()
        grid.setSpacing(SPACE_PX)
        self._buttons: list[QPushButton] = []
        for words, key, do in (
            ("&Add", "", self._add),
            ("R&ename", "", self._rename),
            ("&Delete", "Delete", self._delete),
            ("Move &up", "Alt+Up", partial(self._move, -1)),
            ("Move do&wn", "Alt+Down", partial(self._move, +1)),
        ):
            button = named(QPushButton(words), words.replace("&", ""))
            button.clicked.connect(lambda _checked, do=do: do())
            grid.addWidget(button, len(self._buttons), 1)
            self._buttons.append(button)
            if key:
                shortcut = QShortcut(QKeySequence(key), self._items, do)
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        grid.setRowStretch(len(self._buttons), 1)
        grid.addWidget(self._items, 0, 0, -1, 1)
        self.column.addLayout(grid, 1)
        self.column.addWidget(self._status)
        for name in FIRST_ITEMS:
            self._append(name)
        self._items.model().rowsMoved.connect(self._tell_move)
        self._items.currentRowChanged.connect(self._show_what_is_possible)
        self._items.setCurrentRow(0)

    def tell(self, text: str) -> None:
        super().tell(text)
        self._show_what_is_possible()

    def _append(self, name: str) -> QListWidgetItem:
        item = QListWidgetItem(name, self._items)
        item.setFlags(
            Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemIsDragEnabled
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
        if isinstance(item, QListWidgetItem):
            self.tell(f"Deleted “{item.text()}”")

    def _move(self, by: int) -> None:
        row = self._items.currentRow()
        if row >= 0 and 0 <= row + by < self._items.count():
            # Qt counts the target before the row is taken out, hence one more on the way down.
            target = row + by + (1 if by > 0 else 0)
            self._items.model().moveRow(QModelIndex(), row, QModelIndex(), target)

    def _tell_move(
        self, _from: QModelIndex, first: int, _last: int, _to: QModelIndex, target: int
    ) -> None:
        row = target if target < first else target - 1
        self.tell(f"Moved “{self._items.item(row).text()}” to position {row + 1}")

    def _show_what_is_possible(self) -> None:
        row, last = self._items.currentRow(), self._items.count() - 1
        possible = (True, row >= 0, row >= 0, row > 0, 0 <= row < last)
        for button, is_possible in zip(self._buttons, possible, strict=True):
            button.setEnabled(is_possible)
