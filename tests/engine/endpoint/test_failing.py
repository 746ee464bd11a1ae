"""Every way in which an endpoint fails ends in a plain sentence with a remedy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.errors import (
    ContextExceeded,
    ModelBusy,
    ModelDeclined,
    ModelFailed,
    ModelRefusesRequest,
    ModelTimedOut,
    ModelUnreachable,
    ReplyInvalid,
)
from engine.domain.models import SentPicture
from tests.engine.endpoint.asking import GOOD, QUESTION, Account, asking
from tests.support.closed_port import held_port
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripts import (
    Script,
    busy,
    declined,
    error,
    filtered,
    huge,
    server_error,
    silent,
    stalled,
    web_page,
)

_LONG = "This model's maximum context length is 4096 tokens. However, you requested 5000."


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        (busy(), ModelBusy, "too many requests"),
        (server_error(), ModelUnreachable, "fails: “The server had an error”"),
        (web_page(), ModelRefusesRequest, "no model server"),
        (web_page(502), ModelUnreachable, "status 502"),
        (error(401, "No key."), ModelRefusesRequest, "asks for a key"),
        (error(403, "Not for you."), ModelRefusesRequest, "asks for a key"),
        (error(429, "x", code="insufficient_quota"), ModelRefusesRequest, "no credit"),
        (error(400, _LONG), ContextExceeded, "longer than scripted can read"),
        (error(413, "Too large."), ContextExceeded, "longer than scripted can read"),
        (error(408, "Waited."), ModelTimedOut, "gave up waiting"),
        (error(301, "", headers={"Location": "https://u:p@m.example/v1"}), ModelRefusesRequest,
         "sends requests on to https://m.example/v1"),
        (declined("Not that."), ModelDeclined, "Not that."),
        (filtered(), ModelDeclined, "held the reply back"),
        (huge(300_000), ReplyInvalid, "longer than anything"),
        (huge(3_000_000), ReplyInvalid, "longer than anything"),
        (Script(raw=b" " * 3_000_000 + b"{}"), ReplyInvalid, "longer than anything"),
        (error(400, "x" * 3_000_000), ReplyInvalid, "longer than anything"),
        (Script("", stream_error="CUDA out of memory"), ModelUnreachable, "CUDA out of memory"),
        (Script(raw=b'{"error": {"message": "Overloaded", "code": 503}}'), ModelUnreachable,
         "Overloaded"),
        (Script(raw=b'{"hello": "world"}'), ModelRefusesRequest, "no model server"),
        (Script(raw=b'{"choices": 5}'), ModelRefusesRequest, "no model server"),
        (Script(raw=b"[" * 100_000), ModelRefusesRequest, "no model server"),
    ],
)  # fmt: skip
async def test_what_the_server_does_is_told_in_words(
    script: Script, kind: type[ModelFailed], words: str
) -> None:
    async with asking(script) as its:
        with pytest.raises(kind) as raised:
            await its.ask()
        assert type(raised.value) is kind
        assert words in raised.value.message and raised.value.remedy
        assert its.account.call.failure == raised.value.message
        assert its.account.call.failure_class == kind.__name__


async def test_a_refused_connection_names_the_address_and_says_to_start_the_server() -> None:
    with held_port() as port:
        gone = f"http://127.0.0.1:{port}/v1"
        async with asking(base_url=gone) as its:
            with pytest.raises(ModelUnreachable) as raised:
                await its.ask()
        assert gone in raised.value.message and "refused" in raised.value.message
        assert raised.value.remedy.startswith("Start the model server there")
        assert its.account.call.usage.total == 0


async def test_a_missing_model_is_told_with_those_that_there_are() -> None:
    endpoint = ScriptedEndpoint(GOOD, models=("tiny", "large"))
    async with asking(endpoint=endpoint, model="other") as its:
        with pytest.raises(ModelRefusesRequest, match="no model “other”") as raised:
            await its.ask()
        assert "tiny, large" in raised.value.remedy


async def test_a_model_that_reads_no_pictures_says_so_at_once() -> None:
    picture = SentPicture(b"png", "image/png", 8, 8)
    async with asking(error(400, "image input is not supported")) as its:
        with pytest.raises(ModelRefusesRequest, match="can't be shown a picture"):
            await its.ask(replace(QUESTION, picture=picture))
        assert len(its.endpoint.requests) == 1


async def test_a_server_that_never_answers_times_out_between_two_bytes() -> None:
    async with asking(silent(), timeout_secs=2) as its:  # it bounds connecting, too
        with pytest.raises(ModelTimedOut, match="did not answer in 2 s"):
            await its.ask()
        assert its.account.call.usage.is_estimated and its.account.call.usage.prompt > 0


async def test_a_stream_that_stalls_times_out_and_keeps_what_came() -> None:
    async with asking(stalled('{"answer": 22222222222222}', at=0.6), timeout_secs=2.0) as its:
        with pytest.raises(ModelTimedOut):
            await its.ask()
        assert its.account.call.reply.startswith('{"answer"')


async def test_a_round_is_bounded_however_steadily_it_drips() -> None:
    dripping = Script('{"answer": "' + "x" * 2000 + '"}', pause_secs=0.1)
    async with asking(dripping, call_secs=2.0) as its:
        with pytest.raises(ModelTimedOut, match=r"did not answer in 2 s"):
            await its.ask()
        await its.endpoint.requests[0].ended.wait()
        assert its.endpoint.requests[0].closed_early


async def test_the_time_of_the_run_bounds_a_round_too() -> None:
    async with asking(silent(), account=Account(secs_left=0.2)) as its:
        with pytest.raises(ModelTimedOut, match="time of the run"):
            await its.ask()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"base_url": "localhost:1234"}, "no address"),
        ({"model": ""}, "No model is chosen"),
        ({"key": "sk-\nabc"}, "can't be sent"),
        ({"proxy": "socks5://u:pw@p.example"}, "proxy “socks5://p.example” can't be used"),
    ],
)
async def test_settings_that_can_not_work_are_refused_in_words(
    settings: dict[str, str], words: str
) -> None:
    async with asking(**settings) as its:
        with pytest.raises(ModelRefusesRequest, match=words):
            await its.ask()
        assert not its.endpoint.all_requests
