"""What every thinker does, with a model and without: one behaviour behind the port."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click, Launch, TypeText
from engine.domain.conditions import WindowShown
from engine.domain.errors import GoalUnreadable, ModelFailed, PlanFailed
from engine.domain.local_planning import LocalGoal, LocalRequest
from engine.domain.plans import (
    Came,
    FailedStep,
    PastStep,
    PlanRequest,
    PlanSegment,
    PlanStep,
    ReplanKind,
    Situation,
)
from engine.domain.ports import Thinker
from engine.thinking.model.thinker import ModelThinker
from engine.thinking.offline.thinker import OfflineThinker
from tests.engine.thinking.offline.screens import desktop, editor, outbox, practice
from tests.support.clause_planner import clause_planner
from tests.support.scripted_model import ScriptedModel

GOAL = "open Mousepad, type 'Hello'"


@pytest.fixture(params=["offline", "model"])
def thinker(request: pytest.FixtureRequest) -> Thinker:
    if request.param == "offline":
        return OfflineThinker()
    return ModelThinker(ScriptedModel(clause_planner))


async def planned(
    thinker: Thinker, goal: str, seen: Situation, *done: PlanStep, failed: FailedStep | None = None
) -> PlanSegment:
    kind = ReplanKind.ERROR if failed else ReplanKind.ADAPTIVE if done else ReplanKind.INITIAL
    past = tuple(PastStep(Came.DONE, step.description) for step in done)
    return await thinker.plan(
        PlanRequest(goal, seen, kind, completed=done, failed=failed, past=past)
    )


def acts(segment: PlanSegment) -> list[PlanStep]:
    return [step for step in segment.steps if not step.is_replan]


def local(seen: Situation, distance: float | None = None) -> LocalRequest:
    goal = WindowShown("Settings", exact=True)
    step = PlanStep(1, "nowhere", "Settings…", Click(), "Open the settings")
    return LocalRequest(
        "Open the settings",
        LocalGoal("“Settings…” appears", step, "not there", goal),
        seen,
        seen,
        distance=distance,
    )


async def test_the_first_segment_ends_where_the_screen_will_change(thinker: Thinker) -> None:
    segment = await planned(thinker, GOAL, desktop())
    assert [type(step.action) for step in acts(segment)] == [Launch]
    assert segment.steps[-1].is_replan
    assert not segment.finishes


async def test_what_was_done_is_not_planned_again(thinker: Thinker) -> None:
    first = acts(await planned(thinker, GOAL, desktop()))
    second = await planned(thinker, GOAL, editor(), *first)
    assert not any(isinstance(step.action, Launch) for step in second.steps)
    typed = [step.action for step in second.steps if isinstance(step.action, TypeText)]
    assert [action.text for action in typed] == ["Hello"]
    assert second.finishes


async def test_with_nothing_left_to_do_it_says_so(thinker: Thinker) -> None:
    launched = acts(await planned(thinker, GOAL, desktop()))
    typed = acts(await planned(thinker, GOAL, editor(), *launched))
    segment = await planned(thinker, GOAL, editor("Hello"), *launched, *typed)
    assert segment.finishes
    assert segment.steps == ()


async def test_the_failed_step_does_not_come_first_again(thinker: Thinker) -> None:
    goal = "click Send"
    [step] = acts(await planned(thinker, goal, outbox()))
    failed = FailedStep(step, "nothing changed")
    try:
        segment = await planned(thinker, goal, outbox(), failed=failed)
    except (PlanFailed, ModelFailed):
        return
    first = segment.steps[0]
    assert (first.zone_id, first.action) != (step.zone_id, step.action)


async def test_steps_aim_at_zones_in_sight_and_expect_something(thinker: Thinker) -> None:
    seen = outbox()
    [step] = acts(await planned(thinker, "click Send", seen))
    zone = seen.zone(step.zone_id)
    assert zone is not None
    assert zone.label == step.zone_label == "Send"
    assert step.expected_change is not None


async def test_steps_are_numbered_from_one(thinker: Thinker) -> None:
    segment = await planned(thinker, "click Send, click Advanced…", outbox())
    assert [step.step_number for step in segment.steps] == list(range(1, len(segment.steps) + 1))


async def test_a_proposal_is_an_action_that_looks_for_the_goal(thinker: Thinker) -> None:
    proposal = await thinker.propose(local(practice()))
    assert not proposal.step.is_replan
    assert practice().zone(proposal.step.zone_id) is not None
    assert proposal.distance is not None
    assert 0 <= proposal.distance <= 10


async def test_a_known_distance_is_not_told_again(thinker: Thinker) -> None:
    assert (await thinker.propose(local(practice(), 4.0))).distance is None


async def test_a_distance_is_between_far_and_reached(thinker: Thinker) -> None:
    assessment = await thinker.assess(local(practice()))
    assert 0 <= assessment.distance <= 10
    assert assessment.is_reachable


@pytest.mark.parametrize("goal", ["", "  \n "])
def test_an_empty_goal_is_refused(thinker: Thinker, goal: str) -> None:
    with pytest.raises(GoalUnreadable):
        thinker.read_goal(goal)
