"""What a call cost and what it was for."""

from __future__ import annotations

import asyncio

import pytest

from engine.domain.models import ModelQuestion, Price
from tests.engine.endpoint.asking import GOOD, QUESTION, asking
from tests.support.scripts import Script

_PRICE = Price(prompt=2.0, cached=1.0, completion=10.0)


async def test_a_call_tells_what_was_sent_and_what_it_cost() -> None:
    async with asking(Script(GOOD, usage=(1000, 400, 50)), price=_PRICE) as its:
        await its.ask()
        call = its.account.call
        assert call.question == QUESTION
        assert (call.model, call.endpoint) == ("scripted", its.endpoint.base_url)
        assert call.cost == pytest.approx((600 * 2 + 400 * 1 + 50 * 10) / 1_000_000)
        assert (call.reply, call.parsed) == (GOOD, GOOD)
        assert call.took_ms > 0


async def test_without_a_price_no_cost_is_made_up() -> None:
    async with asking() as its:
        await its.ask()
        assert its.account.call.cost is None


async def test_more_cached_than_read_is_not_believed() -> None:
    async with asking(Script(GOOD, usage=(10, 999, 5)), price=_PRICE) as its:
        await its.ask()
        assert its.account.call.usage.cached == 10


async def test_calls_at_once_keep_their_own_replies_and_counts() -> None:
    def answer(body: dict) -> str:
        return f'{{"answer": {body["messages"][1]["content"]}}}'

    async with asking(answer, max_concurrent=4) as its:
        questions = [ModelQuestion("distance", "", str(n), "h", place=str(n)) for n in range(8)]
        bare = [
            ModelQuestion("distance", "s", one.prompt, "h", place=one.place) for one in questions
        ]
        sums = await asyncio.gather(*(its.ask(one) for one in bare))
        assert [one.answer for one in sums] == list(range(8))
        assert {(c.question.place, c.reply) for c in its.account.calls} == {
            (str(n), f'{{"answer": {n}}}') for n in range(8)
        }


async def test_it_can_be_asked_again_after_it_was_closed() -> None:
    async with asking() as its:
        await its.ask()
        await its.model.close()
        assert (await its.ask()).answer == 2


async def test_the_account_knows_of_a_call_while_it_is_waited_for() -> None:
    async with asking(Script(never_answers=True)) as its:
        waiting = asyncio.ensure_future(its.ask())
        await its.endpoint.wait_for_requests()
        assert (its.account.asked, its.account.calls) == (["plan scripted"], [])
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert its.account.call.failure_class == "Cancelled"
