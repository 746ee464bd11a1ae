"""The strip below the picture: the timeline, the log, or the chart of a local plan.

What is chosen in the timeline is so in the log. The timeline needs little height and leaves the
picture most of it; the log opens to a dozen rows and follows its end until
one looks up; the chart opens to what its scale needs.
"""

from collections.abc import Sequence

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QRegularExpression,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QTableView, QWidget

from engine.domain.events import Recorded
from engine.language.labels import shortened
from engine.language.sentences.events import told
from engine.language.sentences.figures import clock_words
from engine.language.showing import shown
from widgets.kit.laying import lay_row
from widgets.kit.marks import event_mark
from widgets.kit.pages import Pages
from widgets.kit.parts import tip_with
from widgets.kit.theme import Theme, figures_font
from widgets.timeline.distance_chart import WANTED_HEIGHT, DistanceChart
from widgets.timeline.playback import Playback
from widgets.timeline.timeline_strip import TimelineStrip

TIME, KIND, SUMMARY = 0, 1, 2
SUMMARY_LIMIT = 240
SEARCHED = Qt.ItemDataRole.UserRole
MARK = Qt.ItemDataRole.UserRole + 1


class LogView(QTableView):
    row_chosen = Signal(int)  # row of the unfiltered log

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._started_at_secs = 0.0
        self.log = QStandardItemModel(0, SUMMARY + 1, self)
        self._filter = QSortFilterProxyModel(self)
        self._filter.setSourceModel(self.log)
        self._filter.setFilterRole(SEARCHED)
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
        theme.changed.connect(self._dress)

    def extend(self, recorded: Sequence[Recorded]) -> None:
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 1
        if recorded and not self.log.rowCount():
            self._started_at_secs = recorded[0].at_secs
        for each in recorded:
            self.log.appendRow(self._row(each))
        if follows:
            self.scrollToBottom()

    def clear(self) -> None:
        self.log.setRowCount(0)

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
        field.textChanged.connect(self._filter_by)
        return field

    def _filter_by(self, text: str) -> None:
        """Rows whose kind and summary hold all the words."""
        words = map(QRegularExpression.escape, text.split())
        any_case = QRegularExpression.PatternOption.CaseInsensitiveOption
        pattern = "".join(f"(?=.*{word})" for word in words)
        self._filter.setFilterRegularExpression(QRegularExpression(pattern, any_case))

    def _row(self, recorded: Recorded) -> list[QStandardItem]:
        secs = recorded.at_secs - self._started_at_secs
        tenths = int(max(0.0, secs) * 10) % 10
        text, mark = told(recorded.event), event_mark(recorded.event)
        summary = shortened(text.summary, SUMMARY_LIMIT)
        words = (f"{clock_words(secs)}.{tenths}", text.kind, shown(summary))
        row = [QStandardItem(each) for each in words]
        for each in row:
            each.setToolTip(tip_with(text.summary))
        row[TIME].setData(f"{text.kind} {summary}", SEARCHED)
        row[TIME].setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row[KIND].setData(mark, MARK)
        row[KIND].setIcon(self._theme.icon(mark.icon, mark.tone))
        return row

    def _dress(self) -> None:
        for row in range(self.log.rowCount()):
            kind = self.log.item(row, KIND)
            kind.setIcon(self._theme.icon(kind.data(MARK).icon, kind.data(MARK).tone))

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


LOG_ROWS = 12


class TimelinePanel(Pages):
    """``tools`` are the log's filter field or the timeline's playback, for the dock's title."""

    row_chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        strip, log, chart = TimelineStrip(theme), LogView(theme), DistanceChart(theme)
        pages = (("Timeline", strip), ("Log", log), ("Nearness", chart))
        super().__init__("Timeline, log and nearness", pages)
        self.strip, self.log, self.chart = strip, log, chart
        self.filter, self.playback = log.filter_field(), Playback(theme, strip)
        self.filter.hide()
        self.playback.hide()
        self.tools = QWidget()
        lay_row(self.filter, self.playback, of=self.tools, margins=0)
        self.page_changed.connect(self._show_tools)
        self.strip.row_chosen.connect(self.log.select_row)
        self.strip.row_chosen.connect(self.row_chosen)
        self.log.row_chosen.connect(self._take_log_row)

    @property
    def slim_height(self) -> int:
        return self.strip.height()

    @property
    def wanted_height(self) -> int:
        """What the page that is shown needs to be of use."""
        if self.current is self.log:
            return LOG_ROWS * self.log.verticalHeader().defaultSectionSize()
        return WANTED_HEIGHT if self.current is self.chart else self.slim_height

    def extend(self, recorded: Sequence[Recorded]) -> None:
        self.strip.extend(recorded)
        self.log.extend(recorded)
        self._show_tools()

    def clear(self) -> None:
        self.playback.stop()
        self.strip.clear()
        self.log.clear()
        self.chart.show_plan(None, None)
        self.filter.clear()
        self._show_tools()

    def _show_tools(self) -> None:
        self.filter.setVisible(self.current is self.log)
        self.playback.setVisible(self.current is self.strip and self.strip.count() > 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The log shows whole rows only."""
        row = self.log.verticalHeader().defaultSectionSize()
        self.log.setMaximumHeight(max(1, self.height() // row) * row)
        super().resizeEvent(event)

    def _take_log_row(self, row: int) -> None:
        if row != self.strip.chosen:
            self.strip.choose_row(row)
            self.row_chosen.emit(row)
