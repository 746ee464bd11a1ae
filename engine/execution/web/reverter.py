"""Taking back in a browser: declares whether an action can be, finds the ways, and compares."""

from __future__ import annotations

import asyncio

from engine.domain.actions import Click, PressKeys
from engine.domain.history import LocalActionNode
from engine.domain.plans import PlanStep
from engine.domain.ports import RiskRater
from engine.domain.reversal import Comparison, Degree, Reversibility, StateMark, UndoWay
from engine.domain.situation import Situation
from engine.execution.web.comparing import compare_pages
from engine.execution.web.marking import web_mark_of
from engine.execution.web.touching import is_grave
from engine.execution.web.ways import web_ways_back


class WebReverter:
    """Implements the ``Reverter`` port; it remembers the mark of the last situation only."""

    def __init__(self, rater: RiskRater) -> None:
        self._rater = rater
        self._last: tuple[Situation, StateMark] | None = None

    def reversibility_of(self, step: PlanStep, situation: Situation) -> Reversibility:
        """As the gate is told it: the risk's own words."""
        risk = self._rater.rate(step, situation)
        return Reversibility(risk.degree, risk.undo)

    async def mark(self, situation: Situation) -> StateMark:
        """The same object for the same situation."""
        if self._last is None or self._last[0] is not situation:
            self._last = (situation, await asyncio.to_thread(web_mark_of, situation))
        return self._last[1]

    def compare(self, before: StateMark, now: StateMark) -> Comparison:
        return compare_pages(before, now)

    def ways(self, node: LocalActionNode, now: Situation) -> tuple[UndoWay, ...]:
        if node.reversibility.degree is Degree.IRREVERSIBLE:
            return ()
        if self._last is None or self._last[0] is not now:
            self._last = (now, web_mark_of(now))
        ways = web_ways_back(node, now, self._last[1])
        return tuple(way for way in ways if not self._is_grave(way, now))

    def _is_grave(self, way: UndoWay, now: Situation) -> bool:
        """It presses what hands something over or deletes: never a way back, and least of all the
        same order once more."""
        pressed = (each for each in way.steps if isinstance(each.action, Click | PressKeys))
        return any(is_grave(self._rater.rate(each, now)) for each in pressed)
