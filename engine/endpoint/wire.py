"""What comes back over the wire: one JSON body, or a stream of server-sent events.

It is read here, byte by byte, rather than by the client library: a broken, huge or foreign body
must end in a plain error, with what was received so far in hand.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError

from engine.domain.models import TokenUsage

_LONGEST_REPLY = 200_000
"""Characters; far beyond the most tokens that are asked for."""


class Broken(Exception):
    """The body ended before it was whole."""


class ReplyTooLong(Exception):
    """The model writes on and on."""


class Foreign(Exception):
    """What came is not of this protocol; the text is the beginning of it."""


class ToldError(Exception):
    """The body is an error, though the status said that all is well."""

    def __init__(self, error: Any) -> None:
        super().__init__()
        self.error = error


class HttpResponse(Protocol):
    @property
    def headers(self) -> Any: ...

    def iter_bytes(self) -> AsyncIterator[bytes]: ...


@dataclass(slots=True)
class Received:
    """What came so far. ``first_token_ms`` is told of streams only."""

    text: str = ""
    arguments: str = ""
    refusal: str = ""
    finish_reason: str = ""
    usage: TokenUsage | None = None
    first_token_ms: float | None = None

    @property
    def reply(self) -> str:
        return self.arguments or self.text or self.refusal


class _Function(BaseModel):
    arguments: str | dict[str, Any] | None = None


class _ToolCall(BaseModel):
    index: int | None = None
    function: _Function | None = None


class _Message(BaseModel):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(BaseModel):
    index: int | None = 0
    message: _Message | None = None
    delta: _Message | None = None
    finish_reason: str | None = None


class _PromptDetails(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None


class _Body(BaseModel):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None


async def receive(response: HttpResponse, into: Received, now_ms: Callable[[], float]) -> None:
    """Read a whole answer. ``now_ms`` is the time since the question was sent.

    Raises ``Broken``, ``Foreign``, ``ToldError``, ``ReplyTooLong``, and what the connection raises.
    """
    if "event-stream" in response.headers.get("content-type", ""):
        await _receive_events(response, into, now_ms)
        return
    parts = bytearray()
    async for part in response.iter_bytes():
        parts += part
    try:
        told = json.loads(parts)
    except (ValueError, RecursionError):
        beginning = bytes(parts[:200]).decode(errors="replace").lstrip()
        if beginning.startswith("{"):
            raise Broken from None
        raise Foreign(beginning) from None
    _take(told, into)


async def _receive_events(
    response: HttpResponse, into: Received, now_ms: Callable[[], float]
) -> None:
    is_done = False
    async for line in _lines(response.iter_bytes()):
        name, _, value = line.partition(b":")
        if name != b"data":
            continue
        data = value.strip()
        if data == b"[DONE]":
            is_done = True
            break
        try:
            told = json.loads(data)
        except (ValueError, RecursionError):
            raise Broken from None
        _take(told, into)
        if into.first_token_ms is None and into.reply:
            into.first_token_ms = now_ms()
    if not is_done and not into.finish_reason:
        raise Broken


async def _lines(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Lines by their line feeds alone: replies may hold every other kind of line end."""
    rest = bytearray()
    async for part in parts:
        rest += part
        if b"\n" in part:
            *whole, last = bytes(rest).split(b"\n")
            rest = bytearray(last)
            for line in whole:
                yield line.rstrip(b"\r")
    if rest:
        yield bytes(rest)


def _take(told: Any, into: Received) -> None:
    """Add one body, or one event of a stream, to what came so far."""
    if isinstance(told, dict) and told.get("error"):
        raise ToldError(told["error"])
    try:
        body = _Body.model_validate(told)
    except ValidationError:
        raise Foreign(json.dumps(told)[:200]) from None
    if body.choices is None and body.usage is None:
        raise Foreign(json.dumps(told)[:200])
    if body.usage is not None:
        into.usage = _usage(body.usage) or into.usage
    for choice in body.choices or ():
        if not choice.index:
            _take_choice(choice, into)
    if len(into.reply) > _LONGEST_REPLY:
        raise ReplyTooLong


def _take_choice(choice: _Choice, into: Received) -> None:
    into.finish_reason = choice.finish_reason or into.finish_reason
    message = choice.delta or choice.message or _Message()
    into.text += _text_of(message.content)
    into.refusal += message.refusal or ""
    for call in message.tool_calls or ():
        if not call.index and call.function is not None:
            told = call.function.arguments or ""
            into.arguments += told if isinstance(told, str) else json.dumps(told)


def _text_of(content: str | list[dict[str, Any]] | None) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content)
    return content or ""


def _usage(told: _Usage) -> TokenUsage | None:
    if told.prompt_tokens is None and told.completion_tokens is None:
        return None
    details = told.prompt_tokens_details or _PromptDetails()
    prompt = max(0, told.prompt_tokens or 0)
    cached = min(prompt, max(0, details.cached_tokens or 0))
    return TokenUsage(prompt, cached, max(0, told.completion_tokens or 0))
