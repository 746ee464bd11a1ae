"""Calls to the thinker: each spends from the budget, ends with the run, and is charged to its
cause."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Literal, TypeVar

from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.events import ThinkerAsked
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest
from engine.domain.plans import PlanRequest, PlanSegment, ReplanKind, StepPlace
from engine.domain.ports import EventLog, Provenance, Thinker
from engine.domain.reversal import UndoRequest, UndoWay
from engine.domain.situation import Situation
from engine.session.budget import Budget
from engine.session.control import RunControl
from engine.session.passage import Passage

T = TypeVar("T")
Cause = Literal["plan", "replan", "proposal", "distance", "revert"]


class ThinkerCalls:
    """One run's thinker. Every call may raise ``BudgetExhausted``."""

    def __init__(
        self,
        *,
        thinker: Thinker,
        provenance: Provenance,
        budget: Budget,
        passage: Passage,
        log: EventLog,
        control: RunControl,
    ) -> None:
        self._thinker = thinker
        self._provenance = provenance
        self._budget = budget
        self._passage = passage
        self._log = log
        self._control = control
        self._answers: dict[str, str] = {}

    @property
    def name(self) -> str:
        return self._thinker.name

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` before anything is done."""
        self._thinker.read_goal(goal)

    async def plan(self, request: PlanRequest) -> PlanSegment:
        """A segment; a question goes to the operator first. Raises ``PlanFailed``."""
        cause: Cause = "plan" if request.kind is ReplanKind.INITIAL else "replan"
        self._provenance.notice(request.situation)
        while True:
            try:
                return await self._charged(cause, functools.partial(self._planned, request))
            except NeedsOperator as need:
                await self._answer(need)

    async def propose(self, request: LocalRequest, place: StepPlace) -> LocalProposal | None:
        """The next action of a local plan; None where the operator forced something meanwhile."""
        self._provenance.notice(request.situation)
        return await self._charged(
            "proposal",
            lambda: self._control.unless_overruled(self._thinker.propose(request)),
            place,
        )

    async def assess(self, request: LocalRequest, place: StepPlace) -> Assessment:
        """How near the goal is now."""
        return await self._charged(
            "distance", lambda: self._until_cancelled(self._thinker.assess(request)), place
        )

    async def undo(self, request: UndoRequest, now: Situation, place: StepPlace) -> UndoWay | None:
        """How the thinker would take something back."""
        self._provenance.notice(now)
        return await self._charged(
            "revert", lambda: self._until_cancelled(self._thinker.undo(request, now)), place
        )

    async def _charged(
        self,
        cause: Cause,
        ask: Callable[[], Coroutine[Any, Any, T]],
        place: StepPlace | None = None,
    ) -> T:
        self._budget.spend_call()
        started = time.perf_counter()
        try:
            return await ask()
        finally:
            took_ms = round((time.perf_counter() - started) * 1000, 3)
            await self._log.append(
                ThinkerAsked(cause, self._thinker.name, 1, took_ms, str(place or ""))
            )

    async def _planned(self, request: PlanRequest) -> PlanSegment:
        request = replace(request, answers=dict(self._answers))
        return await self._control.unless_cancelled(self._thinker.plan(request))

    async def _until_cancelled(self, asking: Coroutine[Any, Any, T]) -> T:
        return await self._control.unless_cancelled(asking)

    async def _answer(self, need: NeedsOperator) -> None:
        answer = await self._passage.ask(need.question, need.choices)
        if not answer:
            raise PlanFailed(f"{need.question} Nobody answered.", need.remedy)
        self._answers[need.question] = answer
