"""The states of an exploration as a map: small pictures in layers, with what first led to each; the
one that is shown now is lit. Arrow keys go from state to state.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.geometry.state_map import CardSizes, state_map
from engine.language.sentences.figures import count_words
from engine.record.views.exploring.explore_view import ExploreView, StateView
from widgets.kit.parts import arrow_head, tip_with
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


_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_ACROSS = _ARROWS[:2]
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class StatesMap(QWidget):
    state_chosen = Signal(str)  # state id
    current_moved = Signal(QRect)  # where the state stands that is lit or chosen now

    def __init__(self, theme: Theme, thumbnails: Thumbnails) -> None:
        super().__init__()
        self._painter = CardPainter(theme, thumbnails)
        self._view: ExploreView | None = None
        self._cards: dict[str, QRect] = {}
        self._chosen = ""
        self._lit = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("States")
        self.setMinimumWidth(CARD_WIDTH + 2 * MARGIN)
        for repaint in (theme.changed, thumbnails.arrived):
            repaint.connect(self.update)

    def show_view(self, view: ExploreView, *, is_over: bool) -> None:
        """Nothing is lit any more when it is over."""
        is_other = self._view is None or view.states is not self._view.states
        self._view = view
        if is_other:
            self._lay_out()
        lit = "" if is_over else view.state_id
        if lit != self._lit:
            self._lit = lit
            if lit in self._cards:
                self.current_moved.emit(self._cards[lit])
        self._describe()
        self.update()

    def clear(self) -> None:
        self._view, self._chosen, self._lit, self._cards = None, "", "", {}
        self.update()

    def choose(self, state_id: str) -> None:
        """Bring it into sight, without telling that the operator chose it."""
        self._chosen = state_id
        if state_id in self._cards:
            self.current_moved.emit(self._cards[state_id])
        self._describe()
        self.update()

    @property
    def cards(self) -> dict[str, QRect]:
        """Where each state stands."""
        return dict(self._cards)

    @property
    def lit(self) -> str:
        return self._lit

    @property
    def chosen(self) -> str:
        return self._chosen

    def sizeHint(self) -> QSize:
        return QSize(2 * (CARD_WIDTH + GAP_ACROSS) + 2 * MARGIN, self.minimumHeight())

    def tip_of(self, state_id: str) -> str:
        """Title, when it was first seen, and the path that first led there."""
        state = self._view.state(state_id) if self._view is not None else None
        if state is None or self._view is None:
            return ""
        path = " › ".join(self._view.path_to(state_id)) or "a start"
        seen = f"first seen after {count_words(state.first_seen_at, 'action')}"
        here = ", shown now" if state_id == self._lit else ""
        return f"{state.title}\n{seen}, {count_words(state.visits, 'visit')}{here}\n{path}"

    # -- layout and painting ---------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        view = self._view
        if view is None:
            return
        height = self._painter.card_height(self.fontMetrics().height())
        sizes = CardSizes(CARD_WIDTH, height, GAP_ACROSS, GAP_DOWN, MARGIN)
        came_from = {each.state_id: each.came_from for each in view.states}
        laid = state_map(came_from, sizes, sizes.most_across(self.width()), self.width())
        self._cards = {
            state_id: QRect(int(left), int(top), CARD_WIDTH, height)
            for state_id, (left, top) in laid.corners.items()
        }
        self.setFixedHeight(laid.height)

    def paintEvent(self, event: QPaintEvent) -> None:
        view = self._view
        if view is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for state in view.states:
            start, end = self._cards.get(state.came_from), self._cards.get(state.state_id)
            if start is not None and end is not None and state.by:
                is_lit = self._chosen in (state.state_id, state.came_from)
                self._painter.paint_way(painter, start, end, is_lit=is_lit)
        faulty = {each.found.state_id for each in view.findings}
        for number, state in enumerate(view.states, 1):
            card = self._cards.get(state.state_id)
            if card is not None and card.intersects(event.rect()):
                look = CardLook(
                    is_lit=state.state_id == self._lit,
                    is_chosen=state.state_id == self._chosen,
                    has_focus=self.hasFocus(),
                    has_fault=state.state_id in faulty,
                )
                self._painter.paint_card(painter, card, number, state, self.font(), look)

    # -- pointer and keys ------------------------------------------------------------------------

    def state_at(self, place: QPoint) -> str:
        return next((name for name, card in self._cards.items() if card.contains(place)), "")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        found = self.state_at(event.position().toPoint())
        if found and event.button() is Qt.MouseButton.LeftButton:
            self._take(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS and self._cards:
            self._take(self._beside(key))
        elif key in _ENTER and self._chosen:
            self._take(self._chosen)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whoever comes here by key goes on from what is shown now."""
        if not self._chosen and self._cards:
            self.choose(self._lit if self._lit in self._cards else next(iter(self._cards)))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            tip = self.tip_of(self.state_at(event.pos()))
            QToolTip.showText(event.globalPos(), tip_with(tip), self)
            return True
        return super().event(event)

    def _take(self, state_id: str) -> None:
        self.choose(state_id)
        self.state_chosen.emit(state_id)

    def _describe(self) -> None:
        """For screen readers: what is chosen, or what is shown now."""
        words = self.tip_of(self._chosen or self._lit).replace("\n", ", ")
        self.setAccessibleDescription(words)

    def _beside(self, key: Qt.Key) -> str:
        """The nearest state in that direction; the same one where there is none."""
        here = self._cards.get(self._chosen)
        if here is None:
            return next(iter(self._cards))
        ways = {
            name: _way(card.center() - here.center(), key) for name, card in self._cards.items()
        }
        ranked = [(way, name) for name, way in ways.items() if way is not None]
        return min(ranked)[1] if ranked else self._chosen


def _way(by: QPoint, key: Qt.Key) -> int | None:
    """How far it is to there; None where that does not lie in the key's direction."""
    ahead = {
        Qt.Key.Key_Left: -by.x(),
        Qt.Key.Key_Right: by.x(),
        Qt.Key.Key_Up: -by.y(),
        Qt.Key.Key_Down: by.y(),
    }[key]
    aside = abs(by.y() if key in _ACROSS else by.x())
    if ahead <= 0 or (key in _ACROSS and aside):
        return None
    return ahead * 4 + aside
