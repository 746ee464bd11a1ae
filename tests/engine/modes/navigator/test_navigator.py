"""Whole runs of the navigator on a small web, each ending in its right terminal."""

from __future__ import annotations

from engine.domain.terminals import Terminal
from engine.domain.web.events import Node, NodeEntered
from engine.modes.navigator.navigator import Navigator
from tests.support.small_web import shop
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import clicking


async def test_a_thing_is_found_by_way_of_its_listing() -> None:
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Red kettle"))
    outcome = await Navigator()(run)
    assert (outcome.terminal, run.web.url) == (Terminal.GOAL_SATISFIED, "/kettles/red")
    nodes = [each.node for each in run.of(NodeEntered)]
    once = [Node.OBSERVE, Node.GOAL_CHECK, Node.PLANNER, Node.SAFETY, Node.CONFIRM, Node.EXECUTE]
    assert nodes == [*once, Node.PROGRESS, *once, Node.PROGRESS, Node.OBSERVE, Node.GOAL_CHECK]
