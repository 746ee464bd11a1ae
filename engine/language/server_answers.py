"""What a server's answer says in its body of what it was asked to do: many a one that takes nothing
of it answers with 200 all the same.

The names that are looked for are those of protocols (JSON-RPC, GraphQL, JSend), in no language."""

import json
from collections.abc import Iterator
from typing import Any

from engine.domain.web.pages import ServerWord

_AGREES = ("ok", "success", "successful", "succeeded", "accepted")
_WRAPS = ("data", "result", "response", "payload")
_ENDS = ("complete", "completed", "done", "finished")  # of what only came to be accepted
_EMPTY: tuple[Any, ...] = (None, "", [], {}, False, 0, "false")
_STATES, SAID_NO = ("status", "state"), ("error", "fail", "failed", "failure", "rejected")
_DEEPEST = 3


def word_of(body: str, *, gives_back: bool = False, asks_for_no: bool = False) -> ServerWord:
    """``gives_back``: what was sent stands in it; ``asks_for_no``: a no may be asked for."""
    told = json_in(body)
    flags = [flag for each in _objects(told) for flag in each.items()]
    agreeing = [each for each in _objects(told) if not each.keys().isdisjoint(_AGREES)]
    is_open = not asks_for_no and any(e.get(key) is False for e in agreeing for key in _ENDS)
    if told is False or is_open or any(_is_refusal(*flag) for flag in flags):
        return "no"
    if agreeing:
        return "yes"
    is_record = any(key.endswith(("id", "url", "location", "redirect")) for key, _ in flags)
    if gives_back or is_record or not flags or any(_blames(key) for key, _ in flags):
        return ""
    held = [value for _, value in flags if isinstance(value, bool)]
    return "no" if held and not (any(held) or asks_for_no) else "" if any(held) else "aside"


def repeats(body: str, sent: str) -> bool:
    """It holds all that was sent, under the same names: it is the record that came of it."""
    asked = next(_objects(json_in(sent)), {})
    told = list(_objects(json_in(body)))
    return bool(asked) and any(asked.items() <= each.items() for each in told)


def json_in(body: str) -> Any:
    """None where it is no JSON."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def _blames(key: str) -> bool:
    return key.endswith(("error", "errors")) or key == "fault"


def _is_refusal(key: str, value: Any) -> bool:
    if _blames(key):
        return value not in _EMPTY
    return value in (_EMPTY if key in _AGREES else SAID_NO if key in _STATES else ())


def _objects(told: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """What is at its top, and in what only wraps that, with names in small letters."""
    if not isinstance(told, dict):
        return
    yield (plain := {str(key).casefold().lstrip("_"): value for key, value in told.items()})
    for key, value in plain.items() if depth < _DEEPEST else ():
        if key in _WRAPS or len(plain) == 1:
            yield from _objects(value, depth + 1)
