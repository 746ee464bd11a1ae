"""The timeline over the log; what is chosen in one is chosen in the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.domain.events import Recorded
from widgets.log_view import LogView
from widgets.parts import separator
from widgets.theme import Theme
from widgets.timeline_strip import TimelineStrip


class TimelinePanel(QWidget):
    """``filter`` is the log's filter field, for the dock's title."""

    row_chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.strip = TimelineStrip(theme)
        self.log = LogView(theme)
        self.filter = self.log.filter_field()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.strip)
        layout.addWidget(separator())
        layout.addWidget(self.log, 1)
        layout.addStretch(0)
        self.strip.row_chosen.connect(self.log.select_row)
        self.strip.row_chosen.connect(self.row_chosen)
        self.log.row_chosen.connect(self._take_log_row)
        self.setMinimumHeight(76)

    def extend(self, recorded: Sequence[Recorded]) -> None:
        self.strip.extend(recorded)
        self.log.extend(recorded)

    def clear(self) -> None:
        self.strip.clear()
        self.log.clear()
        self.filter.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The log shows whole rows only."""
        row = self.log.verticalHeader().defaultSectionSize()
        room = self.height() - self.strip.height() - 1
        self.log.setMaximumHeight(max(1, room // row) * row)
        super().resizeEvent(event)

    def _take_log_row(self, row: int) -> None:
        if row != self.strip.chosen_row:
            self.strip.choose_row(row)
            self.row_chosen.emit(row)
