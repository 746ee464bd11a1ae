"""How far a run on the web has come: orient, context, locate, verify, done, as one bar."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.domain.web.events import StagePromoted
from engine.domain.web.goals import Stage
from engine.language.sentences.web import STAGE_HINTS, STAGE_WORDS
from engine.record.views.web_views import WebView
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
        self._promotions: tuple[StagePromoted, ...] = ()
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
