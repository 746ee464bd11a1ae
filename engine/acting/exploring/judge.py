"""The judge of states, without a model. Implements the ``StateJudge`` port."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.acting.exploring.identity import state_of
from engine.acting.exploring.progress import progression
from engine.acting.exploring.rest import Restlessness
from engine.domain.exploring.states import Progression, SeenState
from engine.domain.ports import Perceiver
from engine.domain.reversal import StateMark
from engine.domain.situation import Situation
from engine.domain.surface_ports import Surface
from engine.states.marking import mark_of

WATCH_SECS = 1.3
"""A caret blinks within 1.2 s, a clock ticks within one."""


class LocalStateJudge:
    """For one surface. A mark takes some milliseconds, so the last few are kept."""

    def __init__(
        self,
        surface: Surface,
        perceiver: Perceiver,
        *,
        watch_secs: float = WATCH_SECS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._surface = surface
        self._perceiver = perceiver
        self._watch_secs = watch_secs
        self._clock = clock
        self._restless = Restlessness()
        self._marks: list[tuple[Situation, StateMark]] = []

    async def learn_rest(self, situation: Situation) -> None:
        """Watch for little more than a second, where there is a window that was not watched yet."""
        mark = self._mark_of(situation)
        is_known = self._restless.is_known(mark.windows)
        if not is_known:
            await self._watch(mark)
        self._restless.keep_only(mark.windows)

    def judge(self, before: Situation, after: Situation) -> Progression:
        old, new = (each.page.url if each.page is not None else "" for each in (before, after))
        marks = self._mark_of(before), self._mark_of(after)
        return progression(*marks, self._restless, addresses=(old, new))

    def identify(self, situation: Situation) -> SeenState:
        return state_of(situation, self._mark_of(situation), self._restless)

    async def _watch(self, last: StateMark) -> None:
        watch = self._surface.eyes.watch()
        deadline = self._clock() + self._watch_secs
        try:
            while (left := deadline - self._clock()) > 0:
                if await watch.next(left) is None:
                    continue
                now = self._mark_of(await self._perceiver.observe())
                self._restless.note(last, now)
                last = now
        finally:
            watch.close()

    def _mark_of(self, situation: Situation) -> StateMark:
        known = next((mark for one, mark in self._marks if one is situation), None)
        if known is None:
            known = mark_of(situation)
            self._marks = [*self._marks[-3:], (situation, known)]
        return known
