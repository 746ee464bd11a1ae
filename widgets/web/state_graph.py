"""The state graph of a run on the web: its ten nodes with the ways between them, one of them lit.

What was visited is quiet and has a count, what was not is faint. The way by which the run came to
where it is stands out. Arrow keys go from node to node.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from engine.domain.web.events import Node
from engine.language.sentences.figures import count_words
from engine.language.sentences.web import NODE_HINTS, NODE_WORDS
from engine.record.views.web.web_view import WebView
from widgets.kit.parts import KEYBOARD_REASONS, arrow_head, tip_with
from widgets.kit.theme import Theme, figures_font
from widgets.web.graph_paths import EDGES, PLACES, ROWS, path_between

RADIUS_PX = 6
PAD_PX = 8


class GraphNode(QAbstractButton):
    stepped = Signal(object)  # Qt.Key: an arrow was pressed upon it

    def __init__(self, theme: Theme, node: Node) -> None:
        super().__init__()
        self._theme = theme
        self.node = node
        self._visits = 0
        self._is_current = False
        self._is_hovered = False
        self._shows_ring = False
        self.setText(NODE_WORDS[node])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)
        self.show_state(0, is_current=False)

    def show_state(self, visits: int, *, is_current: bool, why: str = "") -> None:
        """``why`` the run went there, where that is known."""
        self._visits, self._is_current = visits, is_current
        times = count_words(visits, "visit") if visits else "not visited"
        here = ", the run is here" if is_current else ""
        self.setAccessibleName(f"{self.text()}: {times}{here}")
        lines = [NODE_HINTS[self.node], times + here, why if is_current else "", self.node.value]
        self.setAccessibleDescription(NODE_HINTS[self.node])
        self.setToolTip(tip_with("\n".join(line for line in lines if line)))
        self.update()

    @property
    def is_current(self) -> bool:
        return self._is_current

    @property
    def visits(self) -> int:
        return self._visits

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        ground = "accent" if self._is_current else "hover" if self._is_hovered else "raised"
        line = "accent" if self._is_current else "border_strong" if self._visits else "border"
        painter.setBrush(palette.colour(ground))
        painter.setPen(QPen(palette.colour(line), 1))
        painter.drawRoundedRect(box, RADIUS_PX, RADIUS_PX)
        if self._shows_ring:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.colour("focus"), 2))
            painter.drawRoundedRect(box, RADIUS_PX, RADIUS_PX)
        self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        palette = self._theme.palette
        font = figures_font(self.font())
        font.setBold(self._is_current)
        painter.setFont(font)
        tone = "on_accent" if self._is_current else "text" if self._visits else "text_faint"
        painter.setPen(palette.colour(tone))
        inside = self.rect().adjusted(PAD_PX, 0, -PAD_PX, 0)
        count = str(self._visits) if self._visits else ""
        room = painter.fontMetrics().horizontalAdvance(count) + (PAD_PX if count else 0)
        words = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, inside.width() - room
        )
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inside, flags | Qt.AlignmentFlag.AlignLeft, words)
        if count:
            if not self._is_current:
                painter.setPen(palette.colour("text_quiet"))
            painter.drawText(inside, flags | Qt.AlignmentFlag.AlignRight, count)

    # -- pointer and keys ------------------------------------------------------------------------

    def enterEvent(self, event: QEvent) -> None:
        self._is_hovered = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._is_hovered = False
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._shows_ring = event.reason() in {*KEYBOARD_REASONS, Qt.FocusReason.OtherFocusReason}
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._shows_ring = False
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        arrows = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
        if event.key() in arrows:
            self.stepped.emit(Qt.Key(event.key()))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


MARGIN_PX, LEFT_PX, GAP_PX = 8, 20, 32
"""Around it; for the way back at its left; between the columns."""
LEAST_ROW_PX, MOST_ROW_PX, LEAST_NODE_PX, MOST_NODE_PX = 32, 48, 22, 30
MOST_WIDTH_PX = 176


class StateGraph(QWidget):
    node_chosen = Signal(object)  # Node

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._view = WebView()
        self._came_from: Node | None = None
        self.nodes = {node: GraphNode(theme, node) for node in Node}
        for node, box in self.nodes.items():
            box.setParent(self)
            box.clicked.connect(lambda _checked=False, node=node: self.node_chosen.emit(node))
            box.stepped.connect(lambda key, node=node: self._step(node, key))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumSize(240, ROWS * LEAST_ROW_PX + 2 * MARGIN_PX)
        self.setAccessibleName("State graph")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        theme.changed.connect(self.update)
        self._choose_tab_stop(Node.OBSERVE)

    def show_view(self, view: WebView, *, is_over: bool = False) -> None:
        """Where the run is; nowhere any more when it is over."""
        if view.node is not self._view.node or view.visits != self._view.visits:
            same_run = len(view.visits) >= len(self._view.visits)
            self._came_from = self._view.node if same_run else None
        self._view = view
        lit = None if is_over else view.node
        for node, box in self.nodes.items():
            box.show_state(view.visits_of(node), is_current=node is lit, why=view.why)
        if view.node is not None and not self._has_focus():
            self._choose_tab_stop(view.node)
        self.setAccessibleDescription(f"at {self.nodes[lit].text()}" if lit else "nowhere")
        self.update()

    @property
    def current(self) -> Node | None:
        """The node that is lit."""
        return next((node for node, box in self.nodes.items() if box.is_current), None)

    def sizeHint(self) -> QSize:
        return QSize(320, ROWS * (LEAST_ROW_PX + 4) + 2 * MARGIN_PX)

    # -- layout and painting ---------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        row = min(MOST_ROW_PX, (self.height() - 2 * MARGIN_PX) / ROWS)
        height = min(MOST_NODE_PX, max(LEAST_NODE_PX, row - 12))
        room = self.width() - LEFT_PX - MARGIN_PX - GAP_PX
        width = min(MOST_WIDTH_PX, room / 2)
        for node, box in self.nodes.items():
            place = PLACES[node]
            x = LEFT_PX + place.column * (width + GAP_PX)
            y = MARGIN_PX + place.row * row + (row - height) / 2
            box.setGeometry(QRect(round(x), round(y), round(width), round(height)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        boxes = {node: QRectF(box.geometry()) for node, box in self.nodes.items()}
        others = [
            (each.start, each.end)
            for each in self._view.transitions
            if (each.start, each.end) not in EDGES and each.start is not each.end
        ]
        last = (self._came_from, self.current)
        for start, end in sorted((*EDGES, *others), key=lambda edge: self._rank(edge, last)):
            tone, width = self._line_of((start, end), last)
            path = path_between(start, end, boxes, LEFT_PX / 2)
            colour = self._theme.palette.colour(tone)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, width))
            painter.drawPath(path)
            painter.setBrush(colour)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawPolygon(arrow_head(path))

    def _line_of(
        self, edge: tuple[Node, Node], last: tuple[Node | None, Node | None]
    ) -> tuple[str, float]:
        if edge == last:
            return "accent", 2.0
        return ("text_quiet", 1.2) if self._view.passed(*edge) else ("border_strong", 0.6)

    def _rank(self, edge: tuple[Node, Node], last: tuple[Node | None, Node | None]) -> int:
        """What stands out is painted last."""
        return 2 if edge == last else 1 if self._view.passed(*edge) else 0

    # -- keys ------------------------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whoever comes here by key goes on from where the run is."""
        self.nodes[self._stop].setFocus(event.reason())

    def _has_focus(self) -> bool:
        return any(box.hasFocus() for box in self.nodes.values())

    def _choose_tab_stop(self, stop: Node) -> None:
        """One stop for the Tab key; from there the arrows go on."""
        self._stop = stop
        for node, box in self.nodes.items():
            policy = Qt.FocusPolicy.StrongFocus if node is stop else Qt.FocusPolicy.ClickFocus
            box.setFocusPolicy(policy)

    def _step(self, node: Node, key: Qt.Key) -> None:
        """To the nearest node in that direction."""
        row, column = PLACES[node]
        ways: dict[Qt.Key, Callable[[int, int], bool]] = {
            Qt.Key.Key_Up: lambda r, c: c == column and r < row,
            Qt.Key.Key_Down: lambda r, c: c == column and r > row,
            Qt.Key.Key_Left: lambda _r, c: c < column,
            Qt.Key.Key_Right: lambda _r, c: c > column,
        }
        ahead = ways[key]
        near = [(abs(r - row), other) for other, (r, c) in PLACES.items() if ahead(r, c)]
        if near:
            chosen = min(near, key=lambda each: each[0])[1]
            self._choose_tab_stop(chosen)
            self.nodes[chosen].setFocus(Qt.FocusReason.TabFocusReason)
