"""Taking back in a browser: other marks, other ways, and none that is grave."""

from __future__ import annotations

from collections.abc import Iterator

from engine.domain.actions import Click, PressKeys
from engine.domain.history import LocalActionNode
from engine.domain.reversal import Comparison, StateMark, UndoWay
from engine.domain.situation import Situation
from engine.states.web.touching import is_grave
from engine.undo.reverter import ActionReverter
from engine.undo.web.page_comparing import compare_pages
from engine.undo.web.page_marking import web_mark_of
from engine.undo.web.page_ways import web_ways_back


class WebReverter(ActionReverter):
    """Implements the ``Reverter`` port for pages."""

    def compare(self, before: StateMark, now: StateMark) -> Comparison:
        return compare_pages(before, now)

    @staticmethod
    def _mark_of(situation: Situation) -> StateMark:
        return web_mark_of(situation)

    def _ways_back(
        self, node: LocalActionNode, now: Situation, mark: StateMark
    ) -> Iterator[UndoWay]:
        for way in web_ways_back(node, now, mark):
            if not self._is_grave(way, now):
                yield way

    def _is_grave(self, way: UndoWay, now: Situation) -> bool:
        """It presses what hands something over or deletes: never a way back, and least of all the
        same order once more."""
        pressed = (each for each in way.steps if isinstance(each.action, Click | PressKeys))
        return any(is_grave(self._rater.rate(each, now)) for each in pressed)
