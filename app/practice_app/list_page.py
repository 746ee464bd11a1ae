"""The List page: items that are renamed in place, dragged into order, added and deleted.

The line below always names the last thing done, so that the outcome of a drag can be read.
"""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
)

from app.practice_app import controls

_FIRST_ITEMS = ("Alpha", "Bravo", "Charlie", "Delta", "Echo")
_FORMER_NAME = Qt.ItemDataRole.UserRole


class ListPage(controls.Page):
    """An ordered list; each item remembers its former name, to tell a rename from other changes."""

    def __init__(self) -> None:
        super().__init__()
        self._items = controls.named(
            QListWidget(), "Items", tip="F2 renames, Delete deletes, Alt+Up and Alt+Down move"
        )
        self._items.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self._items.setSpacing(controls.SPACE_PX // 4)
        self._items.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self._add = controls.named(QPushButton("&Add"), "Add")
        self._rename = controls.named(QPushButton("R&ename"), "Rename")
        self._delete = controls.named(QPushButton("&Delete"), "Delete")
        self._up = controls.named(QPushButton("Move &up"), "Move up")
        self._down = controls.named(QPushButton("Move do&wn"), "Move down")
        self._status = controls.telling_label("list_status", "Nothing changed yet")
        for name in _FIRST_ITEMS:
            self._append(name)
        self._lay_out()
        self._connect()
        self._items.setCurrentRow(0)

    def _lay_out(self) -> None:
        layout = controls.page_layout(
            self, "List", "Double-click an item to rename it. Drag items to put them in order."
        )
        layout.addWidget(controls.label_for(self._items, "&Items"))
        buttons = (self._add, self._rename, self._delete, self._up, self._down)
        column = controls.in_line(QVBoxLayout(), *buttons, None)
        middle = controls.in_line(QHBoxLayout(), self._items, column)
        layout.addLayout(middle, 1)
        layout.addWidget(self._status)

    def _connect(self) -> None:
        self._add.clicked.connect(self._add_item)
        self._rename.clicked.connect(self._rename_item)
        self._delete.clicked.connect(self._delete_item)
        self._up.clicked.connect(lambda: self._move_item(-1))
        self._down.clicked.connect(lambda: self._move_item(+1))
        for key, slot in (
            (QKeySequence(Qt.Key.Key_Delete), self._delete_item),
            (QKeySequence(Qt.Modifier.ALT | Qt.Key.Key_Up), lambda: self._move_item(-1)),
            (QKeySequence(Qt.Modifier.ALT | Qt.Key.Key_Down), lambda: self._move_item(+1)),
        ):
            action = QAction(self._items)
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(slot)
            self._items.addAction(action)
        self._items.itemChanged.connect(self._tell_rename)
        self._items.model().rowsMoved.connect(self._tell_move)
        self._items.currentRowChanged.connect(self._show_what_is_possible)

    def _append(self, name: str) -> QListWidgetItem:
        item = QListWidgetItem(name)
        item.setData(_FORMER_NAME, name)
        item.setFlags(
            Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemIsDragEnabled
        )
        self._items.addItem(item)
        return item

    def _names(self) -> set[str]:
        return {self._items.item(row).text() for row in range(self._items.count())}

    def _add_item(self) -> None:
        taken = self._names()
        number = next(n for n in range(1, len(taken) + 2) if f"Item {n}" not in taken)
        item = self._append(f"Item {number}")
        self._items.setCurrentItem(item)
        self._items.setFocus()
        self._tell(f"Added “{item.text()}”")

    def _rename_item(self) -> None:
        self._items.setFocus()
        self._items.editItem(self._items.currentItem())

    def _delete_item(self) -> None:
        item = self._items.takeItem(self._items.currentRow())
        if isinstance(item, QListWidgetItem):
            self._tell(f"Deleted “{item.text()}”")

    def _move_item(self, by: int) -> None:
        row = self._items.currentRow()
        if row < 0 or not 0 <= row + by < self._items.count():
            return
        # Qt counts the target before the row is taken out, hence one more on the way down.
        target = row + by + (1 if by > 0 else 0)
        self._items.model().moveRow(QModelIndex(), row, QModelIndex(), target)

    def _tell_rename(self, item: QListWidgetItem) -> None:
        former, name = str(item.data(_FORMER_NAME)), item.text()
        if name == former:
            return
        if not name.strip():
            item.setText(former)
            return
        item.setData(_FORMER_NAME, name)
        self._tell(f"Renamed “{former}” to “{name}”")

    def _tell_move(
        self, _from: QModelIndex, first: int, _last: int, _to: QModelIndex, target: int
    ) -> None:
        row = target if target < first else target - 1
        self._tell(f"Moved “{self._items.item(row).text()}” to position {row + 1}")

    def _tell(self, text: str) -> None:
        self._status.setText(text)
        self._show_what_is_possible()
        self.said.emit(text)

    def _show_what_is_possible(self) -> None:
        row = self._items.currentRow()
        for button in (self._rename, self._delete):
            button.setEnabled(row >= 0)
        self._up.setEnabled(row > 0)
        self._down.setEnabled(0 <= row < self._items.count() - 1)
