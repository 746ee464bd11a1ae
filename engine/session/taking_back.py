"""Taking back what was performed, newest first, each action verified before the next.

An action counts as undone only when the state before it was seen again. Where the state now
already is one of the states before, nothing has to be done: the history unwinds to there.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import time
from typing import Literal

from engine.domain.errors import ActionImpossible, BudgetExhausted
from engine.domain.events import ControlChanged, WarningRaised
from engine.domain.history import LocalActionNode, Reversal
from engine.domain.local_events import ReversalEnded, ReversalStarted
from engine.domain.local_planning import Force, ForceRevert
from engine.domain.masks import holds_mask
from engine.domain.performing import Performed, StepOverruled
from engine.domain.plans import StepPlace
from engine.domain.reversal import Comparison, Degree, Returned, StateMark, UndoRequest, UndoWay
from engine.domain.situation import Situation
from engine.session.context import RunContext
from engine.session.looking import Looking
from engine.session.steps import StepRunner
from engine.session.thinker_calls import ThinkerCalls
from engine.states.controls import control_upon

_MAX_WAYS = 6
_LATE_SECS = 0.6
"""How long an application may take to tell that it is back: Qt announces some 100 ms late."""
_LOOK_AGAIN_SECS = 0.1


class TakingBack:
    """One run's way back."""

    def __init__(
        self,
        context: RunContext,
        *,
        looks: Looking,
        calls: ThinkerCalls,
        steps: StepRunner,
    ) -> None:
        self._history = context.history
        self._reverter = context.reverter
        self._control = context.control
        self._log = context.log
        self._blobs = context.blobs
        self._returned = context.returned
        self._looks = looks
        self._calls = calls
        self._steps = steps
        self._ways: list[str] = []

    async def heed(self) -> None:
        """Do what the operator forced between two steps, and wait until they let the run go on.

        A step that was weighed and is not done is ended. Going back pauses the run: what it would
        do next is what was just taken back.
        """
        await self._steps.abandon()
        while (forced := self._control.take_forced()) is not None:
            await self._carry_out(forced)
            await self._control.boundary()

    async def take_back(
        self, node: LocalActionNode, place: StepPlace, by: Literal["rule", "operator"]
    ) -> Reversal:
        """Go back to the state before the node, action by action; stop where it can't be done."""
        with self._control.let_through() if by == "operator" else contextlib.nullcontext():
            return await self._take_back(node, place, by)

    async def _carry_out(self, forced: Force) -> None:
        if not isinstance(forced, ForceRevert):
            await self._log.append(WarningRaised("There is no local plan now to decide upon."))
            return
        chosen = StepPlace.parse(forced.place) if forced.place else None
        node = self._history.at(chosen) if chosen else self._history.peek_last()
        if node is None:
            await self._log.append(WarningRaised("There is nothing to take back."))
            return
        await self.take_back(node, self._history.next_local(node.place), "operator")
        self._control.pause()
        await self._log.append(ControlChanged("paused", "reverting"))

    async def _take_back(
        self, target: LocalActionNode, place: StepPlace, by: Literal["rule", "operator"]
    ) -> Reversal:
        nodes = self._history.since(self._history.depth_of(target))[::-1]
        names = tuple(str(node.place) for node in nodes)
        started = time.perf_counter()
        await self._log.append(
            ReversalStarted(place.segment_number, place.step_number, place.local, names, by)
        )
        self._ways = []
        reversal = await self._go_back(target, place)
        await self._record(reversal, place, round((time.perf_counter() - started) * 1000, 3))
        return reversal

    async def _go_back(self, target: LocalActionNode, place: StepPlace) -> Reversal:
        undone: list[LocalActionNode] = []
        while not target.is_reverted:
            newest = self._history.stack[-1]
            origin = await self._origin(newest, target)
            if origin is None and newest.reversibility.degree is Degree.IRREVERSIBLE:
                never = Comparison(Returned.NOT_RESTORED)
                return Reversal(False, tuple(undone), never, newest.reversibility.how)
            if origin is None:
                origin, comparison, why = await self._undo(newest, target, place)
            if origin is None:
                return Reversal(False, tuple(undone), comparison, why)
            undone += self._history.pop_from(origin)
        return Reversal(True, tuple(undone), Comparison(Returned.RESTORED))

    async def _origin(
        self, node: LocalActionNode, target: LocalActionNode
    ) -> LocalActionNode | None:
        """The node, or the nearest of its ancestors, before which all was as it is now.

        Beyond the target only where the state that the target led to was left: leaving a dialog
        leads to before the menu that it was opened from; but a page that was shown once before is
        not taken back by being there again.
        """
        mark = await self._mark()
        origin = self._history.origin_of(node, functools.partial(self._is, mark))
        if origin is None:
            return None
        is_beyond = self._history.depth_of(origin) < self._history.depth_of(target)
        return None if is_beyond and self._is(mark, target.after) else origin

    def _is(self, now: StateMark, then: StateMark) -> bool:
        return self._reverter.compare(then, now).returned is Returned.RESTORED

    async def _undo(
        self, node: LocalActionNode, target: LocalActionNode, place: StepPlace
    ) -> tuple[LocalActionNode | None, Comparison, str]:
        """Try one way after the other until the state before the node, or before one of its
        ancestors, is seen again: where that is, and else what still differs and why."""
        tried: set[tuple[str, str]] = set()
        comparison, why = Comparison(Returned.NOT_RESTORED), ""
        for _ in range(_MAX_WAYS):
            now, mark = self._looks.seen, await self._mark()
            way = await self._next_way(node, now, mark, tried, place)
            if way is None:
                return None, comparison, why or _no_way(node)
            tried.add((mark.digest, way.words))
            self._ways.append(way.words)
            refusal = await self._walk(way, place)
            if refusal is not None:
                return None, comparison, refusal
            origin = await self._came_to(node, target)
            if origin is not None:
                return origin, Comparison(Returned.RESTORED), ""
            comparison = self._reverter.compare(node.before, await self._mark())
            why = f"After “{way.words}”: {'; '.join(comparison.differences)}."
        return None, comparison, why

    async def _next_way(
        self,
        node: LocalActionNode,
        now: Situation,
        mark: StateMark,
        tried: set[tuple[str, str]],
        place: StepPlace,
    ) -> UndoWay | None:
        for way in self._reverter.ways(node, now):
            if (mark.digest, way.words) not in tried:
                return way
        request = UndoRequest(node.step, node.before, node.after)
        try:
            way_of_thinker = await self._calls.undo(request, now, place)
        except BudgetExhausted:
            return None  # what was found out so far is told; the next call ends the run
        if way_of_thinker is None or (mark.digest, way_of_thinker.words) in tried:
            return None
        return way_of_thinker

    async def _walk(self, way: UndoWay, place: StepPlace) -> str | None:
        """Perform the way's steps through the gate; why it was refused, where it was."""
        for step in way.steps:
            try:
                performed = await self._steps.undo(step, place)
            except ActionImpossible:
                break  # the next way is judged by what is there now
            if isinstance(performed, StepOverruled):
                return "The operator decided something else before it was done."
            if not isinstance(performed, Performed):
                return getattr(performed, "why", "") or "The operator did not want it."
        return None

    async def _came_to(
        self, node: LocalActionNode, target: LocalActionNode
    ) -> LocalActionNode | None:
        """The origin that is seen now; looking again where an application may tell a little
        late."""
        give_up_at = time.monotonic() + _LATE_SECS
        while True:
            await self._looks.glance()
            origin = await self._origin(node, target)
            if origin is not None or time.monotonic() >= give_up_at:
                return origin
            await asyncio.sleep(_LOOK_AGAIN_SECS)

    async def _mark(self) -> StateMark:
        return await self._reverter.mark(self._looks.last or await self._looks.glance())

    async def _record(self, reversal: Reversal, place: StepPlace, took_ms: float) -> None:
        is_already = reversal.is_back and not self._ways
        frame = self._looks.seen.frame
        upon = (control_upon(node.step, node.before) for node in reversal.undone)
        controls = tuple(dict.fromkeys(control for control in upon if control is not None))
        self._returned.update(controls)
        await self._log.append(
            ReversalEnded(
                place.segment_number,
                place.step_number,
                place.local,
                "already back" if is_already else reversal.comparison.returned.value,
                tuple(str(node.place) for node in reversal.undone),
                tuple(self._ways),
                reversal.comparison.differences,
                reversal.why,
                await self._blobs.put_picture(frame),
                took_ms,
                controls,
            )
        )


def _no_way(node: LocalActionNode) -> str:
    page = node.before.page
    if page is not None and holds_mask(page.url):
        return (
            "No way is known to take it back: the page of before can't be opened again, since a "
            "part of its address is hidden."
        )
    return "No way is known to take it back."
