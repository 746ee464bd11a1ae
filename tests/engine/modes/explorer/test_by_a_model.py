"""A whole exploration by a model, over real HTTP: the reply is read, repaired once, or ends it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.domain.events import SegmentPlanned
from engine.domain.exploring.events import GroupAssessed, GroupsProposed, GroupsRefused
from engine.domain.exploring.limits import CompletionReason, ExploreLimits
from engine.domain.limits import Limits
from engine.domain.models import Price
from engine.domain.ports import ModelAccount
from engine.domain.terminals import Outcome
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.modes.explorer.explorer import Explorer
from engine.thinking.model.exploring.thinker import ModelExplorer
from tests.support.explore_prompt import explore_answer, explored, prompt_text
from tests.support.exploring import Counters, ValueJudge, WatchFor
from tests.support.scripted_endpoint import Answer, ScriptedEndpoint
from tests.support.scripts import Script
from tests.support.stage import QUICK, Play, play


async def run(
    endpoint: ScriptedEndpoint,
    *,
    limits: ExploreLimits | None = None,
    is_sure: bool = True,
    price: Price | None = None,
    run_limits: Limits = QUICK,
) -> tuple[Play, Outcome]:
    """An exploration of three counters by the model at the endpoint."""
    settings = EndpointSettings(endpoint.base_url, endpoint.model, price=price)

    def explorer(account: ModelAccount) -> ModelExplorer:
        return ModelExplorer(OpenAiModel(settings, account, FormMemory()))

    playing = play(
        Counters("A", "B", "C"), explore_for=explorer, goal="See what it does", limits=run_limits
    )
    mode = Explorer(limits or ExploreLimits(), judge=ValueJudge(is_sure=is_sure), watch=WatchFor())
    return playing, await playing.session.run(mode)


async def by(answer: Answer, **given: Any) -> tuple[Play, Outcome, ScriptedEndpoint]:
    async with ScriptedEndpoint(answer) as endpoint:
        playing, outcome = await run(endpoint, **given)
    return playing, outcome, endpoint


def wrong(body: dict[str, Any]) -> str:
    """One group too many, whatever is asked for."""
    said = explored(prompt_text(body))
    return json.dumps({"groups": [said["groups"][0]] * 4})


async def test_iterations_one_to_three_are_asked_for_and_run() -> None:
    playing, outcome, endpoint = await by(explore_answer, limits=ExploreLimits(max_actions=30))
    proposed = [each for each in playing.log.events if isinstance(each, GroupsProposed)]
    assert outcome.reason == CompletionReason.MAX_ACTIONS
    assert [each.iteration for each in proposed[:3]] == [1, 2, 3]
    assert [len(each.groups) for each in proposed[:3]] == [3, 3, 3]
    sizes = [max(len(group.actions) for group in each.groups) for each in proposed[:3]]
    assert sizes == [1, 5, 10]
    assert len(endpoint.requests) == len(proposed)
    assert "GROUP 1, confidence" in prompt_text(endpoint.requests[1].body)
    assert any(isinstance(each, SegmentPlanned) for each in playing.log.events)


async def test_no_groups_end_it_as_complete() -> None:
    _, outcome, endpoint = await by('{"groups": []}')
    assert outcome.reason == CompletionReason.LLM_COMPLETE
    assert len(endpoint.requests) == 1


async def test_what_is_wrong_goes_back_to_the_model_once_and_then_it_goes_on() -> None:
    asked = 0

    def first_wrong(body: dict[str, Any]) -> str:
        nonlocal asked
        asked += 1
        if len(body["messages"]) > 2:  # the repair: the prompt comes before the wrong reply
            body = {"messages": body["messages"][:2]}
        return wrong(body) if asked == 1 else explore_answer(body)

    playing, outcome, endpoint = await by(first_wrong, limits=ExploreLimits(max_actions=1))
    assert outcome.reason == CompletionReason.MAX_ACTIONS
    assert len(endpoint.requests) == 2
    complaint = endpoint.requests[1].body["messages"][-1]["content"]
    assert "groups: iteration 1 must have 1 to 3 groups, not 4" in complaint
    [proposed] = [each for each in playing.log.events if isinstance(each, GroupsProposed)]
    assert len(proposed.groups) == 3


async def test_who_does_not_mend_it_ends_the_iteration_by_name_after_one_repair() -> None:
    def always_wrong(body: dict[str, Any]) -> str:
        return wrong({"messages": body["messages"][:2]})

    playing, outcome, endpoint = await by(always_wrong)
    assert outcome.reason == CompletionReason.ERROR
    assert "Iteration 1" in outcome.message
    assert "groups: iteration 1 must have 1 to 3 groups, not 4" in outcome.message
    assert len(endpoint.requests) == 2, "one repair, not one of the port and one of the mode"
    [refused] = [each for each in playing.log.events if isinstance(each, GroupsRefused)]
    assert (refused.iteration, "not 4" in refused.why) == (1, True)
    assert not [each for each in playing.log.events if isinstance(each, GroupAssessed)]


def changed(iteration: int, change: Callable[[dict[str, Any]], object]) -> Answer:
    """A model that answers as it should, but for its first group of that iteration."""

    def answer(body: dict[str, Any]) -> str:
        prompt = prompt_text({"messages": body["messages"][:2]})
        said = explored(prompt)
        if f"Iteration {iteration}. " in prompt:
            change(said["groups"][0])
        return json.dumps(said)

    return answer


@pytest.mark.parametrize(
    ("iteration", "change", "path"),
    [
        (2, lambda it: it.update(actions=[]), "groups[0].actions: a group of iteration 2 must"),
        (2, lambda it: it.update(actions=it["actions"] * 2), "1 to 5 actions, not 10"),
        (3, lambda it: it.update(actions=[]), "groups[0].actions: a group of iteration 3 must"),
        (3, lambda it: it.update(actions=it["actions"] * 2), "1 to 10 actions, not 20"),
        (1, lambda it: it.update(reasoning="x" * 9), "10 to 500 characters, not 9"),
        (1, lambda it: it.update(reasoning="x" * 501), "10 to 500 characters, not 501"),
        (1, lambda it: it.update(confidence=float("nan")), "from 0 to 1, not nan"),
        (1, lambda it: it.update(confidence="high"), "groups.0.confidence"),
        (1, lambda it: it["actions"][0].update(action="lock"), "groups.0.actions.0.action"),
        (1, lambda it: it["actions"][0].update(zone_id="Z"), 'there is no zone "Z"'),
    ],
)
async def test_bad_groups_end_their_iteration_by_name(
    iteration: int, change: Callable[[dict[str, Any]], object], path: str
) -> None:
    playing, outcome, endpoint = await by(changed(iteration, change))
    assert outcome.reason == CompletionReason.ERROR
    assert f"Iteration {iteration}: " in outcome.message and path in outcome.message
    assert len(endpoint.requests) == iteration + 1
    ran = {each.iteration for each in playing.log.events if isinstance(each, GroupsProposed)}
    assert ran == set(range(1, iteration)), "nothing of what is wrong was run"


@pytest.mark.parametrize("chars", [10, 500])
async def test_reasonings_are_told_again_in_full(chars: int) -> None:
    reasoning = "r" * chars
    answer = changed(1, lambda it: it.update(reasoning=reasoning, confidence=1))
    _, outcome, endpoint = await by(answer, limits=ExploreLimits(max_actions=4))
    assert outcome.reason == CompletionReason.MAX_ACTIONS
    assert f"confidence 1.00: {reasoning}\n" in prompt_text(endpoint.requests[1].body)


async def test_money_ends_it_at_nine_tenths_with_the_next_asking_counted() -> None:
    """Each asking costs 0.3: after three of them 0.9 are spent, and a fourth would be too much."""

    def paid(body: dict[str, Any]) -> Script:
        return Script(text=explore_answer(body), usage=(300_000, 0, 0))

    _, outcome, endpoint = await by(
        paid, price=Price(1.0, 1.0, 1.0), run_limits=replace(QUICK, max_cost=1.0)
    )
    assert outcome.reason == CompletionReason.BUDGET_LIMIT
    assert len(endpoint.requests) == 3


async def test_an_unsure_verdict_is_the_models() -> None:
    limits = ExploreLimits(max_actions=1)
    playing, _, _ = await by(explore_answer, limits=limits, is_sure=False)
    [assessed] = [each for each in playing.log.events if isinstance(each, GroupAssessed)]
    assert (assessed.progression.judged_by, assessed.succeeded) == ("model", True)
    assert assessed.progression.why == "as it tells itself"
