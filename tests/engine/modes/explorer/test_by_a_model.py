"""A whole exploration by a model, over real HTTP: the reply is read, repaired once, or ends it."""

from __future__ import annotations

import json
from typing import Any

from engine.domain.events import SegmentPlanned
from engine.domain.exploring.completion import CompletionReason
from engine.domain.exploring.events import GroupAssessed, GroupsProposed, GroupsRefused
from engine.domain.exploring.limits import ExploreLimits
from engine.domain.ports import ModelAccount
from engine.domain.terminals import Outcome
from engine.endpoint.form_memory import FormsInMemory
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.settings import EndpointSettings
from engine.modes.explorer.explorer import Explorer
from engine.thinking.model.exploring.thinker import ModelExplorer
from tests.support.explore_prompt import explore_answer, explored, prompt_text
from tests.support.exploring import Counters, ValueJudge, WatchFor
from tests.support.scripted_endpoint import Answer, ScriptedEndpoint
from tests.support.stage import Play, play


async def run(
    endpoint: ScriptedEndpoint, *, limits: ExploreLimits | None = None, is_sure: bool = True
) -> tuple[Play, Outcome]:
    """An exploration of three counters by the model at the endpoint."""
    settings = EndpointSettings(endpoint.base_url, endpoint.model)

    def explorer(account: ModelAccount) -> ModelExplorer:
        return ModelExplorer(OpenAiModel(settings, account, FormsInMemory()))

    playing = play(Counters("A", "B", "C"), explore_for=explorer, goal="See what it does")
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


async def test_an_unsure_verdict_is_the_models() -> None:
    limits = ExploreLimits(max_actions=1)
    playing, _, _ = await by(explore_answer, limits=limits, is_sure=False)
    [assessed] = [each for each in playing.log.events if isinstance(each, GroupAssessed)]
    assert (assessed.progression.judged_by, assessed.succeeded) == ("model", True)
    assert assessed.progression.why == "as it tells itself"
