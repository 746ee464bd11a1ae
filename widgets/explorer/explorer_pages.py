"""The pages beside the plan that show which states an exploration has seen, and which faults it
found. The states are a map: small pictures in layers, with what first led to each; the one that is
shown now is lit."""

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QStackedLayout, QToolTip, QWidget

from engine.geometry.state_map import CardSizes, state_map
from engine.language.sentences.exploring import reproduced_words
from engine.language.sentences.figures import count_words
from engine.record.views.exploring.explore_view import ExploreView, FindingView, StateView
from engine.record.views.run_state import RunState
from widgets.kit import explore_words, marks, node_map, parts, picture_view, row_painter
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row, widget_of
from widgets.kit.tree_rows import RowTree, TreeRow

CARD_WIDTH, PICTURE = 104, QSize(96, 60)
MARGIN, GAP_ACROSS, GAP_DOWN, PAD = 8, 12, 16, 4


class StatesMap(node_map.NodeMap):
    current_moved = Signal(node_map.MapNode)  # what is lit or chosen now

    def __init__(self, theme: Theme, thumbnails: picture_view.Thumbnails) -> None:
        super().__init__(theme, "States")
        self._thumbnails, self._rows = thumbnails, row_painter.RowPainter(theme, thumbnails)
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
        for state in view.states:
            self._show_state(state, has_fault=state.state_id in faulty)
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

    def _show_state(self, state: StateView, *, has_fault: bool) -> None:
        card = self.nodes.get(state.state_id) or self.add_node(state.state_id)
        card.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        card.setIconSize(PICTURE)
        title = f"{'✗ ' if has_fault else ''}{state.number} {state.title}"
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
        pixmap = QtGui.QPixmap(PICTURE)
        with QtGui.QPainter(pixmap) as painter:
            self._rows.paint_picture(painter, QRectF(pixmap.rect()), wanted, image)
        if is_there:
            self._pictures[state.state_id] = wanted
        card.setIcon(QtGui.QIcon(pixmap))

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
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

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        chosen = self.chosen
        for state in self._view.states if self._view is not None else ():
            start, end = self.nodes.get(state.came_from), self.nodes.get(state.state_id)
            if start is not None and end is not None and state.by:
                is_lit = chosen in (state.state_id, state.came_from)
                tone, width = ("accent", 1.6) if is_lit else ("border_strong", 1.0)
                self.paint_way(painter, _way(start.geometry(), end.geometry()), tone, width)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QtGui.QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            places = ((name, card.geometry()) for name, card in self.nodes.items())
            tip = self.tip_of(next((name for name, its in places if its.contains(event.pos())), ""))
            QToolTip.showText(event.globalPos(), parts.tip_with(tip), self)
            return True
        return super().event(event)

    def _describe(self) -> None:
        """For screen readers: what is chosen, or what is shown now."""
        words = self.tip_of(self.chosen or self.lit).replace("\n", ", ")
        self.setAccessibleDescription(words)


def _way(start: QRect, end: QRect) -> QtGui.QPainterPath:
    a = QPointF(start.center().x(), start.bottom() + 1)
    b = QPointF(end.center().x(), end.top() - 1)
    bend = QPointF(0, GAP_DOWN * 0.8)
    path = QtGui.QPainterPath(a)
    path.cubicTo(a + bend, b - bend, b)
    return path


NONE_YET = "No findings yet. A crash, a hang or an error, and the path there."
NONE = "No fault was found. That says something about what was tried, and nothing about the rest."
STEP = marks.Mark("step", "text_faint")


class FindingsPage(QWidget):
    finding_chosen = Signal(object)  # FindingView
    script_requested = Signal(str, int, bool)  # session_id, number of the finding; to walk it?

    def __init__(self, theme: Theme) -> None:
        super().__init__(accessibleName="Findings")
        self._state = RunState()
        self._shown: tuple[FindingView, ...] | None = None
        self.list = RowTree(theme, "Findings")
        self.list.row_chosen.connect(self._take_row)
        tip = "Write the chosen path to a file, as a regression script for pilothouse replay"
        self.save = parts.push_button(theme, "Save script", tip, "export")
        self.save.clicked.connect(lambda: self._ask_for_script(walks=False))
        tip = "Save the script, and put it in the place of the goal; Start walks it"
        self.walk = parts.push_button(theme, "Walk again", tip, "play")
        self.walk.clicked.connect(lambda: self._ask_for_script(walks=True))
        self._enable()
        tools = lay_row(self.walk, self.save, STRETCH, margins=(8, 4, 8, 8), spacing=8)
        page = widget_of(lay_column((self.list, 1), tools, margins=0, spacing=0))
        self._layout = QStackedLayout(self)
        self._layout.addWidget(parts.empty_page(NONE_YET))
        self._layout.addWidget(parts.empty_page(NONE))
        self._layout.addWidget(page)

    def show_run(self, state: RunState) -> None:
        self._state = state
        findings = state.explored.findings
        is_over = state.outcome is not None
        self._layout.setCurrentIndex(2 if findings else 1 if is_over else 0)
        if findings is not self._shown:
            self._shown = findings
            self.list.show_rows(tuple(_row(each) for each in findings))
        self._enable()

    def clear(self) -> None:
        self._shown = None
        self.list.clear()
        self.show_run(RunState())

    def _ask_for_script(self, *, walks: bool) -> None:
        finding = self.chosen
        if finding is not None:
            self.script_requested.emit(self._state.session_id, finding.number, walks)

    @property
    def chosen(self) -> FindingView | None:
        """The finding that is chosen, or of which a step is."""
        index = self.list.currentIndex()
        row = self.list.rows.row_at(index.parent() if index.parent().isValid() else index)
        return row.subject if row is not None and isinstance(row.subject, FindingView) else None

    def _take_row(self, row: TreeRow) -> None:
        self._enable()
        if isinstance(row.subject, FindingView):
            self.finding_chosen.emit(row.subject)

    def _enable(self) -> None:
        self.save.setEnabled(self.chosen is not None)
        self.walk.setEnabled(self.chosen is not None and self._state.outcome is not None)


def _row(finding: FindingView) -> TreeRow:
    fault = finding.fault
    length, again = count_words(len(finding.path), "step"), reproduced_words(finding.minimised)
    subtitle = f"{fault.kind} · {length} · {again}"
    steps = tuple(
        TreeRow(("step", number), row_painter.RowWords(f"{number}. {each.description}", "", STEP))
        for number, each in enumerate(finding.path, 1)
    )
    lines = (fault.summary, fault.detail, f"in {fault.application}", subtitle)
    return TreeRow(
        ("finding", finding.number),
        row_painter.RowWords(fault.summary, subtitle, marks.FAULT_MARKS[fault.kind]),
        tip="\n".join(line for line in lines if line),
        subject=finding,
        children=steps,
    )


EMPTY = "No states yet. Each state of what is explored appears here when it is first seen."


class StatesPage(QWidget):
    def __init__(self, theme: Theme, thumbnails: picture_view.Thumbnails) -> None:
        super().__init__(accessibleName="States")
        self.map = StatesMap(theme, thumbnails)
        self.map.current_moved.connect(self._bring_into_sight)
        self._words = parts.role_label("", "small")
        self._words.setContentsMargins(12, 4, 12, 4)
        self._scroll = parts.sheet_area(widget_of(lay_column(self.map, STRETCH, margins=0)))
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = widget_of(lay_column(self._words, (self._scroll, 1), margins=0, spacing=0))
        self._layout = QStackedLayout(self)
        self._layout.addWidget(parts.empty_page(EMPTY))
        self._layout.addWidget(page)

    def show_run(self, state: RunState) -> None:
        view = state.explored
        self._layout.setCurrentIndex(1 if view.states else 0)
        if not view.states:
            return
        seen = count_words(len(view.states), "state")
        self._words.setText(f"{seen} · {count_words(len(view.transitions), 'way')} between them")
        is_away = state.outcome is not None or explore_words.is_walking(state)
        self.map.show_view(view, is_over=is_away)

    def clear(self) -> None:
        self.map.clear()
        self._layout.setCurrentIndex(0)

    def _bring_into_sight(self, card: QWidget) -> None:
        if not self.map.underMouse():
            self._scroll.ensureWidgetVisible(card, 0, 8)
