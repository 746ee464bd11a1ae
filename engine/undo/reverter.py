"""The action reverter: declares how an action can be taken back, finds the ways, and compares.

Implements the ``Reverter`` port. Which way fits is told by what the action really changed (a
window came, a box is ticked, a text is another), not only by what it was meant to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from engine.domain.history import LocalActionNode
from engine.domain.plans import PlanStep
from engine.domain.ports import RiskRater
from engine.domain.reversal import Comparison, Degree, Reversibility, StateMark, UndoWay
from engine.domain.situation import Situation
from engine.states.marking import mark_of
from engine.undo.comparing import compare
from engine.undo.undo_ways import ways_back


class ActionReverter:
    """Stateless, but for the mark of the last situation, which is asked for again and again."""

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
            self._last = (situation, await asyncio.to_thread(self._mark_of, situation))
        return self._last[1]

    def compare(self, before: StateMark, now: StateMark) -> Comparison:
        return compare(before, now)

    def ways(self, node: LocalActionNode, now: Situation) -> tuple[UndoWay, ...]:
        if node.reversibility.degree is Degree.IRREVERSIBLE:
            return ()
        if self._last is None or self._last[0] is not now:
            self._last = (now, self._mark_of(now))
        return tuple(self._ways_back(node, now, self._last[1]))

    @staticmethod
    def _mark_of(situation: Situation) -> StateMark:
        return mark_of(situation)

    def _ways_back(
        self, node: LocalActionNode, now: Situation, mark: StateMark
    ) -> Iterator[UndoWay]:
        return ways_back(node, now, mark)
