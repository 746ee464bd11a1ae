"""Reads questions: what kind of answer is wanted, and what it is about."""

from __future__ import annotations

import re

from engine.domain.literals import Literals
from engine.domain.web.parts import AnswerKind, Ask, Thing
from engine.domain.web.reading.conditions import read_rank
from engine.domain.web.reading.things import read_thing
from engine.domain.web.vocabulary import SITE_NOUNS, STOP_WORDS
from engine.domain.words import normal

_MEASURES = "long|high|deep|heavy|tall|wide|far|fast|big|large|old|often|much|thick|hot|cold"
_KINDS: tuple[tuple[AnswerKind, re.Pattern[str]], ...] = (
    (
        "price",
        re.compile(
            r"\b(?:costs?|prices?|priced|how much (?:is|are|for)|expensive)\b"
            r"|\bhow much\b.*\bowed?\b",
            re.IGNORECASE,
        ),
    ),
    ("version", re.compile(r"\b(?:which|what|since which|in which) (?:version|release)\b", re.I)),
    (
        "count",
        re.compile(r"\bhow many\b|(?<!phone )(?<!card )(?<!fax )(?<!house )\bnumber of\b", re.I),
    ),
    ("date", re.compile(r"\b(?:when|what date|which (?:day|date|year|month)|what year)\b", re.I)),
    ("quantity", re.compile(rf"\bhow (?:{_MEASURES})\b|\b(?:weighs?|weight)\b", re.I)),
    ("person", re.compile(r"\b(?:who|whose)\b", re.IGNORECASE)),
)
_KIND_WORDS: dict[AnswerKind, frozenset[str]] = {
    "price": frozenset({"cost", "costs", "price", "prices", "priced", "much", "expensive"}),
    "version": frozenset({"version", "release"}),
    "count": frozenset({"many", "number"}),
    "date": frozenset({"date", "day", "year", "month"}),
    "person": frozenset(),
    "quantity": frozenset(_MEASURES.split("|")),
    "text": frozenset(),
}
_LEAD = re.compile(
    r"^(?:tell me|find out|look up|say|answer|read(?: out)?|check|see|give me|report|determine)\s+",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"^(?:what|which|who|whose|when|where|why|how|is|are|does|do|did|can|was|were|has|have)\b"
    r"|^(?:tell me|find out|answer|look up)\b|^(?:the\s+)?(?:price|number|version|name) of\b|\?$",
    re.IGNORECASE,
)
_SITE = re.compile(
    r"\s+(?:in|on|at|from)\s+(?:the|this)\s+"
    rf"(?P<place>(?:[\w'’-]+\s+){{0,2}}(?:{'|'.join(SITE_NOUNS)}))$",
    re.IGNORECASE,
)
_DOES = re.compile(r"\b(?:do|does|did)\s+(?P<subject>.+?)\s+\w+$", re.IGNORECASE)
_OF = re.compile(
    r"^(?:what|which|how \w+)\s+(?:is|are|was|were)\s+[\w\s-]+?\s(?:of|on|for)\s+(?P<subject>.+)$",
    re.IGNORECASE,
)
_WHICH_NOUN = re.compile(
    r"^(?:what|which)\s+(?P<noun>\S.*?)\s+(?:is|are|was|were|has|have)\s+(?:the\s+)?(?P<rank>.+)$",
    re.IGNORECASE,
)
_WHICH_IS = re.compile(
    r"^(?:(?:what|which|who)(?:\s+(?:one|\w+))?\s+(?:is|are|was|were)\s+)?(?P<subject>the\s+.+)$",
    re.I,
)
_PRICE_OF = re.compile(
    r"(?:\bdo(?:es)?\s+(?P<one>.+?)\s+cost\b|\bpr?ices?\s+(?:of|for)\s+(?P<two>.+)"
    r"|\bhow much (?:is|are|does|do|for)\s+(?P<three>.+?)(?:\s+cost)?)\s*\??$",
    re.IGNORECASE,
)


def is_question(text: str) -> bool:
    return bool(_ASKING.search(text.strip()))


def read_question(text: str, literals: Literals) -> Ask:
    """A question of masked text."""
    said = _LEAD.sub("", text.strip()).rstrip("?").strip()
    place = _SITE.search(said)
    said = said[: place.start()] if place else said
    kinds = (name for name, shape in _KINDS if shape.search(said))
    kind: AnswerKind = next(kinds, "text")
    picked = _picked(said, literals)
    rest = read_rank(said)[0] if picked and picked.extreme else said
    left_out = _KIND_WORDS[kind] | STOP_WORDS | {"say", "tell"}
    said_words = re.findall(r"[\w.'’-]*\w", literals.restore(rest))
    words = [word for word in said_words if normal(word) not in left_out]
    topic = " ".join(words)
    thing = None
    if kind == "price" and (priced := _PRICE_OF.search(said)):
        thing = read_thing(next(each for each in priced.groups() if each), literals)
    elif picked:
        thing = picked
    where = literals.restore(place["place"]) if place else ""
    return Ask(literals.restore(said), topic, kind, thing, _subject(said, literals), where)


def _picked(said: str, literals: Literals) -> Thing | None:
    """The one that a rank picks, where the question is which it is: "what is the cheapest tent"."""
    which = _WHICH_NOUN.match(said)
    rest, rank = read_rank(which["rank"]) if which else ("", None)
    if which and rank and not rest.strip():
        return Thing(read_thing(which["noun"], literals).words, rank=rank)
    match = _WHICH_IS.match(said)
    thing = read_thing(match["subject"], literals) if match else Thing()
    if thing.rank:
        return thing
    rest, rank = read_rank(said)
    is_priced = rank is not None and rank.measure == "price"
    return Thing(read_thing(rest, literals).words, rank=rank) if is_priced else None


def _subject(said: str, literals: Literals) -> str:
    """What it is asked about: X in "how much does X weigh", "what is the weight of X"."""
    match = _DOES.search(said) or _OF.search(said)
    return read_thing(match["subject"], literals).words if match else ""
