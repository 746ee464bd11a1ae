"""Reads what is meant: "the third product", "two brass lanterns", "lanterns under 50 euro"."""

from __future__ import annotations

import re

from engine.domain.literals import MARK, Literals
from engine.domain.web.amounts import amount_of
from engine.domain.web.conditions import Bound, Rank
from engine.domain.web.matching import stems
from engine.domain.web.parts import Thing
from engine.domain.web.vocabulary import (
    ANY_ITEM,
    CHEAPEST,
    DEAREST,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    PLACE_NOUNS,
)
from engine.domain.words import without_article

_MONEY = (
    r"(?:€|\$|£|eur|usd|gbp)?\s*(?P<{0}>\d[\d.,]*\d|\d)\s*"
    r"(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp)?"
)
_LESS = re.compile(
    r"[\s,]*\b(?:(?:that|which)\s+(?:is|are|costs?)\s+|costing\s+|priced\s+|for\s+)?"
    r"(?P<how>under|below|less than|cheaper than|up to|at most|no more than)\s+"
    rf"{_MONEY.format('most')}(?!\w)",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"[\s,]*\b(?:(?:that|which)\s+(?:is|are|costs?)\s+|costing\s+|priced\s+|for\s+)?"
    r"(?P<how>over|above|more than|at least|no less than|from)\s+"
    rf"{_MONEY.format('least')}(?!\w)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"[\s,]*\b(?:costing\s+|priced\s+)?between\s+"
    rf"{_MONEY.format('least')}\s*and\s+{_MONEY.format('most')}(?!\w)",
    re.IGNORECASE,
)
_OPEN = frozenset({"under", "below", "less than", "cheaper than", "over", "above", "more than"})
_PLACE = re.compile(
    rf"^(?P<what>.*\S)\s+(?:in|on|at|from|within|inside)\s+(?P<place>(?:the\s+|this\s+)?[\w\s'’-]+|{MARK})$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"^(?:page|article|section|chapter|entry|details?|information|info|something|post|guide|product"
    r"|documentation|link|part|topic)s?(?:\s+page)?\s+(?:about|on|for|of|named|called|titled|to"
    r"|that (?:describes|explains|is about))\s+(?=\S)|^\w+\s+about\s+(?=\S)",
    re.IGNORECASE,
)
_NOUN_BEFORE_NAME = re.compile(
    r"^(?i:page|section|article|link|button|tab|product|chapter|topic)\s+(?=[A-Z])"
)
_NAMED = re.compile(rf"^(?:\S+\s+){{1,2}}(?:named|called|titled)\s+(?P<name>{MARK}|\S.*)$", re.I)
_COUNT = re.compile(
    rf"^(?P<count>{'|'.join(NUMBER_WORDS)}|\d{{1,3}})\s*(?:[x×]\s+|\s)(?=\S)", re.IGNORECASE
)
_ORDINAL = re.compile(
    rf"^(?:(?P<word>{'|'.join(ORDINAL_WORDS)})|(?P<digits>\d+)(?:st|nd|rd|th))\s+(?=\S)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"^(?:{'|'.join(ANY_ITEM)})\s+(?:number\s+|no\.?\s+|#)?(?P<digits>\d+)$", re.IGNORECASE
)
_EXTREME = re.compile(rf"\b(?:{'|'.join((*CHEAPEST, *DEAREST))})\b\s*", re.IGNORECASE)
_IT = frozenset({"it", "them", "this", "that", "one", "this one", "that one", "these"})
_TRAILING_NOUN = re.compile(
    rf"\s+(?:{'|'.join(sorted(PLACE_NOUNS))}|link|button|tab|checkbox|check box|menu|option)$", re.I
)


def read_thing(text: str, literals: Literals) -> Thing:
    """What a phrase of masked text means."""
    text, bounds = read_limits(without_article(text.strip()))
    text, rank = read_extreme(text)
    text, place = _read_place(text)
    text, kind = _read_quoted(text)
    place = place or kind
    text = without_article(re.sub(r"^(?:all|every|each)\s+(?:of\s+)?", "", text, flags=re.I))
    number, text = _read_number(text)
    count, text = (1, text) if number else _read_count(text)
    if text.casefold() in _IT and not (number or rank):
        return Thing(place=place, count=count, is_it=True)
    text = _NOUN_BEFORE_NAME.sub("", text)
    named = _NAMED.match(text)
    text = without_article(_ABOUT.sub("", named["name"] if named else text))
    words = literals.restore(_TRAILING_NOUN.sub("", text)).strip()
    if set(stems(words)) <= ANY_ITEM and not re.search(MARK, text):
        words = ""
    is_exact = re.fullmatch(MARK, text) is not None
    place = literals.restore(place)
    return Thing(words, place, number, rank, bounds, count=count, is_exact=is_exact)


def read_limits(text: str) -> tuple[str, tuple[Bound, ...]]:
    """The text without its limits, and those."""
    match = _BETWEEN.search(text)
    if match:
        bound = Bound(amount_of(match["least"]), amount_of(match["most"]))
        return _without(text, match), (bound,)
    least = most = None
    is_open = False
    if match := _LESS.search(text):
        most, is_open = amount_of(match["most"]), match["how"].casefold() in _OPEN
        text = _without(text, match)
    if match := _MORE.search(text):
        least, is_open = amount_of(match["least"]), match["how"].casefold() in _OPEN
        text = _without(text, match)
    return text, (Bound(least, most, is_open),) if (least, most) != (None, None) else ()


def read_extreme(text: str) -> tuple[str, Rank | None]:
    match = _EXTREME.search(text)
    if match is None:
        return text, None
    said = match.group().strip().casefold()
    return _without(text, match), Rank("price", said not in CHEAPEST, said)


def _without(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()].rstrip()} {text[match.end() :].lstrip()}".strip()


def _read_place(text: str) -> tuple[str, str]:
    rest = _ABOUT.match(text)
    at = rest.end() if rest else 0
    match = _PLACE.match(text[at:])
    if match is None:
        return text, ""
    return text[:at] + match["what"], _TRAILING_NOUN.sub("", without_article(match["place"]))


def _read_quoted(text: str) -> tuple[str, str]:
    """ "the entry 'Low tide'": what is quoted is meant, the words around say what it is."""
    quoted = re.findall(MARK, text)
    if len(quoted) != 1 or text == quoted[0]:
        return text, ""
    return quoted[0], " ".join(text.replace(quoted[0], " ").split())


def _read_number(text: str) -> tuple[int, str]:
    match = _ORDINAL.match(text)
    if match:
        number = ORDINAL_WORDS[match["word"].casefold()] if match["word"] else int(match["digits"])
        return number, text[match.end() :]
    match = _NUMBERED.match(text)
    return (int(match["digits"]), "") if match else (0, text)


def _read_count(text: str) -> tuple[int, str]:
    match = _COUNT.match(text)
    if match is None:
        return 1, text
    said = match["count"].casefold()
    count = int(said) if said.isdigit() else NUMBER_WORDS[said]
    return max(count, 1), text[match.end() :]
