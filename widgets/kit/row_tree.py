"""A tree of rows in two lines: what is current stands out and is kept in sight."""

from collections.abc import Iterator

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    QTimer,
    Signal,
)
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from widgets.kit.row_painter import CHEVRON_PX, PAD, RowLook, RowPainter
from widgets.kit.theme import Theme
from widgets.kit.thumbnails import Thumbnails
from widgets.kit.tree_rows import RowKey, TreeRow, TreeRowModel


class RowDelegate(QStyledItemDelegate):
    def __init__(
        self, theme: Theme, model: TreeRowModel, tree: QTreeView, thumbnails: Thumbnails | None
    ) -> None:
        super().__init__(tree)
        self._model = model
        self._tree = tree
        self._rows = RowPainter(theme, thumbnails)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """A row without a second line is as high as its first."""
        row = self._model.row_at(index)
        words = row.words if row is not None else None
        is_short = words is not None and not words.subtitle and words.details is None
        height = option.fontMetrics.height() * (1 if is_short else 2) + 3 * PAD
        return QSize(160, height + (self._rows.extra_height(words) if words is not None else 0))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = self._model.row_at(index)
        if row is None:
            return
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
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
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
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
        what is current."""
        self.rows.show_rows(rows)
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
        if isinstance(row.children, tuple):
            yield from _walk(row.children, path)
