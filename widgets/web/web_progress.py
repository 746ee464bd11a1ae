"""How far a run on the web has come: its stages, orient to done, as one bar; and the progress score
of each step, as bars from 0 to 100 %."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.domain.web.events import ProgressJudged, StagePromoted
from engine.domain.web.goals import Stage
from engine.language.sentences.web import STAGE_HINTS, STAGE_WORDS
from engine.record.views.web.web_view import WebView
from widgets.kit.axis_chart import AxisChart
from widgets.kit.theme import Theme

STAGES = tuple(Stage)
DOT_PX = 5
TOP_PX = 12


class StageBar(QWidget):
    """A stage that was reached is filled; the one that the run is in is lit and bold."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._stage = Stage.ORIENT
        self._promotions: Sequence[StagePromoted] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Stage")
        theme.changed.connect(self.update)
        self.show_view(WebView())

    def show_view(self, view: WebView) -> None:
        self._stage, self._promotions = view.stage, view.promotions
        number = f"{self._stage.number + 1} of {len(STAGES)}"
        self.setAccessibleDescription(f"{STAGE_WORDS[self._stage]}, {number}")
        self.update()

    @property
    def shown_text(self) -> str:
        return self.accessibleDescription()

    def tip_of(self, stage: Stage) -> str:
        """What the stage means, and why the run came to it."""
        why = next((each.why for each in self._promotions if each.stage is stage), "")
        return "\n".join(
            part for part in (f"{STAGE_WORDS[stage]}: {STAGE_HINTS[stage]}", why) if part
        )

    def sizeHint(self) -> QSize:
        return QSize(280, TOP_PX + DOT_PX + 8 + self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(1, len(STAGES)):
            is_passed = number <= self._stage.number
            tone = "text_quiet" if is_passed else "border_strong"
            painter.setPen(QPen(palette.colour(tone), 2 if is_passed else 1))
            gap = DOT_PX + 3
            start, end = self._dot(number - 1), self._dot(number)
            painter.drawLine(start + QPointF(gap, 0), end - QPointF(gap, 0))
        for number, stage in enumerate(STAGES):
            self._paint_stage(painter, number, stage)

    def _paint_stage(self, painter: QPainter, number: int, stage: Stage) -> None:
        palette = self._theme.palette
        at, is_here = self._dot(number), stage is self._stage
        is_reached = number <= self._stage.number
        tone = "accent" if is_here else "text_quiet" if is_reached else "border_strong"
        painter.setPen(QPen(palette.colour(tone), 1.5))
        filled = palette.colour(tone)
        painter.setBrush(filled if is_reached else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, DOT_PX, DOT_PX)
        font = QFont(self.font())
        font.setBold(is_here)
        painter.setFont(font)
        words = "text" if is_here else "text_quiet" if is_reached else "text_faint"
        painter.setPen(palette.colour(words))
        place = QRectF(at.x() - self._gap / 2, TOP_PX + DOT_PX + 3, self._gap, 20)
        text = QFontMetrics(font).elidedText(
            STAGE_WORDS[stage], Qt.TextElideMode.ElideRight, int(self._gap)
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)

    @property
    def _gap(self) -> float:
        return self.width() / len(STAGES)

    def _dot(self, number: int) -> QPointF:
        return QPointF((number + 0.5) * self._gap, TOP_PX)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            number = min(len(STAGES) - 1, max(0, int(event.pos().x() / self._gap)))
            QToolTip.showText(event.globalPos(), self.tip_of(STAGES[number]), self)
            return True
        return super().event(event)


HEIGHT_PX = 56
LEFT_PX, RIGHT_PX, ABOVE_PX, BELOW_PX = 40, 8, 8, 8
MOST_BAR_PX = 14
EMPTY = "Progress is judged after the first action."


class ScoreChart(AxisChart):
    """A step that brought the goal nearer is filled, one that did not is an outline only."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Progress", is_to_choose=False)
        self._scores: Sequence[ProgressJudged] = ()

    def show_scores(self, scores: Sequence[ProgressJudged]) -> None:
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
        return self.height() - BELOW_PX - share * (self.height() - ABOVE_PX - BELOW_PX)
