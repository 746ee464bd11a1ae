"""What every explorer does, with a model and without: one behaviour behind the port."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.domain.errors import GoalUnreadable
from engine.domain.exploring.groups import (
    ActionGroup,
    Complete,
    ExploreRequest,
    ProgressRequest,
    SuccessfulActionGroup,
    what_is_wrong,
)
from engine.domain.exploring.limits import Progression
from engine.domain.exploring.ports import ExploreThinker
from engine.domain.models import ModelQuestion
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.scripts import zone_key
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State, Window
from engine.thinking.model.exploring.thinker import ModelExplorer
from engine.thinking.offline.exploring.thinker import OfflineExplorer
from tests.support.explore_prompt import explored, verdict
from tests.support.scripted_model import ScriptedModel
from tests.support.stage import situation, zone

APP = situation(
    zone("File", Role.MENU),
    zone("Add", at=1),
    zone("Name", Role.TEXT_FIELD, at=2, state=frozenset({State.ENABLED, State.EDITABLE})),
    zone("Loud", Role.CHECK_BOX, at=3),
    zone("Off", at=4, state=frozenset()),
)
UNSURE = Progression(False, 0.0, 0.0, 0.01, 0.2, "nothing changed", is_sure=False)


def _by_model() -> ExploreThinker:
    def answer(question: ModelQuestion) -> dict[str, Any]:
        reply = verdict if question.cause == "judge" else explored
        return reply(question.prompt)

    return ModelExplorer(ScriptedModel(answer))


@pytest.fixture(params=["offline", "model"])
def explorer(request: pytest.FixtureRequest) -> ExploreThinker:
    return OfflineExplorer() if request.param == "offline" else _by_model()


def successful(groups: tuple[ActionGroup, ...]) -> tuple[SuccessfulActionGroup, ...]:
    return tuple(
        SuccessfulActionGroup(number, each.reasoning, each.confidence, (), APP, APP)
        for number, each in enumerate(groups, 1)
    )


def targets(groups: tuple[ActionGroup, ...]) -> list[str]:
    return [each.zone_id for group in groups for each in group.actions]


async def test_each_iteration_has_as_many_groups_and_actions_as_it_may(
    explorer: ExploreThinker,
) -> None:
    groups = await explorer.propose(ExploreRequest("Explore it", APP, 1))
    assert groups
    assert what_is_wrong(groups, iteration=1, successful=0) == ""
    for iteration in (2, 3, 4):
        grown = successful(groups)
        groups = await explorer.propose(ExploreRequest("Explore it", APP, iteration, grown))
        assert what_is_wrong(groups, iteration=iteration, successful=len(grown)) == ""
        assert len(groups) == len(grown)
    assert any(len(each.actions) > 5 for each in groups)


async def test_actions_aim_at_what_is_there_and_can_be_acted_upon(explorer: ExploreThinker) -> None:
    first = await explorer.propose(ExploreRequest("Explore it", APP, 1))
    later = await explorer.propose(ExploreRequest("Explore it", APP, 2, successful(first)))
    there = {each.zone_id for each in APP.zones if each.is_enabled} | {GLOBAL_ZONE_ID}
    assert {*targets(first), *targets(later)} <= there


async def test_what_was_not_tried_comes_first(explorer: ExploreThinker) -> None:
    tried = {zone_key(each, APP): 3 for each in APP.zones if each.label != "Add"}
    groups = await explorer.propose(ExploreRequest("Explore it", APP, 1, tried=tried))
    assert targets(groups)[0] == "Add"


async def test_with_nothing_to_act_upon_it_says_that_it_is_done(explorer: ExploreThinker) -> None:
    nothing = replace(situation(), windows=())
    assert await explorer.propose(ExploreRequest("Explore it", nothing, 1)) == ()


async def test_a_strategy_that_can_not_go_on_still_has_its_group(explorer: ExploreThinker) -> None:
    first = await explorer.propose(ExploreRequest("Explore it", APP, 1))
    dialog = Window("d", "Really?", "Window", Rect(0, 0, 30, 30), True, 0, is_dialog=True)
    behind = replace(APP.windows[0], order=1, is_active=False)
    asked = replace(APP, windows=(dialog, behind), zones=(zone("OK", window_id="d"),))
    groups = await explorer.propose(ExploreRequest("Explore it", asked, 2, successful(first)))
    assert len(groups) == len(first)
    acted = [each for group in groups for each in group.actions]
    assert {each.zone_id for each in acted if not isinstance(each.action, Complete)} <= {
        "OK",
        GLOBAL_ZONE_ID,
    }


async def test_a_verdict_is_a_models_or_there_is_none(explorer: ExploreThinker) -> None:
    after = replace(APP, zones=(*APP.zones, zone("Added", Role.LABEL, at=5)))
    for seen, has_progressed in ((after, True), (APP, False)):
        given = await explorer.judge(ProgressRequest("Explore it", APP, seen, UNSURE, ("Click",)))
        if given is None:
            assert explorer.name == "offline"
            continue
        assert given.has_progressed is has_progressed
        assert (given.judged_by, given.is_sure) == ("model", True)
        assert given.noise == UNSURE.noise


@pytest.mark.parametrize("goal", ["", "  \n "])
def test_an_empty_goal_is_refused(explorer: ExploreThinker, goal: str) -> None:
    with pytest.raises(GoalUnreadable):
        explorer.read_goal(goal)
