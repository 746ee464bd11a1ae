"""Rows of a tree as plain facts, and a Qt model of them that announces only what changed.

A row is known among its siblings by its ``key``. Rows come and go at the end: where one in between
is another than before, it and those behind it are put in anew.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from widgets.kit.parts import tip_with
from widgets.kit.row_painter import RowWords

AnyIndex = QModelIndex | QPersistentModelIndex
RowKey = tuple[str | int, ...]

_ROW = Qt.ItemDataRole.UserRole


class LateRows:
    """The rows below a folded one, of which there are some: made when somebody looks at them."""

    def __init__(self, make: "Callable[[], tuple[TreeRow, ...]]") -> None:
        self._make = make

    def __iter__(self) -> "Iterator[TreeRow]":
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
    children: "tuple[TreeRow, ...] | LateRows" = field(default=(), compare=False)


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


class TreeRowModel(QStandardItemModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(0, 1, parent)
        self._top: tuple[TreeRow, ...] = ()

    def show_rows(self, rows: tuple[TreeRow, ...]) -> None:
        self._update(self.invisibleRootItem(), self._top, rows)
        self._top = rows

    def row_at(self, index: AnyIndex) -> TreeRow | None:
        row: TreeRow | None = index.data(_ROW)
        return row

    def index_of(self, *keys: RowKey) -> QModelIndex:
        """Of the row that is come to by these keys, from the top on."""
        above = QModelIndex()
        for key in keys:
            self.fetchMore(above)
            found = (place for place, row in enumerate(self._shown_below(above)) if row.key == key)
            above = self.index(next(found, -1), 0, above)
            if not above.isValid():
                break
        return above

    def index_for(self, subject: object) -> QModelIndex:
        """Of the first row that stands for it."""
        found = (each for each in self._all_below() if each.data(_ROW).subject == subject)
        return next(found, QModelIndex())

    # -- QAbstractItemModel ----------------------------------------------------------------------

    def hasChildren(self, parent: AnyIndex = QModelIndex()) -> bool:  # noqa: B008
        return self.canFetchMore(parent) or self.rowCount(parent) > 0

    def canFetchMore(self, parent: AnyIndex) -> bool:
        row = self.row_at(parent)
        is_late = row is not None and isinstance(row.children, LateRows)
        return is_late and not self.rowCount(parent)

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent):
            late = [_item(row) for row in parent.data(_ROW).children]
            self.itemFromIndex(parent).appendRows(late)

    # -- inside ----------------------------------------------------------------------------------

    def _all_below(self, above: QModelIndex = QModelIndex()) -> Iterator[QModelIndex]:  # noqa: B008
        self.fetchMore(above)
        for place in range(self.rowCount(above)):
            each = self.index(place, 0, above)
            yield each
            yield from self._all_below(each)

    def _shown_below(self, above: QModelIndex) -> Sequence[TreeRow]:
        """Known without asking for each, of which there may be thousands; but late ones."""
        row = self.row_at(above)
        below = row.children if row is not None else self._top
        if isinstance(below, tuple):
            return below
        item = self.itemFromIndex(above)
        return [item.child(place).data(_ROW) for place in range(item.rowCount())]

    def _update(
        self, above: QStandardItem, before: Sequence[TreeRow], rows: tuple[TreeRow, ...]
    ) -> None:
        pairs = zip(before, rows, strict=False)
        kept = list(itertools.takewhile(lambda pair: pair[0].key == pair[1].key, pairs))
        above.removeRows(len(kept), len(before) - len(kept))
        for place, (old, row) in enumerate(kept):
            if old is row:
                continue
            item = above.child(place)
            below = self._shown_below(item.index())
            self.blockSignals(old == row)  # nothing but what stands below it differs
            _fill(item, row)
            self.blockSignals(False)
            is_late = isinstance(row.children, LateRows) and not item.hasChildren()
            if old.children is not row.children and not is_late:
                self._update(item, below, tuple(row.children))
        above.appendRows([_item(row) for row in rows[len(kept) :]])


def _item(row: TreeRow) -> QStandardItem:
    """With all that stands below it."""
    item = QStandardItem(0, 1)
    item.setEditable(False)
    _fill(item, row)
    if isinstance(row.children, tuple):
        item.appendRows([_item(each) for each in row.children])
    return item


def _fill(item: QStandardItem, row: TreeRow) -> None:
    item.setData(row, _ROW)
    item.setText(row.words.title)
    item.setToolTip(tip_with(row.tip or row.words.title))
    item.setAccessibleText(row.words.spoken)
