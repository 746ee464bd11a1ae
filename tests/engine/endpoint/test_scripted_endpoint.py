"""The endpoint that tests are driven over does what its description says."""

from __future__ import annotations

import asyncio

import pytest

from engine.domain.errors import ModelFailed
from tests.engine.endpoint.asking import GOOD, Sum, asking
from tests.support.scripted_endpoint import Body, ScriptedEndpoint, in_thread


def test_in_a_thread_it_serves_a_loop_of_somebody_else() -> None:
    async def ask(base_url: str) -> Sum:
        async with asking(base_url=base_url, model="scripted") as its:
            return await its.ask()

    with in_thread(ScriptedEndpoint(GOOD)) as endpoint:
        assert asyncio.run(ask(endpoint.base_url)) == Sum(answer=2)
        assert "What is 1 + 1?" in endpoint.requests[0].prompt


async def test_an_answer_may_take_its_time_and_look_at_what_was_asked() -> None:
    async def answer(body: Body) -> str:
        await asyncio.sleep(0.05)
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
