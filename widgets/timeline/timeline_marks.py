"""Where events stand on the timeline, which of them get a mark, and the shape of each mark.

Two minutes before an approval would squeeze eight seconds of work into a few pixels; so a gap
counts for ``LONGEST_GAP_SECS`` at most and is remembered as a break. Each kind of mark has a shape
of its own, so that colour is never alone.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine.domain.events import (
    ActionStarted,
    ApprovalAsked,
    Event,
    QuestionAsked,
    SessionEnded,
    StepEnded,
    SurfaceWentAway,
    WarningRaised,
)
from engine.domain.local_events import ReversalEnded
from widgets.kit.event_marks import ending_mark
from widgets.kit.marks import RETURNED_MARKS, WAITING

LONGEST_GAP_SECS = 4.0
LEAST_SPAN_SECS = 10.0


class TimeScale:
    def __init__(self) -> None:
        self._places: list[float] = []
        self._last_secs = 0.0
        self.breaks: list[int] = []

    def append(self, at_secs: float) -> None:
        """The next event, at wall clock time."""
        if not self._places:
            self._places.append(0.0)
        else:
            gap = max(0.0, at_secs - self._last_secs)
            if gap > LONGEST_GAP_SECS:
                self.breaks.append(len(self._places))
            self._places.append(self._places[-1] + min(gap, LONGEST_GAP_SECS))
        self._last_secs = max(at_secs, self._last_secs)

    def clear(self) -> None:
        self._places.clear()
        self.breaks.clear()
        self._last_secs = 0.0

    def __len__(self) -> int:
        return len(self._places)

    @property
    def span(self) -> float:
        """Seconds from the left to the right edge."""
        return max(LEAST_SPAN_SECS, self._places[-1] if self._places else 0.0)

    def place(self, row: int) -> float:
        """The event's place, 0 to 1."""
        return self._places[row] / self.span

    def row_near(self, place: float) -> int:
        """The event nearest to a place; -1 where there is none."""
        if not self._places:
            return -1
        wanted = place * self.span
        after = min(bisect_left(self._places, wanted), len(self._places) - 1)
        before = max(0, after - 1)
        is_before = wanted - self._places[before] < self._places[after] - wanted
        return before if is_before else after


@dataclass(frozen=True, slots=True)
class Tick:
    """``kind``: action, done, failed, back, waiting, warning or end."""

    row: int
    kind: str
    tone: str


def tick_of(row: int, event: Event) -> Tick | None:
    """The event's mark; None for events that only the log tells of."""
    match event:
        case ActionStarted():
            return Tick(row, "action", "text_quiet")
        case StepEnded(state="done"):
            return Tick(row, "done", "good")
        case StepEnded(state="failed"):
            return Tick(row, "failed", "bad")
        case ApprovalAsked() | QuestionAsked():
            return Tick(row, "waiting", WAITING.tone)
        case ReversalEnded(returned=returned):
            return Tick(row, "back", RETURNED_MARKS[returned].tone)
        case WarningRaised() | SurfaceWentAway():
            return Tick(row, "warning", "warn")
        case SessionEnded(outcome=outcome):
            return Tick(row, "end", ending_mark(outcome.terminal, outcome.reason).tone)
        case _:
            return None


def draw_tick(painter: QPainter, x: float, lane: QRectF, kind: str, colour: QColor) -> None:
    middle = lane.center().y()
    painter.setPen(QPen(colour, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    match kind:
        case "action":
            painter.drawLine(QPointF(x, lane.top() + 3), QPointF(x, lane.bottom() - 3))
        case "done":
            painter.drawPolyline(_points(x, middle, (-4, 0), (-1, 4), (5, -4)))
        case "failed":
            painter.drawLine(QPointF(x - 4, middle - 4), QPointF(x + 4, middle + 4))
            painter.drawLine(QPointF(x - 4, middle + 4), QPointF(x + 4, middle - 4))
        case "waiting":
            painter.setBrush(colour)
            painter.drawPolygon(QPolygonF(_points(x, middle, (0, -5), (5, 0), (0, 5), (-5, 0))))
        case "back":
            painter.drawLine(QPointF(x - 4, middle), QPointF(x + 6, middle))
            painter.drawPolyline(_points(x, middle, (0, -5), (-5, 0), (0, 5)))
        case "warning":
            painter.drawPolygon(QPolygonF(_points(x, middle, (0, -5), (5, 5), (-5, 5))))
        case "end":
            painter.fillRect(QRectF(x - 2, 4, 4, lane.bottom() - 4), colour)


def _points(x: float, y: float, *offsets: tuple[int, int]) -> list[QPointF]:
    return [QPointF(x + across, y + down) for across, down in offsets]
