"""One step in three parts, for a mode that tells them apart: weigh it, have it confirmed, do it.

The same passage, hands, history and record as for steps that are performed at once: there is one
gate. What does not come to be performed is ended where it was turned back.
"""

from __future__ import annotations

from engine.domain.errors import BugError, NobodyToAsk
from engine.domain.events import StepStarted
from engine.domain.performing import (
    Passed,
    StepFailed,
    StepOverruled,
    StepRejected,
    StepResult,
    StepSkipped,
    Weighed,
)
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.ports import EventLog
from engine.session.acting import Acting
from engine.session.passage import Passage
from engine.session.steps import (
    FAILING_A_STEP,
    Ended,
    StepRunner,
    StepUnderWay,
    ended_of,
    ended_with,
    failure_of,
    turned_back,
)


class StagedSteps:
    """At most one step is under way; ``weigh`` begins it."""

    def __init__(
        self, *, passage: Passage, acting: Acting, steps: StepRunner, log: EventLog
    ) -> None:
        self._passage = passage
        self._acting = acting
        self._steps = steps
        self._log = log
        self._begun: StepUnderWay | None = None
        self._step: PlanStep | None = None

    async def weigh(self, step: PlanStep, place: StepPlace) -> Weighed | StepResult:
        """Aim at the zone, rate the risk, ask whose wish it is and what the policy says."""
        self._step = step
        self._begun = await self._steps.begin(step, place)
        if self._begun is None:
            return StepOverruled(step)
        await self._log.append(StepStarted(place.segment_number, place.step_number, 1, place.local))
        try:
            return await self._passage.weigh(step)
        except FAILING_A_STEP as error:
            return await self._end(ended_with(failure_of(step, error)))

    async def confirm(
        self, weighed: Weighed
    ) -> Passed | StepSkipped | StepRejected | StepOverruled | StepFailed:
        """The gate; it is passed again where the target changed meanwhile. Raises
        ``NobodyToAsk``; the step has ended then."""
        try:
            passed = await self._passage.confirm(weighed, self._under_way.place)
        except FAILING_A_STEP as error:
            failed = failure_of(weighed.step, error)
            await self._end(ended_with(failed))
            return failed
        except NobodyToAsk as error:
            await self._end(turned_back(StepRejected(weighed.step, str(error))))
            raise
        if not isinstance(passed, Passed):
            await self._end(turned_back(passed))
        return passed

    async def execute(self, passed: Passed) -> StepResult:
        """Move the hands once and judge the effect; it can be taken back afterwards."""
        try:
            performed = await self._acting.act(passed, self._under_way.place)
        except FAILING_A_STEP as error:
            failed = failure_of(passed.step, error)
            return await self._end(ended_with(failed))
        return await self._end(ended_of(passed, performed))

    async def abandon(self) -> None:
        """End the step that was begun and will not be done, since the operator came first."""
        if self._begun is not None and self._step is not None:
            await self._end(turned_back(StepOverruled(self._step)))

    async def _end(self, ended: Ended) -> StepResult:
        under_way, self._begun = self._under_way, None
        return await self._steps.end(under_way, ended)

    @property
    def _under_way(self) -> StepUnderWay:
        if self._begun is None:
            raise BugError("a step was confirmed or executed that was not weighed")
        return self._begun
