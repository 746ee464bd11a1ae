"""The strip below the picture: the timeline, the log, or the chart of a local plan; and the session
shown again as it went, from event to event on the timeline, at one's own speed.

What is chosen in the timeline is so in the log. The timeline needs little height and leaves the
picture most of it; the log opens to a dozen rows and follows its end until
one looks up; the chart opens to what its scale needs."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import chain

from PySide6 import QtCore, QtWidgets
from PySide6.QtGui import QIcon, QResizeEvent

from engine.domain.events import Recorded
from engine.language.folding import shown
from engine.language.labels import shortened
from engine.language.sentences.figures import clock_words
from engine.language.sentences.run import told
from engine.record.views.vector import Sealed
from widgets.kit.marks import event_mark
from widgets.kit.pages import Pages
from widgets.kit.parts import search_field, show_as_rows, tip_with, tool_button
from widgets.kit.picture_view import Thumbnails
from widgets.kit.theme import STRETCH, Theme, figures_font, lay_row, widget_of
from widgets.kit.tree_rows import AnyIndex
from widgets.timeline.distance_chart import WANTED_HEIGHT, DistanceChart
from widgets.timeline.timeline_strip import TimelineStrip

TIME, KIND, SUMMARY = 0, 1, 2
SUMMARY_LIMIT = 240
LINES = 512


class LogModel(QtCore.QAbstractTableModel):
    """The events of which the filter's words are told."""

    def __init__(self, theme: Theme, recorded: Sequence[Recorded]) -> None:
        super().__init__()
        self._theme = theme
        self._recorded = recorded
        self._searched: list[Sealed[str]] = []
        """A line for each event, so many in a text."""
        self._last: list[str] = []
        self._words: list[str] = []
        self._shown: Sequence[int] = range(0)
        """All there are take no room."""

    def extend(self, recorded: Sequence[Recorded]) -> None:
        first, before = len(self._shown), len(self._recorded) - len(recorded)
        for each in recorded:
            kind, summary = told(each.event)
            self._last.append(f"{kind} {shortened(summary, SUMMARY_LIMIT)}".casefold())
            if len(self._last) == LINES:
                self._searched.append(Sealed(["\n".join(self._last)]))
                self._last.clear()
        fresh = self._matching(before)
        if fresh:
            self.beginInsertRows(QtCore.QModelIndex(), first, first + len(fresh) - 1)
            if isinstance(self._shown, array):
                self._shown.extend(fresh)
            else:
                self._shown = range(len(self._recorded))
            self.endInsertRows()

    def clear(self) -> None:
        self._searched.clear()
        self._last.clear()
        self.show_only(self._words)

    def show_only(self, words: list[str]) -> None:
        """Events whose kind and summary hold all these words, in lower case."""
        self.beginResetModel()
        self._words = words
        found = self._matching(0)
        self._shown = array("i", found) if words else found
        self.endResetModel()

    def row_at(self, index: AnyIndex) -> int:
        """Of the unfiltered log; -1 for no index."""
        return self._shown[index.row()] if index.isValid() else -1

    def index_of(self, row: int) -> QtCore.QModelIndex:
        """Of a row of the unfiltered log; invalid where the filter hides it."""
        place = bisect_left(self._shown, row)
        return self.index(place if row in self._shown[place : place + 1] else -1, 0)

    def rowCount(self, parent: AnyIndex = QtCore.QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: AnyIndex = QtCore.QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else SUMMARY + 1

    def data(
        self, index: AnyIndex, role: int = QtCore.Qt.ItemDataRole.DisplayRole
    ) -> str | QIcon | QtCore.Qt.AlignmentFlag | None:
        recorded, column = self._recorded[self.row_at(index)], index.column()
        match QtCore.Qt.ItemDataRole(role):
            case QtCore.Qt.ItemDataRole.DisplayRole if column == TIME:
                secs = max(0.0, recorded.at_secs - self._recorded[0].at_secs)
                return f"{clock_words(secs)}.{int(secs * 10) % 10}"
            case QtCore.Qt.ItemDataRole.DisplayRole:
                kind, summary = told(recorded.event)
                return kind if column == KIND else shown(shortened(summary, SUMMARY_LIMIT))
            case QtCore.Qt.ItemDataRole.ToolTipRole:
                return tip_with(told(recorded.event).summary)
            case QtCore.Qt.ItemDataRole.DecorationRole if column == KIND:
                return self._theme.icon(*event_mark(recorded.event))
            case QtCore.Qt.ItemDataRole.TextAlignmentRole if column == TIME:
                return QtCore.Qt.AlignmentFlag.AlignRight | QtCore.Qt.AlignmentFlag.AlignVCenter
        return None

    def _matching(self, first: int) -> Sequence[int]:
        if not self._words:
            return range(first, len(self._recorded))
        found = list[int]()
        begun = first // LINES
        texts = chain((each[0] for each in self._searched[begun:]), ["\n".join(self._last)])
        for at, text in enumerate(texts, begun):
            if self._has_words(text):
                lines = enumerate(text.split("\n"), at * LINES)
                found += (row for row, line in lines if row >= first and self._has_words(line))
        return found

    def _has_words(self, text: str) -> bool:
        return all(each in text for each in self._words)


class LogView(QtWidgets.QTableView):
    row_chosen = QtCore.Signal(int)  # row of the unfiltered log

    def __init__(self, theme: Theme, recorded: Sequence[Recorded]) -> None:
        super().__init__(cornerButtonEnabled=False)
        self.log = LogModel(theme, recorded)
        self.setModel(self.log)
        self.setFont(figures_font(self.font()))
        self.setAccessibleName("Log")
        show_as_rows(self, self.fontMetrics().height() + 8)
        self.setHorizontalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        metrics, head = self.fontMetrics(), self.horizontalHeader()
        head.hide()
        head.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        head.setStretchLastSection(True)
        head.resizeSection(TIME, metrics.horizontalAdvance("0:00:00.0") + 16)
        head.resizeSection(KIND, metrics.horizontalAdvance("Display gone") + 48)
        head.setSectionResizeMode(SUMMARY, QtWidgets.QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentChanged.connect(self._tell)
        theme.changed.connect(self.viewport().update)

    def extend(self, recorded: Sequence[Recorded]) -> None:
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 1
        self.log.extend(recorded)
        if follows:
            self.scrollToBottom()

    def select_row(self, row: int) -> None:
        """Select a row of the unfiltered log; nothing where the filter hides it."""
        index = self.log.index_of(row)
        if index.isValid():
            flags = (
                QtCore.QItemSelectionModel.SelectionFlag.ClearAndSelect
                | QtCore.QItemSelectionModel.SelectionFlag.Rows
            )
            self.selectionModel().setCurrentIndex(index, flags)
            self.scrollTo(index)

    def filter_by(self, text: str) -> None:
        """Rows whose kind and summary hold all the words; the chosen one stays so."""
        chosen = self.log.row_at(self.currentIndex())
        self.log.show_only(text.casefold().split())
        self.select_row(chosen)

    def _tell(self, index: QtCore.QModelIndex) -> None:
        if index.isValid():
            self.row_chosen.emit(self.log.row_at(index))


LOG_ROWS = 12
SPEEDS = (1, 2, 4, 8)
_LEAST_MS = 60
"""Of an event at the first speed, so that each is seen."""


class Playback(QtWidgets.QWidget):
    """A gap takes as long as the strip draws it: long pauses are cut there. Choosing something on
    the strip meanwhile goes on from there; it stops at the end."""

    begun = QtCore.Signal()  # before anything of it is shown

    def __init__(self, theme: Theme, strip: TimelineStrip) -> None:
        super().__init__()
        self._theme = theme
        self._strip = strip
        self._speed = SPEEDS[-1]
        self._timer = QtCore.QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)
        self.play = tool_button(theme, "play", "Play the session", "Play the session")
        self.play.clicked.connect(self.toggle)
        self.speed = QtWidgets.QToolButton(autoRaise=True)
        self.speed.setToolTip("How fast it is played")
        self.speed.clicked.connect(self._faster)
        self._faster()
        lay_row(STRETCH, self.play, self.speed, of=self, margins=0, spacing=0)

    @property
    def is_playing(self) -> bool:
        return self._timer.isActive()

    def toggle(self) -> None:
        """From what is chosen; from the beginning where that is the end, or nothing."""
        if self.is_playing or not self._strip.count():
            self.stop()
            return
        self.begun.emit()
        at = self._strip.chosen if 0 <= self._strip.chosen < self._strip.count() - 1 else 0
        self._strip.take(at)
        self._wait(at)
        self._dress("pause", "Pause the playback")

    def stop(self) -> None:
        self._timer.stop()
        self._dress("play", "Play the session")

    def _go_on(self) -> None:
        row = self._strip.chosen + 1
        self._strip.take(row)
        if row + 1 < self._strip.count():
            self._wait(row)
        else:
            self.stop()

    def _wait(self, row: int) -> None:
        secs = self._strip.scale.secs_after(row) / self._speed
        self._timer.start(max(_LEAST_MS // self._speed, round(1000 * secs)))

    def _faster(self) -> None:
        """The next speed, or the first behind the last."""
        self._speed = SPEEDS[(SPEEDS.index(self._speed) + 1) % len(SPEEDS)]
        self.speed.setText(f"{self._speed}×")
        self.speed.setAccessibleName(f"Speed: {self._speed} times")

    def _dress(self, icon: str, name: str) -> None:
        self._theme.dress(self.play, icon, "text_quiet")
        self.play.setAccessibleName(name)
        self.play.setToolTip(name)


class TimelinePanel(Pages):
    """``tools`` are the log's filter field or the timeline's playback, for the dock's title."""

    row_chosen = QtCore.Signal(int)

    def __init__(self, theme: Theme, thumbnails: Thumbnails, recorded: Sequence[Recorded]) -> None:
        """``recorded`` are all events so far, when it is extended by the last of them."""
        strip, log = TimelineStrip(theme, thumbnails, recorded), LogView(theme, recorded)
        chart = DistanceChart(theme)
        pages = (("Timeline", strip), ("Log", log), ("Nearness", chart))
        super().__init__("Timeline, log and nearness", pages)
        self.strip, self.log, self.chart = strip, log, chart
        tip = "Show only events with these words  (Ctrl+F)"
        self.filter = search_field("Filter the log", tip, log.filter_by)
        self.playback = Playback(theme, strip)
        self.filter.hide()
        self.playback.hide()
        self.tools = widget_of(lay_row(self.filter, self.playback, margins=0))
        self.page_changed.connect(self._show_tools)
        self.strip.row_chosen.connect(self.log.select_row)
        self.strip.row_chosen.connect(self.row_chosen)
        self.log.row_chosen.connect(self._take_log_row)

    @property
    def wanted_height(self) -> int:
        """What the page that is shown needs to be of use."""
        if self.current is self.log:
            return LOG_ROWS * self.log.verticalHeader().defaultSectionSize()
        return WANTED_HEIGHT if self.current is self.chart else self.strip.height()

    def extend(self, recorded: Sequence[Recorded]) -> None:
        self.strip.extend(recorded)
        self.log.extend(recorded)
        self._show_tools()

    def clear(self) -> None:
        self.playback.stop()
        self.strip.clear()
        self.log.log.clear()
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
