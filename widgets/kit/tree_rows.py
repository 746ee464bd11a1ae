"""Rows of a tree as plain facts, a Qt model of them that announces only what changed, and the tree
that shows them in two lines: what is current stands out and is kept in sight.

A row is known among its siblings by its ``key``. Rows come and go at the end: where one in between
is another than before, it and those behind it are put in anew."""

import itertools
from collections.abc import Callable, Iterator, Sequence

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView

from engine.domain.facts import Frozen, field
from widgets.kit.parts import tip_with
from widgets.kit.picture_view import Thumbnails
from widgets.kit.row_painter import CHEVRON_PX, PAD, RowLook, RowPainter, RowWords
from widgets.kit.theme import Theme

AnyIndex = QModelIndex | QPersistentModelIndex
RowKey = tuple[str | int, ...]

_ROW = Qt.ItemDataRole.UserRole


class TreeRow(Frozen):
    """``subject`` is what it stands for; ``opens`` where it is to be unfolded as it comes;
    ``is_followed`` where it is kept in sight too. Of a row that ``is_chosen_first`` only
    a click on its chevron folds what is below it. ``children`` that are told by a function, some,
    are made when somebody looks at them."""

    key: RowKey
    words: RowWords
    tip: str = ""
    subject: object = None
    is_current: bool = False
    is_followed: bool = False
    is_chosen_first: bool = False
    opens: bool = False
    children: "tuple[TreeRow, ...] | Callable[[], tuple[TreeRow, ...]]" = field(
        default=(), compare=False
    )


class TreeRowModel(QStandardItemModel):
    def __init__(self, parent: QtCore.QObject | None = None) -> None:
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
        rows = self._all_below()
        return next((each for each in rows if each.data(_ROW).subject == subject), QModelIndex())

    def hasChildren(self, parent: AnyIndex = QModelIndex()) -> bool:  # noqa: B008
        return self.canFetchMore(parent) or self.rowCount(parent) > 0

    def canFetchMore(self, parent: AnyIndex) -> bool:
        row = self.row_at(parent)
        return row is not None and callable(row.children) and not self.rowCount(parent)

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent):
            late = [_item(row) for row in parent.data(_ROW).children()]
            self.itemFromIndex(parent).appendRows(late)

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
            if not callable(row.children):
                self._update(item, below, row.children)
            elif item.hasChildren():
                self._update(item, below, row.children())
        above.appendRows([_item(row) for row in rows[len(kept) :]])


def _item(row: TreeRow) -> QStandardItem:
    """With all that stands below it."""
    item = QStandardItem(0, 1)
    item.setEditable(False)
    _fill(item, row)
    if not callable(row.children):
        item.appendRows([_item(each) for each in row.children])
    return item


def _fill(item: QStandardItem, row: TreeRow) -> None:
    item.setData(row, _ROW)
    item.setText(row.words.title)
    item.setToolTip(tip_with(row.tip or row.words.title))
    item.setAccessibleText(row.words.spoken)


class RowDelegate(QtWidgets.QStyledItemDelegate):
    def __init__(
        self, theme: Theme, model: TreeRowModel, tree: QTreeView, thumbnails: Thumbnails | None
    ) -> None:
        super().__init__(tree)
        self._model = model
        self._tree = tree
        self._rows = RowPainter(theme, thumbnails)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """A row without a second line is as high as its first."""
        row = self._model.row_at(index)
        words = row.words if row is not None else None
        is_short = words is not None and not words.subtitle and words.details is None
        height = option.fontMetrics.height() * (1 if is_short else 2) + 3 * PAD
        extra = self._rows.extra_height(words, option.font) if words is not None else 0
        return QSize(160, height + extra)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = self._model.row_at(index)
        if row is None:
            return
        is_selected = bool(option.state & QtWidgets.QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(option.rect)
        is_lit = row.is_current and not row.words.is_head
        self._rows.paint_ground(painter, option.rect, option.state, is_lit=is_lit)
        look = RowLook(is_selected, row.is_current, bool(row.children))
        self._rows.paint_words(painter, option.font, option.rect, row.words, look)
        if row.children:
            is_open = self._tree.isExpanded(index)
            self._rows.paint_chevron(painter, option.rect, is_open=is_open)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QtCore.QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        """A click on the chevron folds or unfolds what is below a row that is chosen first."""
        row = self._model.row_at(index)
        is_click = event.type() is QEvent.Type.MouseButtonRelease
        if is_click and isinstance(event, QMouseEvent) and row is not None and row.is_chosen_first:
            is_on_chevron = event.position().x() >= option.rect.right() - CHEVRON_PX - 2 * PAD
            if is_on_chevron and row.children:
                self._tree.setExpanded(index, not self._tree.isExpanded(index))
                return True
        return super().editorEvent(event, model, option, index)


class RowTree(QTreeView):
    row_chosen = Signal(object)  # TreeRow, by the operator

    def __init__(self, theme: Theme, name: str, thumbnails: Thumbnails | None = None) -> None:
        super().__init__(headerHidden=True, rootIsDecorated=False, expandsOnDoubleClick=False)
        self.rows = TreeRowModel(self)
        self._opened: set[tuple[RowKey, ...]] = set()
        self._lit: tuple[RowKey, ...] = ()
        self._tells = True
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(theme, self.rows, self, thumbnails))
        self.setIndentation(12)
        self.setMinimumHeight(24)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        self.clicked.connect(self._take_click)
        self.activated.connect(self._tell)
        self.selectionModel().currentChanged.connect(lambda index, _: self._tell(index))
        theme.changed.connect(self.viewport().update)
        if thumbnails is not None:
            thumbnails.arrived.connect(self.viewport().update)

    def show_rows(self, rows: tuple[TreeRow, ...]) -> None:
        """Unfold what opens as it comes, fold it again when it does not any more, and keep in sight
        what is current; what is chosen stays so, wherever its row goes."""
        was, self._tells = self.chosen, False
        self.rows.show_rows(rows)
        self._tells = True
        if was is not None and self.chosen is not None and self.chosen.subject != was.subject:
            index = self.rows.index_for(was.subject)
            if index.isValid() or not self.hasFocus():  # by key one stays where one was
                self.choose(index)
        opened: set[tuple[RowKey, ...]] = set()
        self._lit = ()
        for path, row in _walk(rows):
            if row.opens:
                opened.add(path)
            if row.is_current or row.is_followed:
                self._lit = path
        for path in sorted(opened ^ self._opened, key=len):
            self.setExpanded(self.rows.index_of(*path), path in opened)
        self._opened = opened
        QTimer.singleShot(0, self, self._keep_in_sight)  # the view has laid its rows out by then

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        """By key it is seen at which row one is: the one that goes on."""
        if event.reason() is not Qt.FocusReason.MouseFocusReason and self.chosen is None:
            self.choose(self.rows.index_of(*self._lit))
        super().focusInEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._keep_in_sight)

    def clear(self) -> None:
        self._opened.clear()
        self._lit = ()
        self.rows.show_rows(())

    def choose(self, index: QModelIndex) -> None:
        """As chosen, without telling that the operator chose it."""
        self._tells = False
        self.setCurrentIndex(index)
        self._tells = True
        self.scrollTo(index)

    @property
    def row_height(self) -> int:
        """Of a row with two lines, without pictures."""
        return 2 * self.fontMetrics().height() + 3 * PAD

    @property
    def chosen(self) -> TreeRow | None:
        return self.rows.row_at(self.currentIndex())

    def _keep_in_sight(self) -> None:
        """Follow what goes on, unless the operator is looking at something else or folded it."""
        shown = self.rows.index_of(*self._lit)
        if not shown.isValid() or self.underMouse() or self.hasFocus():
            return
        above = shown.parent()
        while above.isValid():
            if not self.isExpanded(above):
                shown = above
            above = above.parent()
        self.scrollTo(shown, QAbstractItemView.ScrollHint.EnsureVisible)
        cut = self.visualRect(shown).bottom() - self.viewport().rect().bottom()
        if cut > 0:  # rows of different heights: Qt stops a pixel short
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + cut)

    def _take_click(self, index: QModelIndex) -> None:
        """A click on what has rows below it folds or unfolds them."""
        row = self.rows.row_at(index)
        if row is not None and row.children and not row.is_chosen_first:
            self.setExpanded(index, not self.isExpanded(index))
        self._tell(index)

    def _tell(self, index: QModelIndex) -> None:
        row = self.rows.row_at(index)
        if row is not None and self._tells:
            self.row_chosen.emit(row)


def _walk(
    rows: tuple[TreeRow, ...], above: tuple[RowKey, ...] = ()
) -> Iterator[tuple[tuple[RowKey, ...], TreeRow]]:
    """Each row with the keys that lead to it, before what stands below it, where that is made."""
    for row in rows:
        path = (*above, row.key)
        yield path, row
        if not callable(row.children):
            yield from _walk(row.children, path)
