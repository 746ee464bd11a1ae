"""Replies are streamed where the endpoint can, and read alike where it can't."""

from __future__ import annotations

import json

import pytest

from engine.domain.models import ReplyForm
from engine.endpoint.request import EndpointTraits, FormMemory
from tests.engine.endpoint.asking import GOOD, Sum, asking
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripts import Script


async def test_a_reply_comes_in_pieces_and_the_first_is_timed() -> None:
    slow = Script('{"answer":                2}', pause_secs=0.05, thinks_for_chunks=2)
    async with asking(slow) as its:
        assert await its.ask() == Sum(answer=2)
        call = its.account.call
        assert its.bodies[0]["stream"] is True
        assert call.first_token_ms is not None
        assert 100 <= call.first_token_ms < call.took_ms
        assert (call.usage.prompt, call.usage.cached, call.usage.completion) == (120, 40, 30)
        assert not call.usage.is_estimated


async def test_a_tool_call_comes_in_pieces_too() -> None:
    memory = FormMemory()
    async with asking('{"answer":                2}', memory=memory) as its:
        memory.put(its.endpoint.base_url, "scripted", EndpointTraits(ReplyForm.TOOL))
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.first_token_ms is not None


async def test_a_server_that_does_not_stream_though_asked_is_read_as_well() -> None:
    async with asking(endpoint=ScriptedEndpoint(GOOD, ignores=["stream"])) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.first_token_ms is None
        assert len(its.endpoint.requests) == 1


async def test_a_tool_that_is_ignored_is_answered_in_text() -> None:
    memory = FormMemory()
    async with asking(endpoint=ScriptedEndpoint(GOOD, ignores=["tools"]), memory=memory) as its:
        memory.put(its.endpoint.base_url, "scripted", EndpointTraits(ReplyForm.TOOL))
        assert await its.ask() == Sum(answer=2)


async def test_usage_that_is_not_told_is_estimated_and_said_to_be() -> None:
    async with asking(Script(GOOD, usage=None)) as its:
        await its.ask()
        usage = its.account.call.usage
        assert usage.is_estimated
        assert usage.prompt == 8  # 16 characters of system text and 15 of prompt
        assert usage.completion == 4


@pytest.mark.parametrize("content", ["with \u2028 and \x85 in it", "ÄÖ 漢字 👍"])
async def test_any_character_survives_the_stream(content: str) -> None:
    events = [
        {"choices": [{"delta": {"content": piece}}]}
        for piece in ('{"answer": 2, "note": "', content, '"}')
    ]
    lines = [f"data: {json.dumps(event, ensure_ascii=False)}\r\n\r\n" for event in events]
    stream = ": a comment\r\nevent: message\r\n" + "".join(lines) + "data: [DONE]\r\n\r\n"
    script = Script(raw=stream.encode(), media_type="text/event-stream; charset=utf-8")
    async with asking(script) as its:
        await its.ask()
        assert content in its.account.call.reply


async def test_the_end_is_where_the_stream_says_so() -> None:
    """A server that leaves the connection open afterwards is not waited for."""
    event = json.dumps({"choices": [{"delta": {"content": GOOD}, "finish_reason": "stop"}]})
    script = Script(
        raw=f"data: {event}\n\ndata: [DONE]\n\n".encode(),
        media_type="text/event-stream",
        length_off_by=40,
        cut_off_at=1.0,
        hangs_after_cut=True,
    )
    async with asking(script) as its:
        assert await its.ask() == Sum(answer=2)


async def test_half_a_character_does_not_get_into_the_record() -> None:
    async with asking(Script('{"answer": 2} \ud83d')) as its:
        await its.ask()
        its.account.call.reply.encode()
    async with asking('{"answer": 2, "note": "\\ud83d"}') as its:
        await its.ask()
        its.account.call.parsed.encode()
