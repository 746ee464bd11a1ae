"""Cancelling closes the request, seen from the server; and calls at once are limited."""

from __future__ import annotations

import asyncio

import pytest

from tests.engine.endpoint.asking import GOOD, Set, asking
from tests.support.scripted_endpoint import Body, ScriptedEndpoint
from tests.support.scripts import Script, silent, stalled
from tests.support.waiting import BOUND_SECS


async def _under_way(its: Set) -> asyncio.Task[object]:
    task = asyncio.ensure_future(its.ask())
    async with asyncio.timeout(BOUND_SECS):
        await its.endpoint.wait_for_requests()
    return task


@pytest.mark.parametrize("script", [silent(), stalled(GOOD)])
async def test_the_server_sees_a_cancelled_request_close(script: Script) -> None:
    async with asking(script) as its:
        task = await _under_way(its)
        assert not its.endpoint.requests[0].closed_early
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(BOUND_SECS):
            await its.endpoint.requests[0].ended.wait()
        assert its.endpoint.requests[0].closed_early


async def test_a_cancelled_call_is_told_and_its_prompt_charged() -> None:
    async with asking(silent()) as its:
        task = await _under_way(its)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        call = its.account.call
        assert call.failure == "The call was cancelled."
        assert call.usage.prompt > 0 and call.usage.is_estimated


async def test_after_a_cancelled_call_the_next_one_works() -> None:
    async with asking([silent(), GOOD], max_concurrent=1) as its:
        task = await _under_way(its)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await its.ask()).answer == 2


@pytest.mark.parametrize("limit", [1, 2])
async def test_no_more_calls_at_once_than_allowed(limit: int) -> None:
    arrived, are_enough = 0, asyncio.Event()

    async def once_enough_came(body: Body) -> str:
        nonlocal arrived
        arrived += 1
        if arrived >= limit:
            are_enough.set()
        await are_enough.wait()
        return GOOD

    endpoint = ScriptedEndpoint(once_enough_came, delay_secs=0.05)
    async with asking(endpoint=endpoint, max_concurrent=limit) as its:
        await asyncio.gather(*(its.ask() for _ in range(5)))
        assert its.endpoint.most_at_once == limit
        assert len(its.account.calls) == 5
