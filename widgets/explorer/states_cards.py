"""How one state of the map is painted, and the way that first led to it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen

from engine.record.views.exploring.explore_view import StateView
from widgets.kit.arrows import arrow_head
from widgets.kit.row_painter import smaller
from widgets.kit.theme import Theme
from widgets.kit.thumbnails import Thumbnails

CARD_WIDTH, PICTURE_HEIGHT = 104, 65
MARGIN, GAP_ACROSS, GAP_DOWN, PAD = 8, 12, 16, 4
RADIUS = 6


class CardLook(NamedTuple):
    """``is_lit``: it is what is shown now."""

    is_lit: bool
    is_chosen: bool
    has_focus: bool
    has_fault: bool


class CardPainter:
    def __init__(self, theme: Theme, thumbnails: Thumbnails) -> None:
        self._theme = theme
        self._thumbnails = thumbnails

    def card_height(self, line: int) -> int:
        """Of what led there, the picture, and the title."""
        return 2 * line + PICTURE_HEIGHT + 3 * PAD

    def paint_way(self, painter: QPainter, start: QRect, end: QRect, *, is_lit: bool) -> None:
        colour = self._theme.palette.colour("accent" if is_lit else "border_strong")
        a = QPointF(start.center().x(), start.bottom() + 1)
        b = QPointF(end.center().x(), end.top() - 1)
        bend = QPointF(0, GAP_DOWN * 0.8)
        path = QPainterPath(a)
        path.cubicTo(a + bend, b - bend, b)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 1.6 if is_lit else 1.0))
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(arrow_head(path))

    def paint_card(
        self,
        painter: QPainter,
        card: QRect,
        number: int,
        state: StateView,
        font: QFont,
        look: CardLook,
    ) -> None:
        """``number`` tells states of one title apart."""
        self._paint_frame(painter, card, look)
        small = smaller(font)
        painter.setFont(small)
        line = (card.height() - PICTURE_HEIGHT - 3 * PAD) // 2
        inside = card.adjusted(PAD, PAD, -PAD, -PAD)
        above = QRect(inside.left(), inside.top(), inside.width(), line)
        self._paint_words(painter, above, state.by or "start", "text_quiet")
        picture = QRect(inside.left(), above.bottom() + 1, inside.width(), PICTURE_HEIGHT)
        self._paint_picture(painter, picture, state)
        small.setBold(look.is_lit or look.has_fault)
        painter.setFont(small)
        below = QRect(inside.left(), picture.bottom() + PAD, inside.width(), line)
        title = f"{'✗ ' if look.has_fault else ''}{number} {state.title}"
        self._paint_words(painter, below, title, "bad" if look.has_fault else "text")

    def _paint_frame(self, painter: QPainter, card: QRect, look: CardLook) -> None:
        palette = self._theme.palette
        edge = "bad" if look.has_fault else "accent" if look.is_lit else "border_strong"
        painter.setBrush(palette.colour("accent_soft" if look.is_lit else "raised"))
        painter.setPen(QPen(palette.colour(edge), 2 if look.has_fault or look.is_lit else 1))
        painter.drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        if look.is_chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.colour("focus"), 2 if look.has_focus else 1))
            ring = QRectF(card).adjusted(-2.5, -2.5, 2.5, 2.5)
            painter.drawRoundedRect(ring, RADIUS + 2, RADIUS + 2)

    def _paint_words(self, painter: QPainter, place: QRect, words: str, tone: str) -> None:
        painter.setPen(self._theme.palette.colour(tone))
        metrics = painter.fontMetrics()
        elided = metrics.elidedText(words, Qt.TextElideMode.ElideRight, place.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, flags, elided)

    def _paint_picture(self, painter: QPainter, place: QRect, state: StateView) -> None:
        image = self._thumbnails.image(state.picture_hash) if state.picture_hash else None
        painter.fillRect(place, self._theme.palette.colour("stage"))
        if image is None or image.isNull():
            return
        size = image.size().scaled(place.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left = place.left() + (place.width() - size.width()) / 2
        top = place.top() + (place.height() - size.height()) / 2
        painter.drawImage(QRectF(left, top, size.width(), size.height()), image)
