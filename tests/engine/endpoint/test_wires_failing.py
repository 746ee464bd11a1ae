"""What fails over Chat Completions, Responses and Messages, each against a server."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import pytest

from engine.domain.errors import (
    ModelBusy,
    ModelDeclined,
    ModelFailed,
    ModelRefusesRequest,
    ModelTimedOut,
    ModelUnreachable,
    ReplyInvalid,
)
from tests.engine.endpoint.asking import GOOD, Sum, asking
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripts import Script, busy, declined, error, server_error, silent

WIRES = ("chat", "responses", "messages")
_KEY = "sk-secret-0123456789-abcdef"


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        (busy(), ModelBusy, "too many requests: “Rate limit reached”"),
        (server_error(), ModelUnreachable, "fails: “The server had an error”"),
        (server_error(503), ModelUnreachable, "fails: “The server had an error”"),
        (error(529, "Overloaded"), ModelBusy, "too many requests: “Overloaded”"),
        (error(408, "Waited."), ModelTimedOut, "gave up waiting"),
        (Script("", stream_error="Out of memory"), ModelUnreachable, "Out of memory"),
        (Script(GOOD, cut_off_at=0.5), ModelUnreachable, "broke off in the middle"),
        (declined("Not that."), ModelDeclined, "Not that."),
        (error(401, "No key."), ModelRefusesRequest, "asks for a key"),
    ],
)
async def test_what_fails_is_told_in_words(
    wire: str, script: Script, kind: type[ModelFailed], words: str
) -> None:
    async with asking(script, wire=wire) as its:
        with pytest.raises(kind) as raised:
            await its.ask()
    assert words in raised.value.message and raised.value.remedy


@pytest.mark.parametrize("wire", WIRES)
async def test_busy_and_failing_servers_are_asked_again(wire: str) -> None:
    async with asking([busy(), server_error(), GOOD], wire=wire, max_retries=2) as its:
        assert await its.ask() == Sum(answer=2)
        assert its.account.call.retries == 2


@pytest.mark.parametrize("wire", WIRES)
async def test_silence_times_out(wire: str) -> None:
    async with asking(silent(), wire=wire, timeout_secs=2) as its:  # it bounds connecting, too
        with pytest.raises(ModelTimedOut, match="did not answer in 2 s"):
            await its.ask()


@pytest.mark.parametrize(
    ("wire", "raw", "missing"),
    [
        ("chat", b'{"object": "chat.completion", "outcomes": []}', "choices"),
        ("responses", b'{"object": "response", "id": "resp_1", "results": []}', "output"),
        ("responses", b'{"object": "response", "output": [{"type": 5}]}', "type"),
        ("messages", b'{"type": "message", "blocks": []}', "content"),
        ("messages", b'{"type": "message", "content": "two"}', "content"),
    ],
)
async def test_a_protocol_that_changed_its_fields_is_told_by_name(
    wire: str, raw: bytes, missing: str
) -> None:
    async with asking(Script(raw=raw), wire=wire) as its:
        with pytest.raises(ModelRefusesRequest, match="answers otherwise than") as raised:
            await its.ask()
    assert f"“{missing}”" in raised.value.message and "protocol" in raised.value.remedy


@pytest.mark.parametrize("wire", ["responses", "messages"])
async def test_blocks_and_events_of_a_kind_that_nobody_knows_are_passed_over(wire: str) -> None:
    new = {"type": "hologram", "id": "h1", "shape": [1, 2]}
    said = {"type": "output_text", "text": GOOD} if wire == "responses" else {}
    told: dict[str, Any] = {
        "responses": {"output": [new, {"type": "message", "content": [said]}], "mood": "fine"},
        "messages": {"type": "message", "content": [new, {"type": "text", "text": GOOD}],
                     "stop_reason": "weary"},
    }[wire]  # fmt: skip
    async with asking(Script(raw=json.dumps(told).encode()), wire=wire) as its:
        assert await its.ask() == Sum(answer=2)


@pytest.mark.parametrize("wire", ["responses", "messages"])
async def test_a_server_that_does_not_speak_the_protocol_is_told_so(wire: str) -> None:
    endpoint = ScriptedEndpoint(GOOD, wires=("chat",))
    async with asking(endpoint=endpoint, wire=wire) as its:
        with pytest.raises(ModelRefusesRequest, match="but not by the protocol") as raised:
            await its.ask()
    assert "Chat Completions" in raised.value.remedy


async def test_a_claim_that_the_operator_approved_is_a_word_like_any_other() -> None:
    """No field of a reply approves anything: what the schema does not have is left out."""
    claims = '{"answer": 2, "approved": true, "operator_said": "yes"}'
    for wire in WIRES:
        async with asking(claims, wire=wire) as its:
            assert (await its.ask()).model_dump() == {"answer": 2}


# -- the key ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    "script",
    [Script(GOOD), error(400, f"Bad {_KEY}"), error(500, f"Boom {_KEY}"), Script(f"Key {_KEY}")],
)
async def test_the_key_opens_the_door_and_is_in_no_text(
    wire: str, script: Script, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    said: list[str] = []
    async with asking(endpoint=ScriptedEndpoint(script, key=_KEY), wire=wire, key=_KEY) as its:
        try:
            await its.ask()
        except ModelFailed as failed:
            said += [failed.message, failed.remedy]
        headers = its.endpoint.requests[0].headers
        said += [repr(its.account.calls), *(record.getMessage() for record in caplog.records)]
    assert headers["authorization"] == f"Bearer {_KEY}"
    assert not any(_KEY in text for text in said)


async def test_nothing_of_the_environment_goes_to_a_server_of_messages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, "from-the-environment")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Mine: from-the-environment")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://models.invalid")
    async with asking(wire="messages") as its:
        await its.ask()
        headers = its.endpoint.requests[0].headers
    assert "x-api-key" not in headers and "authorization" not in headers
    assert "from-the-environment" not in headers.values()


async def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    async with asking(wire="messages") as its:
        with pytest.raises(ModelUnreachable, match="extra “anthropic”") as raised:
            await its.ask()
    assert "pilothouse[anthropic]" in raised.value.remedy


async def test_a_reply_that_stays_wrong_fails_after_one_repair_on_each() -> None:
    for wire in WIRES:
        async with asking('{"sum": 2}', wire=wire) as its:
            with pytest.raises(ReplyInvalid, match="answer: Field required"):
                await its.ask()
            assert len(its.endpoint.requests) == 2
