"""The same question over Chat Completions, Responses and Messages, each against a strict server."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.domain.models import Price, ReplyForm, SentPicture
from engine.endpoint.openai_model import try_out
from engine.endpoint.request import EndpointSettings, EndpointTraits, FormMemory
from tests.engine.endpoint.asking import GOOD, QUESTION, Set, Sum, asking
from tests.support.scripted_endpoint import Body, ScriptedEndpoint
from tests.support.scripts import Script, cut_for_length

WIRES = ("chat", "responses", "messages")
_KEY = "sk-secret-0123456789-abcdef"
_PNG = SentPicture(b"png", "image/png", 8, 8, "low")


class _Form(FormMemory):
    """Endpoints keep to this form, as long as nothing else was found out."""

    def __init__(self, form: ReplyForm) -> None:
        super().__init__()
        self._form = form

    def get(self, base_url: str, model: str) -> EndpointTraits:
        return super().get(base_url, model) or EndpointTraits(self._form)


def _schema_of(wire: str, body: Body) -> Any:
    if wire == "chat":
        return body["response_format"]["json_schema"]["schema"]
    return (body["text"] if wire == "responses" else body["output_config"])["format"]["schema"]


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("ignores", [(), ("stream",)], ids=["streamed", "whole"])
async def test_a_reply_comes_in_the_schema_with_all_that_it_cost(
    wire: str, ignores: tuple[str, ...]
) -> None:
    script = Script(GOOD, usage=(1000, 600, 90), written=300, reasoning=50)
    endpoint = ScriptedEndpoint(script, ignores=ignores)
    price = Price(prompt=10, cached=1, completion=100, written=12)
    async with asking(endpoint=endpoint, wire=wire, price=price) as its:
        assert await its.ask() == Sum(answer=2)
        (request,) = its.endpoint.requests
        call = its.account.call
    assert _schema_of(wire, request.body)["required"] == ["answer"]
    assert "You add numbers." in request.prompt and "What is 1 + 1?" in request.prompt
    assert (call.usage.prompt, call.usage.cached, call.usage.written) == (1000, 600, 300)
    assert (call.usage.completion, call.usage.reasoning) == (90, 50)
    assert call.cost == pytest.approx((100 * 10 + 600 * 1 + 300 * 12 + 90 * 100) / 1e6)
    assert call.reply == GOOD and (call.first_token_ms is None) == bool(ignores)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_picture_goes_with_the_prompt(wire: str) -> None:
    async with asking(wire=wire) as its:
        await its.ask(replace(QUESTION, picture=_PNG, picture_why="it asked to look"))
        assert its.account.call.question.picture_why == "it asked to look"
        (body,) = its.bodies
        content = (body.get("messages") or body["input"])[-1]["content"]
    shown = content[-1]
    assert "cG5n" in str(shown)  # "png" in base 64
    assert shown["type"] == {"responses": "input_image"}.get(wire, shown["type"])


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("form", [ReplyForm.TOOL, ReplyForm.TEXT])
async def test_a_refused_form_is_stepped_down_from(wire: str, form: ReplyForm) -> None:
    refuses = ["response_format", "text", "output_config"]
    refuses += ["tools"] if form is ReplyForm.TEXT else []
    async with asking(endpoint=ScriptedEndpoint(GOOD, refuses=refuses), wire=wire) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.form is form
        count = len(its.endpoint.requests)
        await its.ask()
        assert len(its.endpoint.requests) == count + 1


@pytest.mark.parametrize("wire", WIRES)
async def test_words_beside_a_call_of_the_tool_are_kept_and_do_no_harm(wire: str) -> None:
    script = Script(GOOD, beside='I first thought {"answer": 3}.')
    async with asking(script, memory=_Form(ReplyForm.TOOL), wire=wire) as its:
        assert await its.ask() == Sum(answer=2)
        assert "I first thought" in its.account.call.reply


async def test_a_tool_that_nobody_offered_does_not_outweigh_the_words() -> None:
    stray = {"name": "computer", "arguments": '{"answer": 9}'}
    message = {"content": GOOD, "tool_calls": [{"index": 0, "function": stray}]}
    whole = {"choices": [{"message": message, "finish_reason": "stop"}]}
    async with asking(Script(raw=json.dumps(whole).encode())) as its:
        assert await its.ask() == Sum(answer=2)


# -- a repair goes on from what the model thought --------------------------------------------------

_WRONG = Script('{"answer": "two"}', thinks="One and one.")


@pytest.mark.parametrize("form", [ReplyForm.JSON_SCHEMA, ReplyForm.TOOL])
@pytest.mark.parametrize("wire", ["responses", "messages"])
@pytest.mark.parametrize("ignores", [(), ("stream",)], ids=["streamed", "whole"])
async def test_a_repair_sends_back_what_the_model_thought_as_it_came(
    wire: str, form: ReplyForm, ignores: tuple[str, ...]
) -> None:
    """The server refuses a thought that was touched, and a call without what came of it."""
    endpoint = ScriptedEndpoint([_WRONG, Script(GOOD)], ignores=ignores)
    async with asking(endpoint=endpoint, memory=_Form(form), wire=wire) as its:
        assert await its.ask() == Sum(answer=2)
        first, second = its.bodies
    assert "One and one." not in str(first) and "One and one." in str(second)
    assert "valid integer" in str(second)
    assert first.get("store", False) is False


@pytest.mark.parametrize("wire", ["responses", "messages"])
async def test_a_turn_that_was_cut_off_goes_back_as_words(wire: str) -> None:
    cut = replace(cut_for_length('{"answer"'), thinks="One and one.")
    async with asking([cut, GOOD], wire=wire) as its:
        assert await its.ask() == Sum(answer=2)
        assert "cut off after 1000 tokens" in its.account.calls[0].failure
        assert "One and one." not in str(its.bodies[1])


async def test_a_server_that_may_keep_replies_is_told_by_name_what_a_repair_follows() -> None:
    async with asking([_WRONG, GOOD], wire="responses", keeps_replies=True) as its:
        assert await its.ask() == Sum(answer=2)
        first, second = its.bodies
    assert first["store"] is True and second["previous_response_id"].startswith("resp_")
    assert "What is 1 + 1?" not in str(second) and "valid integer" in str(second)


@pytest.mark.parametrize("how", ["overlooked", "refused"])
async def test_a_server_that_drops_what_it_was_to_keep_gets_the_turn_itself(how: str) -> None:
    replies = [_WRONG, GOOD, GOOD] if how == "overlooked" else [_WRONG, GOOD]
    endpoint = ScriptedEndpoint(
        replies,
        ignores=["previous_response_id"] if how == "overlooked" else (),
        refuses=["previous_response_id"] if how == "refused" else (),
    )
    async with asking(endpoint=endpoint, wire="responses", keeps_replies=True) as its:
        assert await its.ask() == Sum(answer=2)
        *_, last = its.bodies
        assert "previous_response_id" not in last and last["store"] is False
        assert "What is 1 + 1?" in str(last) and "One and one." in str(last)
        assert [call.retries for call in its.account.calls] == [0, 1]
        await its.ask()
        assert its.bodies[-1]["store"] is False, "it is remembered"


# -- what stays of a prompt ------------------------------------------------------------------------


async def _three_prompts(its: Set) -> None:
    past = ["1. Open the shop.", "2. Put bread into the basket.", "3. Pay."]
    for seen in (1, 2, 3):
        lines = ["Goal: bread", *past[:seen], f"Screen {seen}: a button"]
        await its.ask(replace(QUESTION, prompt="\n".join(lines)))


async def test_cache_marks_stand_where_the_prefix_ends() -> None:
    async with asking(wire="messages") as its:
        await _three_prompts(its)
        bodies = its.bodies
    assert all("cache_control" in body["system"][0] for body in bodies)
    blocks = [body["messages"][0]["content"] for body in bodies]
    assert [len(each) for each in blocks] == [1, 2, 3]
    assert blocks[1][0]["text"] == "Goal: bread\n1. Open the shop.\n"
    assert blocks[2][0]["text"] == blocks[1][0]["text"], "what was marked before is found again"
    assert blocks[2][1]["text"] == "2. Put bread into the basket.\n"
    marked = [["cache_control" in block for block in each] for each in blocks]
    assert marked == [[False], [True, False], [False, True, False]]


@pytest.mark.parametrize("wire", WIRES)
async def test_the_share_of_a_prompt_that_stays_is_counted_to_the_byte(wire: str) -> None:
    async with asking(wire=wire) as its:
        await _three_prompts(its)
        calls = its.account.calls
    assert [call.same_bytes for call in calls] == [
        0,
        len("You add numbers.Goal: bread\n1. Open the shop.\n"),
        len("You add numbers.Goal: bread\n1. Open the shop.\n2. Put bread into the basket.\n"),
    ]
    assert calls[1].sent_bytes == len("You add numbers." + calls[1].question.prompt)


def _obedient(body: Body) -> str:
    if "image" in str(body.get("messages") or body["input"]):
        return '{"colour": "red"}'
    return '{"greeting": "hello"}'


@pytest.mark.parametrize("wire", WIRES)
async def test_trying_out_tells_what_the_protocol_has(wire: Any) -> None:
    async with ScriptedEndpoint(_obedient, models=("tiny",)) as endpoint:
        report = await try_out(EndpointSettings(endpoint.base_url, "tiny", wire=wire))
    forms = set(ReplyForm) - ({ReplyForm.JSON_OBJECT} if wire == "messages" else set())
    assert report.problem == "" and set(report.forms) == forms
    assert report.models == ("tiny",) and report.can_stream and report.can_see
