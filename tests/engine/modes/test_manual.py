"""By hand: what the operator does goes the way of every step, in a run of its own or in a pause."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.domain.actions import Launch, TypeText
from engine.domain.approvals import Asking
from engine.domain.events import (
    ActionStarted,
    ApprovalAsked,
    SegmentPlanned,
    StepEnded,
    WarningRaised,
)
from engine.domain.local_planning import DoAgain, DoStep, Force, ForceRevert
from engine.domain.performing import OperatorForced, ReversalEnded
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, ReplanKind
from engine.domain.terminals import Terminal
from engine.domain.zones import Role
from engine.modes.director import Director
from engine.modes.guest import Manual
from engine.record.views.fold import fold_all
from engine.safety.policy import AskingLayer, LayeredPolicy
from engine.session.control import Control
from tests.engine.modes.test_forcing import director_steps, forced_at_action, settings_thinker
from tests.engine.modes.test_local_planning import LIMITS, click, events, settings
from tests.support.maze import Maze
from tests.support.stage import Play, ScriptedThinker, play, situation, zone
from tests.support.waiting import until

TOOLS, SETTINGS = click("Tools").step, click("Settings").step


async def led(scene: Play, *forces: Force) -> None:
    """Each once the one before it has been carried out."""
    for force in forces:
        before = len(events(scene, StepEnded)) + len(events(scene, ReversalEnded))
        await scene.session.force(force)
        await until(
            lambda before=before: (
                len(events(scene, StepEnded)) + len(events(scene, ReversalEnded)) > before
                and scene.control.forced is None
            )
        )


async def by_hand(scene: Play, *forces: Force) -> None:
    running = asyncio.ensure_future(scene.session.run(Manual()))
    await until(lambda: scene.session.looks.last is not None)
    await led(scene, *forces)
    await scene.session.cancel()
    outcome = await running
    assert (outcome.terminal, outcome.reason) == (Terminal.CANCELLED, "operator")


async def test_what_is_done_by_hand_is_recorded_as_the_operators_and_is_taken_back_and_redone() -> (
    None
):
    scene = play(settings(), limits=LIMITS, mode="manual")
    await by_hand(scene, DoStep(TOOLS), ForceRevert(), DoAgain())
    assert scene.stage.went == ["main", "tools", "main", "tools"]
    kinds = [each.replan_kind for each in events(scene, SegmentPlanned)]
    assert kinds == [ReplanKind.BY_HAND, ReplanKind.BY_HAND]
    assert events(scene, OperatorForced)[0].force == DoStep(TOOLS)
    state = fold_all(scene.log.recorded)
    assert [segment.steps[0].is_reverted for segment in state.segments] == [True, False]


async def test_what_can_be_taken_back_is_chosen_and_done_and_the_card_comes_before_the_rest() -> (
    None
):
    grave = replace(TOOLS, has_risk_of="deletes all files")
    for step, asked in ((TOOLS, 0), (grave, 1)):
        scene = play(settings(), limits=LIMITS, mode="manual", asking=Asking.EACH)
        await by_hand(scene, DoStep(step))
        assert len(events(scene, ApprovalAsked)) == asked
        assert len(events(scene, ActionStarted)) == 1


async def test_a_secret_is_not_given_again_unasked_since_something_else_may_take_it_now() -> None:
    """Of the step before nobody had to be asked: it was the operator's own."""
    maze = settings()
    maze.now = maze.screens["main"] = situation(zone("Tools", Role.TEXT_FIELD))
    maze.ways["tools"]["ctrl+z"] = "main"
    may_go_there = LayeredPolicy([AskingLayer(Asking.EACH)])
    scene = play(maze, limits=LIMITS, mode="manual", asking=Asking.EACH, policy=may_go_there)
    secret = replace(TOOLS, action=TypeText("{{secret:bank}}"))
    await by_hand(scene, DoStep(secret), ForceRevert(), DoAgain())
    asked = [(one.segment_number, one.request.step.action) for one in events(scene, ApprovalAsked)]
    assert [number for number, action in asked if action == secret.action] == [2]


@pytest.mark.parametrize("at_first", [(), ("Other",)], ids=["nothing", "another program"])
async def test_that_a_program_ended_takes_nothing_back_of_what_was_done_in_it(
    at_first: tuple[str, ...],
) -> None:
    screens = {
        "before": situation(titles=at_first),
        "main": situation(zone("Hide"), titles=("Paint", "Bin", *at_first)),
        "hidden": situation(zone("Show"), titles=("Paint", *at_first)),
    }
    ways = {"before": {"": "main"}, "main": {"Hide": "hidden"}, "hidden": {"Show": "before"}}
    scene = play(Maze(screens, ways, "before"), limits=LIMITS, mode="manual")
    launch = replace(TOOLS, zone_id=GLOBAL_ZONE_ID, zone_label="", action=Launch("Paint"))
    await by_hand(scene, DoStep(launch), DoStep(click("Hide").step), ForceRevert())
    ended = events(scene, ReversalEnded)[0]
    assert scene.stage.went[-1] == "before"
    assert ended.returned == "can't tell" and "has ended" in ended.evidence[0], ended


async def test_with_nothing_taken_back_there_is_nothing_to_do_again() -> None:
    scene = play(settings(), limits=LIMITS, mode="manual")
    running = asyncio.ensure_future(scene.session.run(Manual()))
    await until(lambda: scene.session.looks.last is not None)
    await scene.session.force(DoAgain())
    await until(lambda: bool(events(scene, WarningRaised)))
    await scene.session.cancel()
    await running
    assert "nothing to do again" in events(scene, WarningRaised)[0].message


async def test_in_a_pause_the_operator_acts_and_the_planner_is_told_of_it() -> None:
    thinker = ScriptedThinker(
        PlanSegment(director_steps("Tools", "Settings"), finishes=True),
        PlanSegment((), finishes=True, reason="enough"),
    )
    scene = play(settings(), thinker, limits=LIMITS)
    scene.stage.on_action = lambda action: scene.control.pause()
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: scene.control.state is Control.PAUSED)
    scene.stage.on_action = lambda action: None
    await led(scene, DoStep(replace(SETTINGS, description="By hand")))
    assert scene.control.state is Control.PAUSED and len(thinker.requests) == 1
    await scene.session.resume()
    await running
    assert thinker.requests[1].completed[-1].description == "By hand"


async def test_acting_by_hand_in_the_middle_of_a_local_plan_gives_that_up_and_is_done() -> None:
    scene = play(settings(), settings_thinker(1.0, 4.0, 4.0), limits=LIMITS)
    forced_at_action(scene, 1, DoStep(replace(SETTINGS, description="By hand")))
    await scene.session.run(Director())
    assert "By hand" in [each.step.description for each in events(scene, ActionStarted)]
