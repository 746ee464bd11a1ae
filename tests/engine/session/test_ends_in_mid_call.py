"""A run that ends while a model thinks: the request is closed, the call is recorded, nothing stays.

The model is real, and the server behind it never answers."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest

from engine.domain.errors import AskedToEnd
from engine.domain.events import (
    Event,
    ModelAsked,
    ModelCalled,
    Recorded,
    SessionEnded,
    ThinkerAsked,
)
from engine.domain.limits import Limits
from engine.domain.local_planning import CancelLocalPlan
from engine.domain.terminals import Terminal
from engine.modes.director import Director
from engine.session.session import Session
from tests.support.hand_clock import HandClock
from tests.support.model_stage import draw_canvas, play_with_model
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripts import Script, silent, stalled
from tests.support.stage import Play, Stage, situation, zone

PATIENT = Limits(settle_secs=0.02)
SOON_SECS = 45.0  # the call itself would take a minute


@dataclass
class Thinking:
    """A run whose first question is under way at the server."""

    scene: Play
    endpoint: ScriptedEndpoint
    tasks_before: set[asyncio.Task[object]] = field(default_factory=set)

    async def ended(self, end: Callable[[Session], Awaitable[None]]) -> SessionEnded:
        running = asyncio.ensure_future(self.scene.session.run(Director()))
        async with asyncio.timeout(SOON_SECS):
            await self.endpoint.wait_for_requests()
            await end(self.scene.session)
            await running
            await self.endpoint.requests[0].ended.wait()
        [ended] = self.scene.log.of(SessionEnded)
        return ended

    @property
    def tasks_left(self) -> set[asyncio.Task[object]]:
        return {task for task in asyncio.all_tasks() - self.tasks_before if not task.done()}


@asynccontextmanager
async def thinking(
    script: Script | list[Script],
    *,
    sees: bool = False,
    limits: Limits = PATIENT,
    now_secs: Callable[[], float] = time.monotonic,
) -> AsyncIterator[Thinking]:
    """``sees``: the question is the vision model's."""
    stage = Stage(situation(zone("One")))
    async with ScriptedEndpoint(script) as endpoint:
        if sees:
            draw_canvas(stage)
        scene = play_with_model(
            stage, endpoint, eye=endpoint if sees else None, limits=limits, now_secs=now_secs
        )
        yield Thinking(scene, endpoint, asyncio.all_tasks())


async def stop(session: Session) -> None:
    await session.stop()


async def close(session: Session) -> None:
    await session.stop(AskedToEnd("The system asked Pilothouse to end (SIGTERM)."))


async def cancel(session: Session) -> None:
    await session.cancel()


async def lose_the_surface(session: Session) -> None:
    await session.surface_lost("The display went away.")


async def cancel_and_stop(session: Session) -> None:
    await session.cancel()
    await session.stop()


ENDS = [
    (stop, Terminal.STOPPED),
    (close, Terminal.STOPPED),
    (cancel, Terminal.CANCELLED),
    (lose_the_surface, Terminal.FAILED),
    (cancel_and_stop, Terminal.STOPPED),
]


@pytest.mark.parametrize("sees", [False, True], ids=["planning", "seeing"])
@pytest.mark.parametrize("script", [silent(), stalled('{"steps": []}')], ids=["silent", "stalled"])
@pytest.mark.parametrize("end, terminal", ENDS)
async def test_the_run_ends_at_once_and_the_call_is_closed_and_recorded(
    end: Callable[[Session], Awaitable[None]],
    terminal: Terminal,
    script: Script,
    sees: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with thinking(script, sees=sees) as run:
        ended = await run.ended(end)
        log = run.scene.log
        assert ended.outcome.terminal is terminal, ended
        assert log.events[-1] == ended
        assert run.endpoint.requests[0].closed_early
        [call], [asked] = log.of(ModelCalled), log.of(ThinkerAsked)
        assert (call.failure_class, asked.calls) == ("Cancelled", 1)
        assert call.cause == asked.cause == ("vision" if sees else "plan")
        assert call.usage.prompt > 0 and call.prompt_hash
        assert len(run.endpoint.all_requests) == 1
    assert run.tasks_left == set()
    assert [each.message for each in caplog.records if each.levelno >= logging.WARNING] == []


async def test_a_stop_while_the_cancelled_call_is_written_down_does_not_lose_it() -> None:
    async with thinking(silent()) as run:
        log, append = run.scene.log, run.scene.log.append
        is_writing, may_write = asyncio.Event(), asyncio.Event()

        async def slow(event: Event) -> Recorded:
            if isinstance(event, ModelCalled):
                is_writing.set()
                await may_write.wait()
            return await append(event)

        async def cancel_then_stop(session: Session) -> None:
            await session.cancel()
            await is_writing.wait()
            await session.stop()
            may_write.set()

        log.append = slow  # type: ignore[method-assign]
        ended = await run.ended(cancel_then_stop)
        assert ended.outcome.terminal is Terminal.STOPPED
        assert [call.failure_class for call in log.of(ModelCalled)] == ["Cancelled"]


@pytest.mark.parametrize("sees", [False, True], ids=["planning", "seeing"])
async def test_a_call_takes_no_longer_than_the_run_has_time(sees: bool) -> None:
    """It has two seconds left when the model is asked, however long it took to get there."""
    now = HandClock()
    limits = Limits(max_run_secs=60, settle_secs=0.02)
    async with thinking(silent(), sees=sees, limits=limits, now_secs=now) as run:
        append = run.scene.log.append

        async def most_of_it_is_over(event: Event) -> Recorded:
            if isinstance(event, ModelAsked):
                now.secs = 58.0
            return await append(event)

        async def all_of_it_is_over(session: Session) -> None:
            now.secs = 60.0

        run.scene.log.append = most_of_it_is_over  # type: ignore[method-assign]
        ended = await run.ended(all_of_it_is_over)
        assert ended.outcome.reason == "max_run_secs", ended
        [call] = run.scene.log.of(ModelCalled)
        assert call.failure.startswith("The time of the run was used up")
        assert run.endpoint.requests[0].closed_early


async def test_what_the_operator_forces_closes_a_proposal_that_is_thought_about() -> None:
    click = {"action": "click", "zone_id": "One", "expect": "text_shown", "expect_text": "never"}
    plan = Script(json.dumps({"steps": [click], "finishes": True}))
    limits = replace(PATIENT, max_step_retries=0)
    async with thinking([plan, silent()], limits=limits) as run:
        log, session = run.scene.log, run.scene.session
        running = asyncio.ensure_future(session.run(Director()))
        async with asyncio.timeout(SOON_SECS):
            await run.endpoint.wait_for_requests(2)
            await session.force(CancelLocalPlan())
            await run.endpoint.requests[1].ended.wait()
            await run.endpoint.wait_for_requests(3)  # it goes on, with a new plan
            await session.stop()
            await running
        assert run.endpoint.requests[1].closed_early
        told = [(call.cause, call.failure_class) for call in log.of(ModelCalled)]
        assert told == [("plan", ""), ("proposal", "Cancelled"), ("replan", "Cancelled")]
    assert run.tasks_left == set()
