"""The one runner of steps, for all modes: weigh, confirm, execute, judge, retry.

Nothing else reaches the hands, and nothing reaches them without the gate. A retry looks first and
performs only if the effect is absent; what can't be taken back is never tried twice."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import replace

from engine.domain import actions, errors, events, recoveries, risks, scripts
from engine.domain import performing as results
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind, Situation, StepPlace
from engine.domain.verdicts import Judgement, seen
from engine.session import looking, step_approval, step_ends
from engine.session.context import RunContext
from engine.session.step_ends import FAILING_A_STEP, BrokenOff, Ended, UnderWay, judged, turned_back
from engine.states.marking import digest_of, mark_of, told_otherwise
from engine.states.spots import aimed_at


class StepRunner(step_ends.DoneSteps):
    """Runs the steps of one run, one at a time: as a whole, or led through its parts."""

    def __init__(self, context: RunContext, looks: looking.Looking) -> None:
        resumed = context.settings.resumed
        super().__init__(context.history, resumed)
        self._context = context
        self._looks = looks
        self._approval = step_approval.StepApproval(context, looks)
        self._log = context.log
        self._control = context.control
        self._begun: UnderWay | None = None
        self._broken_off: BrokenOff | None = None
        self._acted: tuple[UnderWay, results.Passed] | None = None
        """The step that the hands were moved for last: what comes late was set off by it."""
        self._acts = 0
        self._restless: frozenset[str] = frozenset()
        self.segment_number = resumed.segment_number if resumed else 0  # of the plan adopted last

    async def adopt(
        self, segment: PlanSegment, kind: ReplanKind, planned_on: Situation | None = None
    ) -> None:
        """The plan whose steps are performed from now on, made on that or on what was seen last."""
        self.segment_number += 1
        self._approval.plan_on(planned_on or self._looks.last)
        await self._log.append(events.SegmentPlanned(self.segment_number, kind, segment))

    async def perform(self, step: PlanStep, *, is_operators: bool = False) -> results.StepResult:
        """Weigh, confirm, execute and judge a step of the plan, and retry where that may help; the
        operator's own but once. Raises ``NobodyToAsk``."""
        retries = 0 if is_operators else self._context.settings.limits.max_step_retries
        return await self._run(step, self._place_of(step), 1 + retries, is_operators)

    async def let_go(self) -> None:
        """Of all that a step holds down still, at the end of a segment, and of the run."""
        if await self._context.surface.hands.let_go():
            words = "What was still held down was let go of at the end."
            await self._log.append(events.WarningRaised(words))

    async def heed_late(self) -> results.StepResult | None:
        """Ask about what the last step set off late and waits since: the step ends once more with
        it. None where nothing waits so. Raises ``NobodyToAsk``; the step has ended then."""
        was, passed = self._acted or (None, None)
        held = self._context.executor.held_late(passed.step) if passed is not None else None
        if was is None or passed is None or held is None:
            return None
        if (node := self._context.history.at(was.place)) is not None:
            node.is_done = False  # it is not, before this is
        self._begun = replace(was, acts_before=self._acts, started_secs=time.perf_counter())
        async with self._ending_unasked(passed.step):
            confirmed = await self._confirm_after_all(passed, held)
            ended = await self._execute(confirmed, is_late=True)
        return await self._end(ended)

    async def attempt(self, step: PlanStep, place: StepPlace) -> results.StepResult:
        """Try it once, in a local plan: it is not done before the plan's goal is reached."""
        with self._approval.planned_by_itself():
            return await self._run(step, place, 1)

    async def undo(
        self, step: PlanStep, place: StepPlace
    ) -> results.Performed | results.StepSkipped | results.StepRejected | results.StepOverruled:
        """An action of a way back: once, and no step of the plan. Raises ``ActionImpossible``."""
        with self._approval.planned_by_itself():
            passed = await self._approval.confirm(await self._approval.weigh(step), place)
        return await self._act(passed, place) if isinstance(passed, results.Passed) else passed

    async def _run(
        self, step: PlanStep, place: StepPlace, attempts: int, is_operators: bool = False
    ) -> results.StepResult:
        try:
            if not await self._begin(step, place, is_operators):
                return results.StepOverruled(step)
            return await self._end(await self._attempts(step, attempts))
        finally:
            self._begun = None
            self._control.step_ends()

    async def _attempts(self, step: PlanStep, most: int) -> Ended:
        """Weigh, confirm, execute and judge it, and again while that may help."""
        before, began_at_secs = self._under_way.before, time.time()
        executor = self._context.executor
        failed = results.StepFailed(step, "", recoveries.FailureClass.NO_EFFECT)
        judged: Judgement | None = None
        passed: results.Passed | Ended = step_ends.failed_with(failed)
        for attempt in range(1, most + 1):
            if attempt > 1:
                await self._control.boundary()
                if isinstance(passed, results.Passed) and (held := executor.held_late(passed.step)):
                    return await self._execute(await self._confirm_after_all(passed, held))
                await self._context.account.spend_retry()
                now = await self._looks.glance()
                if await executor.has_effect_already(
                    step, results.Looks(before, now, began_at_secs)
                ):
                    late = seen("it was seen on looking again")
                    return Ended(results.StepDone(step, late), judged=late)
            weighed = await self._weigh(step, attempt)
            passed = await self._confirm(weighed, asked_again_because=failed.why)
            ended = await self._execute(passed)
            if not isinstance(ended.result, results.StepFailed):
                return ended
            failed, step, judged = ended.result, ended.result.step, ended.judged
            if not recoveries.may(failed.failure, recoveries.Recovery.RETRY):
                break
        if failed.failure is recoveries.FailureClass.NOT_AGAIN:
            why = f"{failed.why} A second time might do harm, so it was not tried again."
            failed = replace(failed, why=why)
        return step_ends.failed_with(failed, judged)

    async def weigh(self, step: PlanStep) -> results.Weighed | results.StepResult:
        """Begin it: aim, rate the risk, tell whose wish it is and the policy's word; ask nobody."""
        if not await self._begin(step, self._place_of(step)):
            return results.StepOverruled(step)
        weighed = await self._weigh(step, 1)
        return await self._end(weighed) if isinstance(weighed, Ended) else weighed

    async def confirm(self, weighed: results.Weighed) -> results.Passed | results.StepResult:
        """The gate: the policy's yes, or the operator's, for what is there now; it is passed again
        where the target changed meanwhile. Raises ``NobodyToAsk``; the step has ended then."""
        async with self._ending_unasked(weighed.step):
            passed = await self._confirm(weighed)
        return await self._end(passed) if isinstance(passed, Ended) else passed

    async def execute(self, passed: results.Passed) -> results.StepResult:
        """Move the hands once and judge the effect; it can be taken back afterwards. Raises
        ``NobodyToAsk`` where the page wanted more of it; the step has ended then."""
        async with self._ending_unasked(passed.step):
            ended = await self._execute(passed)
        return await self._end(ended)

    @contextlib.asynccontextmanager
    async def _ending_unasked(self, step: PlanStep) -> AsyncIterator[None]:
        """The step has ended where nobody could be asked about it."""
        try:
            yield
        except errors.NobodyToAsk as error:
            await self._end(turned_back(results.StepRejected(step, str(error))))
            raise

    async def abandon(self) -> None:
        """End the step that was begun and will not be done, since the operator came first."""
        if self._begun is not None:
            await self._end(turned_back(results.StepOverruled(self._begun.step)))

    # -- the parts; what ended before passes through those that follow ----------------------

    async def _begin(self, step: PlanStep, place: StepPlace, is_operators: bool = False) -> bool:
        """Pass the boundary. False where the operator forced something that comes first."""
        await self._control.boundary()
        self._context.account.check()
        if self._control.forced is not None:
            return False
        if isinstance(
            await self.heed_late(),
            results.StepRejected | results.StepFailed | results.StepOverruled,
        ):
            return False
        if self._control.step_begins():
            await self._log.append(events.ControlChanged("paused", "step mode"))
        before = await self._looks.before(step, waits=not is_operators)
        mark, digest = await self._context.reverter.mark(before), digest_of(before)
        began = time.perf_counter()
        self._begun = UnderWay(step, place, before, mark, digest, self._acts, began, is_operators)
        return True

    async def _weigh(
        self, step: PlanStep, attempt: int, touched_on: Situation | None = None
    ) -> results.Weighed | Ended:
        place = self._under_way.place
        await self._log.append(
            events.StepStarted(place.segment_number, place.step_number, attempt, place.local)
        )
        try:
            return await self._approval.weigh(
                step, is_operators=self._under_way.is_operators, touched_on=touched_on
            )
        except FAILING_A_STEP as error:
            return step_ends.failed_by(step, error)

    async def _confirm(
        self, weighed: results.Weighed | Ended, *, asked_again_because: str = ""
    ) -> results.Passed | Ended:
        if isinstance(weighed, Ended):
            return weighed
        try:
            passed = await self._approval.confirm(
                weighed, self._under_way.place, asked_again_because=asked_again_because
            )
        except FAILING_A_STEP as error:
            return step_ends.failed_by(weighed.step, error)
        return passed if isinstance(passed, results.Passed) else turned_back(passed)

    async def _execute(
        self, passed: results.Passed | Ended, *, is_late: bool = False, yeses: int = 5
    ) -> Ended:
        """``is_late``: it was done, and what it set off goes now; so many more ``yeses`` count."""
        if isinstance(passed, Ended):
            return passed
        is_first = not is_late and self._acts == self._under_way.acts_before
        before, looks = self._under_way.before, self._looks
        if is_first and not (looks.seen is before and await looks.is_unchanged()):
            await looks.glance_before_acting(before)
        if is_first and looks.seen is not before:  # by nobody's act
            now = await asyncio.to_thread(mark_of, looks.seen, with_pictures=False)
            self._restless |= told_otherwise(self._under_way.mark, now)
        try:
            return judged(passed, await self._act(passed, self._under_way.place))
        except errors.HeldBack as held:
            if passed.step.has_risk_of == held.message:
                return step_ends.failed_by(passed.step, held)
            if not yeses:
                why = "The page wanted ever more of it, and was stopped after five yeses."
                return step_ends.failed_by(passed.step, errors.MayHaveLanded(why))
            return await self._execute(await self._confirm_after_all(passed, held), yeses=yeses - 1)
        except FAILING_A_STEP as error:
            return step_ends.failed_by(passed.step, error)

    async def _confirm_after_all(
        self, passed: results.Passed, held: errors.HeldBack
    ) -> results.Passed | Ended:
        """The page wanted more than the step was let through for: it is asked about by what it
        does. What waits, as it was when it was touched: the page may be another by now."""
        await self._looks.glance()
        step = replace(passed.step, has_risk_of=held.message)
        weighed = await self._weigh(step, 1, passed.situation if held.waits else None)
        confirmed = await self._confirm(weighed, asked_again_because=f"it was held back: it {held}")
        if not isinstance(confirmed, results.Passed):
            self._context.executor.forget_held()
        return confirmed

    async def _end(self, ended: Ended) -> results.StepResult:
        """Remember what was performed, so that it can be taken back, and record the end."""
        under_way, self._begun = self._under_way, None
        result = ended.result
        if self._acts > under_way.acts_before:
            reverter = self._context.reverter
            after = await reverter.mark(self._looks.seen)
            back = reverter.reversibility_of(result.step, under_way.before)
            self._context.history.stack.append(under_way.node(ended, after, back, self._restless))
        picture_hash = ""
        if self._looks.last is not None:
            picture_hash = await self._context.blobs.put_picture(self._looks.last.frame)
        await self._log.append(ended.event_at(under_way, picture_hash))
        self._control.step_ends()
        return result

    def _place_of(self, step: PlanStep) -> StepPlace:
        return StepPlace(self.segment_number, step.step_number)

    @property
    def _under_way(self) -> UnderWay:
        if self._begun is None:
            raise errors.BugError("a step was confirmed or executed that was not weighed")
        return self._begun

    async def _act(self, passed: results.Passed, place: StepPlace) -> results.Performed:
        """Record the start before the hands move, and the end whatever it is. What only waits (for
        a program to start, for a text to appear) ends at once where the run is cancelled; with
        everything else the hands finish what they began."""
        step = replace(passed.step, step_number=place.step_number)
        self._acts += 1
        action_id = f"{place}-{self._acts}"
        at, segment = aimed_at(step, passed.situation), place.segment_number
        at_px = (at.x, at.y) if at is not None else None
        back = risks.Reversibility(passed.risk.degree, passed.risk.undo)
        was = self._begun
        trace = scripts.checked(step, passed.situation, was.digest) if was is not None else None
        start = events.ActionStarted(action_id, segment, step, at_px, place.local, back, trace)
        await self._log.append(start)
        if not passed.risk.risk_class.is_harmless:
            await self._log.sync()  # what is grave is not done before its decision is there to stay
        started = time.perf_counter()
        if not isinstance(step.action, actions.Wait | actions.TakeScreenshot):
            self._looks.acted_at_secs = time.monotonic()
            if isinstance(step.action, actions.TypeText | actions.PressKeys):
                self._looks.wrote_at_secs = self._looks.acted_at_secs
            self._acted = (self._begun, passed) if self._begun is not None else None
        moving = replace(passed.situation, restless=self._restless)
        performing = self._context.executor.perform(step, moving)
        if actions.goes_on(step.action):
            performing = self._control.unless_cancelled(performing)
        try:
            performed = await performing
        except (errors.HandsStopped, asyncio.CancelledError):
            of_plan, before = self._begun is not None, passed.situation
            self._broken_off = BrokenOff(action_id, place, step, before, started, of_plan)
            raise
        except errors.KnownError as error:
            await self._record_act(action_id, started, why=error.message)
            raise
        await self._record_act(action_id, started)
        self._looks.last = performed.situation
        return performed

    async def tell_broken_off(self, picture_hash: str) -> None:
        """Record how far the action came in whose middle the run ended, if it did."""
        off, self._broken_off = self._broken_off, None
        if off is None:
            return
        told = step_ends.how_far(off.step, off.before, self._looks.seen)
        await self._record_act(off.action_id, off.started_secs, why=told.words)
        if off.is_of_plan:
            await self._log.append(off.ended(told, picture_hash))

    async def _record_act(self, action_id: str, started: float, *, why: str = "") -> None:
        took_ms = round((time.perf_counter() - started) * 1000, 3)
        await self._log.append(events.ActionEnded(action_id, not why, why, took_ms))
