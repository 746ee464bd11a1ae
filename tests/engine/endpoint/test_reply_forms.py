"""The best form that an endpoint supports is found out once and remembered."""

from __future__ import annotations

import json

import pytest

from engine.domain.errors import ModelFailed, ModelRefusesRequest
from engine.domain.models import ReplyForm
from engine.endpoint.request import EndpointTraits, FormMemory
from tests.engine.endpoint.asking import GOOD, Sum, asking
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripts import Script, error


async def test_the_strictest_form_is_asked_for_first() -> None:
    async with asking() as its:
        assert await its.ask() == Sum(answer=2)
        (body,) = its.bodies
        told = body["response_format"]
        assert told["type"] == "json_schema"
        assert body["max_tokens"] == 1000 and "max_completion_tokens" not in body
        assert told["json_schema"]["strict"] is True
        assert told["json_schema"]["schema"]["required"] == ["answer"]
        assert its.account.call.form is ReplyForm.JSON_SCHEMA


@pytest.mark.parametrize(
    ("refuses", "form", "requests"),
    [
        (["response_format.json_schema"], ReplyForm.JSON_OBJECT, 2),
        (["response_format"], ReplyForm.TOOL, 3),
        (["response_format", "tools"], ReplyForm.TEXT, 4),
    ],
)
async def test_a_refused_form_is_stepped_down_from_once(
    refuses: list[str], form: ReplyForm, requests: int
) -> None:
    async with asking(endpoint=ScriptedEndpoint(GOOD, refuses=refuses)) as its:
        assert await its.ask() == Sum(answer=2)
        assert len(its.endpoint.requests) == requests
        assert its.account.call.form is form
        assert its.account.call.retries == requests - 1
        assert await its.ask() == Sum(answer=2)
        assert len(its.endpoint.requests) == requests + 1
        assert its.account.calls[1].retries == 0


async def test_a_forced_tool_is_how_the_tool_form_asks() -> None:
    memory = FormMemory()
    async with asking(memory=memory) as its:
        memory.put(its.endpoint.base_url, "scripted", EndpointTraits(ReplyForm.TOOL))
        assert await its.ask() == Sum(answer=2)
        (body,) = its.bodies
        assert body["tool_choice"] == {"type": "function", "function": {"name": "Sum"}}
        assert body["tools"][0]["function"]["parameters"]["properties"].keys() == {"answer"}
        assert "response_format" not in body
        assert its.account.call.reply == GOOD


@pytest.mark.parametrize("form", [ReplyForm.JSON_OBJECT, ReplyForm.TEXT])
async def test_where_the_server_is_not_told_the_schema_the_prompt_tells_it(form: ReplyForm) -> None:
    memory = FormMemory()
    async with asking(memory=memory) as its:
        memory.put(its.endpoint.base_url, "scripted", EndpointTraits(form))
        await its.ask()
        assert '"answer":{"type":"integer"}' in its.endpoint.requests[0].prompt
        assert its.account.call.question.prompt in its.endpoint.requests[0].prompt
        assert "JSON" in its.account.call.question.prompt


@pytest.mark.parametrize("status", [400, 422, 501])
async def test_a_vague_refusal_steps_down_as_well(status: int) -> None:
    def answer(body: dict) -> Script:
        return error(status, "Bad request.") if "response_format" in body else Script(GOOD)

    async with asking(answer, max_retries=1) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.form is ReplyForm.TOOL
        assert len(its.endpoint.requests) == 3


async def test_a_vague_refusal_may_be_about_streaming() -> None:
    def answer(body: dict) -> Script:
        return error(400, "Bad request.") if "stream" in body else Script(GOOD)

    async with asking(answer) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.form is ReplyForm.TEXT


@pytest.mark.parametrize(
    "script",
    [
        error(400, "This model's maximum context length is 4096 tokens; see response_format."),
        error(400, "Unknown model for response_format"),
        error(400, "Invalid API key for response_format"),
        error(401, "response_format"),
    ],
)
async def test_what_is_not_about_the_form_is_not_tried_in_another(script: Script) -> None:
    async with asking(script) as its:
        with pytest.raises(ModelFailed):
            await its.ask()
        assert len(its.endpoint.requests) == 1


async def test_not_found_steps_down_only_where_it_names_the_form() -> None:
    def answer(body: dict) -> Script:
        if "response_format" in body:
            return error(404, "No endpoints found that support response_format.")
        return Script(GOOD)

    async with asking(answer) as its:
        await its.ask()
        assert its.account.call.form is ReplyForm.TOOL
    async with asking(error(404, "Nothing here.")) as its:
        with pytest.raises(ModelRefusesRequest):
            await its.ask()
        assert len(its.endpoint.requests) == 1


async def test_what_is_refused_with_every_form_is_not_remembered() -> None:
    async with asking(error(400, "Bad request.")) as its:
        with pytest.raises(ModelRefusesRequest, match="Bad request"):
            await its.ask()
        assert its.memory.get(its.endpoint.base_url, "scripted") is None


async def test_a_form_that_is_ignored_is_not_trusted_again() -> None:
    replies = ["Well, I'd say two.", GOOD, GOOD]
    async with asking(replies) as its:
        assert await its.ask() == Sum(answer=2)
        assert [call.form for call in its.account.calls] == [ReplyForm.JSON_SCHEMA, ReplyForm.TEXT]
        await its.ask()
        assert "response_format" not in its.bodies[2]


async def test_prose_around_the_object_needs_no_repair() -> None:
    async with asking(f"<think>one and one</think>Sure!\n```json\n{GOOD}\n```\nBye.") as its:
        assert await its.ask() == Sum(answer=2)
        assert json.loads(its.account.call.parsed) == {"answer": 2}
        assert its.account.call.reply.startswith("<think>")


@pytest.mark.parametrize(
    ("parameter", "absent"),
    [
        ("temperature", {"temperature"}),
        ("stream_options", {"stream_options"}),
        ("stream", {"stream", "stream_options"}),
        ("max_tokens", {"max_tokens"}),
    ],
)
async def test_a_refused_parameter_is_left_out_from_then_on(
    parameter: str, absent: set[str]
) -> None:
    async with asking(endpoint=ScriptedEndpoint(GOOD, refuses=[parameter])) as its:
        await its.ask()
        await its.ask()
        assert len(its.endpoint.requests) == 3
        assert not absent & its.bodies[1].keys()
        assert its.bodies[1].keys() == its.bodies[2].keys()
        assert its.account.calls[1].form is ReplyForm.JSON_SCHEMA


async def test_newer_models_get_the_newer_name_of_the_token_limit() -> None:
    async with asking(
        endpoint=ScriptedEndpoint(GOOD, refuses=["max_tokens"]), max_reply_tokens=77
    ) as its:
        await its.ask()
        assert its.bodies[1]["max_completion_tokens"] == 77


async def test_a_model_without_a_system_role_gets_it_in_the_prompt() -> None:
    def answer(body: dict) -> Script:
        if body["messages"][0]["role"] == "system":
            return error(400, "System role not supported")
        return Script(GOOD)

    async with asking(answer) as its:
        await its.ask()
        (message,) = its.bodies[1]["messages"]
        assert message["content"].startswith("You add numbers.\n\nWhat is 1 + 1?")
