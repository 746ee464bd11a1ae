"""What a run holds is let go of once, however the run ends, and before its end is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from engine.domain.actions import Click
from engine.domain.errors import ModelUnreachable, RecordUnavailable
from engine.domain.events import Event, Recorded, SessionEnded, SessionStarted
from engine.domain.limits import Limits
from engine.domain.plans import PlanSegment, PlanStep
from engine.domain.terminals import Outcome, Terminal
from engine.modes.director import Director
from engine.session.session import Mode, Session
from tests.support.memory_log import MemoryLog
from tests.support.stage import Play, ScriptedThinker, Stage, play, situation, zone

CLICKS = PlanSegment(
    tuple(PlanStep(n, "One", "One", Click(), "Click One") for n in (1, 2)), finishes=True
)


class Lease:
    """Counts how often it is let go of, and whether the end was told by then."""

    def __init__(self, error: Exception | None = None) -> None:
        self.times = 0
        self.was_told = False
        self.scene: Play | None = None
        self._error = error

    async def let_go(self) -> None:
        assert self.scene is not None
        self.times += 1
        self.was_told = bool(self.scene.log.of(SessionEnded))
        await asyncio.sleep(0)
        if self._error is not None:
            raise self._error


def leased(*plans: PlanSegment | Exception, error: Exception | None = None) -> tuple[Play, Lease]:
    lease = Lease(error)
    limits = Limits(settle_secs=0.02)
    thinker = ScriptedThinker(*plans or (CLICKS,))
    scene = play(Stage(situation(zone("One"))), thinker, limits=limits, let_go=lease.let_go)
    scene.stage.holds = True
    lease.scene = scene
    return scene, lease


async def crash(session: Session) -> Outcome:
    raise ZeroDivisionError("a mistake of ours")


def while_acting(do: Callable[[Session], Awaitable[None]]) -> Callable[[Play], None]:
    def prepare(scene: Play) -> None:
        scene.stage.on_action = lambda action: asyncio.ensure_future(do(scene.session))

    return prepare


def as_it_is(scene: Play) -> None: ...


ENDS: dict[str, tuple[Callable[[Play], None], Mode, Terminal]] = {
    "done": (as_it_is, Director(), Terminal.GOAL_SATISFIED),
    "a crash of the mode": (as_it_is, crash, Terminal.FAILED),
    "STOP": (while_acting(lambda session: session.stop()), Director(), Terminal.STOPPED),
    "cancelled": (while_acting(lambda session: session.cancel()), Director(), Terminal.CANCELLED),
    "the surface is lost": (
        while_acting(lambda session: session.surface_lost("gone")),
        Director(),
        Terminal.FAILED,
    ),
}


@pytest.mark.parametrize("end", ENDS)
async def test_it_is_let_go_of_once_before_the_end_is_told(end: str) -> None:
    prepare, mode, terminal = ENDS[end]
    scene, lease = leased()
    prepare(scene)
    outcome = await scene.session.run(mode)
    assert outcome.terminal is terminal, outcome
    assert (lease.times, lease.was_told) == (1, False)
    assert [each.outcome for each in scene.log.of(SessionEnded)] == [outcome]
    assert not scene.stage.holds


async def test_a_model_that_fails_is_let_go_of() -> None:
    scene, lease = leased(ModelUnreachable("Nothing answers."))
    assert (await scene.session.run(Director())).reason == "model_failed"
    assert lease.times == 1


async def test_stop_before_the_start_lets_go() -> None:
    scene, lease = leased()
    await scene.session.stop()
    assert (await scene.session.run(Director())).terminal is Terminal.STOPPED
    assert lease.times == 1


async def test_a_record_that_can_not_begin_lets_go() -> None:
    scene, lease = leased()

    async def full(event: Event) -> Recorded:
        if isinstance(event, SessionStarted):
            raise RecordUnavailable("The disk is full.", "Make room.")
        return await MemoryLog.append(scene.log, event)

    scene.log.append = full  # type: ignore[method-assign]
    assert (await scene.session.run(Director())).reason == "record_unavailable"
    assert lease.times == 1


async def test_a_run_whose_task_is_cancelled_lets_go() -> None:
    scene, lease = leased()

    async def wait(session: Session) -> Outcome:
        await asyncio.Event().wait()
        raise AssertionError

    running = asyncio.ensure_future(scene.session.run(wait))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert lease.times == 1 and not scene.stage.holds


async def test_a_failure_to_let_go_is_told_in_the_runs_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene, _ = leased(error=OSError("the connection is stuck"))
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.FAILED, "bug")
    assert [each.outcome for each in scene.log.of(SessionEnded)] == [outcome]
    assert "The run ended with a bug" in caplog.text
