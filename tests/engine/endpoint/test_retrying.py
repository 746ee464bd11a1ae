"""Retries: by the client library before a body begins, once by us after that."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from engine.domain.errors import ModelBusy, ModelTimedOut, ModelUnreachable
from tests.engine.endpoint.asking import GOOD, Sum, asking
from tests.support.scripted_endpoint import Body, ScriptedEndpoint
from tests.support.scripts import (
    Script,
    broken_off,
    busy,
    error,
    hung_up,
    server_error,
    silent,
    too_long_a_length,
    too_short_a_length,
)

_SOON = {"Retry-After": "0.02"}


@pytest.mark.parametrize(
    "trouble",
    [
        busy(0.02),
        server_error(),
        server_error(503),
        error(408, "", headers=_SOON),
        error(409, "", headers=_SOON),
    ],
)
async def test_passing_trouble_is_waited_out(trouble: Script) -> None:
    async with asking([trouble, trouble, GOOD], max_retries=2) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.retries == 2
        assert its.account.call.failure == ""


async def test_retry_after_is_kept_to() -> None:
    at_secs: list[float] = []

    def answer(body: Body) -> Script:
        at_secs.append(time.monotonic())
        return busy(0.9) if len(at_secs) == 1 else Script(GOOD)

    async with asking(answer, max_retries=1) as its:
        await its.ask()
    (waited,) = (later - sooner for sooner, later in pairwise(at_secs))
    assert waited >= 0.9  # without the header it would be half a second at most


async def test_retries_show_when_the_last_one_fails_too() -> None:
    async with asking(busy(0.02), max_retries=2) as its:
        with pytest.raises(ModelBusy):
            await its.ask()
        assert its.account.call.retries == 2
        assert len(its.endpoint.requests) == 3


async def test_waiting_for_a_busy_server_ends_with_the_time_for_the_call() -> None:
    async with asking(busy(30), max_retries=2, call_secs=2.0) as its:
        with pytest.raises(ModelBusy, match=r"still so after 2 s"):
            await its.ask()
        assert its.account.call.usage.total == 0


async def test_a_server_that_was_busy_and_then_says_nothing_has_timed_out() -> None:
    async with asking([busy(0.02), silent()], max_retries=2, call_secs=6.0) as its:
        with pytest.raises(ModelTimedOut):
            await its.ask()
        assert its.account.call.retries == 1


async def test_a_server_that_hangs_up_is_told_apart_from_one_that_is_not_there() -> None:
    async with asking(hung_up()) as its:
        with pytest.raises(ModelUnreachable, match="closed the connection before it answered"):
            await its.ask()
    async with asking([hung_up(), GOOD], max_retries=1) as its:
        assert await its.ask() == Sum(answer=2)


async def test_what_was_not_understood_is_not_sent_again() -> None:
    async with asking(error(403, "No."), max_retries=2) as its:
        with pytest.raises(Exception, match="No"):
            await its.ask()
        assert len(its.endpoint.requests) == 1


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(broken_off(GOOD), id="streamed"),
        pytest.param(too_short_a_length(GOOD), id="length too short"),
        pytest.param(too_long_a_length(GOOD), id="length too long"),
        pytest.param(Script(raw=b'{"choices": [{"mess'), id="truncated body"),
        pytest.param(Script(GOOD, finish_reason=None, cut_off_at=0.8), id="no end"),
    ],
)
async def test_a_body_that_breaks_off_is_asked_for_once_more(broken: Script) -> None:
    async with asking([broken, GOOD]) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.retries == 1
    async with asking(broken) as its:
        with pytest.raises(ModelUnreachable, match="broke off in the middle of its answer, twice"):
            await its.ask()
        assert len(its.endpoint.requests) == 2
        assert its.account.call.retries == 1


async def test_a_whole_body_breaks_off_too() -> None:
    endpoint = ScriptedEndpoint([broken_off(GOOD), GOOD], ignores=["stream"])
    async with asking(endpoint=endpoint) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.retries == 1


async def test_a_stream_that_ends_without_its_end_is_no_answer() -> None:
    """The connection is closed in good order, and yet the model was not done."""
    unfinished = Script(
        raw=b'data: {"choices": [{"delta": {"content": "{\\"answer\\": 2}"}}]}\n\n',
        media_type="text/event-stream",
    )
    async with asking(unfinished) as its:
        with pytest.raises(ModelUnreachable, match="broke off"):
            await its.ask()


async def test_tokens_of_a_broken_answer_are_charged() -> None:
    async with asking([broken_off(GOOD * 20, at=0.8), GOOD]) as its:
        await its.ask()
        usage = its.account.call.usage
        assert usage.is_estimated
        assert usage.prompt > 120 and usage.completion > 30
