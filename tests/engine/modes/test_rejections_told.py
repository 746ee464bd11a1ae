"""Why the operator rejects a step stands in what a model is asked next, and later: over real HTTP,
in each mode and in local planning."""

from __future__ import annotations

import json
from typing import Any

from engine.domain.approvals import Asking, Reject
from engine.domain.exploring.limits import ExploreLimits
from engine.domain.limits import Limits
from engine.domain.ports import ModelAccount
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.modes.director import Director
from engine.modes.explorer.explorer import Explorer
from engine.modes.navigator.navigator import Navigator
from engine.thinking.model.exploring.thinker import ModelExplorer
from engine.thinking.model.web.thinker import ModelWebThinker
from tests.engine.endpoint.asking import Account
from tests.support.explore_prompt import explore_answer
from tests.support.exploring import Counters, ValueJudge, WatchFor
from tests.support.memory_log import ForgetfulBlobs, MemoryLog
from tests.support.model_stage import play_with_model
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.small_web import shop
from tests.support.stage import QUICK, ScriptedApprover, Stage, play, situation, zone
from tests.support.web_choosers import clicking
from tests.support.web_play import WebPlay
from tests.support.web_prompt_page import read_web_prompt

WORDS = "Use Save, and nothing else"
LIMITED = ExploreLimits(max_actions=30)
LIMITS = Limits(max_step_retries=0, settle_secs=0.02)
SCREEN = situation(zone("Delete all"), zone("Save", at=1), zone("Close", at=2))
GIVE_UP = {"steps": [{"action": "give_up", "text": "no"}], "finishes": False}


def clicks(label: str) -> dict[str, str]:
    return {"action": "click", "zone_id": label, "description": f"Click {label}"}


def plan(label: str) -> dict[str, Any]:
    return {"steps": [clicks(label), {"action": "replan"}], "finishes": False}


def rejecting() -> ScriptedApprover:
    return ScriptedApprover([Reject(WORDS)])


async def directed(answer: Any) -> list[str]:
    """The prompts of a run on the desktop, of which the first question is rejected."""
    async with ScriptedEndpoint(answer) as endpoint:
        played = play_with_model(Stage(SCREEN), endpoint, limits=LIMITS)
        assert isinstance(played.approver, ScriptedApprover)
        played.approver.verdicts[:] = [Reject(WORDS)]
        await played.session.run(Director())
        return [request.prompt for request in endpoint.requests]


async def test_the_director_tells_it_in_all_that_follows() -> None:
    plans = [plan("Delete all"), plan("Save"), plan("Close"), GIVE_UP]
    prompts = await directed([json.dumps(each) for each in plans])
    assert WORDS not in prompts[0] and all(WORDS in prompt for prompt in prompts[1:])
    assert len(prompts) >= len(plans)
    assert f"REJECTED: Click Delete all\n  WHY: operator said no: {WORDS}" in prompts[1]
    assert "where the person said why, heed it" in prompts[1]


async def test_local_planning_tells_it_in_all_that_follows_and_the_next_plan_does() -> None:
    proposed = iter(["Delete all", "Save", "Close"])
    plans = iter([plan("Missing"), GIVE_UP])
    asked: list[str] = []

    def answer(body: dict[str, Any]) -> str:
        prompt = body["messages"][-1]["content"]
        is_proposal = "[one step]" in prompt
        asked.append("step" if is_proposal else "distance" if "[one step" in prompt else "plan")
        if is_proposal:
            steps = [clicks(label) for label in [next(proposed, "")] if label]
            return json.dumps({"steps": steps, "options": [], "reason": "so", "distance": 3})
        if '"steps"' not in prompt.splitlines()[-1]:
            asked[-1] = "distance"
            return json.dumps({"distance": 3, "reason": "so"})
        return json.dumps(next(plans))

    prompts = await directed(answer)
    told = [(kind, WORDS in prompt) for kind, prompt in zip(asked, prompts, strict=True)]
    rejected = asked.index("step") + 1
    assert told[:rejected] == [("plan", False), ("step", False)]
    assert all(is_told for _, is_told in told[rejected:])
    assert {"step", "distance", "plan"} == set(asked[rejected:])


async def test_the_navigator_tells_it_in_all_that_follows() -> None:
    labels = iter(["Kettles", "Red kettle", "Add to cart", "Back to all"])

    def answer(body: dict[str, Any]) -> str:
        prompt = body["messages"][1]["content"]
        label = next(labels, "")
        rows = read_web_prompt(prompt).rows
        found = [row.element for row in rows if row.text == label]
        steps = [{"action": "click", "zone_id": one} for one in found[:1]]
        said = {"reason": "so", "steps": steps, "finishes": not steps}
        return json.dumps(said | {"kind": "action", "mode": "find", "proofs": []})

    async with ScriptedEndpoint(answer) as endpoint:
        made = WebPlay(
            "Add the red kettle to the cart", shop(), clicking(), log=MemoryLog(),
            blobs=ForgetfulBlobs(), approver=rejecting(),
        )  # fmt: skip
        model = OpenAiModel(
            EndpointSettings(endpoint.base_url, endpoint.model), Account(), FormMemory()
        )
        thinker = ModelWebThinker(model)
        made.thinker.choose, made.thinker.read_goal = thinker.choose, thinker.read_goal  # type: ignore[method-assign]
        await made.session.run(Navigator())
        await model.close()
        told = [WORDS in request.prompt for request in endpoint.requests]
    assert told[:3] == [False] * 3 and len(told) > 4 and all(told[3:])


async def test_the_explorer_tells_it_in_all_that_follows() -> None:
    async with ScriptedEndpoint(explore_answer) as endpoint:
        settings = EndpointSettings(endpoint.base_url, endpoint.model)

        def explorer(account: ModelAccount) -> ModelExplorer:
            return ModelExplorer(OpenAiModel(settings, account, FormMemory()))

        played = play(
            Counters("A", "B", "C"), explore_for=explorer, goal="See what it does",
            limits=QUICK, asking=Asking.EACH, approver=rejecting(),
        )  # fmt: skip
        await played.session.run(
            Explorer(LIMITED, judge=ValueJudge(is_sure=True), watch=WatchFor())
        )
        told = [f"(operator said no: {WORDS})" in each.prompt for each in endpoint.requests]
    assert len(told) > 2 and told == [False] + [True] * (len(told) - 1)
