"""Whole runs of the navigator on a small web, each ending in its right terminal."""

from __future__ import annotations

from engine.domain.terminals import Terminal
from engine.domain.web.events import Node, NodeEntered
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.modes.navigator.navigator import Navigator
from tests.support.small_web import shop
from tests.support.stand_in_run import Chooser, StandInRun


def clicking(*texts: str) -> Chooser:
    left = list(texts)

    def choose(request: WebRequest) -> WebProposal:
        wanted = left.pop(0)
        found = next(each for each in request.mapping if wanted in (each.text, each.aria_label))
        return WebProposal(ActionName.CLICK, found.agent_id, reason=f"{wanted} leads there")

    return choose


async def test_a_thing_is_found_by_way_of_its_listing() -> None:
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Red kettle"))
    outcome = await Navigator()(run)
    assert (outcome.terminal, run.web.url) == (Terminal.GOAL_SATISFIED, "/kettles/red")
    nodes = [each.node for each in run.of(NodeEntered)]
    once = [Node.OBSERVE, Node.GOAL_CHECK, Node.PLANNER, Node.SAFETY, Node.CONFIRM, Node.EXECUTE]
    assert nodes == [*once, Node.PROGRESS, *once, Node.PROGRESS, Node.OBSERVE, Node.GOAL_CHECK]
