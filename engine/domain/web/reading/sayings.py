"""Reads what is to be said: a comment, a reply, a question, and to what."""

from __future__ import annotations

import re

from engine.domain.literals import MARK, Literals
from engine.domain.web.parts import Fill, Find, Task
from engine.domain.web.reading.things import read_thing
from engine.domain.words import without_article

_SAYS = r"(?:saying|(?:that|which) (?:says|reads)|reading|with the (?:text|words?|message)|:)"
_UNQUOTED = re.compile(
    r"(?P<lead>\b(?:saying|(?:that|which) says))\s+(?P<text>[^\s\ue000-\uf8ff\"“'‘«`{].*?)"
    r"(?P<end>[.,;]?\s+(?:and\s+then|and|then)\s+(?:then\s+)?(?:post|send|submit|publish|share|save"
    r"|press|click)\b|\.?\s*$)",
    re.IGNORECASE | re.DOTALL,
)
_SAYING = re.compile(
    r"^(?P<verb>write|leave|add|post|publish|send|make|ask|type|enter|submit)\s+(?:me\s+)?"
    rf"(?P<name>(?:(?:an?|the|my|another)\s+)?(?:[\w-]+\s+){{0,2}}?[\w-]+)"
    rf"(?:\s+(?:to|on|under|below|about|for|of|at)\s+(?P<thing>.+?))?\s*{_SAYS}\s+(?P<text>{MARK})$",
    re.IGNORECASE,
)
_REPLY = re.compile(
    r"^(?:reply|respond|answer)(?:\s+to)?\s+(?P<thing>.+?)"
    rf"(?:\s*(?:\bwith|{_SAYS})\s+|\s+(?={MARK}))(?P<text>.+)$",
    re.IGNORECASE,
)
_REPLY_FIRST = re.compile(
    rf"^(?:reply|respond|answer)\s+(?:with\s+)?(?P<text>{MARK})(?:\s+to\s+(?P<thing>.+))?$", re.I
)
_SENT_BY_VERB = frozenset({"post", "publish", "send", "submit", "ask", "leave"})


def quoted_sayings(text: str) -> str:
    """The text with what is said in quotes: a comment may have commas and ends of its own."""
    return _UNQUOTED.sub(
        lambda match: f"{match['lead']} “{match['text'].replace('”', '')}”{match['end']}", text
    )


def read_saying(text: str, literals: Literals) -> list[Task]:
    """What is said, after the thing that it is said of; empty where nothing is."""
    if match := _REPLY.match(text) or _REPLY_FIRST.match(text):
        reply = Fill((("reply", literals.restore(match["text"])),), submits=True, entry="reply")
        return [*_found(match["thing"], literals), reply]
    if match := _SAYING.match(text):
        name, verb = without_article(match["name"]), match["verb"].casefold()
        name = re.sub(r"^another\s+", "", name)
        values = ((literals.restore(name), literals.restore(match["text"])),)
        says = Fill(values, submits=verb in _SENT_BY_VERB, entry=literals.restore(name))
        return [*_found(match["thing"], literals), says]
    return []


def _found(text: str | None, literals: Literals) -> list[Task]:
    thing = read_thing(text, literals) if text else None
    return [Find(thing)] if thing and (thing.words or thing.is_picked) else []
