"""The page beside the plan on which a run on the web shows where it is: stage and graph. The
graph has ten nodes with the ways between them, one of them lit.

What was visited is quiet and has a count, what was not is faint. The way by which the run came to
where it is stands out. The nodes of every pass stand below each other, in their order; those that
are visited only now and then stand beside them."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from engine.domain.web.events import WAYS, Node, StagePromoted
from engine.domain.web.pages import Stage
from engine.language.sentences.figures import count_words
from engine.language.sentences.web import NODE_HINTS, NODE_WORDS, STAGE_HINTS
from engine.record.views.run_state import RunState
from engine.record.views.web.web_view import WebView
from widgets.kit.marks import Mark
from widgets.kit.node_map import MapNode, NodeMap
from widgets.kit.parts import MarkLabel, empty_page, role_label, separator, sheet_area, tip_with
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row, set_look, widget_of


class Place(NamedTuple):
    """``column`` 0 is the main one, 1 beside it; rows count from the top."""

    row: int
    column: int


PLACES: dict[Node, Place] = {
    Node.OBSERVE: Place(0, 0),
    Node.LOOP_MITIGATION: Place(0, 1),
    Node.GOAL_CHECK: Place(1, 0),
    Node.PLANNER: Place(2, 0),
    Node.ERROR_RETRY: Place(3, 1),
    Node.SAFETY: Place(3, 0),
    Node.CONFIRM: Place(4, 0),
    Node.EXECUTE: Place(5, 0),
    Node.PROGRESS: Place(6, 0),
    Node.ASK_USER: Place(6, 1),
}
ROWS = 7

EDGES = tuple((node, end) for node, ends in WAYS.items() for end in ends if end is not None)
"""The ways of the graph between nodes; those to its end are not drawn."""

MARGIN_PX, LEFT_PX, GAP_PX = 8, 20, 32
"""Around it; for the way back at its left; between the columns."""
LEAST_ROW_PX, MOST_ROW_PX, LEAST_NODE_PX, MOST_NODE_PX = 32, 48, 22, 30
MOST_WIDTH_PX = 176


class StateGraph(NodeMap):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "State graph")
        self._view = WebView()
        self._came_from: Node | None = None
        self.current: Node | None = None
        """The node that is lit."""
        for node in Node:
            self.add_node(node)
        self.setMinimumSize(240, ROWS * LEAST_ROW_PX + 2 * MARGIN_PX)
        self.stop_at(Node.OBSERVE)
        self.show_view(self._view)

    def show_view(self, view: WebView, *, is_over: bool = False) -> None:
        """Where the run is; nowhere any more when it is over."""
        if view.node is not self._view.node or view.visits != self._view.visits:
            same_run = len(view.visits) >= len(self._view.visits)
            self._came_from = self._view.node if same_run else None
            if not same_run:
                self.choose_none()
        self._view = view
        self.current = None if is_over else view.node
        for node in Node:
            self._show_node(self.nodes[node], node)
        if view.node is not None and not self.chosen:
            self.stop_at(view.node)
        words = f"at {NODE_WORDS[self.current]}" if self.current else "nowhere"
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, ROWS * (LEAST_ROW_PX + 4) + 2 * MARGIN_PX)

    def _show_node(self, box: MapNode, node: Node) -> None:
        visits, is_lit = self._view.visits.get(node, 0), node is self.current
        words = f"{NODE_WORDS[node]}  {visits}" if visits else NODE_WORDS[node]
        box.show_state((words,), "lit" if is_lit else "seen" if visits else "")
        times = count_words(visits, "visit") if visits else "not visited"
        here = ", the run is here" if is_lit else ""
        box.setAccessibleName(f"{NODE_WORDS[node]}: {times}{here}")
        box.setAccessibleDescription(NODE_HINTS[node])
        why = self._view.why if is_lit else ""
        lines = [NODE_HINTS[node], times + here, why, node.value]
        box.setToolTip(tip_with("\n".join(line for line in lines if line)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        row = min(MOST_ROW_PX, (self.height() - 2 * MARGIN_PX) / ROWS)
        height = min(MOST_NODE_PX, max(LEAST_NODE_PX, row - 12))
        room = self.width() - LEFT_PX - MARGIN_PX - GAP_PX
        width = min(MOST_WIDTH_PX, room / 2)
        for node, box in self.nodes.items():
            place = PLACES[Node(node)]
            x = LEFT_PX + place.column * (width + GAP_PX)
            y = MARGIN_PX + place.row * row + (row - height) / 2
            box.setGeometry(QRect(round(x), round(y), round(width), round(height)))
            box.elide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        boxes = {Node(node): QRectF(box.geometry()) for node, box in self.nodes.items()}
        others = [
            (start, end)
            for start, end in self._view.transitions
            if (start, end) not in EDGES and start is not end
        ]
        last = (self._came_from, self.current)
        for start, end in sorted((*EDGES, *others), key=lambda edge: self._line_of(edge, last)):
            _, tone, width = self._line_of((start, end), last)
            path = path_between(start, end, boxes, LEFT_PX / 2)
            self.paint_way(painter, path, tone, width)

    def _line_of(
        self, edge: tuple[Node, Node], last: tuple[Node | None, Node | None]
    ) -> tuple[int, str, float]:
        """What stands out is painted last: its rank, with tone and width."""
        if edge == last:
            return 2, "accent", 2.0
        has_gone = edge in self._view.transitions
        return (1, "text_quiet", 1.2) if has_gone else (0, "border_strong", 0.6)


SPREAD = 0.28
"""How far from a side's middle the lines of one side may begin, as a share of it."""


def path_between(start: Node, end: Node, boxes: dict[Node, QRectF], left: float) -> QPainterPath:
    """From edge to edge of two boxes; ``left``: the margin of the way back up."""
    here, there = PLACES[start], PLACES[end]
    a, b = boxes[start], boxes[end]
    if here.column == there.column == 0:
        if there.row == here.row + 1:
            return _curve(QPointF(a.center().x(), a.bottom()), QPointF(b.center().x(), b.top()))
        return _curve(_at_side(a, -1, 0), _at_side(b, -1, 0), bend=2 * left - a.left())
    side = 1 if here.column < there.column else -1
    if here.row == there.row:
        return _curve(_at_side(a, side, -side * SPREAD / 2), _at_side(b, -side, -side * SPREAD / 2))
    share = SPREAD if there.row > here.row else -SPREAD
    return _curve(_at_side(a, side, share), _at_side(b, -side, -share if side > 0 else -share / 2))


def _curve(start: QPointF, end: QPointF, bend: float | None = None) -> QPainterPath:
    """Level at both ends; ``bend`` is where it turns, without it half-way between them."""
    path, x = QPainterPath(start), (start.x() + end.x()) / 2 if bend is None else bend
    path.cubicTo(QPointF(x, start.y()), QPointF(x, end.y()), end)
    return path


def _at_side(box: QRectF, side: int, share: float) -> QPointF:
    """At its right side, or with -1 the left, so much of its height below the middle."""
    x = box.right() if side > 0 else box.left()
    return QPointF(x, box.center().y() + share * box.height())


HERE, REACHED = Mark("running", "accent"), Mark("done", "text_quiet")
COMING = Mark("planned", "text_faint")


class StageBar(QWidget):
    """The stages beside each other; the one that the run is in is lit and bold."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(accessibleName="Stage")
        self._promotions: Sequence[StagePromoted] = ()
        self._stages: dict[Stage, tuple[QWidget, MarkLabel, QLabel]] = {
            stage: (QWidget(), MarkLabel(theme), role_label(stage.capitalize(), "faint"))
            for stage in Stage
        }
        middle = Qt.AlignmentFlag.AlignHCenter
        for column, mark, words in self._stages.values():
            words.setMinimumWidth(1)
            lay_column((mark, 0, middle), (words, 0, middle), of=column, margins=0, spacing=4)
        columns = ((column, 1) for column, _, _ in self._stages.values())
        lay_row(*columns, of=self, margins=(8, 6, 8, 6), spacing=4)
        self.show_view(WebView())

    def show_view(self, view: WebView) -> None:
        now, self._promotions = view.stage, view.promotions
        for stage, (column, mark, words) in self._stages.items():
            is_reached = stage.number <= now.number
            mark.show_mark(HERE if stage is now else REACHED if is_reached else COMING)
            role = "goal" if stage is now else "quiet" if is_reached else "faint"
            set_look(words, "role", role)
            column.setToolTip(tip_with(self.tip_of(stage)))
        place = f"{now.number + 1} of {len(Stage)}"
        self.setAccessibleDescription(f"{now.capitalize()}, {place}")

    def tip_of(self, stage: Stage) -> str:
        """What the stage means, and why the run came to it."""
        why = next((each.why for each in self._promotions if each.stage is stage), "")
        return "\n".join(
            part for part in (f"{stage.capitalize()}: {STAGE_HINTS[stage]}", why) if part
        )


EMPTY = "Only runs on the web have a state graph. Choose the browser in the goal bar to have one."


class GraphPage(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__(accessibleName="State graph")
        self.stages = StageBar(theme)
        self.graph = StateGraph(theme)
        self._scroll = sheet_area(widget_of(lay_column(self.graph, STRETCH, margins=0)))
        self._layout = QStackedLayout(self)
        self._layout.addWidget(empty_page(EMPTY))
        parts = (self.stages, separator(), (self._scroll, 1))  # the stage stays in sight
        self._layout.addWidget(widget_of(lay_column(*parts, margins=0, spacing=0)))

    def show_run(self, state: RunState) -> None:
        web = state.web
        self._layout.setCurrentIndex(0 if web is None else 1)
        if web is None:
            return
        self.stages.show_view(web)
        self.graph.show_view(web, is_over=state.outcome is not None)
        self._keep_in_sight()

    def clear(self) -> None:
        self.show_run(RunState())

    def resizeEvent(self, event: QResizeEvent) -> None:
        QTimer.singleShot(0, self, self._keep_in_sight)  # a card takes its room from here

    def _keep_in_sight(self) -> None:
        if self.graph.current is not None and not self.underMouse():
            self._scroll.ensureWidgetVisible(self.graph.nodes[self.graph.current], 0, 8)
