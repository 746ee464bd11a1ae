"""The calls to models that something was charged with: choose one to see it completely."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from widgets.inspector.call_facts import call_summary
from widgets.inspector.run_history import CallEntry
from widgets.kit.laying import lay_column
from widgets.kit.parts import quiet_label
from widgets.kit.theme import Theme

AnyIndex = QModelIndex | QPersistentModelIndex
MOST_ROWS = 8


class CallModel(QAbstractListModel):
    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._calls: tuple[CallEntry, ...] = ()

    def show(self, calls: tuple[CallEntry, ...]) -> None:
        """New calls are appended, so that the chosen one stays chosen."""
        known = len(self._calls)
        if known and calls[:known] == self._calls:
            if len(calls) > known:
                self.beginInsertRows(QModelIndex(), known, len(calls) - 1)
                self._calls = calls
                self.endInsertRows()
            return
        self.beginResetModel()
        self._calls = calls
        self.endResetModel()

    def entry(self, row: int) -> CallEntry | None:
        return self._calls[row] if 0 <= row < len(self._calls) else None

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._calls)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | QIcon | None:
        entry = self.entry(index.row())
        if entry is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return call_summary(entry.call)
        if role == Qt.ItemDataRole.DecorationRole:
            failed = bool(entry.call.failure)
            return self._theme.icon("warning" if failed else "calls", "warn" if failed else "text")
        return None


class CallList(QWidget):
    """Hidden while there are none. A click or Return chooses."""

    call_chosen = Signal(int)  # the row of its event in the log

    def __init__(self, theme: Theme, caption: str) -> None:
        super().__init__()
        self.model = CallModel(theme, self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setAccessibleName(caption)
        self.view.setObjectName("callList")
        self.view.setToolTip("Choose a call to see what was sent and received  (Return)")
        self.view.setUniformItemSizes(True)
        self.view.setIconSize(QSize(14, 14))
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.clicked.connect(self._tell)
        self.view.activated.connect(self._tell)
        label = quiet_label(caption)
        label.setProperty("role", "small")
        lay_column(label, self.view, of=self, margins=(0, 8, 0, 0), spacing=4)
        self.hide()

    def show_calls(self, calls: Sequence[CallEntry]) -> None:
        self.model.show(tuple(calls))
        self.setVisible(bool(calls))
        height = self.view.fontMetrics().height() + 8
        self.view.setFixedHeight(height * min(MOST_ROWS, len(calls)) + 8)

    @property
    def shown_text(self) -> str:
        calls = (self.model.entry(row) for row in range(self.model.rowCount()))
        return "\n".join(call_summary(each.call) for each in calls if each is not None)

    def _tell(self, index: QModelIndex) -> None:
        entry = self.model.entry(index.row())
        if entry is not None:
            self.call_chosen.emit(entry.row)
