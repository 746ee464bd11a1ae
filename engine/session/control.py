"""The operator's hand on the wheel: pause, resume, step, cancel, and what they are asked. STOP is
the session's own.

Two disciplines: pause, step and cancel take effect at the next boundary, between two actions
(cancel also ends a wait for the operator); STOP takes effect now."""

import asyncio
import contextlib
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from engine.domain import errors, local_planning, plans, ports
from engine.domain.approvals import ApprovalRequest, Decision
from engine.processes.tasks import first_of
from engine.session.account import RunClock

T = TypeVar("T")


class Control(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    TAKEN_OVER = "taken over"
    STEPPING = "stepping"
    CANCELLING = "cancelling"
    STOPPED = "stopped"


class RunControl:
    """One run's wheel. All methods are called on the loop's thread."""

    def __init__(self, clock: RunClock, gate: ports.ApprovalGate) -> None:
        self._clock = clock
        self._gate = gate
        self.state = Control.RUNNING
        self._may_go = asyncio.Event()
        self._may_go.set()
        self._is_in_step = False
        self._group = ""
        self._ended = asyncio.Event()
        self.forced: local_planning.Force | None = None
        self._is_forced = asyncio.Event()

    def pause(self) -> None:
        self._is_in_step = False
        if self.state in (Control.RUNNING, Control.STEPPING, Control.PAUSED):
            self.state = Control.PAUSED
            self._may_go.clear()

    def resume(self) -> None:
        if self.state in (Control.PAUSED, Control.STEPPING):
            self.state = Control.RUNNING
            self._may_go.set()

    def step(self) -> None:
        """Go on for one step, then pause."""
        if self.state in (Control.RUNNING, Control.PAUSED):
            self.state = Control.STEPPING
            self._may_go.set()

    def take_over(self) -> bool:
        """The operator drives: nothing passes until they hand back. Whether the run would go on."""
        went_on = self.state is Control.RUNNING
        self.pause()
        self.state = Control.TAKEN_OVER
        return went_on

    def hand_back(self, *, goes_on: bool) -> None:
        if self.state is Control.TAKEN_OVER:
            self.state = Control.PAUSED
            if goes_on:
                self.resume()

    @property
    def is_ending(self) -> bool:
        return self.state in (Control.CANCELLING, Control.STOPPED)

    def cancel(self) -> None:
        if self.state is not Control.STOPPED:
            self.state = Control.CANCELLING
            self._ended.set()
            self._may_go.set()

    def stop(self) -> None:
        self.state = Control.STOPPED
        self._ended.set()
        self._may_go.set()

    def force(self, command: local_planning.Force) -> None:
        """The operator decides; a later command takes the place of one not yet taken."""
        self.forced = command
        self._is_forced.set()

    def take_forced(self) -> local_planning.Force | None:
        """The operator's command, once: whoever takes it carries it out."""
        command, self.forced = self.forced, None
        self._is_forced.clear()
        return command

    async def until_forced(self) -> None:
        """Wait for the operator's command: no work of the run. Raises as ``boundary`` does."""
        with self._clock.held():
            await self.unless_cancelled(self._is_forced.wait())

    async def boundary(self) -> None:
        """Between two actions: wait while paused. Raises ``RunCancelled`` or ``HandsStopped``. A
        forced command ends the waiting too, and the run stays paused."""
        while not (self._is_in_step or self._may_go.is_set() or self._is_forced.is_set()):
            with self._clock.held():  # what let it go may be taken back before it wakes
                async with first_of(self._may_go.wait(), self._is_forced.wait()):
                    pass
        self.raise_if_ended()

    def step_begins(self) -> bool:
        """A step passes the boundary. In step mode it is the only one: True, and pause after it.
        Until ``step_ends`` its own boundaries (a retry's, an approval's) hold nothing up, unless
        the operator pauses meanwhile."""
        if self.state is not Control.STEPPING:
            return False
        self.state = Control.PAUSED
        self._may_go.clear()
        self._is_in_step = True
        return True

    @contextlib.contextmanager
    def let_through(self) -> Iterator[None]:
        """What the operator asked for is done although the run is paused."""
        was_in_step, self._is_in_step = self._is_in_step, True
        try:
            yield
        finally:
            self._is_in_step = was_in_step

    @contextlib.contextmanager
    def as_one_group(self, words: str) -> Iterator[None]:
        """What is asked about meanwhile may be approved as a whole, over all its segments."""
        self._group = words
        try:
            yield
        finally:
            self._group = ""

    def step_ends(self) -> None:
        self._is_in_step = False

    async def decide(self, request: ApprovalRequest, place: plans.StepPlace) -> Decision | None:
        """The gate's decision; None where the operator forced something meanwhile."""
        request = replace(request, group=self._group)
        with self._clock.held():
            return await self.unless_overruled(self._gate.decide(request, place))

    async def revoke(self, grant_id: str) -> None:
        """The operator takes a yes beforehand back."""
        await self._gate.revoke(grant_id)

    async def ask(self, question: str, choices: tuple[str, ...]) -> str:
        """The operator's choice; empty where nobody answers."""
        with self._clock.held():
            return await self.unless_cancelled(self._gate.answer(question, choices))

    async def unless_cancelled(self, waiting: Coroutine[Any, Any, T]) -> T:
        """The result of a wait that cancelling or STOP ends. Raises as ``boundary`` does."""
        async with first_of(waiting, self._ended.wait()) as (wait, _):
            self.raise_if_ended()
            result: T = wait.result()
            return result

    async def unless_overruled(self, waiting: Coroutine[Any, Any, T]) -> T | None:
        """As ``unless_cancelled``; None where the operator forced something meanwhile."""
        wait = self.unless_cancelled(waiting)
        async with first_of(wait, self._is_forced.wait()) as (waited, _):
            result: T | None = waited.result() if waited.done() else None
            return result

    def raise_if_ended(self) -> None:
        """Raises as ``boundary`` does, and waits for nothing."""
        if self.state is Control.STOPPED:
            raise errors.HandsStopped("The operator pressed STOP.")
        if self.state is Control.CANCELLING:
            raise errors.RunCancelled("The operator cancelled the run.")
