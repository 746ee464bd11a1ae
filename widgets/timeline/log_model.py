"""The log as a table model: time, kind, summary. Rows are only ever appended."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QIcon

from engine.domain.events import Recorded
from engine.language.sentences.events import told
from engine.language.sentences.figures import clock_words, shortened
from engine.language.sentences.told import Told
from widgets.kit.event_marks import event_mark
from widgets.kit.marks import Mark
from widgets.kit.theme import Theme

AnyIndex = QModelIndex | QPersistentModelIndex
TIME, KIND, SUMMARY = 0, 1, 2
HEADS = ("Time", "What", "Summary")
SUMMARY_LIMIT = 240


class LogModel(QAbstractTableModel):
    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[str, Told, Mark]] = []
        self._started_at_secs = 0.0

    def extend(self, recorded: Sequence[Recorded]) -> None:
        if not recorded:
            return
        if not self._rows:
            self._started_at_secs = recorded[0].at_secs
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(recorded) - 1)
        self._rows.extend(self._row(each) for each in recorded)
        self.endInsertRows()

    def clear(self) -> None:
        self.beginResetModel()
        self._rows.clear()
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(HEADS)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> str | None:
        is_head = orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return HEADS[section] if is_head else None

    def data(
        self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | QIcon | Qt.AlignmentFlag | None:
        if not index.isValid():
            return None
        time, text, mark = self._rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (time, text.kind, shortened(text.summary, SUMMARY_LIMIT))[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return text.summary
        if role == Qt.ItemDataRole.DecorationRole and column == KIND:
            return self._theme.icon(mark.icon, mark.tone)
        if role == Qt.ItemDataRole.TextAlignmentRole and column == TIME:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _row(self, recorded: Recorded) -> tuple[str, Told, Mark]:
        secs = recorded.at_secs - self._started_at_secs
        tenths = int(max(0.0, secs) * 10) % 10
        return f"{clock_words(secs)}.{tenths}", told(recorded.event), event_mark(recorded.event)


class LogFilter(QSortFilterProxyModel):
    """Rows whose kind or summary holds all the words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()

    def filter_by(self, text: str) -> None:
        self.beginFilterChange()
        self._words = tuple(text.lower().split())
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, source_row: int, source_parent: AnyIndex) -> bool:
        if not self._words:
            return True
        model = self.sourceModel()
        text = " ".join(
            str(model.index(source_row, column, source_parent).data() or "")
            for column in (KIND, SUMMARY)
        ).lower()
        return all(word in text for word in self._words)
