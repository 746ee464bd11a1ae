"""The key is in the Authorization header and nowhere else; a proxy is used where one is set."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.domain.errors import ModelFailed, ModelRefusesRequest
from engine.endpoint.request import EndpointSettings
from tests.engine.endpoint.asking import GOOD, QUESTION, asking
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripts import Script, declined, error, web_page

_KEY = "sk-secret-0123456789-abcdef"
_STARRED = "sk-secret-0123456789-****cdef"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


async def test_the_key_opens_the_door() -> None:
    async with asking(endpoint=ScriptedEndpoint(GOOD, key=_KEY), key=_KEY) as its:
        await its.ask()
        assert its.endpoint.requests[0].headers["authorization"] == f"Bearer {_KEY}"


async def test_without_a_key_none_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "from-the-environment")
    async with asking() as its:
        await its.ask()
        assert "authorization" not in its.endpoint.requests[0].headers
        assert "from-the-environment" not in its.endpoint.requests[0].headers.values()


async def test_a_wrong_key_is_told_with_where_to_put_the_right_one() -> None:
    async with asking(endpoint=ScriptedEndpoint(GOOD, key="sk-other"), key=_KEY) as its:
        with pytest.raises(ModelRefusesRequest, match="does not accept the key") as raised:
            await its.ask()
        assert "PILOTHOUSE_API_KEY" in raised.value.remedy


@pytest.mark.parametrize(
    "script",
    [
        error(401, f"Incorrect API key provided: {_KEY}."),
        error(400, f"Wrong key {_STARRED}", param=_KEY, code=_KEY),
        error(404, f"The model for {_KEY} does not exist"),
        error(301, _KEY, headers={"Location": "https://x.example/v1"}),
        error(500, f"Boom {_KEY}", headers={"Retry-After": "0.01"}),
        error(429, f"Slow down {_KEY}", headers={"Retry-After": "0.01"}),
        web_page(),
        declined(f"I won't, {_KEY}"),
        Script(f"Your key is {_KEY}"),
        Script(f'{{"answer": "{_KEY}"}}'),
        Script(f'{{"answer": 2, "{_KEY}": "{_KEY}"}}'),
        Script("", stream_error=f"No {_KEY}"),
        Script(GOOD, cut_off_at=0.3),
    ],
)
async def test_the_key_is_in_no_text(script: Script, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    texts: list[str] = []
    async with asking(script, key=_KEY, max_retries=1) as its:
        try:
            await its.ask()
        except ModelFailed as failed:
            texts += ["".join(traceback.format_exception(failed)), failed.message, failed.remedy]
            texts += [repr(vars(one)) for one in _chain(failed)]
            assert [type(one) for one in _chain(failed)] == [type(failed)]
        texts += [repr(call) for call in its.account.calls]
        texts += [repr(its.model), *(record.getMessage() for record in caplog.records)]
        assert its.account.calls
    for text in texts:
        assert _KEY not in text
        assert _STARRED not in text


async def test_a_key_that_stands_on_the_screen_is_in_no_record() -> None:
    quoting = replace(QUESTION, system=f"A {_KEY}", prompt=f"z1 | label | {_KEY}")
    async with asking(key=_KEY) as its:
        await its.ask(quoting)
        asked = its.account.call.question
    assert _KEY not in asked.system + asked.prompt
    assert asked.prompt.startswith("z1 | label | ")


def test_settings_do_not_print_the_key() -> None:
    assert _KEY not in repr(EndpointSettings("http://x/v1", "m", key=_KEY))


async def test_a_word_to_please_a_server_is_no_secret() -> None:
    async with asking('{"answer": 2, "by": "ollama"}', key="ollama") as its:
        await its.ask()
        assert "ollama" in its.account.call.reply


async def test_a_proxy_that_is_set_gets_the_requests() -> None:
    """The scripted endpoint stands where the proxy would; the host itself does not exist."""
    async with ScriptedEndpoint(GOOD) as proxy:
        address = proxy.base_url.removesuffix("/v1")
        target = "http://models.invalid/v1"
        async with asking(base_url=target, proxy=address, model="scripted") as its:
            await its.ask()
            (request,) = proxy.requests
            assert request.target == "http://models.invalid/v1/chat/completions"
            assert request.headers["host"] == "models.invalid"
            assert not its.endpoint.all_requests


async def test_the_environment_s_proxy_is_for_the_world_outside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ScriptedEndpoint(GOOD) as proxy:
        monkeypatch.setenv("http_proxy", proxy.base_url.removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        async with asking() as its:
            await its.ask()
            assert len(its.endpoint.requests) == 1 and not proxy.requests
        async with asking(base_url="http://models.invalid/v1", model="scripted") as its:
            await its.ask()
            assert len(proxy.requests) == 1


async def test_a_password_in_the_address_is_not_shown() -> None:
    async with asking(error(500, "x", headers={"Retry-After": "0.01"})) as its:
        with_password = its.endpoint.base_url.replace("://", "://me:hush-hush@")
        async with asking(base_url=with_password) as theirs:
            with pytest.raises(ModelFailed):
                await theirs.ask()
            assert "hush-hush" not in repr(theirs.account.calls)
