"""A tree of rows in two lines: what is current stands out and is kept in sight."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from widgets.kit.row_painter import PAD, RowPainter, smaller
from widgets.kit.theme import Theme
from widgets.kit.tree_rows import TreeRow, TreeRowModel


class RowDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, model: TreeRowModel, tree: QTreeView) -> None:
        super().__init__(tree)
        self._model = model
        self._tree = tree
        self._rows = RowPainter(theme)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        row = self._model.row_at(index)
        has_two = self._tree.uniformRowHeights() or row is None or bool(row.words.subtitle)
        return QSize(160, option.fontMetrics.height() * (2 if has_two else 1) + 3 * PAD)

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
        self._rows.paint_ground(painter, option.rect, option.state, is_current=is_lit)
        words = row.words._replace(has_chevron=bool(row.children))
        below = self._rows.paint_words(
            painter, option.font, option.rect, words, is_selected, row.is_current
        )
        self._rows.paint_subtitle(painter, below, smaller(option.font), words, is_selected)
        if row.children:
            is_open = self._tree.isExpanded(QModelIndex(index))
            self._rows.paint_chevron(painter, option.rect, is_open=is_open)
        painter.restore()


class RowTree(QTreeView):
    row_chosen = Signal(object)  # TreeRow, by the operator

    def __init__(self, theme: Theme, name: str, *, are_rows_alike: bool = True) -> None:
        """Where they are not alike, a row without a second line is as high as its first."""
        super().__init__()
        self.rows = TreeRowModel(self)
        self._opened: set[tuple[str, int]] = set()
        self._lit = QPersistentModelIndex()
        self._tells = True
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(theme, self.rows, self))
        self.setHeaderHidden(True)
        self.setIndentation(12)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setUniformRowHeights(are_rows_alike)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        self.clicked.connect(self._take_click)
        self.activated.connect(self._tell)
        self.selectionModel().currentChanged.connect(lambda index, _: self._tell(index))
        theme.changed.connect(self.viewport().update)

    def show_rows(self, rows: tuple[TreeRow, ...]) -> None:
        """Unfold what opens as it comes, fold it again when it does not any more, and keep in sight
        what is current."""
        self.rows.show_rows(rows)
        self._lit = QPersistentModelIndex()
        for index in self.rows.all_indexes():
            row = self.rows.row_at(index)
            if row is None:
                continue
            if row.opens != (row.key in self._opened):
                self.setExpanded(index, row.opens)
                self._opened ^= {row.key}
            if row.is_current:
                self._lit = QPersistentModelIndex(index)
        QTimer.singleShot(0, self, self._keep_in_sight)  # the view has laid its rows out by then

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._keep_in_sight)

    def clear(self) -> None:
        self._opened.clear()
        self._lit = QPersistentModelIndex()
        self.rows.clear()

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
        """Follow what goes on, unless the operator is looking at something else."""
        if self._lit.isValid() and not (self.underMouse() or self.hasFocus()):
            self.scrollTo(QModelIndex(self._lit), QAbstractItemView.ScrollHint.EnsureVisible)

    def _take_click(self, index: QModelIndex) -> None:
        """A click on what has rows below it folds or unfolds them."""
        if self.rows.rowCount(index):
            self.setExpanded(index, not self.isExpanded(index))
        self._tell(index)

    def _tell(self, index: QModelIndex) -> None:
        row = self.rows.row_at(index)
        if row is not None and self._tells:
            self.row_chosen.emit(row)
