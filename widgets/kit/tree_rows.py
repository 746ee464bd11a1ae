"""Rows of a tree as plain facts, and a Qt model of them that announces only what changed.

A row is known among its siblings by its ``key``. Rows come and go at the end: where one in between
is another than before, it and those behind it are put in anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from widgets.kit.marks import Mark
from widgets.kit.parts import tip_with
from widgets.kit.row_painter import RowWords

AnyIndex = QModelIndex | QPersistentModelIndex
RowKey = tuple[str | int, ...]


class LateRows:
    """The rows below a folded one, of which there are some: made when somebody looks at them."""

    def __init__(self, make: Callable[[], tuple[TreeRow, ...]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[TreeRow]:
        return iter(self._make())


@dataclass(frozen=True, slots=True)
class TreeRow:
    """``subject`` is what it stands for; ``opens`` where it is to be unfolded as it comes;
    ``is_followed`` where it is kept in sight too. Of a row that ``is_chosen_first`` only
    a click on its chevron folds what is below it."""

    key: RowKey
    words: RowWords
    tip: str = ""
    subject: object = None
    is_current: bool = False
    is_followed: bool = False
    is_chosen_first: bool = False
    opens: bool = False
    children: tuple[TreeRow, ...] | LateRows = ()

    def shows_as(self, other: TreeRow) -> bool:
        """Nothing that is seen of it differs, leaving out what stands below it."""
        return (self.words, self.tip, self.is_current) == (
            other.words,
            other.tip,
            other.is_current,
        )


class KeptRows:
    """Rows by key: one whose parts are as they were is kept, another is made anew."""

    def __init__(self) -> None:
        self._kept: dict[RowKey, tuple[tuple[object, ...], TreeRow]] = {}

    def row(self, key: RowKey, parts: tuple[object, ...], make: Callable[[], TreeRow]) -> TreeRow:
        """``parts`` is all that the row is made of."""
        before = self._kept.get(key)
        if before is None or before[0] != parts:
            before = self._kept[key] = (parts, make())
        return before[1]

    def clear(self) -> None:
        self._kept.clear()


@dataclass(slots=True, eq=False)
class _Node:
    row: TreeRow
    parent: _Node | None = None
    place: int = 0
    number: int = 0
    is_late: bool = False
    children: list[_Node] = field(default_factory=list)


_ROOT = TreeRow((), RowWords("", "", Mark("", "")))


class TreeRowModel(QAbstractItemModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = _Node(_ROOT)
        self._nodes: dict[int, _Node] = {}
        self._next = 1

    def show_rows(self, rows: tuple[TreeRow, ...]) -> None:
        self._update(self._root, rows)

    def clear(self) -> None:
        self.beginResetModel()
        self._root, self._nodes = _Node(_ROOT), {}
        self.endResetModel()

    def row_at(self, index: AnyIndex) -> TreeRow | None:
        return self._node(index).row if index.isValid() else None

    def plain(self, index: AnyIndex) -> QModelIndex:
        """The same index, as views take it."""
        return self._index(self._node(index))

    def index_of(self, *keys: RowKey) -> QModelIndex:
        """Of the row that is come to by these keys, from the top on."""
        node = self._root
        for key in keys:
            found = next((each for each in self._children(node) if each.row.key == key), None)
            if found is None:
                return QModelIndex()
            node = found
        return self._index(node)

    def index_for(self, subject: object) -> QModelIndex:
        """Of the first row that stands for it."""
        found = (node for node in self._below(self._root) if node.row.subject == subject)
        node = next(found, None)
        return self._index(node) if node is not None else QModelIndex()

    # -- QAbstractItemModel ----------------------------------------------------------------------

    def index(
        self,
        row: int,
        column: int,
        parent: AnyIndex = QModelIndex(),  # noqa: B008
    ) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self._index(self._children(self._node(parent))[row])

    def parent(self, index: AnyIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        above = self._node(index).parent if index.isValid() else None
        return self._index(above) if above is not None else QModelIndex()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return len(self._children(self._node(parent))) if parent.column() <= 0 else 0

    def hasChildren(self, parent: AnyIndex = QModelIndex()) -> bool:  # noqa: B008
        node = self._node(parent)
        return node.is_late or bool(node.children)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        row = self.row_at(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.words.title
            case Qt.ItemDataRole.ToolTipRole:
                return tip_with(row.tip or row.words.title)
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.words.spoken
            case _:
                return None

    # -- inside ----------------------------------------------------------------------------------

    def _node(self, index: AnyIndex) -> _Node:
        return self._nodes[index.internalId()] if index.isValid() else self._root

    def _index(self, node: _Node) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.place, 0, node.number)

    def _children(self, node: _Node) -> list[_Node]:
        if node.is_late:
            node.is_late = False
            for row in node.row.children:
                self._append(node, row)
        return node.children

    def _below(self, node: _Node) -> Iterator[_Node]:
        for child in self._children(node):
            yield child
            yield from self._below(child)

    def _update(self, node: _Node, rows: tuple[TreeRow, ...]) -> None:
        kept = 0
        for child, row in zip(node.children, rows, strict=False):
            if child.row.key != row.key:
                break
            kept += 1
        if kept < len(node.children):
            self.beginRemoveRows(self._index(node), kept, len(node.children) - 1)
            for gone in node.children[kept:]:
                for each in (gone, *self._below(gone)):
                    del self._nodes[each.number]
            del node.children[kept:]
            self.endRemoveRows()
        for child, row in zip(node.children, rows, strict=False):
            before, child.row = child.row, row
            if before is row:
                continue
            if not before.shows_as(row):
                index = self._index(child)
                self.dataChanged.emit(index, index)
            if child.is_late and isinstance(row.children, LateRows):
                continue
            if before.children is not row.children:
                child.is_late = False
                self._update(child, tuple(row.children))
        if kept < len(rows):
            self.beginInsertRows(self._index(node), kept, len(rows) - 1)
            for row in rows[kept:]:
                self._append(node, row)
            self.endInsertRows()

    def _append(self, parent: _Node, row: TreeRow) -> None:
        node = _Node(row, parent, len(parent.children), self._next)
        self._next += 1
        self._nodes[node.number] = node
        parent.children.append(node)
        node.is_late = isinstance(row.children, LateRows)
        if isinstance(row.children, tuple):
            for child in row.children:
                self._append(node, child)
