"""What comes back over the wire: one JSON body, or a stream of server-sent events.

It is read here, byte by byte, rather than by the client library: a broken, huge or foreign body
must end in a plain error, with what was received so far in hand.
"""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Protocol

from engine.domain.models import TokenUsage

Take = Callable[[dict[str, Any], "Received"], None]
"""Adds one body, or one event of a stream, to what came so far, as the protocol has it. Raises
``Foreign`` for what is not of it."""
_LONGEST_REPLY = 200_000
"""Characters; far beyond the most tokens that are asked for."""


class Broken(Exception):
    """The body ended before it was whole."""


class ReplyTooLong(Exception):
    """The model writes on and on."""


class Foreign(Exception):
    """What came is not of this protocol. ``missing`` names what it has and this has not, where it
    is an answer at all."""

    def __init__(self, missing: str = "") -> None:
        super().__init__()
        self.missing = missing


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
    """What came so far. ``first_token_ms`` is told of streams only.

    ``turn`` holds the model's turn as the protocol has it, thoughts among it, where it may go back
    as it came; ``response_id`` is what the server keeps it under, ``follows`` the kept answer that
    it says this one follows.
    """

    text: str = ""
    arguments: str = ""
    refusal: str = ""
    finish_reason: str = ""
    usage: TokenUsage | None = None
    first_token_ms: float | None = None
    turn: list[dict[str, Any]] = field(default_factory=list)
    response_id: str = ""
    follows: str = ""

    @property
    def reply(self) -> str:
        """All that was said, a tool's arguments after the words beside them."""
        return "\n".join(part for part in (self.text, self.arguments) if part) or self.refusal


async def receive(
    response: HttpResponse, into: Received, now_ms: Callable[[], float], take: Take
) -> None:
    """Read a whole answer. ``now_ms`` is the time since the question was sent.

    Raises ``Broken``, ``Foreign``, ``ToldError``, ``ReplyTooLong``, and what the connection raises.
    """
    if "event-stream" in response.headers.get("content-type", ""):
        await _receive_events(response, into, now_ms, take)
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
        raise Foreign from None
    _take(told, into, take)


async def _receive_events(
    response: HttpResponse, into: Received, now_ms: Callable[[], float], take: Take
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
        _take(told, into, take)
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


def _take(told: Any, into: Received, take: Take) -> None:
    if not isinstance(told, dict):
        raise Foreign
    if told.get("error"):
        raise ToldError(told["error"])
    take(told, into)
    if len(into.reply) > _LONGEST_REPLY:
        raise ReplyTooLong


def given(told: Any, name: str, kind: type | UnionType, *, is_needed: bool = False) -> Any:
    """What is told under that name, or None. Raises ``Foreign`` where it is of another kind, or
    missing though it ``is_needed``."""
    value = told.get(name) if isinstance(told, dict) else told
    if value is None and not is_needed:
        return None
    if not isinstance(told, dict) or not isinstance(value, kind):
        raise Foreign(name)
    return value


@dataclass(frozen=True, slots=True)
class UsagePaths:
    """Where a protocol tells how many tokens were used, by dotted names. ``counts_cache_apart``:
    its prompt is without what comes from the cache or goes there."""

    prompt: str
    cached: str
    written: str
    completion: str
    reasoning: str
    counts_cache_apart: bool = False

    def read(self, told: object) -> TokenUsage | None:
        """None where neither prompt nor completion is told."""
        names = ("prompt", "cached", "written", "completion", "reasoning")
        found = {name: _number_at(told, getattr(self, name)) for name in names}
        if found["prompt"] is None and found["completion"] is None:
            return None
        if self.counts_cache_apart and found["prompt"] is not None:
            found["prompt"] += (found["cached"] or 0) + (found["written"] or 0)
        return TokenUsage.told(**found)


def _number_at(told: object, path: str) -> int | None:
    for name in path.split("."):
        told = told.get(name) if isinstance(told, dict) else None
    return told if isinstance(told, int) else None
