"""One run: it leads a mode to its end, and gives it the parts whose verbs it calls.

What the parts do is recorded, and they end with the run: every ``async`` verb may raise
``RunCancelled``, ``HandsStopped`` or ``SurfaceLost``. The one broad catch stands in ``run``:
whatever goes wrong becomes an event and an outcome, and nothing that was recorded is lost.

Above it stands the table from what went wrong to how the run ended, which ``docs/endings.md``
prints."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from engine.domain import approvals, errors, events, local_planning, performing, plans, steering
from engine.domain.exploring.events import SurfaceReset
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Phase
from engine.domain.web.events import SessionResumed
from engine.language.sentences.figures import count_words
from engine.session import control, looking, plan_to_come, taking_back, taking_over, thinker_calls
from engine.session.context import RunContext
from engine.session.steps import StepRunner
from engine.states.dialogs import unquoted
from engine.states.marking import digest_of

ENDINGS: tuple[tuple[type[errors.KnownError], Terminal, str], ...] = (
    (errors.GoalUnreadable, Terminal.GOAL_FAILED, "goal_unreadable"),
    (errors.PlanFailed, Terminal.GOAL_FAILED, "plan_failed"),
    (errors.ApplicationNotFound, Terminal.GOAL_FAILED, "application_not_found"),
    (errors.ActionImpossible, Terminal.GOAL_FAILED, "action_impossible"),
    (errors.NobodyToAsk, Terminal.GOAL_FAILED, "nobody_to_ask"),
    (errors.SecretMissing, Terminal.GOAL_FAILED, "secret_missing"),
    (errors.ModelDeclined, Terminal.GOAL_FAILED, "model_declined"),
    (errors.ReplyInvalid, Terminal.GOAL_FAILED, "reply_invalid"),
    (errors.ModelFailed, Terminal.FAILED, "model_failed"),
    (errors.RunCancelled, Terminal.CANCELLED, "operator"),
    (errors.ConsoleClosed, Terminal.STOPPED, "console_closed"),
    (errors.AskedToEnd, Terminal.STOPPED, "asked_to_end"),
    (errors.HandsStopped, Terminal.STOPPED, "operator"),
    (errors.SurfaceLost, Terminal.FAILED, "surface_lost"),
    (errors.SurfaceUnavailable, Terminal.FAILED, "surface_unavailable"),
    (errors.AccessibilityUnavailable, Terminal.FAILED, "surface_lost"),
    (errors.RecordUnavailable, Terminal.FAILED, "record_unavailable"),
)
"""The first that fits; a subclass stands before its base."""


def outcome_of(error: Exception) -> Outcome:
    """The outcome of a run that ended with this error; a stranger among errors is a bug."""
    if isinstance(error, errors.BudgetExhausted):
        return Outcome(Terminal.BUDGET_EXHAUSTED, error.reason, str(error))
    for kind, terminal, reason in ENDINGS:
        if isinstance(error, kind):
            return Outcome(terminal, reason, str(error))
    return Outcome(
        Terminal.FAILED,
        "bug",
        f"Pilothouse made a mistake ({type(error).__name__}: {error}). Please report it.",
    )


def achieved_words(completed: tuple[plans.PlanStep, ...]) -> str:
    """What stands when a run ends early."""
    if not completed:
        return "Nothing was done yet."
    count = count_words(len(completed), "step")
    return f"Done until then: {count}, the last “{completed[-1].description}”."


class StartState:
    """The start state of a run. Where nothing is explored, nothing can be set back."""

    def __init__(self, context: RunContext, looks: looking.Looking) -> None:
        self._context = context
        self._looks = looks
        self.keep_to = context.keep_to

    @property
    def can_reset(self) -> bool:
        surface = self._context.explorable
        return surface is not None and surface.can_reset

    async def mark(self) -> None:
        """What ``reset`` goes back to is what is there now. Raises ``ActionImpossible``."""
        surface = self._context.explorable
        if surface is not None and surface.can_reset:
            await surface.mark_start()

    async def reset(self, why: str) -> None:
        """Set the surface back to its start; it is recorded. Raises ``ActionImpossible``."""
        await self._context.control.boundary()
        surface = self._context.explorable
        if surface is None or not surface.can_reset:
            raise errors.ActionImpossible("The surface can't be set back to its start.")
        await self._context.log.append(SurfaceReset(why))
        self._looks.last = None
        self._context.history.stack.clear()  # what was done before is gone with the surface
        await surface.reset()


logger = logging.getLogger(__name__)
_KEEPS = "waiting for what may still be kept of what was written last"
_MOST_RESTS = 12
_FAILURES = (Terminal.GOAL_FAILED, Terminal.LOOP_STUCK)

Mode = Callable[["Session"], Awaitable[Outcome]]


class Session:
    """Runs one mode on one surface towards one goal."""

    def __init__(self, context: RunContext) -> None:
        settings = context.settings
        self._context = context
        self._surface = context.surface
        self._running: asyncio.Task[Outcome] | None = None
        self._lost_message: str | None = None
        self._stop_is_told, self._not_kept = asyncio.Event(), ""
        self._stopped_by = errors.HandsStopped("The operator pressed STOP.")
        self.before_end: Callable[[], Awaitable[None]] | None = None
        """Called once: what is known only at the end is recorded before that."""
        self.crash = ""
        """The last page that crashed, in words."""
        self.is_over = False
        """The run has ended; nothing is recorded any more."""
        self.goal, self.surface_name = settings.goal, context.surface.name
        self.limits = settings.limits
        self.resumed = settings.resumed
        """Where the run broke off before, if it did."""
        self.log = context.log
        self.blobs = context.blobs
        self.history = context.history
        self.reverter = context.reverter
        self.account = context.account
        self.control = context.control
        self.looks = looks = looking.Looking(context)
        self.thinker = calls = thinker_calls.ThinkerCalls(context, looks)
        self.steps = steps = StepRunner(context, looks)
        self.to_come = plan_to_come.PlanToCome(context, looks)
        self.way_back = taking_back.TakingBack(context, looks=looks, calls=calls, steps=steps)
        self.start = StartState(context, looks)
        self.taking_over = taking_over.TakingOver(context, looks, steps, self.to_come)

    @property
    def is_under_way(self) -> bool:
        """Its beginning is recorded, its end is not."""
        return self._running is not None and not self.is_over

    async def run(self, mode: Mode) -> Outcome:
        """Run the mode to its end. Every run ends with exactly one ``SessionEnded``. A record that
        can't be written ends the run too; then the outcome says so."""
        try:
            outcome = await self._run(mode)
            if self.control.state is control.Control.STOPPED:
                await self._stop_is_told.wait()
        finally:
            self.is_over = True
        try:
            picture_hash = await self.looks.at_end()
            outcome = self._with_what_stands(outcome)
            await self.steps.tell_broken_off(picture_hash)
            if self.before_end is not None:
                await self.before_end()
            state_hash = digest_of(self.looks.last) if self.looks.last is not None else ""
            await self.log.append(events.SessionEnded(outcome, picture_hash, state_hash))
        except errors.RecordUnavailable as error:
            return outcome_of(error)
        return outcome

    def _with_what_stands(self, outcome: Outcome) -> Outcome:
        """With what came late and was not done; a failure with what a dialog says that nobody spoke
        of, and the page that crashed."""
        outcome = replace(outcome, message=f"{outcome.message} {self._not_kept}".strip())
        if self.looks.last is None or outcome.terminal not in _FAILURES:
            return outcome
        said = unquoted(self.looks.last, outcome.message)
        message = f"{outcome.message} A dialog says: “{said}”." if said else outcome.message
        return replace(outcome, message=f"{message} {self.crash}".strip())

    async def _run(self, mode: Mode) -> Outcome:
        self.account.clock.start()
        self._surface.lease.begin(self.account.clock.held)
        try:
            try:
                return await self._begun(mode)
            finally:
                await self.taking_over.end("the run ended")
                await self.steps.let_go()
                self._context.executor.forget_held()
                await self._context.let_go()
        except asyncio.CancelledError:
            if self.control.state is not control.Control.STOPPED and self._lost_message is None:
                raise
            return self._interrupted()
        except errors.HandsStopped as error:
            if self.control.state is control.Control.STOPPED:
                return self._interrupted()
            return Outcome(Terminal.FAILED, "surface_lost", str(error))
        except Exception as error:
            outcome = outcome_of(error)
            if outcome.reason == "bug":
                logger.exception("The run ended with a bug")
            if outcome.terminal is Terminal.BUDGET_EXHAUSTED:
                achieved = achieved_words(self.steps.completed)
                return replace(outcome, message=f"{outcome.message} {achieved}")
            return outcome

    async def _begun(self, mode: Mode) -> Outcome:
        await self.log.append(self._beginning())
        if self.control.state is control.Control.STOPPED or self._lost_message is not None:
            return self._interrupted()
        self._running = asyncio.ensure_future(self._led(mode))
        return await self._running

    async def _led(self, mode: Mode) -> Outcome:
        """To its end, whatever that is, and until what was written last is kept."""
        try:
            return await mode(self)
        finally:
            if self._running and not (self._running.cancelling() or self.control.is_ending):
                await self._until_kept()

    async def _until_kept(self) -> None:
        """Until what was written last is kept, for all that can be told; what comes late of it is
        asked about as always. What of that was not done is told at the end."""
        looks, heed, rests = self.looks, self.steps.heed_late, _MOST_RESTS
        try:
            late, first = await heed(), looks.last
            if looks.may_be_kept_late(first):
                await self.log.append(events.PhaseChanged(Phase.COMPLETE, _KEEPS))
            while looks.may_be_kept_late(first) and (rests := rests - 1) >= 0:
                await looks.rest()
                late = await heed() or late
            if not isinstance(late, performing.StepDone | None):
                self._not_kept = f"“{late.step.description}” {getattr(late, 'why', '')}".strip()
        except (errors.NobodyToAsk, errors.RunCancelled, errors.SurfaceUnavailable) as error:
            self._not_kept = error.message

    def _beginning(self) -> events.SessionStarted | SessionResumed:
        settings = self._context.settings
        if (at := settings.resumed) is not None:
            return SessionResumed(at.checkpoint_id, at.url, settings.pilothouse_version)
        return events.SessionStarted(
            settings.goal,
            self._surface.name,
            self.thinker.name,
            settings.asking,
            settings.limits,
            settings.pilothouse_version,
            settings.mode,
            settings.granted,
            settings.policy,
        )

    def _interrupted(self) -> Outcome:
        if self._lost_message is not None:
            return Outcome(Terminal.FAILED, "surface_lost", self._lost_message)
        return outcome_of(self._stopped_by)

    async def pause(self) -> None:
        self.control.pause()
        self._surface.lease.hold()
        await self._tell_control()

    async def resume(self) -> None:
        self.control.resume()
        self._surface.lease.go_on()
        await self._tell_control()

    async def step(self) -> None:
        self.control.step()
        self._surface.lease.go_on()
        await self._tell_control()

    async def cancel(self) -> None:
        """End at the next boundary."""
        self.control.cancel()
        self._surface.lease.go_on()
        await self._tell_control()

    async def force(self, command: local_planning.Force) -> None:
        """Take a decision out of the engine's hands; it is recorded as the operator's."""
        if self.is_over:
            return
        self.control.force(command)
        self._surface.lease.break_off()
        await self.log.append(performing.OperatorForced(command))

    async def take_over_or_hand_back(self) -> None:
        """Raises ``ActionImpossible`` where there is nothing to take over."""
        if self.control.state is control.Control.TAKEN_OVER:
            await self.taking_over.end()
        else:
            await self.taking_over.begin()

    async def run_to(self, breakpoints: tuple[steering.Breakpoint, ...]) -> None:
        """Go on, and pause where one of these says so."""
        await self.to_come.break_at(breakpoints)
        await self.resume()

    async def ask(self, asking: approvals.Asking) -> None:
        """Ask so from the next step on; what is asked already waits on."""
        if not self.is_over:
            self._context.policy.ask(asking)
            await self.log.append(performing.AskingChanged(asking))

    async def stop(self, cause: errors.HandsStopped | None = None) -> None:
        """End now: first the hands, then everything else. Without a cause it was STOP."""
        if self.is_over or self.control.state is control.Control.STOPPED:
            return
        self.control.stop()
        self._stopped_by = cause or self._stopped_by
        releasing = asyncio.ensure_future(self._surface.stop_hands())
        await asyncio.sleep(0)  # its first step is the kill; nothing comes before that
        if self._running is not None:
            self._running.cancel()
        try:
            released, took_ms = await releasing
            await self.log.append(events.ControlChanged("stopped"))
            await self.log.append(events.HandsReleased(released, round(took_ms, 3)))
        finally:
            self._stop_is_told.set()

    async def surface_lost(self, message: str) -> None:
        """The display or a child process went away: record it and end the run."""
        if self._lost_message is None and not self.is_over:
            self._lost_message = message
            try:
                await self.log.append(events.SurfaceWentAway(message))
            finally:
                if self._running is not None:
                    self._running.cancel()

    async def surface_resized(self, width_px: int, height_px: int) -> None:
        if not self.is_over:
            await self.log.append(events.SurfaceResized(width_px, height_px))

    async def _tell_control(self) -> None:
        if not self.is_over:
            await self.log.append(events.ControlChanged(self.control.state.value))
