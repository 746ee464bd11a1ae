"""The states of an exploration as a map: small pictures in layers, with what first led to each; the
one that is shown now is lit.
"""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QIcon,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip

from engine.geometry.state_map import CardSizes, state_map
from engine.language.sentences.figures import count_words
from engine.record.views.exploring.explore_view import ExploreView, StateView
from widgets.kit.node_map import MapNode, NodeMap
from widgets.kit.parts import tip_with
from widgets.kit.theme import Theme
from widgets.kit.thumbnails import Thumbnails

CARD_WIDTH, PICTURE = 104, QSize(96, 60)
MARGIN, GAP_ACROSS, GAP_DOWN, PAD = 8, 12, 16, 4


class StatesMap(NodeMap):
    current_moved = Signal(MapNode)  # what is lit or chosen now

    def __init__(self, theme: Theme, thumbnails: Thumbnails) -> None:
        super().__init__(theme, "States")
        self._thumbnails = thumbnails
        self._view: ExploreView | None = None
        self._pictures: dict[str, str] = {}
        """The hash of the picture that each card has."""
        self.lit = ""
        self.setMinimumWidth(CARD_WIDTH + 2 * MARGIN)
        self.node_chosen.connect(self.choose)
        thumbnails.arrived.connect(self._show_pictures)
        theme.changed.connect(self._show_all_pictures)

    def show_view(self, view: ExploreView, *, is_over: bool) -> None:
        """Nothing is lit any more when it is over."""
        is_other = self._view is None or view.states is not self._view.states
        self._view = view
        lit = "" if is_over else view.state_id
        is_moved, self.lit = lit != self.lit, lit
        faulty = {each.found.state_id for each in view.findings}
        known = {each.state_id for each in view.states}
        for name in [each for each in self.nodes if each not in known]:
            self.nodes.pop(name).deleteLater()
            self._pictures.pop(name, None)
        for number, state in enumerate(view.states, 1):
            self._show_state(number, state, has_fault=state.state_id in faulty)
        if is_other:
            self._lay_out()
        if is_moved and lit in self.nodes:
            self.current_moved.emit(self.nodes[lit])
        if not self.chosen:
            self.stop_at(lit or next(iter(self.nodes), ""))
        self._describe()
        self.update()

    def clear(self) -> None:
        for node in self.nodes.values():
            node.deleteLater()
        self._view, self.lit = None, ""
        self.nodes.clear()
        self._pictures.clear()
        self.update()

    def choose(self, name: str) -> None:
        """Bring it into sight too."""
        super().choose(name)
        if name in self.nodes:
            self.current_moved.emit(self.nodes[name])
        self._describe()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(2 * (CARD_WIDTH + GAP_ACROSS) + 2 * MARGIN, self.minimumHeight())

    def tip_of(self, state_id: str) -> str:
        """Title, when it was first seen, and the path that first led there."""
        state = self._view.states.get(state_id) if self._view is not None else None
        if state is None or self._view is None:
            return ""
        path = " › ".join(self._view.path_to(state_id)) or "a start"
        seen = f"first seen after {count_words(state.first_seen_at, 'action')}"
        here = ", shown now" if state_id == self.lit else ""
        return f"{state.title}\n{seen}, {count_words(state.visits, 'visit')}{here}\n{path}"

    # -- layout and painting ---------------------------------------------------------------------

    def _show_state(self, number: int, state: StateView, *, has_fault: bool) -> None:
        """``number`` tells states of one title apart."""
        card = self.nodes.get(state.state_id) or self.add_node(state.state_id)
        card.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        card.setIconSize(PICTURE)
        title = f"{'✗ ' if has_fault else ''}{number} {state.title}"
        is_lit = state.state_id == self.lit
        look = "fault" if has_fault else "lit" if is_lit else "seen"
        card.show_state((title, state.by or "start"), look)
        card.setAccessibleName(title)
        self._show_picture(state)

    def _show_all_pictures(self) -> None:
        self._pictures.clear()
        self._show_pictures()

    def _show_pictures(self) -> None:
        for state in self._view.states if self._view is not None else ():
            if state.state_id in self.nodes:  # else its card is still to come
                self._show_picture(state)

    def _show_picture(self, state: StateView) -> None:
        """On a ground of one size, while it is on its way too."""
        card, wanted = self.nodes[state.state_id], state.picture_hash
        if wanted and self._pictures.get(state.state_id) == wanted:
            return
        image = self._thumbnails.image(wanted) if wanted else None
        is_there = image is not None and not image.isNull()
        if not is_there and not card.icon().isNull():
            return
        pixmap = QPixmap(PICTURE)
        pixmap.fill(self._theme.palette.colour("stage"))
        if image is not None and is_there:
            self._pictures[state.state_id] = wanted
            aspects, smooth = Qt.AspectRatioMode, Qt.TransformationMode.SmoothTransformation
            small = image.scaled(PICTURE, aspects.KeepAspectRatio, smooth)
            painter = QPainter(pixmap)
            painter.drawImage(pixmap.rect().center() - small.rect().center(), small)
            painter.end()
        card.setIcon(QIcon(pixmap))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        view = self._view
        if view is None:
            return
        height = 2 * self.fontMetrics().height() + PICTURE.height() + 4 * PAD
        sizes = CardSizes(CARD_WIDTH, height, GAP_ACROSS, GAP_DOWN, MARGIN)
        came_from = {each.state_id: each.came_from for each in view.states}
        laid = state_map(came_from, sizes, sizes.most_across(self.width()), self.width())
        for name, (left, top) in laid.corners.items():
            self.nodes[name].setGeometry(QRect(int(left), int(top), CARD_WIDTH, height))
            self.nodes[name].elide()
        self.setFixedHeight(laid.height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.chosen
        for state in self._view.states if self._view is not None else ():
            start, end = self.nodes.get(state.came_from), self.nodes.get(state.state_id)
            if start is not None and end is not None and state.by:
                is_lit = chosen in (state.state_id, state.came_from)
                tone, width = ("accent", 1.6) if is_lit else ("border_strong", 1.0)
                self.paint_way(painter, _way(start.geometry(), end.geometry()), tone, width)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            tip = self.tip_of(self._state_at(event.pos()))
            QToolTip.showText(event.globalPos(), tip_with(tip), self)
            return True
        return super().event(event)

    def _state_at(self, place: QPoint) -> str:
        found = (name for name, card in self.nodes.items() if card.geometry().contains(place))
        return next(found, "")

    def _describe(self) -> None:
        """For screen readers: what is chosen, or what is shown now."""
        words = self.tip_of(self.chosen or self.lit).replace("\n", ", ")
        self.setAccessibleDescription(words)


def _way(start: QRect, end: QRect) -> QPainterPath:
    a = QPointF(start.center().x(), start.bottom() + 1)
    b = QPointF(end.center().x(), end.top() - 1)
    bend = QPointF(0, GAP_DOWN * 0.8)
    path = QPainterPath(a)
    path.cubicTo(a + bend, b - bend, b)
    return path
