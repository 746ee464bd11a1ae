"""The log: a table of events with fixed row heights, which follows its end until one looks up."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QTableView

from engine.domain.events import Recorded
from widgets.kit.theme import Theme, figures_font
from widgets.timeline.log_model import KIND, SUMMARY, TIME, LogFilter, LogModel


class LogView(QTableView):
    row_chosen = Signal(int)  # row of the unfiltered log

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.log = LogModel(theme, self)
        self._filter = LogFilter(self)
        self._filter.setSourceModel(self.log)
        self.setModel(self._filter)
        self.setFont(figures_font(self.font()))
        self.setAccessibleName("Log")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._size_columns()
        self.selectionModel().currentChanged.connect(self._tell)
        theme.changed.connect(self.viewport().update)

    def extend(self, recorded: Sequence[Recorded]) -> None:
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 1
        self.log.extend(recorded)
        if follows:
            self.scrollToBottom()

    def clear(self) -> None:
        self.log.clear()

    def select_row(self, row: int) -> None:
        """Select a row of the unfiltered log; nothing where the filter hides it."""
        index = self._filter.mapFromSource(self.log.index(row, 0))
        if index.isValid():
            flags = (
                QItemSelectionModel.SelectionFlag.ClearAndSelect
                | QItemSelectionModel.SelectionFlag.Rows
            )
            self.selectionModel().setCurrentIndex(index, flags)
            self.scrollTo(index)

    def filter_field(self) -> QLineEdit:
        """A field that filters this log; its place is for the caller to choose."""
        field = QLineEdit()
        field.setPlaceholderText("Filter the log")
        field.setAccessibleName("Filter the log")
        field.setToolTip("Show only events with these words  (Ctrl+F)")
        field.setClearButtonEnabled(True)
        field.textChanged.connect(self._filter.filter_by)
        return field

    def _size_columns(self) -> None:
        metrics = self.fontMetrics()
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(metrics.height() + 8)
        rows.hide()
        head = self.horizontalHeader()
        head.hide()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setStretchLastSection(True)
        head.resizeSection(TIME, metrics.horizontalAdvance("0:00:00.0") + 16)
        head.resizeSection(KIND, metrics.horizontalAdvance("Display gone") + 48)
        head.setSectionResizeMode(SUMMARY, QHeaderView.ResizeMode.Stretch)

    def _tell(self, index: QModelIndex) -> None:
        if index.isValid():
            self.row_chosen.emit(self._filter.mapToSource(index).row())
