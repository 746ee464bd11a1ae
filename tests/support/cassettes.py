"""Tasks that a strong model answered once, to be played again without anybody.

A recording stands between the product and a model's server and passes on what comes, by real HTTP
on both sides. For each call it keeps what a reply was bound to: the goal, what had happened by then
with its verdicts, and the zones that the reply uses; and the reply. The playback holds what it is
asked against that: another goal, a changed verdict or a zone that is missing fails it, at the first
call where it is so. What nobody could tell then may be seen now; all else of a prompt may change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.support.seen_requests import Body

_PATIENCE_SECS = 1200.0
_GOAL = re.compile(r"^Goal: (.*)$", re.M)
_ENTRY = re.compile(
    r"^  (DONE|FAILED|REJECTED|SKIPPED BY THE PERSON|NOT DONE|TAKEN BACK|NOT REACHED YET)"
    r"(?: \d+\.|:) (.*)\n(?:  (SEEN|NOBODY SAW WHAT CAME OF IT))?",
    re.M,
)
_NOT_SEEN = "NOBODY SAW WHAT CAME OF IT"
_ROW = re.compile(r"^(\S+) \| ([^|\n]*(?:\| [^|\n]*)?)", re.M)
_CHANGING = {
    "{home}": re.compile(r"/tmp/pilothouse-\d+/practice-\w+/home"),
    "{site}": re.compile(r"127\.0\.0\.1:\d+"),
}
"""Each practice desktop has its own folder, and each site its own port."""
_NAMES = re.compile(r"[\w.]+")


Verdicts = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Take:
    """One call. ``verdicts`` are the entries of the past: how each came, its words, what was
    seen."""

    goal: str
    verdicts: Verdicts
    zones: tuple[str, ...]
    has_picture: bool
    reply: str

    @classmethod
    def of(cls, body: Body, reply: str) -> Take:
        told = prompt_of(body)
        used, shows = _used(reply, told), _shows(body)
        return cls(goal_in(told), verdicts_in(told), used, shows, _anywhere(reply))


class Differs(AssertionError):
    """The playback was asked something else than what was recorded."""


def prompt_of(body: Body) -> str:
    content = body["messages"][-1]["content"]
    parts = [{"text": content}] if isinstance(content, str) else content
    return "\n".join(part["text"] for part in parts if "text" in part)


def goal_in(told: str) -> str:
    found = _GOAL.search(told)
    return found[1] if found is not None else ""


def verdicts_in(told: str) -> Verdicts:
    entries = _ENTRY.findall(_anywhere(told))
    return tuple((came, words, seen or "") for came, words, seen in entries)


def _anywhere(text: str) -> str:
    """The text without what is another one on each desktop, or at each start of a site."""
    for name, here in _CHANGING.items():
        text = here.sub(name, text)
    return text


def zones_in(told: str) -> dict[str, str]:
    """What stands for each zone of the table, by its id: on the web, where that is a mere number,
    its kind and its name with it."""
    rows = _ROW.findall(told)
    return {name: f"{name} | {rest}" if name.isdigit() else name for name, rest in rows}


def recording(base_url: str, takes: list[Take]) -> Callable[[Body], Awaitable[str]]:
    """The answer of an endpoint that asks another server, and keeps what came of it."""

    async def answer(body: Body) -> str:
        asked = {**body, "stream": False}
        asked.pop("stream_options", None)
        async with httpx.AsyncClient(timeout=_PATIENCE_SECS) as client:
            came = await client.post(f"{base_url}/chat/completions", json=asked)
        reply = str(came.raise_for_status().json()["choices"][0]["message"]["content"])
        takes.append(Take.of(body, reply))
        return reply

    return answer


def playing(takes: list[Take]) -> Callable[[Body], str]:
    """The answer of an endpoint that plays them again. Raises ``Differs``."""
    left = iter(takes)

    def answer(body: Body) -> str:
        take = next(left, None)
        if take is None:
            raise Differs("it is asked once more than when it was recorded")
        if wrong := "; ".join(_differences(take, body)):
            raise Differs(wrong)
        told, reply = prompt_of(body), take.reply
        for name, here in _CHANGING.items():
            found = here.search(told)
            reply = reply.replace(name, found[0] if found is not None else "")
        return reply

    return answer


def _differences(take: Take, body: Body) -> Iterator[str]:
    told = prompt_of(body)
    if goal_in(told) != take.goal:
        yield f"the goal is “{goal_in(told)}”, and was “{take.goal}”"
    if not _is_as_it_was(verdicts := verdicts_in(told), take.verdicts):
        yield f"what happened is {verdicts}, and was {take.verdicts}"
    if missing := sorted(set(take.zones) - set(zones_in(told).values())):
        yield f"missing: {', '.join(missing)}"
    if take.has_picture and not _shows(body):
        yield "no picture came along"


def _is_as_it_was(now: Verdicts, was: Verdicts) -> bool:
    """What nobody could tell then, on a busy machine, may be seen now; no verdict is lost."""
    pairs = zip(now, was, strict=False)
    return len(now) == len(was) and all(
        one == other or (one[:2] == other[:2] and (one[2], other[2]) == ("SEEN", _NOT_SEEN))
        for one, other in pairs
    )


def _shows(body: Body) -> bool:
    content = body["messages"][-1]["content"]
    return not isinstance(content, str) and any("image_url" in part for part in content)


def _used(reply: str, told: str) -> tuple[str, ...]:
    """The zones of the table that the reply names in any field."""
    there = zones_in(told)
    named = {name for text in _texts(reply) for name in _NAMES.findall(text)}
    return tuple(sorted(there[name] for name in named & there.keys()))


def _texts(reply: str) -> Iterator[str]:
    try:
        waiting: list[Any] = [json.loads(reply)]
    except ValueError:
        return
    while waiting:
        match waiting.pop():
            case dict() as said:
                waiting += [each for name, each in said.items() if name in _NAMING]
            case list() as said:
                waiting += said
            case str() as said:
                yield said


_NAMING = frozenset({"steps", "zone_id", "text", "target", "agent_id", "element", "fields"})


def save(path: Path, takes: list[Take]) -> None:
    told = json.dumps([asdict(each) for each in takes], indent=1, ensure_ascii=False)
    path.write_text(told + "\n", encoding="utf-8")


def load(path: Path) -> list[Take]:
    return [
        Take(
            said["goal"],
            tuple((came, words, seen) for came, words, seen in said["verdicts"]),
            tuple(said["zones"]),
            said["has_picture"],
            said["reply"],
        )
        for said in json.loads(path.read_text(encoding="utf-8"))
    ]
