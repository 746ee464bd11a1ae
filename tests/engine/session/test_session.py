"""A run's ends: STOP at any moment, a record that fails, a surface that goes away."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.domain.actions import Action, Launch, TypeText
from engine.domain.errors import (
    AccessibilityUnavailable,
    AskedToEnd,
    ConsoleClosed,
    HandsStopped,
    RecordUnavailable,
)
from engine.domain.events import (
    ActionEnded,
    Event,
    Recorded,
    SessionEnded,
    SessionStarted,
    StepEnded,
    SurfaceWentAway,
)
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Verdict
from engine.domain.zones import Role, State
from engine.modes.director import Director
from engine.session.session import Session
from tests.support.memory_log import MemoryLog
from tests.support.stage import Play, ScriptedThinker, Stage, play, situation, zone
from tests.support.waiting import until

LAUNCH = PlanSegment(
    (PlanStep(1, GLOBAL_ZONE_ID, "", Launch("Mousepad"), "Launch Mousepad"),), finishes=True
)


def scene_with(log_append: object = None) -> Play:
    scene = play(Stage(situation(zone("One"))), ScriptedThinker(LAUNCH))
    if log_append is not None:
        scene.log.append = log_append  # type: ignore[method-assign,assignment]
    return scene


async def test_stop_before_the_first_event_is_written_does_nothing_at_all() -> None:
    scene = scene_with()
    append, may_write = MemoryLog.append, asyncio.Event()

    async def slow(event: Event) -> Recorded:
        if isinstance(event, SessionStarted):
            await may_write.wait()
        return await append(scene.log, event)

    scene.log.append = slow  # type: ignore[method-assign]
    running = asyncio.ensure_future(scene.session.run(Director()))
    await asyncio.sleep(0)
    stopping = asyncio.ensure_future(scene.session.stop())
    may_write.set()
    outcome = await running
    await stopping
    assert outcome.terminal is Terminal.STOPPED
    assert scene.stage.done == []


async def test_stop_with_a_slow_release_lets_no_launch_pass() -> None:
    scene = scene_with()
    may_release = asyncio.Event()
    plain_stop = scene.stage.stop_hands

    async def slow_stop() -> tuple[tuple[str, ...], float]:
        await may_release.wait()
        return await plain_stop()

    scene.stage.stop_hands = slow_stop  # type: ignore[method-assign]
    plain_observe = scene.stage.observe
    stopping: list[asyncio.Future[None]] = []

    async def stop_while_looking() -> object:
        if not stopping:
            stopping.append(asyncio.ensure_future(scene.session.stop()))
            await asyncio.sleep(0)
        return await plain_observe()

    scene.stage.observe = stop_while_looking  # type: ignore[method-assign,assignment]
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: stopping)
    may_release.set()
    assert (await running).terminal is Terminal.STOPPED
    assert scene.stage.done == []


@pytest.mark.parametrize(
    "cause, reason",
    [
        (None, "operator"),
        (ConsoleClosed("The operator closed the console."), "console_closed"),
        (AskedToEnd("The system asked Pilothouse to end (SIGTERM)."), "asked_to_end"),
    ],
)
async def test_a_stop_is_recorded_with_its_cause(cause: HandsStopped | None, reason: str) -> None:
    scene = scene_with()
    scene.stage.on_action = lambda action: asyncio.ensure_future(scene.session.stop(cause))
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.STOPPED, reason)
    assert outcome.message == (str(cause) if cause else "The operator pressed STOP.")
    last = scene.log.events[-1]
    assert isinstance(last, SessionEnded) and last.outcome == outcome
    assert last.picture_hash, "a run ends with a picture"


async def test_a_stop_in_mid_action_tells_how_far_it_came() -> None:
    field = zone("Name", Role.TEXT_FIELD, state=frozenset({State.ENABLED, State.EDITABLE}))
    typing = PlanStep(1, "Name", "Name", TypeText("precious words"), "Type precious words")
    plan = PlanSegment((typing,), finishes=True)
    scene = play(Stage(situation(field)), ScriptedThinker(plan))

    stopping: list[asyncio.Future[None]] = []

    def half(action: Action) -> None:
        scene.stage.now = situation(replace(field, value="prec"))
        stopping.append(asyncio.ensure_future(scene.session.stop()))

    scene.stage.on_action = half
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.STOPPED
    [acted], [ended] = scene.log.of(ActionEnded), scene.log.of(StepEnded)
    told = "it was stopped in the middle: 4 of 14 characters stand in text field “Name”"
    assert not acted.succeeded and ended.evidence == (told,)
    assert (ended.state, ended.verdict) == ("failed", Verdict.CONTRADICTED)
    assert ended.picture_hash == scene.log.events[-1].picture_hash  # type: ignore[union-attr]


@pytest.mark.parametrize("fails_at", [SessionStarted, SessionEnded])
async def test_a_record_that_fails_ends_the_run_and_says_so(fails_at: type) -> None:
    scene = scene_with()

    async def full(event: Event) -> Recorded:
        if isinstance(event, fails_at):
            raise RecordUnavailable("The disk is full.", "Make room.")
        return await MemoryLog.append(scene.log, event)

    scene.log.append = full  # type: ignore[method-assign]
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.FAILED, "record_unavailable")
    assert scene.session.is_over


async def test_a_surface_that_goes_away_ends_the_run_with_its_message() -> None:
    scene = scene_with()
    scene.stage.on_action = lambda action: asyncio.ensure_future(
        scene.session.surface_lost("The display :9 is gone.")
    )
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.message) == (Terminal.FAILED, "The display :9 is gone.")
    kinds = [type(event) for event in scene.log.events]
    assert kinds.index(SurfaceWentAway) < kinds.index(SessionEnded) == len(kinds) - 1


async def test_a_surface_that_goes_away_before_the_first_event_is_written_begins_nothing() -> None:
    scene = scene_with()
    append, may_write = MemoryLog.append, asyncio.Event()

    async def slow(event: Event) -> Recorded:
        if isinstance(event, SessionStarted):
            await may_write.wait()
        return await append(scene.log, event)

    scene.log.append = slow  # type: ignore[method-assign]
    running = asyncio.ensure_future(scene.session.run(Director()))
    await asyncio.sleep(0)
    await scene.session.surface_lost("The display :9 is gone.")
    may_write.set()
    outcome = await running
    assert (outcome.reason, outcome.message) == ("surface_lost", "The display :9 is gone.")
    assert scene.stage.done == []


@pytest.mark.parametrize(
    "error",
    [
        HandsStopped("The camera was stopped."),
        AccessibilityUnavailable("The windows can't be read: :9 is gone."),
    ],
    ids=["its child was stopped", "its display is gone"],
)
async def test_a_surface_that_ends_by_itself_is_lost_whoever_sees_it_first(
    error: Exception,
) -> None:
    scene = scene_with()

    async def gone() -> object:
        raise error

    scene.stage.observe = gone  # type: ignore[method-assign,assignment]
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.FAILED, "surface_lost")


async def test_a_failure_names_the_page_that_crashed() -> None:
    scene = scene_with()
    scene.session.crash = "The page crashed: http://a/"

    async def failing(session: Session) -> Outcome:
        await session.looks.look()
        return Outcome(Terminal.GOAL_FAILED, "planner_failed", "“Go” is not on this page.")

    outcome = await scene.session.run(failing)
    assert outcome.message == "“Go” is not on this page. The page crashed: http://a/"


async def test_a_bug_becomes_an_event_and_an_outcome(caplog: pytest.LogCaptureFixture) -> None:
    scene = scene_with()
    scene.stage.on_action = lambda action: 1 / 0  # type: ignore[assignment,return-value]
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.FAILED, "bug")
    assert "ZeroDivisionError" in caplog.text
    assert isinstance(scene.log.events[-1], SessionEnded)
