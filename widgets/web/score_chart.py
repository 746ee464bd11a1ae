"""The progress score of each step of a run on the web, as bars from 0 to 100 %."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen

from engine.domain.web.events import ProgressJudged
from widgets.kit.axis_chart import AxisChart
from widgets.kit.theme import Theme

HEIGHT_PX = 56
LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX = 40, 8, 8, 8
MOST_BAR_PX = 14
EMPTY = "Progress is judged after the first action."


class ScoreChart(AxisChart):
    """A step that brought the goal nearer is filled, one that did not is an outline only."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Progress", is_to_choose=False)
        self._scores: tuple[ProgressJudged, ...] = ()

    def show_scores(self, scores: tuple[ProgressJudged, ...]) -> None:
        if scores is not self._scores:
            self._scores = scores
            self.setAccessibleDescription(self.shown_text)
            self.update()

    @property
    def shown_text(self) -> str:
        """The chart in words: ``step 1: 20 %, step 2: 45 %``."""
        return ", ".join(f"step {each.step}: {each.score:.0%}" for each in self._scores) or EMPTY

    def tip_of(self, number: int) -> str:
        each = self._scores[number]
        nearer = "nearer to the goal" if each.has_progressed else "no nearer to the goal"
        return "\n".join((f"Step {each.step}: {each.score:.0%}, {nearer}", *each.evidence))

    def sizeHint(self) -> QSize:
        return QSize(280, HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT_PX)

    def count(self) -> int:
        return len(self._scores)

    def words_when_empty(self) -> str:
        return EMPTY

    def number_at(self, x: float) -> int:
        number = int((x - LEFT_PX) / self._gap)
        return number if 0 <= number < len(self._scores) else -1

    def paint_things(self, painter: QPainter) -> None:
        palette = self._theme.palette
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for share in (0.0, 1.0):
            y = self._y(share)
            painter.setPen(QPen(palette.colour("border"), 1))
            painter.drawLine(LEFT_PX, round(y), self.width() - RIGHT_PX, round(y))
        painter.setPen(palette.colour("text_quiet"))
        label = QRectF(0, self.height() / 2 - 10, LEFT_PX - 6, 20)
        painter.drawText(label, flags, f"{self._scores[-1].score:.0%}")
        for number in range(len(self._scores)):
            self._paint_bar(painter, number)

    def _paint_bar(self, painter: QPainter, number: int) -> None:
        each, gap = self._scores[number], self._gap
        top = min(self._y(each.score), self._y(0) - 2)
        bar = QRectF(LEFT_PX + number * gap + gap * 0.15, top, gap * 0.7, self._y(0) - top)
        colour = self._theme.palette.colour("text_quiet")
        painter.setPen(QPen(colour, 1))
        painter.setBrush(colour if each.has_progressed else Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)

    @property
    def _gap(self) -> float:
        room = self.width() - LEFT_PX - RIGHT_PX
        return min(MOST_BAR_PX, room / max(1, len(self._scores)))

    def _y(self, share: float) -> float:
        return self.height() - BOTTOM_PX - share * (self.height() - TOP_PX - BOTTOM_PX)
