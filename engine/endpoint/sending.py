"""Sends one question until there is an answer, or an error that another request won't mend.

A refusal is answered by leaving out what is refused, one thing at a time, which is remembered
(``request.py``); a body that broke off is asked for once more, for the client library does that
only before a body begins. The protocols that a server may speak are known here, each as far as a
round needs it."""

import asyncio
import errno
import re
import ssl
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Literal

import anyio
import httpx2
from openai import APIConnectionError

from engine.domain.errors import ModelDeclined, ModelFailed, ModelTimedOut, ReplyInvalid
from engine.domain.facts import Frozen, Part, replace
from engine.domain.models import ReplyForm, Wire
from engine.endpoint import chat, messages, reading, responses
from engine.endpoint import client as clients
from engine.endpoint.failures import Endpoint, ServerSaid, plain_url, server_said
from engine.endpoint.request import Asking, EndpointSettings, EndpointTraits, FormMemory
from engine.endpoint.rounds import Round

_FORM_WORDS = re.compile(
    r"(?i)response_format|output_config|text\.format|json_schema|json_object|\bschema\b|grammar|guided|structured"
    r"|\btools?\b|tool_choice|\bfunctions?\b"
)
_NAMING_STATUSES = frozenset({400, 404, 405, 415, 422, 500, 501})
"""With these a server may say what it refuses,"""
_VAGUE_STATUSES = frozenset({400, 415, 422, 501})
"""and with these that it refuses something."""


def step_down(
    traits: EndpointTraits, body: Mapping[str, Any], said: ServerSaid, transport: "Transport"
) -> EndpointTraits | None:
    """What to try next after a refusal of ``body``; None where the refusal is about something
    else, or nothing is left to leave out."""
    is_elsewhere = said.is_about_context or said.is_about_model or said.is_about_key or said.is_page
    if is_elsewhere or said.status not in _NAMING_STATUSES:
        return None
    if named := _named(said, body, transport):
        return traits.without(named)
    names_form = _FORM_WORDS.search(f"{said.param} {said.message}")
    is_vague = said.status in _VAGUE_STATUSES
    if traits.form is not ReplyForm.TEXT and (names_form or is_vague):
        return replace(traits, form=transport.forms[transport.forms.index(traits.form) + 1])
    if is_vague and body.get("stream"):
        return traits.without("stream")
    return None


def _named(said: ServerSaid, body: Mapping[str, Any], transport: "Transport") -> str:
    """The parameter that is refused: by the field for it, else by the words."""
    roles = [message.get("role") for message in body.get("messages", ())]
    sent = {**body, "system": "system" in roles or None}
    for text in (said.param, said.message):
        for name, words in transport.parameters:
            if sent.get(name) is not None and re.search(words, text, re.IGNORECASE):
                return name
    return ""


class Transport(Frozen):
    """``forms`` are those that it has, the strictest first; ``parameters`` what can be left out,
    by the words with which servers name it. ``create`` is the library's own call for it."""

    name: str
    forms: tuple[ReplyForm, ...]
    parameters: tuple[tuple[str, str], ...]
    body: Callable[[Asking, EndpointSettings, EndpointTraits], dict[str, Any]]
    take: reading.Take
    create: Callable[[Any], Callable[..., Any]]


def _speaking(spoken: ModuleType, create: Callable[[Any], Callable[..., Any]]) -> Transport:
    """By the module of a protocol."""
    told = (spoken.NAME, spoken.FORMS, spoken.PARAMETERS, spoken.body, spoken.take)
    return Transport(*told, create)


_TRANSPORTS: dict[Wire, Transport] = {
    "chat": _speaking(chat, lambda it: it.chat.completions.with_streaming_response.create),
    "responses": _speaking(responses, lambda it: it.responses.with_streaming_response.create),
    "messages": _speaking(messages, lambda it: it.messages.with_streaming_response.create),
}


def transport_of(settings: EndpointSettings) -> Transport:
    return _TRANSPORTS[settings.wire]


def leading(settings: EndpointSettings, body: dict[str, Any]) -> Transport:
    """For an exchange that the model leads: its body, as it stands."""
    its = replace(_TRANSPORTS[settings.wire], body=lambda *_: body)
    if settings.wire != "messages":
        return its
    return replace(its, create=lambda it: it.beta.messages.with_streaming_response.create)


_Outcome = Literal["whole", "broken"] | ServerSaid | ModelFailed


class Sender(Part):
    """Errors are handed back rather than raised: what the client library raises holds the request
    with the key in it, and must not hang on to an error of ours."""

    settings: EndpointSettings
    client: clients.ModelClient
    memory: FormMemory
    transport: Transport | None = None

    def __post_init__(self) -> None:
        self._transport = self.transport or transport_of(self.settings)

    def endpoint(self, *, has_picture: bool = False) -> Endpoint:
        settings = self.settings
        return Endpoint(
            plain_url(settings.base_url), settings.model, bool(settings.key), has_picture
        )

    async def traits(self) -> EndpointTraits:
        """What is remembered of the endpoint, read in a thread: it may stand in a file."""
        return await asyncio.to_thread(self.memory.get, *self._place()) or EndpointTraits()

    async def remember(self, traits: EndpointTraits) -> None:
        if traits != await self.traits():
            await asyncio.to_thread(self.memory.put, *self._place(), traits)

    def _place(self) -> tuple[str, str]:
        """Under what it is remembered: a server may speak several protocols, each in its way."""
        settings = self.settings
        name = settings.model if settings.wire == "chat" else f"{settings.model} ({settings.wire})"
        return settings.base_url, name

    async def send(self, now: Round, *, traits: EndpointTraits | None = None) -> ModelFailed | None:
        """Fill ``now``. With ``traits`` nothing is stepped down, and nothing remembered."""
        current = traits or await self.traits()
        has_broken = False
        while True:
            now.form = current.form
            body = self._transport.body(now.asking, self.settings, current)
            outcome = await self._request(body, now)
            if outcome == "whole" and body.get(responses.PREVIOUS) and not now.received.follows:
                now.start_over()  # it answered to the complaint alone: it gets the turn itself
                current = current.without(responses.PREVIOUS)
                continue
            if outcome == "whole":
                now.spend()
                if traits is None:
                    await self.remember(current)
                return self._declined(now)
            if outcome == "broken":
                if has_broken:
                    now.spend()
                    return self.endpoint().broken_off()
                has_broken = True
                now.start_over()
                continue
            if isinstance(outcome, ModelFailed):
                if isinstance(outcome, ModelTimedOut | ReplyInvalid):
                    now.spend()  # it was read and thought about, though for nothing
                return outcome
            if now.received.reply:
                now.spend()
            lower = None if traits else step_down(current, body, outcome, self._transport)
            has_picture = now.asking.question.picture is not None
            if lower is None or (has_picture and outcome.is_about_picture):
                return await self._failure_of(outcome, has_picture=has_picture)
            current = lower
            now.received = reading.Received()
            now.retries += 1

    async def _request(self, body: dict[str, object], now: Round) -> _Outcome:
        create = self._transport.create(self.client.library)
        now.count = clients.count_retries()
        try:
            async with create(
                **body, extra_headers=clients.extra_headers(self.settings, self.client)
            ) as response:
                await reading.receive(response, now.received, now.now_ms, self._transport.take)
        except self.client.module.APIStatusError as error:
            location = error.response.headers.get("location", "")
            return server_said(error.status_code, error.body, location)
        except self.client.module.APIConnectionError as error:
            return self._unconnected(error)
        except httpx2.TimeoutException:
            return self.endpoint().timed_out(self.settings.timeout_secs)
        except (clients.BodyTooLong, reading.ReplyTooLong):
            return ReplyInvalid(
                f"The answer of {self.endpoint().url} is longer than anything that was asked for,"
                " and was not read to its end.",
                "Choose another model, or allow fewer tokens for a reply.",
            )
        except (reading.Broken, httpx2.RequestError, ssl.SSLError, anyio.EndOfStream):
            return "broken"
        except reading.ToldError as told:
            return server_said(200, {"error": told.error}).with_own_status()
        except reading.Foreign as foreign:
            if not foreign.missing:
                return self.endpoint().no_model_server()
            return self.endpoint().other_protocol(self._transport.name, foreign.missing)
        finally:
            now.retries += now.count.retries
        return "whole"

    def _unconnected(self, error: APIConnectionError) -> ModelFailed:
        cause = error.__cause__
        if isinstance(error, self.client.module.APITimeoutError) and not isinstance(
            cause, httpx2.ConnectTimeout
        ):
            return self.endpoint().timed_out(self.settings.timeout_secs)
        if not isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
            return self.endpoint().hung_up()
        return self.endpoint().unreachable(_reason(cause))

    def _declined(self, now: Round) -> ModelFailed | None:
        came = now.received
        if came.refusal:
            return ModelDeclined(
                f"{self.settings.model} won't do that: “{came.refusal[:300].strip()}”.",
                "Word the goal differently, or choose another model.",
            )
        if came.finish_reason == "content_filter":
            return ModelDeclined(
                f"The filter of {self.endpoint().url} held the reply back.",
                "Word the goal differently, or choose another endpoint.",
            )
        return None

    async def _failure_of(self, said: ServerSaid, *, has_picture: bool) -> ModelFailed:
        models: tuple[str, ...] = ()
        if said.status == 404 or said.is_about_model:
            models = await clients.listed_models(self.client, self.settings) or ()
        endpoint = self.endpoint(has_picture=has_picture)
        if said.status == 404 and self.settings.model in models and not said.is_about_model:
            return endpoint.without_protocol(self._transport.name)
        return endpoint.failure_of(said, models)


def _reason(error: BaseException | None) -> str:
    """Why there is no connection, in words."""
    if isinstance(error, httpx2.ConnectTimeout):
        return "it does not answer in time"
    if isinstance(error, httpx2.ProxyError):
        return "the proxy refuses"
    said = str(error)
    while error is not None:
        if isinstance(error, ssl.SSLError) or "CERTIFICATE" in said:
            return "its certificate or its encryption is not accepted"
        if isinstance(error, OSError) and error.errno == errno.ECONNREFUSED:
            return "the connection was refused"
        error = error.__cause__ or error.__context__
    return "no such host, or no way to it" if "ame" in said or "address" in said else ""
