"""The endpoint that tests are driven over does what its description says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.domain.errors import ModelFailed
from tests.engine.endpoint.asking import GOOD, Sum, asking
from tests.support.scripted_endpoint import Body, ScriptedEndpoint, in_thread
from tests.support.strict_messages import Wrong
from tests.support.strict_requests import check


def test_in_a_thread_it_serves_a_loop_of_somebody_else() -> None:
    async def ask(base_url: str) -> Sum:
        async with asking(base_url=base_url, model="scripted") as its:
            return await its.ask()

    with in_thread(ScriptedEndpoint(GOOD)) as endpoint:
        assert asyncio.run(ask(endpoint.base_url)) == Sum(answer=2)
        assert "What is 1 + 1?" in endpoint.requests[0].prompt


async def test_an_answer_may_take_its_time_and_look_at_what_was_asked() -> None:
    async def answer(body: Body) -> str:
        await asyncio.sleep(0.05)  # what it takes itself
        return GOOD if body["model"] == "scripted" else "no"

    async with asking(endpoint=ScriptedEndpoint(answer, delay_secs=lambda body: 0.05)) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.took_ms >= 100


async def test_what_an_answer_raises_is_the_test_s_to_see() -> None:
    def answer(body: Body) -> str:
        raise LookupError("no such reply")

    with pytest.raises(LookupError, match="no such reply"):
        async with asking(answer) as its:
            with pytest.raises(ModelFailed):
                await its.ask()


_ASKED = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
_THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"}
_SAID = {"role": "user", "content": "Hi"}


@pytest.mark.parametrize(
    ("wire", "body", "words"),
    [
        ("chat", {**_ASKED, "mood": "fine"}, "Unknown parameter: 'mood'"),
        ("chat", {**_ASKED, "max_tokens": "9"}, "max_tokens"),
        ("responses", {"model": "m", "input": [_SAID], "messages": []}, "Unknown parameter"),
        ("responses", {"model": "m", "input": [_THOUGHT, _SAID]}, "required following item"),
        ("responses", {"model": "m", "input": [{**_THOUGHT, "encrypted_content": "other"}]},
         "'rs_1' not found"),
        ("messages", {**_ASKED, "temperature": 0}, "Unknown parameter: 'temperature'"),
        ("messages", {"model": "m", "messages": _ASKED["messages"]}, "max_tokens"),
        ("messages", {**_ASKED, "messages": [{"role": "assistant", "content": "Hi"}]}, "first"),
        ("messages", {**_ASKED, "output_config": {"format": {"type": "json_schema", "schema": {
            "type": "object", "additionalProperties": False, "minimum": 1}}}}, "minimum"),
    ],
)  # fmt: skip
def test_it_refuses_what_the_published_schemas_do_not_have(
    wire: str, body: dict[str, Any], words: str
) -> None:
    with pytest.raises(Wrong, match=words):
        check(wire, body, {"sealed"})
