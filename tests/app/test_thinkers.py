"""Who thinks in a run by the settings: which model thinks, which one sees, and that both are let
go of."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from app.choices import MODEL, OFFLINE
from app.secrets import ModelKeys
from app.settings.model import NO_VISION, ModelSettings
from app.thinkers import RunThinkers, Thinkers
from engine.domain.exploring.groups import ExploreRequest, ProgressRequest
from engine.domain.exploring.limits import Progression
from engine.domain.plans import PlanRequest, ReplanKind, Situation
from engine.domain.spaces import Rect
from engine.domain.verdicts import ModeName
from engine.domain.zones import Role
from engine.endpoint.request import FormMemory
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.withholding import Withheld
from tests.engine.endpoint.asking import Account
from tests.support.own_models import write_model
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripts import silent
from tests.support.stage import situation, zone
from tests.support.web_requests import element, page, request

THINKER, EYE = "thinks", "sees"
NOTHING = [json.dumps({"steps": [], "finishes": True}), json.dumps({"things": []})]
SCREEN = situation(zone("Canvas", Role.CANVAS))


async def made(
    endpoint: ScriptedEndpoint, name: str = MODEL, *, mode: ModeName = "director", **settings: Any
) -> RunThinkers:
    model = ModelSettings(base_url=endpoint.base_url, name=THINKER, **settings)
    thinkers = Thinkers(model, FormMemory(), ModelKeys({}))

    async def withheld(now: Situation, part_px: Rect) -> Withheld:
        return Withheld()

    return await thinkers.for_run(name, Account(), mode=mode, withheld=withheld)


async def think(its: RunThinkers) -> None:
    await its.thinker.plan(PlanRequest("x", SCREEN, ReplanKind.INITIAL))


async def see(its: RunThinkers) -> Situation:
    assert its.vision is not None
    return await its.vision.look_closer(SCREEN, Masker(MaskRules(), lambda text: text))


@pytest.mark.parametrize(
    "vision_model, name, asked",
    [(EYE, MODEL, [THINKER, EYE]), ("", MODEL, [THINKER, THINKER]), ("", "other", ["other"] * 2)],
)
async def test_each_model_is_asked_for_what_it_is_set_up_for(
    vision_model: str, name: str, asked: list[str]
) -> None:
    async with ScriptedEndpoint(NOTHING, models=(THINKER, EYE, "other")) as endpoint:
        its = await made(endpoint, name, vision_model=vision_model)
        await think(its)
        await see(its)
        await its.let_go()
        assert [request.body["model"] for request in endpoint.requests] == asked


async def test_a_model_that_is_known_to_take_no_pictures_is_sent_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.model_files.models_path", lambda: tmp_path)
    write_model(tmp_path, THINKER, "pictures = false")
    async with ScriptedEndpoint(models=(THINKER, EYE)) as endpoint:
        its = await made(endpoint)
        assert its.vision is None and its.no_pictures == "the model takes none"
        its = await made(endpoint, vision_model=EYE)
        assert its.vision is not None, "what is set counts"
        await its.let_go()


@pytest.mark.parametrize(
    ("vision_model", "why"),
    [("", ""), (THINKER, ""), (EYE, "another model"), (NO_VISION, "the settings send no pictures")],
)
async def test_who_plans_is_shown_pictures_only_where_the_settings_send_it_some(
    vision_model: str, why: str
) -> None:
    async with ScriptedEndpoint(models=(THINKER, EYE)) as endpoint:
        its = await made(endpoint, vision_model=vision_model)
        assert (its.pictures is None) == bool(why)
        assert why in its.no_pictures and bool(its.no_pictures) == bool(why)


@pytest.mark.parametrize(
    ("settings", "is_asked"),
    [
        ({"context_tokens": 32_000}, False),
        ({}, True),
        ({"context_tokens": 32_000, "vision_model": EYE}, True),
    ],
    ids=["who asks to look", "with little room", "another one sees"],
)
async def test_who_asks_to_look_itself_is_not_asked_for_zones(
    settings: dict[str, Any], is_asked: bool
) -> None:
    async with ScriptedEndpoint(models=(THINKER, EYE)) as endpoint:
        assert ((await made(endpoint, **settings)).vision is not None) == is_asked
        on_the_web = await made(endpoint, mode="navigator", **settings)
        assert (on_the_web.vision is not None) == is_asked
        exploring = await made(endpoint, mode="explorer", **settings)
        assert exploring.vision is not None, "there nobody asks to look"


async def test_without_a_model_for_pictures_nobody_is_shown_one() -> None:
    async with ScriptedEndpoint(models=(THINKER,)) as endpoint:
        assert (await made(endpoint, vision_model=NO_VISION)).vision is None
        assert (await made(endpoint, OFFLINE)).vision is None


@pytest.mark.parametrize("vision_model", [EYE, NO_VISION])
async def test_for_the_web_the_same_model_chooses_and_with_its_settings(vision_model: str) -> None:
    said = json.dumps({"action": "click", "element": "1"})
    async with ScriptedEndpoint(said, models=(THINKER, EYE)) as endpoint:
        its = await made(
            endpoint,
            mode="navigator",
            vision_model=vision_model,
            context_tokens=2400,
            max_reply_tokens=700,
        )
        assert its.web is not None
        links = tuple(element(str(at), f"Link {at}") for at in range(200))
        proposal = await its.web.choose(request("find link 1", page(*links)))
        await its.let_go()
        [sent] = endpoint.requests
    assert (its.web.name, proposal.agent_id) == (THINKER, "1")
    assert "less important rows left out" in sent.prompt


async def test_who_is_not_hired_for_the_web_does_not_choose_there() -> None:
    async with ScriptedEndpoint(models=(THINKER, EYE)) as endpoint:
        assert (await made(endpoint)).web is None
        assert (await made(endpoint, OFFLINE)).web is None


async def test_without_a_model_words_and_labels_choose_on_the_web() -> None:
    async with ScriptedEndpoint() as endpoint:
        its = await made(endpoint, OFFLINE, mode="navigator")
        assert its.web is not None
        seen = page(element("1", "Cart"), element("2", "Blue socks"))
        assert (await its.web.choose(request("open Blue socks", seen))).agent_id == "2"
        assert endpoint.requests == []


EXPLORE = ExploreRequest("Explore it", SCREEN, 1)


@pytest.mark.parametrize(
    "vision_model, shown", [(NO_VISION, False), ("", True), (THINKER, True), (EYE, False)]
)
async def test_for_exploring_the_model_is_shown_pictures_if_it_is_the_one_that_sees(
    vision_model: str, shown: bool
) -> None:
    async with ScriptedEndpoint('{"groups": []}', models=(THINKER, EYE)) as endpoint:
        its = await made(endpoint, mode="explorer", vision_model=vision_model)
        assert its.explore is not None
        assert await its.explore.propose(EXPLORE) == ()
        await its.let_go()
        [sent] = endpoint.requests
    assert sent.body["model"] == its.explore.name == THINKER
    assert ("image_url" in json.dumps(sent.body)) is shown


async def test_another_eye_judges_by_pictures() -> None:
    said = '{"why": "it moved", "has_progressed": true}'
    local = Progression(False, 0.0, 0.0, 0.1, 0.0, "x", is_sure=False)
    async with ScriptedEndpoint(said, models=(THINKER, EYE)) as endpoint:
        its = await made(endpoint, mode="explorer", vision_model=EYE)
        assert its.explore is not None
        given = await its.explore.judge(ProgressRequest("Explore", SCREEN, SCREEN, local))
        await its.let_go()
        [sent] = endpoint.requests
    assert given is not None and given.judged_by == "model"
    assert sent.body["model"] == EYE
    assert "image_url" in json.dumps(sent.body)


async def test_who_is_not_hired_for_exploring_does_not_explore() -> None:
    async with ScriptedEndpoint(models=(THINKER, EYE)) as endpoint:
        assert (await made(endpoint)).explore is None
        assert (await made(endpoint, OFFLINE)).explore is None
        offline = (await made(endpoint, OFFLINE, mode="explorer")).explore
        assert offline is not None and offline.name == "offline"


@pytest.mark.parametrize("ask", [think, see])
async def test_what_is_let_go_of_closes_its_connections(ask: Any) -> None:
    async with ScriptedEndpoint(silent(), models=(THINKER, EYE)) as endpoint:
        its = await made(endpoint, vision_model=EYE)
        asking = asyncio.ensure_future(ask(its))
        async with asyncio.timeout(60):
            await endpoint.wait_for_requests()
            await its.let_go()
            await endpoint.requests[0].ended.wait()
        assert endpoint.requests[0].closed_early
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
