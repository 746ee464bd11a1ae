"""Steps to come are revised until they begin, and the run stops where it is told to."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, PressKeys, TypeText
from engine.domain.approvals import Asking
from engine.domain.errors import ActionImpossible
from engine.domain.events import ActionStarted, ApprovalAsked, ControlChanged, WarningRaised
from engine.domain.performing import LocalDecided, Revision
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep
from engine.domain.spaces import Spot
from engine.domain.steering import (
    BreakAtAction,
    BreakAtStep,
    BreakBeforeGrave,
    BreakInWindow,
    BreakOnFall,
    Breakpoint,
)
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import StepState
from engine.domain.zones import Role, State
from engine.modes.director import Director
from engine.record.views.fold import fold_all
from engine.session.control import Control
from tests.engine.modes.test_forcing import director_steps
from tests.engine.modes.test_local_planning import (
    LIMITS,
    events,
    press,
    scripted,
    settings,
    unreachable,
)
from tests.support.stage import Play, ScriptedThinker, play, situation, zone
from tests.support.waiting import until


def a_run(*steps: PlanStep) -> Play:
    maze = settings()
    maze.ways["settings"] = {"escape": "main", "Close": "main"}
    thinker = ScriptedThinker(
        PlanSegment(steps, finishes=True), PlanSegment((), finishes=True, reason="enough")
    )
    return play(maze, thinker, limits=LIMITS)


async def stopped(scene: Play) -> asyncio.Future[Outcome]:
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: scene.control.state is Control.PAUSED or running.done())
    return running


def done(scene: Play) -> list[str]:
    return [each.step.description for each in events(scene, ActionStarted)]


STEPS = director_steps("Tools", "Settings")
TOOLS, SETTINGS = (step.description for step in STEPS)


@pytest.mark.parametrize(
    ("breakpoint", "before"),
    [
        (BreakAtStep("1.2"), [TOOLS]),
        (BreakAtAction("click"), []),
        (BreakAtAction("type"), [TOOLS, SETTINGS]),
        (BreakInWindow("no such"), [TOOLS, SETTINGS]),
        (BreakInWindow("settings"), [TOOLS]),
        (BreakBeforeGrave(), [TOOLS]),
    ],
)
async def test_it_stops_before_what_it_was_told_and_goes_on_from_there(
    breakpoint: Breakpoint, before: list[str]
) -> None:
    grave = replace(STEPS[1], has_risk_of="deletes all files")
    scene = a_run(STEPS[0], grave if breakpoint == BreakBeforeGrave() else STEPS[1])
    await scene.session.to_come.break_at((breakpoint,))
    running = await stopped(scene)
    assert done(scene) == before
    if before != [TOOLS, SETTINGS]:
        assert "stop before" in events(scene, ControlChanged)[0].by
        await scene.session.to_come.break_at(())
        await scene.session.resume()
    await running
    assert done(scene) == [TOOLS, SETTINGS]


async def test_it_stops_before_a_place_where_something_grave_lies() -> None:
    maze = settings()
    maze.now = maze.screens["main"] = situation(zone("Tools"), zone("Delete all", at=1))
    place = PlanStep(1, GLOBAL_ZONE_ID, "", Click(at=Spot(0.2, 0.25)), "Click there")
    scene = play(maze, ScriptedThinker(PlanSegment((place,), finishes=True)), limits=LIMITS)
    await scene.session.to_come.break_at((BreakBeforeGrave(),))
    running = await stopped(scene)
    assert not done(scene) and not running.done()
    await scene.session.cancel()
    await running


@pytest.mark.parametrize(
    "action",
    [
        Drag(to_zone_id="Basket"),
        Drag(strokes=((Spot(0.2, 0.1), Spot(0.2, 0.25)),)),
        Click(at=Spot(0.2, 0.25)),
        TypeText("6 apples"),
        PressKeys(("delete",)),
    ],
    ids=["a drag's end", "the end of a stroke", "a place", "a text at the focus", "keys there"],
)
async def test_it_stops_before_a_step_upon_a_zone_wherever_the_step_touches_it(
    action: Action,
) -> None:
    maze = settings()
    focused = frozenset({State.ENABLED, State.FOCUSED})
    basket = zone("Basket", Role.TEXT_FIELD, at=1, state=focused)
    maze.now = maze.screens["main"] = situation(zone("Tools"), basket)
    zone_id = "Tools" if action == Drag(to_zone_id="Basket") else GLOBAL_ZONE_ID
    step = PlanStep(1, zone_id, zone_id, action, "Move it")
    scene = play(maze, ScriptedThinker(PlanSegment((step,), finishes=True)), limits=LIMITS)
    await scene.session.to_come.break_at((BreakInWindow("basket"),))
    running = await stopped(scene)
    assert not done(scene) and not running.done()
    await scene.session.cancel()
    await running


async def test_it_runs_to_a_step_and_stops_there() -> None:
    scene = a_run(*STEPS)
    await scene.session.to_come.break_at((BreakAtStep("1.1"),))
    running = await stopped(scene)
    here = (BreakAtStep("1.1"), BreakAtStep("1.2", once=True))
    await scene.session.run_to(here)
    await until(lambda: done(scene) == [TOOLS] and scene.control.state is Control.PAUSED)
    await until(lambda: fold_all(scene.log.recorded).breakpoints == here[:1])
    await scene.session.resume()
    await running
    assert done(scene) == [TOOLS, SETTINGS]


def replanning(*then: PlanStep) -> Play:
    """Its first step fails, and this is planned for what was to come."""
    missing = PlanStep(1, "missing", "missing", Click(), "Click what is not there")
    first = (missing, *(replace(one, step_number=one.step_number + 1) for one in STEPS))
    plans = (PlanSegment(steps, finishes=True) for steps in (first, then))
    limits = replace(LIMITS, max_local_iterations=0)
    return play(settings(), ScriptedThinker(*plans), limits=limits)


async def told_to_run_to(scene: Play, *stops: Breakpoint) -> asyncio.Future[Outcome]:
    await scene.session.to_come.break_at((BreakAtStep("1.1"),))
    running = await stopped(scene)
    await scene.session.run_to(stops)
    return running


@pytest.mark.parametrize("once", [True, False])
async def test_a_stop_before_a_step_stays_with_it_when_it_is_planned_anew(once: bool) -> None:
    scene = replanning(*STEPS)
    running = await told_to_run_to(scene, BreakAtStep("1.3", once=once), BreakAtAction("type"))
    await until(lambda: bool(done(scene)) and scene.control.state is Control.PAUSED)
    assert done(scene) == [TOOLS] and not running.done()
    kept = () if once else (BreakAtStep("2.2"),)
    await until(lambda: fold_all(scene.log.recorded).breakpoints == (*kept, BreakAtAction("type")))
    await scene.session.resume()
    await running
    assert done(scene) == [TOOLS, SETTINGS]


@pytest.mark.parametrize("once", [True, False])
async def test_where_the_step_to_stop_before_is_gone_that_is_said(once: bool) -> None:
    scene = replanning(STEPS[0])
    running = await told_to_run_to(scene, BreakAtStep("1.3", once=once))
    if once:  # it would be past the place where the operator wanted to look
        await until(lambda: scene.control.state is Control.PAUSED or running.done())
        assert not done(scene) and "run to" in events(scene, ControlChanged)[-1].by
        await scene.session.resume()
    await running
    assert done(scene) == [TOOLS]
    assert [each.message for each in events(scene, WarningRaised)] == [
        f"“{SETTINGS}”, to stop before, is planned no more."
    ]
    assert not fold_all(scene.log.recorded).breakpoints


async def test_steps_to_come_are_struck_out_left_out_and_put_in() -> None:
    third = replace(press("escape").step, step_number=3, description="Leave")
    scene = a_run(*STEPS, third)
    await scene.session.to_come.break_at((BreakAtStep("1.2"),))
    running = await stopped(scene)
    put_in = replace(STEPS[1], step_number=4, description="Instead")
    await scene.session.to_come.revise(Revision(1, (2, 3), (put_in, third), (3,), "changed"))
    views = fold_all(scene.log.recorded).segments[0].steps
    assert [(view.title, view.is_left_out) for view in views] == [
        (TOOLS, False),
        ("Instead", False),
        ("Leave", True),
    ]
    await scene.session.resume()
    outcome = await running
    assert done(scene) == [TOOLS, "Instead"]
    assert outcome.reason == "steps_skipped"
    assert fold_all(scene.log.recorded).segments[0].steps[2].state is StepState.SKIPPED


@pytest.mark.parametrize("strikes", [False, True])
async def test_what_was_put_in_and_left_out_again_was_no_part_of_what_is_wanted(
    strikes: bool,
) -> None:
    scene = a_run(*STEPS)
    await scene.session.to_come.break_at((BreakAtStep("1.2"),))
    running = await stopped(scene)
    put_in = replace(STEPS[1], step_number=3, description="More")
    await scene.session.to_come.revise(Revision(1, (2,), (put_in, STEPS[1]), (), "put in"))
    left = ((STEPS[1],), ()) if strikes else ((put_in, STEPS[1]), (3,))
    await scene.session.to_come.revise(Revision(1, (3, 2), *left, "left out"))
    await scene.session.resume()
    outcome = await running
    assert done(scene) == [TOOLS, SETTINGS]
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, "plan_finished")


async def test_a_step_that_has_begun_is_not_changed_any_more_and_that_is_said() -> None:
    scene = a_run(*STEPS)
    await scene.session.to_come.break_at((BreakAtStep("1.2"),))
    running = await stopped(scene)
    with pytest.raises(ActionImpossible, match=f"{TOOLS}.*has begun"):
        await scene.session.to_come.revise(Revision(1, (1, 2), (STEPS[1],)))
    with pytest.raises(ActionImpossible, match="planned anew"):
        await scene.session.to_come.revise(Revision(7, (2,), ()))
    await scene.session.resume()
    await running
    assert done(scene) == [TOOLS, SETTINGS]


async def test_how_often_it_asks_is_changed_in_mid_run_and_counts_from_the_next_step_on() -> None:
    scene = a_run(*STEPS)
    scene.stage.on_action = lambda action: scene.control.pause()
    running = await stopped(scene)
    assert not events(scene, ApprovalAsked)
    scene.stage.on_action = lambda action: None
    await scene.session.ask(Asking.EACH)
    await scene.session.resume()
    await running
    assert len(events(scene, ApprovalAsked)) == 1
    assert fold_all(scene.log.recorded).asking is Asking.EACH


@pytest.mark.parametrize(("distances", "stops"), [((5, 2, 5, 10), True), ((2, 5, 10), False)])
async def test_it_stops_where_nearness_falls_before_that_is_decided_upon(
    distances: tuple[float, ...], stops: bool
) -> None:
    proposals = [press("escape"), press("escape"), press("escape")]
    thinker = scripted(unreachable(1, "Open it", "Nowhere"), proposals, distances)
    scene = play(settings(), thinker, limits=LIMITS)
    await scene.session.to_come.break_at((BreakOnFall(),))
    running = await stopped(scene)
    assert running.done() is not stops
    if stops:
        assert "nearness falls" in events(scene, ControlChanged)[0].by
        assert not events(scene, LocalDecided)
        await scene.session.cancel()
    await running
