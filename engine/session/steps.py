"""Running one step: pass the gate, move, judge, and try again where that may help.

A retry looks first and performs only if the effect is absent; what can't be taken back is never
tried twice.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from engine.domain.actions import Action, Launch, TypeText, Wait
from engine.domain.errors import (
    ActionImpossible,
    ApplicationNotFound,
    KnownError,
    MayHaveLanded,
    SecretMissing,
    TargetLost,
    ZoneNotInSight,
)
from engine.domain.events import ControlChanged, StepEnded, StepStarted
from engine.domain.history import LocalActionHistory, LocalActionNode
from engine.domain.lifecycle import Effect
from engine.domain.limits import Limits
from engine.domain.performing import (
    Passed,
    Performed,
    StepDone,
    StepFailed,
    StepOverruled,
    StepRejected,
    StepResult,
    StepSkipped,
)
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.ports import BlobStore, EventLog, Reverter, StepExecutor
from engine.domain.recoveries import FailureClass, Recovery, may
from engine.domain.reversal import StateMark
from engine.domain.risks import RiskClass
from engine.domain.situation import Situation
from engine.domain.zones import DRAWN_SOURCES
from engine.session.account import RunAccount
from engine.session.acting import Acting
from engine.session.control import RunControl
from engine.session.passage import Passage
from engine.session.sight import Sight

_STATE_OF: dict[type[StepResult], Literal["done", "failed", "skipped", "rejected", "abandoned"]] = {
    StepDone: "done",
    StepFailed: "failed",
    StepSkipped: "skipped",
    StepRejected: "rejected",
    StepOverruled: "abandoned",
}
_NEVER_TWICE = (RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)


FAILING_A_STEP = (ApplicationNotFound, SecretMissing, ActionImpossible)
"""Errors that end a step rather than the run."""


@dataclass(frozen=True, slots=True)
class StepUnderWay:
    """A step that has begun: where it stands, and the state that it starts from."""

    place: StepPlace
    before: Situation
    mark: StateMark
    acts_before: int
    started_secs: float


@dataclass(frozen=True, slots=True)
class Ended:
    """How a step ended, as it is recorded."""

    result: StepResult
    detail: str
    effect: Effect


class StepRunner:
    """Runs steps for one session."""

    def __init__(
        self,
        *,
        sight: Sight,
        passage: Passage,
        acting: Acting,
        executor: StepExecutor,
        reverter: Reverter,
        history: LocalActionHistory,
        log: EventLog,
        blobs: BlobStore,
        control: RunControl,
        account: RunAccount,
        limits: Limits,
    ) -> None:
        self._sight = sight
        self._passage = passage
        self._acting = acting
        self._executor = executor
        self._reverter = reverter
        self._history = history
        self._log = log
        self._blobs = blobs
        self._control = control
        self._account = account
        self._limits = limits

    @property
    def acts(self) -> int:
        """How often the hands moved."""
        return self._acting.count

    async def run(self, step: PlanStep, place: StepPlace) -> StepResult:
        """Run one step to its end, with retries; the end is recorded."""
        return await self._run(step, place, 1 + self._limits.max_step_retries)

    async def attempt(self, step: PlanStep, place: StepPlace) -> StepResult:
        """Try it once, in a local plan: it is not done before the plan's goal is reached."""
        return await self._run(step, place, 1)

    async def begin(self, step: PlanStep, place: StepPlace) -> StepUnderWay | None:
        """Pass the boundary; in step mode this step is the only one. None where the operator
        forced something that comes first. What was begun is ended with ``end``."""
        await self._control.boundary()
        self._account.budget.check()
        if self._control.forced is not None:
            return None
        if self._control.step_begins():
            await self._log.append(ControlChanged("paused", "step mode"))
        before = self._sight.last or await self._sight.look()
        mark = await self._reverter.mark(before)
        return StepUnderWay(place, before, mark, self._acting.count, time.perf_counter())

    async def end(self, under_way: StepUnderWay, ended: Ended) -> StepResult:
        """Remember what was performed, so that it can be taken back, and record the end."""
        result, place = ended.result, under_way.place
        if self._acting.count > under_way.acts_before:
            before = under_way.before
            self._history.push(
                LocalActionNode(
                    place=place,
                    step=result.step,
                    before=under_way.mark,
                    after=await self._reverter.mark(self._sight.known),
                    reversibility=self._reverter.reversibility_of(result.step, before),
                    is_done=isinstance(result, StepDone) and not place.local,
                )
            )
        await self._record_end(ended, under_way)
        self._control.step_ends()
        return result

    async def _run(self, step: PlanStep, place: StepPlace, attempts: int) -> StepResult:
        try:
            under_way = await self.begin(step, place)
            if under_way is None:
                return StepOverruled(step)
            return await self.end(
                under_way, await self._attempts(step, place, under_way.before, attempts)
            )
        finally:
            self._control.step_ends()

    async def _record_end(self, ended: Ended, under_way: StepUnderWay) -> None:
        place, picture_hash = under_way.place, ""
        if self._sight.last is not None:
            picture_hash = await self._blobs.put_picture(self._sight.last.frame)
        await self._log.append(
            StepEnded(
                place.segment_number,
                place.step_number,
                _STATE_OF[type(ended.result)],
                ended.effect,
                ended.detail,
                picture_hash,
                round((time.perf_counter() - under_way.started_secs) * 1000, 3),
                place.local,
            )
        )

    async def _attempts(
        self, step: PlanStep, place: StepPlace, before: Situation, attempts: int
    ) -> Ended:
        why, began_at_secs, failure = "", time.time(), FailureClass.NO_EFFECT
        for attempt in range(1, attempts + 1):
            if attempt > 1:
                await self._control.boundary()
                await self._account.spend_retry()
                now = await self._sight.look()
                if await self._executor.has_effect_already(
                    step, before, now, since_secs=began_at_secs
                ):
                    done = StepDone(step, Effect.CONFIRMED)
                    return Ended(done, "seen on looking again", Effect.CONFIRMED)
            await self._log.append(
                StepStarted(place.segment_number, place.step_number, attempt, place.local)
            )
            try:
                passed = await self._passage.lead(step, place, asked_again_because=why)
                if not isinstance(passed, Passed):
                    return turned_back(passed)
                step = passed.step
                performed = await self._acting.act(passed, place)
            except FAILING_A_STEP as error:
                failure, why = _class_of_error(error, step.action), error.message
            else:
                ended = ended_of(passed, performed)
                if not isinstance(ended.result, StepFailed):
                    return ended
                failure, why = ended.result.failure, performed.detail
            if not may(failure, Recovery.RETRY):
                break
        if failure is FailureClass.NOT_AGAIN:
            why += " A second time might do harm, so it was not tried again."
        return ended_with(StepFailed(step, why, failure))


def turned_back(result: StepSkipped | StepRejected | StepOverruled) -> Ended:
    """The step did not pass the gate."""
    return Ended(result, getattr(result, "why", ""), Effect.UNVERIFIABLE)


def failure_of(step: PlanStep, error: KnownError) -> StepFailed:
    """What one of ``FAILING_A_STEP`` makes of the step."""
    return StepFailed(step, error.message, _class_of_error(error, step.action))


def ended_of(passed: Passed, performed: Performed) -> Ended:
    """What performing once came to."""
    if performed.succeeded:
        done = StepDone(passed.step, performed.effect)
        return Ended(done, performed.detail, performed.effect)
    failure = _class_of_outcome(passed, performed)
    return ended_with(StepFailed(passed.step, performed.detail, failure))


def ended_with(failed: StepFailed) -> Ended:
    return Ended(failed, failed.why, Effect.SUSPECTED_NO_OP)


def _class_of_error(error: KnownError, action: Action) -> FailureClass:
    match error:
        case ApplicationNotFound() | SecretMissing():
            return FailureClass.NOT_THERE
        case ZoneNotInSight() | TargetLost():
            return FailureClass.ZONE_MISSING
        case MayHaveLanded():
            return FailureClass.NOT_AGAIN
        case _ if isinstance(action, Wait | Launch):
            return FailureClass.NOTHING_CAME
        case _:
            return FailureClass.NOT_PERFORMED


def _class_of_outcome(passed: Passed, performed: Performed) -> FailureClass:
    """What an action that had no effect is; a second copy of a program or of a text is harm, and so
    may be one more click upon what is merely drawn, since little is told of what it did."""
    if passed.risk.risk_class in _NEVER_TWICE or not performed.may_repeat:
        return FailureClass.NOT_AGAIN
    if performed.is_obstructed:
        return FailureClass.OBSTRUCTED
    zone = passed.situation.zone(passed.step.zone_id)
    if zone is not None and zone.source in DRAWN_SOURCES:
        return FailureClass.NOT_AGAIN
    match passed.step.action:
        case Launch() | Wait():
            return FailureClass.NOTHING_CAME
        case TypeText(replace=False):
            return FailureClass.NOT_TYPED
        case _:
            return FailureClass.NO_EFFECT
