"""Reads the JSON object that a model meant, though it wrote around it and nearly.

Code fences, prose before and after, thoughts in tags, trailing commas, comments and Python's
literals are read over. What breaks off is not completed: half an answer must not pass as one.
"""

import ast
import json
import re
from dataclasses import dataclass
from typing import Any

import json_repair

_TAG = re.compile(r"<(/?)(think|thinking|thought|reasoning)>", re.IGNORECASE)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_THOUGHT_START = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_OBJECT = r"""\{(?=\s*(?:["'}/]|\w+\s*:))"""
_OPENING = re.compile(rf"{_OBJECT}|\[(?=\s*{_OBJECT})")
"""Where JSON can start; other brackets are prose."""
_CLOSING = {"{": "}", "[": "]"}
_DEEPEST = 100
_BEFORE_QUOTE = frozenset("{[,:(")


@dataclass(frozen=True, slots=True)
class Readings:
    """Objects found in a reply, the likeliest first; without any, ``problem`` says why.

    ``has_no_json``: the reply does not even try.
    """

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
    """The reply without what stands in tags for thoughts.

    Some servers swallow the opening tag, and a model that was cut off has no closing one.
    """
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
