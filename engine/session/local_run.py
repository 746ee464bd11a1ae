"""The verbs of local planning: propose, attempt, assess, take back; each of them recorded."""

from __future__ import annotations

import contextlib
import time
from typing import Literal

from engine.domain.conditions import Condition
from engine.domain.events import ControlChanged, Event, WarningRaised
from engine.domain.forcing import Force, ForceRevert
from engine.domain.history import LocalActionHistory, LocalActionNode, Reversal
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest
from engine.domain.performing import StepResult
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.ports import BlobStore, EventLog, Reverter, StepExecutor
from engine.domain.reversal import Reversibility, StateMark
from engine.domain.situation import Situation
from engine.session.control import RunControl
from engine.session.sight import Sight
from engine.session.steps import StepRunner
from engine.session.taking_back import TakingBack
from engine.session.thinker_calls import ThinkerCalls


class LocalRun:
    """What a local plan may do in one run."""

    def __init__(
        self,
        *,
        history: LocalActionHistory,
        reverter: Reverter,
        calls: ThinkerCalls,
        taking_back: TakingBack,
        sight: Sight,
        steps: StepRunner,
        executor: StepExecutor,
        log: EventLog,
        blobs: BlobStore,
        control: RunControl,
    ) -> None:
        self.history = history
        self._reverter = reverter
        self._calls = calls
        self._taking_back = taking_back
        self._sight = sight
        self._steps = steps
        self._executor = executor
        self._log = log
        self._blobs = blobs
        self._control = control

    async def look(self) -> Situation:
        """What is there now. A paused run looks and thinks on; it waits before it acts."""
        self._control.raise_if_ended()
        return await self._sight.look_fully()

    async def mark(self, situation: Situation) -> StateMark:
        return await self._reverter.mark(situation)

    async def picture_hash(self, situation: Situation) -> str:
        """The situation's picture, kept; its content hash."""
        return await self._blobs.put_picture(situation.frame)

    async def holds(self, condition: Condition, before: Situation) -> bool:
        """Whether the condition holds in what was seen last; ``before`` is what it counts from."""
        now = self._sight.known
        return await self._executor.has_come(condition, before, now, since_secs=time.time())

    def reversibility_of(self, step: PlanStep, situation: Situation) -> Reversibility:
        return self._reverter.reversibility_of(step, situation)

    async def propose(self, request: LocalRequest, place: StepPlace) -> LocalProposal | None:
        """The thinker's next action; None where the operator took the wheel meanwhile."""
        return await self._calls.propose(request, place)

    async def assess(self, request: LocalRequest, place: StepPlace) -> Assessment:
        return await self._calls.assess(request, place)

    async def attempt(self, step: PlanStep, place: StepPlace) -> StepResult:
        """Perform the action once. It does not count as done before the goal is reached."""
        return await self._steps.attempt(step, place)

    async def take_back(
        self, node: LocalActionNode, place: StepPlace, by: Literal["rule", "operator"]
    ) -> Reversal:
        """Go back to the state before the node; every action verified."""
        with self._control.let_through() if by == "operator" else contextlib.nullcontext():
            return await self._taking_back.take_back(node, place, by)

    async def heed(self) -> None:
        """Do what the operator forced between two steps, and wait until they let the run go on.

        Going back pauses the run: what it would do next is what was just taken back.
        """
        while (forced := self._control.take_forced()) is not None:
            await self._go_back(forced)
            await self._control.boundary()

    async def _go_back(self, forced: Force) -> None:
        if not isinstance(forced, ForceRevert):
            await self._log.append(WarningRaised("There is no local plan now to decide upon."))
            return
        chosen = StepPlace.parse(forced.place) if forced.place else None
        node = self.history.at(chosen) if chosen else self.history.peek_last()
        if node is None:
            await self._log.append(WarningRaised("There is nothing to take back."))
            return
        await self.take_back(node, self.history.next_local(node.place), "operator")
        self._control.pause()
        await self._log.append(ControlChanged("paused", "reverting"))

    def take_forced(self) -> Force | None:
        """What the operator forces, once."""
        return self._control.take_forced()

    async def record(self, event: Event) -> None:
        await self._log.append(event)
