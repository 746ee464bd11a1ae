"""The strip below the picture: the timeline, the log, or the chart of a local plan.

What is chosen in the timeline is so in the log. The timeline needs little height and leaves the
picture most of it; the log opens to a dozen rows, the chart to what its scale needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent

from engine.domain.events import Recorded
from widgets.kit.pages import Pages
from widgets.kit.theme import Theme
from widgets.timeline.distance_chart import WANTED_HEIGHT, DistanceChart
from widgets.timeline.log_view import LogView
from widgets.timeline.timeline_strip import TimelineStrip

LOG_ROWS = 12


class TimelinePanel(Pages):
    """``filter`` is the log's filter field, for the dock's title."""

    row_chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        strip, log, chart = TimelineStrip(theme), LogView(theme), DistanceChart(theme)
        pages = (("Timeline", strip), ("Log", log), ("Distance", chart))
        super().__init__("Timeline, log and distance", pages)
        self.strip, self.log, self.chart = strip, log, chart
        self.filter = log.filter_field()
        self.filter.hide()
        self.page_changed.connect(lambda: self.filter.setVisible(self.current is self.log))
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

    def clear(self) -> None:
        self.strip.clear()
        self.log.clear()
        self.chart.show_plan(None, None)
        self.filter.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The log shows whole rows only."""
        row = self.log.verticalHeader().defaultSectionSize()
        self.log.setMaximumHeight(max(1, self.height() // row) * row)
        super().resizeEvent(event)

    def _take_log_row(self, row: int) -> None:
        if row != self.strip.chosen_row:
            self.strip.choose_row(row)
            self.row_chosen.emit(row)
