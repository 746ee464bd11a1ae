"""A test of the connection says what the endpoint supports, and what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.domain.models import EndpointReport, ReplyForm
from engine.endpoint.openai_model import try_out
from engine.endpoint.request import EndpointSettings
from tests.support.closed_port import held_port
from tests.support.scripted_endpoint import Body, ScriptedEndpoint
from tests.support.scripts import Script, error, silent, web_page
from tests.support.waiting import BOUND_SECS

_KEY = "sk-secret-0123456789-abcdef"


def _obedient(body: Body) -> str:
    """Writes JSON where it is made to, and knows red when it sees it."""
    if "image_url" in str(body["messages"]):
        return '{"colour": "red"}'
    is_told = "JSON" in str(body["messages"]) or "response_format" in body or "tools" in body
    return '{"greeting": "hello"}' if is_told else "Hello!"


async def _report(
    endpoint: ScriptedEndpoint, *, try_secs: float = BOUND_SECS, **settings: Any
) -> EndpointReport:
    wanted = {"base_url": endpoint.base_url, "model": endpoint.model, **settings}
    return await try_out(EndpointSettings(**wanted), try_secs=try_secs)


async def test_an_endpoint_that_can_do_everything() -> None:
    async with ScriptedEndpoint(_obedient, models=("tiny", "large")) as endpoint:
        report = await _report(endpoint)
    assert report.models == ("tiny", "large")
    assert report.forms == tuple(ReplyForm)
    assert report.can_stream and report.can_see
    assert (report.problem, report.remedy) == ("", "")
    assert report.took_ms > 0


async def test_an_endpoint_that_can_do_little() -> None:
    refuses = ["response_format.json_schema", "tools", "stream", "picture", "temperature"]
    async with ScriptedEndpoint(_obedient, refuses=refuses) as endpoint:
        report = await _report(endpoint)
    assert report.forms == (ReplyForm.JSON_OBJECT, ReplyForm.TEXT)
    assert not report.can_stream and not report.can_see
    assert report.problem == ""


async def test_a_form_that_is_taken_and_ignored_is_not_listed() -> None:
    def answer(body: Body) -> str:
        return _obedient({"messages": body["messages"]})

    async with ScriptedEndpoint(answer, ignores=["tools", "stream"]) as endpoint:
        report = await _report(endpoint)
    assert report.forms == (ReplyForm.JSON_OBJECT, ReplyForm.TEXT)
    assert not report.can_stream


async def test_a_model_that_does_not_look_can_not_see() -> None:
    async with ScriptedEndpoint('{"greeting": "hi", "colour": "blue"}') as endpoint:
        assert not (await _report(endpoint)).can_see


async def test_a_model_that_writes_no_json_is_a_problem() -> None:
    async with ScriptedEndpoint("Hello!") as endpoint:
        report = await _report(endpoint)
    assert report.forms == ()
    assert "in none of the forms" in report.problem and report.remedy


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"model": "other"}, "no model “other”"),
        ({"model": ""}, "No model is chosen"),
        ({"base_url": "127.0.0.1"}, "no address"),
    ],
)
async def test_a_wrong_setting_is_named(settings: dict[str, str], words: str) -> None:
    async with ScriptedEndpoint(_obedient) as endpoint:
        report = await _report(endpoint, **settings)
    assert words in report.problem and report.remedy
    assert report.models == (() if "base_url" in settings else ("scripted",))


async def test_a_server_that_lists_nothing_asks_which_model() -> None:
    async with ScriptedEndpoint(_obedient, models_answer=web_page()) as endpoint:
        assert "No model is chosen" in (await _report(endpoint, model="")).problem


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (web_page(), "no model server"),
        (error(401, f"Incorrect API key provided: {_KEY}"), "does not accept the key"),
    ],
)
@pytest.mark.parametrize("model", ["scripted", ""])
async def test_what_the_server_does_wrong_is_named(script: Script, words: str, model: str) -> None:
    """Also before a model is chosen: whether anything answers there is what is asked first."""
    async with ScriptedEndpoint(script, models=(), models_answer=web_page()) as endpoint:
        report = await _report(endpoint, key=_KEY, model=model)
    assert words in report.problem and _KEY not in repr(report)
    assert report.models == () and report.forms == ()


async def test_a_server_that_says_nothing_is_not_waited_for_longer_than_a_try() -> None:
    async with ScriptedEndpoint(silent()) as endpoint:
        report = await _report(endpoint, try_secs=2.0)
    assert "did not answer in 2 s" in report.problem
    assert report.models == ("scripted",) and report.forms == ()


@pytest.mark.parametrize("model", ["scripted", ""])
async def test_nothing_there_at_all(model: str) -> None:
    with held_port() as port:
        settings = EndpointSettings(f"http://127.0.0.1:{port}/v1", model)
        report = await try_out(settings, try_secs=BOUND_SECS)
    assert "refused" in report.problem and report.remedy.startswith("Start the model server")


async def test_json_without_the_tool_is_not_the_tool_form() -> None:
    async with ScriptedEndpoint('{"greeting": "hi"}', ignores=["tools"]) as endpoint:
        assert ReplyForm.TOOL not in (await _report(endpoint)).forms


async def test_json_in_the_midst_of_prose_is_plain_text_only() -> None:
    async with ScriptedEndpoint('Sure! {"greeting": "hi"}') as endpoint:
        assert (await _report(endpoint)).forms == (ReplyForm.TEXT,)


async def test_keys_of_the_environment_go_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "from-the-environment")
    async with ScriptedEndpoint(_obedient) as endpoint:
        await _report(endpoint)
        assert [request.path for request in endpoint.all_requests].count("/v1/models") == 1
        for request in endpoint.all_requests:
            assert "from-the-environment" not in str(request.headers)
