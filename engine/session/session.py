"""One run: the verbs that modes use, each of them recorded.

A mode calls ``observe``, ``plan``, ``perform`` and ``enter`` and nothing else. The one broad
catch stands in ``run``: whatever goes wrong becomes an event and an outcome, and nothing that was
recorded is lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from engine.domain.approvals import Asking
from engine.domain.errors import (
    BugError,
    HandsStopped,
    RecordUnavailable,
)
from engine.domain.events import (
    ControlChanged,
    Event,
    HandsReleased,
    PhaseChanged,
    ReplanStarted,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SurfaceResized,
    SurfaceWentAway,
)
from engine.domain.forcing import Force
from engine.domain.frames import KeptPictures
from engine.domain.lifecycle import PHASE_AFTER, Phase
from engine.domain.limits import Limits
from engine.domain.local_events import OperatorForced
from engine.domain.modes import ModeName
from engine.domain.performing import (
    Passed,
    StepFailed,
    StepOverruled,
    StepRejected,
    StepResult,
    StepSkipped,
    Weighed,
)
from engine.domain.plans import PlanRequest, PlanSegment, PlanStep, ReplanKind, StepPlace
from engine.domain.ports import BlobStore, EventLog
from engine.domain.situation import Situation
from engine.domain.surface_ports import Surface
from engine.domain.terminals import Outcome, Terminal
from engine.domain.web.events import GraphCheckpointed, SessionResumed
from engine.domain.web.proposals import WebProposal, WebRequest
from engine.domain.web.resuming import ResumePoint
from engine.session.account import RunAccount
from engine.session.control import Control, RunControl
from engine.session.endings import achieved_words, outcome_of
from engine.session.exploring_run import ExploringRun
from engine.session.local_run import LocalRun
from engine.session.looking import Looking
from engine.session.passage import Passage
from engine.session.run_clock import RunClock
from engine.session.sight import Sight
from engine.session.staged_steps import StagedSteps
from engine.session.steps import StepRunner
from engine.session.thinker_calls import ThinkerCalls

logger = logging.getLogger(__name__)

Mode = Callable[["Session"], Awaitable[Outcome]]


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What the operator chose for this run."""

    goal: str
    asking: Asking
    limits: Limits
    pilothouse_version: str
    mode: ModeName = "director"
    resumed: ResumePoint | None = None
    """Where the run broke off before, if it did; its log is continued."""


class Session:
    """Runs one mode on one surface towards one goal."""

    def __init__(
        self,
        settings: RunSettings,
        *,
        surface: Surface,
        looking: Looking,
        calls: ThinkerCalls,
        account: RunAccount,
        clock: RunClock,
        let_go: Callable[[], Awaitable[None]],
        passage: Passage,
        local: LocalRun,
        exploring: ExploringRun,
        steps: StepRunner,
        staged: StagedSteps,
        sight: Sight,
        log: EventLog,
        blobs: BlobStore,
        control: RunControl,
    ) -> None:
        self._settings = settings
        self._surface = surface
        self._looking = looking
        self._calls = calls
        self._passage = passage
        self._local = local
        self._exploring = exploring
        self._steps = steps
        self._staged = staged
        self._sight = sight
        self._log = log
        self._blobs = blobs
        self._account = account
        self._clock = clock
        self._let_go = let_go
        self._phase: Phase | None = None
        resumed = settings.resumed
        self._segment_number = resumed.segment_number if resumed else 0
        self._running: asyncio.Task[Outcome] | None = None
        self._lost_message: str | None = None
        self._done_before = resumed.completed if resumed else ()
        self._done_otherwise: list[PlanStep] = []
        self._stop_is_told = asyncio.Event()
        self._stopped_by = HandsStopped("The operator pressed STOP.")
        self._is_over = False
        self.control = control

    @property
    def is_over(self) -> bool:
        """The run has ended; nothing is recorded any more."""
        return self._is_over

    @property
    def is_under_way(self) -> bool:
        """Its beginning is recorded, its end is not."""
        return self._running is not None and not self._is_over

    @property
    def goal(self) -> str:
        return self._settings.goal

    @property
    def completed(self) -> tuple[PlanStep, ...]:
        """The steps that were done and not taken back, as they were actually done."""
        return (*self._done_before, *self._local.history.completed, *self._done_otherwise)

    @property
    def acts(self) -> int:
        """How often the hands moved in this run."""
        return self._steps.acts

    @property
    def is_overruled(self) -> bool:
        """The operator forced something that nobody has heeded yet."""
        return self.control.forced is not None

    @property
    def local(self) -> LocalRun:
        """The verbs of local planning."""
        return self._local

    @property
    def exploring(self) -> ExploringRun:
        """The verbs of exploring."""
        return self._exploring

    @property
    def limits(self) -> Limits:
        return self._settings.limits

    @property
    def replans_left(self) -> int:
        return self._account.budget.replans_left

    @property
    def segment_number(self) -> int:
        return self._segment_number

    @property
    def resumed(self) -> ResumePoint | None:
        """Where the run broke off before, if it did."""
        return self._settings.resumed

    @property
    def seen(self) -> Situation:
        """What was seen last, after an action too."""
        return self._sight.known

    # -- the run ---------------------------------------------------------------------------

    async def run(self, mode: Mode) -> Outcome:
        """Run the mode to its end. Every run ends with exactly one ``SessionEnded``.

        A record that can't be written ends the run too; then the outcome says so.
        """
        try:
            outcome = await self._run(mode)
            if self.control.state is Control.STOPPED:
                await self._stop_is_told.wait()
        finally:
            self._is_over = True
        try:
            await self._log.append(SessionEnded(outcome))
        except RecordUnavailable as error:
            return outcome_of(error)
        return outcome

    async def _run(self, mode: Mode) -> Outcome:
        self._clock.start()
        try:
            try:
                return await self._begun(mode)
            finally:
                await self._let_go()
        except asyncio.CancelledError:
            if self.control.state is not Control.STOPPED and self._lost_message is None:
                raise
            return self._interrupted()
        except HandsStopped as error:
            if self.control.state is Control.STOPPED:
                return self._interrupted()
            return Outcome(Terminal.FAILED, "surface_lost", str(error))
        except Exception as error:
            outcome = outcome_of(error)
            if outcome.reason == "bug":
                logger.exception("The run ended with a bug")
            if outcome.terminal is Terminal.BUDGET_EXHAUSTED:
                achieved = achieved_words(self.completed)
                return replace(outcome, message=f"{outcome.message} {achieved}")
            return outcome

    async def _begun(self, mode: Mode) -> Outcome:
        await self._log.append(self._beginning())
        if self.control.state is Control.STOPPED:
            return self._interrupted()
        self._running = asyncio.ensure_future(mode(self))
        return await self._running

    def _beginning(self) -> SessionStarted | SessionResumed:
        settings = self._settings
        if (at := settings.resumed) is not None:
            return SessionResumed(at.checkpoint_id, at.url, settings.pilothouse_version)
        return SessionStarted(
            settings.goal,
            self._surface.name,
            self._calls.name,
            settings.asking,
            settings.limits,
            settings.pilothouse_version,
            settings.mode,
        )

    def _interrupted(self) -> Outcome:
        if self._lost_message is not None:
            return Outcome(Terminal.FAILED, "surface_lost", self._lost_message)
        return outcome_of(self._stopped_by)

    # -- verbs of the modes ----------------------------------------------------------------

    @property
    def phase(self) -> Phase | None:
        return self._phase

    async def enter(self, phase: Phase, why: str = "") -> None:
        """Go to the next phase of the lifecycle; an impossible turn is a bug."""
        if self._phase is not None and phase not in PHASE_AFTER[self._phase]:
            raise BugError(f"the lifecycle has no way from {self._phase} to {phase}")
        self._phase = phase
        await self._log.append(PhaseChanged(phase, why))

    async def observe(self, why: str, *, pictures: KeptPictures = "always") -> Situation:
        """Look at the surface; what was seen is recorded, the picture where ``pictures`` says."""
        return await self._looking.look(why, pictures=pictures)

    async def plan(self, request: PlanRequest) -> PlanSegment:
        """Ask the thinker for a segment. Raises ``PlanFailed`` or ``BudgetExhausted``."""
        await self.control.boundary()
        segment = await self._calls.plan(request)
        self._segment_number += 1
        await self._log.append(SegmentPlanned(self._segment_number, request.kind, segment))
        return segment

    async def start_replan(self, kind: ReplanKind, why: str) -> None:
        """Charge a replan to the shared limit. Raises ``BudgetExhausted``."""
        number = await self._account.spend_replan()
        await self._log.append(ReplanStarted(number, kind, why))

    async def perform(self, step: PlanStep) -> StepResult:
        """Perform one step: gate, hands, effect, retries. It can be taken back afterwards."""
        return await self._steps.run(step, StepPlace(self._segment_number, step.step_number))

    async def choose(self, request: WebRequest) -> WebProposal | None:
        """Ask the web's thinker for one action, charged as a plan; None where the operator
        forced something meanwhile. Raises ``PlanFailed``, ``ReplyInvalid``, ``BudgetExhausted``."""
        await self.control.boundary()
        return await self._calls.choose(request)

    async def adopt(self, *steps: PlanStep, kind: ReplanKind, reason: str) -> None:
        """What was chosen became a step or several: one plan, recorded as others are."""
        self._segment_number += 1
        segment = PlanSegment(steps, finishes=False, reason=reason)
        await self._log.append(SegmentPlanned(self._segment_number, kind, segment))

    async def weigh(self, step: PlanStep) -> Weighed | StepResult:
        """Begin a step that was adopted: aim, rate and rule; nobody is asked yet."""
        return await self._staged.weigh(step, StepPlace(self._segment_number, step.step_number))

    async def confirm(
        self, weighed: Weighed
    ) -> Passed | StepSkipped | StepRejected | StepOverruled | StepFailed:
        """The gate: the policy's yes, or the operator's, for what is there now."""
        return await self._staged.confirm(weighed)

    async def execute(self, passed: Passed) -> StepResult:
        """Act once and judge the effect. It can be taken back afterwards."""
        return await self._staged.execute(passed)

    async def record(self, event: Event) -> None:
        """Something that the mode itself found out or decided."""
        await self._log.append(event)

    async def checkpoint(
        self, checkpoint_id: str, *, parent_id: str, step: int, state_text: str
    ) -> None:
        """Keep the mode's state, so that the run can go on from here after it broke off."""
        state_hash = await self._blobs.put_text(state_text)
        await self._log.append(GraphCheckpointed(checkpoint_id, parent_id, step, state_hash))

    async def ask(self, question: str, choices: tuple[str, ...]) -> str:
        """The operator's choice; empty where nobody answers."""
        return await self._passage.ask(question, choices)

    def read_goal(self) -> None:
        """Raises ``GoalUnreadable`` before anything is done."""
        self._calls.read_goal(self._settings.goal)

    def count_as_done(self, step: PlanStep) -> None:
        """The step was not performed and is done nevertheless: by the operator, or by itself."""
        self._done_otherwise.append(step)

    async def heed(self) -> None:
        """Do what the operator forced between two steps, and wait until the run may go on."""
        await self._staged.abandon()
        await self._local.heed()

    # -- the operator's wheel --------------------------------------------------------------

    async def pause(self) -> None:
        self.control.pause()
        await self._tell_control()

    async def resume(self) -> None:
        self.control.resume()
        await self._tell_control()

    async def step(self) -> None:
        self.control.step()
        await self._tell_control()

    async def cancel(self) -> None:
        """End at the next boundary."""
        self.control.cancel()
        await self._tell_control()

    async def force(self, command: Force) -> None:
        """Take a decision out of the engine's hands; it is recorded as the operator's."""
        if self._is_over:
            return
        await self._log.append(OperatorForced(command))
        self.control.force(command)

    async def stop(self, cause: HandsStopped | None = None) -> None:
        """End now: first the hands, then everything else. Without a cause it was STOP."""
        if self._is_over or self.control.state is Control.STOPPED:
            return
        self.control.stop()
        self._stopped_by = cause or self._stopped_by
        releasing = asyncio.ensure_future(self._surface.stop_hands())
        await asyncio.sleep(0)  # its first step is the kill; nothing comes before that
        if self._running is not None:
            self._running.cancel()
        try:
            released, took_ms = await releasing
            await self._log.append(ControlChanged("stopped"))
            await self._log.append(HandsReleased(released, round(took_ms, 3)))
        finally:
            self._stop_is_told.set()

    async def surface_lost(self, message: str) -> None:
        """The display or a child process went away: record it and end the run."""
        if self._lost_message is None and not self._is_over:
            self._lost_message = message
            try:
                await self._log.append(SurfaceWentAway(message))
            finally:
                if self._running is not None:
                    self._running.cancel()

    async def surface_resized(self, width_px: int, height_px: int) -> None:
        if not self._is_over:
            await self._log.append(SurfaceResized(width_px, height_px))

    async def _tell_control(self) -> None:
        if not self._is_over:
            await self._log.append(ControlChanged(self.control.state.value))
