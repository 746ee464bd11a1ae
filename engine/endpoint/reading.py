"""What comes back over the wire: one JSON body, or a stream of server-sent events; and in it the
JSON object that a model meant, though it wrote around it and nearly.

It is read here, byte by byte, rather than by the client library: a broken, huge or foreign body
must end in a plain error, with what was received so far in hand.

Code fences, prose before and after, thoughts in tags, trailing commas, comments and Python's
literals are read over. What breaks off is not completed: half an answer must not pass as one."""

import ast
import json
import re
from collections.abc import AsyncIterator, Callable
from types import UnionType
from typing import Any, Protocol

import json_repair

from engine.domain.facts import Frozen, Part, field
from engine.domain.models import TokenUsage

_TAG = re.compile(r"(?i)<(/?)(think|thinking|thought|reasoning)>")
_THOUGHT_END = re.compile(r"(?i)</(?:think|thinking|thought|reasoning)>")
_THOUGHT_START = re.compile(r"(?i)<(?:think|thinking|thought|reasoning)>")
_OBJECT = r"""\{(?=\s*(?:["'}/]|\w+\s*:))"""
_OPENING = re.compile(rf"{_OBJECT}|\[(?=\s*{_OBJECT})")
"""Where JSON can start; other brackets are prose."""
_CLOSING = {"{": "}", "[": "]"}
_DEEPEST = 100
_BEFORE_QUOTE = frozenset("{[,:(")


class Readings(Frozen):
    """Objects found in a reply, the likeliest first; without any, ``problem`` says why.
    ``has_no_json``: the reply does not even try."""

    objects: tuple[dict[str, Any], ...] = ()
    problem: str = ""
    has_no_json: bool = False


def read_objects(reply: str) -> Readings:
    """The JSON objects of a reply; what is written last is likeliest to be meant."""
    text = without_thoughts(reply)
    if not text.strip():
        return Readings(problem="The reply is empty.")
    found: list[dict[str, Any]] = []
    position = 0
    lists = 0
    while opening := _OPENING.search(text, position):
        end = _end_of(text, opening.start())
        if end is None:
            return Readings(problem="The JSON breaks off before its end.")
        value = _value_of(text[opening.start() : end])
        position = end
        if isinstance(value, list):
            lists += 1
            value = value[0] if len(value) == 1 else None
        if isinstance(value, dict):
            found.append(value)
    if found:
        return Readings(tuple(reversed(found)))
    if lists:
        return Readings(problem="The reply is a list, where one JSON object is needed.")
    return Readings(problem="The reply holds no JSON object.", has_no_json=True)


def without_thoughts(reply: str) -> str:
    """The reply without what stands in tags for thoughts. Some servers swallow the opening tag, and
    a model that was cut off has no closing one."""
    if reply.lstrip().startswith("{"):
        return reply
    text = _without_closed_thoughts(reply)
    ends = list(_THOUGHT_END.finditer(text))
    if ends:
        text = text[ends[-1].end() :]
    if start := _THOUGHT_START.search(text):
        text = text[: start.start()]
    return text


def _without_closed_thoughts(reply: str) -> str:
    """Each goes from its tag to the next that closes it."""
    tags = [
        (tag.start(), tag.end(), bool(tag[1]), tag[2].casefold()) for tag in _TAG.finditer(reply)
    ]
    last_end = {name: start for start, _, closes, name in tags if closes}
    kept, at, inside = [], 0, ""
    for start, end, closes, name in tags:
        if not inside and not closes and last_end.get(name, -1) > start:
            kept.append(reply[at:start])
            inside = name
        elif closes and name == inside:
            at, inside = end, ""
    return "".join((*kept, reply[at:]))


def _end_of(text: str, start: int) -> int | None:
    """After the bracket that closes the one at ``start``; None where none does."""
    expected: list[str] = []
    quote = ""
    last = ""
    position = start
    while position < len(text):
        character = text[position]
        if quote:
            if character == "\\":
                position += 1
            elif character == quote:
                quote = ""
        elif character == '"' or (character == "'" and last in _BEFORE_QUOTE):
            quote = character
        elif character in _CLOSING:
            expected.append(_CLOSING[character])
            if len(expected) > _DEEPEST:
                return None
        elif expected and character == expected[-1]:
            expected.pop()
            if not expected:
                return position + 1
        elif character in "}]":
            return None  # crossed: what it was meant to be can't be told
        if not character.isspace():
            last = character
        position += 1
    return None


def _value_of(text: str) -> Any:
    """JSON as it stands, else as Python would read it, else mended."""
    try:
        return json.loads(text, strict=False)
    except ValueError:
        pass
    try:
        value = ast.literal_eval(text)
        json.dumps(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return json_repair.loads(text)
    return value


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
    """What came is not of this protocol; of an answer ``missing`` names what it has more."""

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


class Received(Part, eq=True):
    """What came so far. ``first_token_ms`` is told of streams only. ``turn`` holds the model's turn
    as the protocol has it, thoughts among it, where it may go back as it came; ``response_id`` is
    what the server keeps it under, ``follows`` the kept answer that it says this one follows."""

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
    """Read a whole answer. ``now_ms`` is the time since the question was sent. Raises ``Broken``,
    ``Foreign``, ``ToldError``, ``ReplyTooLong``, and what the connection raises."""
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
    """What is told by that name, or None. Raises ``Foreign`` for another kind, or if needed."""
    value = told.get(name) if isinstance(told, dict) else told
    if value is None and not is_needed:
        return None
    if not isinstance(told, dict) or not isinstance(value, kind):
        raise Foreign(name)
    return value


class UsagePaths(Frozen):
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
