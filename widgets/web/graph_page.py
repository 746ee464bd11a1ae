"""The page beside the plan on which a run on the web shows where it is: stage, graph, progress,
page."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine.record.views.run_state import RunState
from widgets.kit.fact_sheet import FactSheet
from widgets.kit.laying import lay_column
from widgets.kit.parts import empty_page, separator
from widgets.kit.theme import Theme
from widgets.web.state_graph import StateGraph
from widgets.web.web_facts import web_facts
from widgets.web.web_progress import ScoreChart, StageBar

EMPTY = "Only runs on the web have a state graph. Choose the browser in the goal bar to have one."


class GraphPage(QWidget):
    node_chosen = Signal(object)  # Node

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.stages = StageBar(theme)
        self.graph = StateGraph(theme)
        self.graph.node_chosen.connect(self.node_chosen)
        self.scores = ScoreChart(theme)
        self.facts = FactSheet(theme, "The page is told of as soon as it was seen.")
        self._layout = QStackedLayout(self)
        self._layout.addWidget(empty_page(EMPTY))
        self._layout.addWidget(self._page())
        self.setAccessibleName("State graph")

    def show_run(self, state: RunState) -> None:
        web = state.web
        self._layout.setCurrentIndex(0 if web is None else 1)
        if web is None:
            return
        self.stages.show_view(web)
        self.graph.show_view(web, is_over=state.outcome is not None)
        if self.graph.current is not None and not self.underMouse():
            self.facts.bring_into_sight(self.graph.nodes[self.graph.current])
        self.scores.show_scores(web.progress)
        facts = web_facts(web, state.segments)
        if facts:
            self.facts.show_facts(web.page or web, "", facts)
        else:
            self.facts.clear()

    def clear(self) -> None:
        self.show_run(RunState())

    @property
    def is_empty(self) -> bool:
        """Nothing is shown but why there is nothing."""
        return self._layout.currentIndex() == 0

    def _page(self) -> QWidget:
        """The stage stays in sight, the rest scrolls."""
        for part in (self.graph, separator(), self.scores, separator()):
            self.facts.above.addWidget(part)
        page = QWidget()
        lay_column(self.stages, separator(), (self.facts, 1), of=page, margins=0, spacing=0)
        return page
