"""Reads what is meant: "the third product", "two brass lanterns", "lanterns under 50 euro"."""

from __future__ import annotations

import re

from engine.domain.literals import MARK, Literals
from engine.domain.web.matching import stems
from engine.domain.web.parts import Thing
from engine.domain.web.reading.conditions import read_bounds, read_features, read_rank
from engine.domain.web.vocabulary import (
    ANY_ITEM,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    PLACE_NOUNS,
)
from engine.domain.words import without_article

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
    rf"^(?P<count>{'|'.join(NUMBER_WORDS)}|\d{{1,3}})\s*(?:[x×]\s+|\s)(?:of\s+(?:the|these|those)\s+)?(?=\S)",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    rf"^(?:(?P<word>{'|'.join(ORDINAL_WORDS)})|(?P<digits>\d+)(?:st|nd|rd|th))\s+(?=\S)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"^(?:{'|'.join(ANY_ITEM)})\s+(?:number\s+|no\.?\s+|#)?(?P<digits>\d+)$", re.IGNORECASE
)
_IT = frozenset({"it", "them", "this", "that", "one", "this one", "that one", "these"})
_TRAILING_NOUN = re.compile(
    rf"\s+(?:{'|'.join(sorted(PLACE_NOUNS))}|link|button|tab|checkbox|check box|menu|option)$", re.I
)


def read_thing(text: str, literals: Literals, *, is_many: bool = False) -> Thing:
    """What a phrase of masked text means; ``is_many`` where the goal says that it is a list."""
    text, bounds = read_bounds(text.strip())
    text, rank = read_rank(text)
    is_one_of_many = is_many or bool(rank or bounds)
    text, features = read_features(text, literals, is_one_of_many=is_one_of_many)
    text = without_article(text)
    text, place = _read_place(text)
    text, kind = _read_quoted(text)
    place = place or kind
    text = without_article(re.sub(r"^(?:all|every|each)\s+(?:of\s+)?", "", text, flags=re.I))
    number, text = _read_number(text)
    count, text = (1, text) if number else _read_count(text)
    if text.casefold() in _IT and not (number or rank):
        return Thing(place=place, count=count, is_it=True, bounds=bounds, features=features)
    text = _NOUN_BEFORE_NAME.sub("", text)
    named = _NAMED.match(text)
    text = without_article(_ABOUT.sub("", named["name"] if named else text))
    words = literals.restore(_TRAILING_NOUN.sub("", text)).strip()
    if set(stems(words)) <= ANY_ITEM and not re.search(MARK, text):
        words = ""
    is_exact = re.fullmatch(MARK, text) is not None
    place = literals.restore(place)
    return Thing(words, place, number, rank, bounds, features, count, is_exact=is_exact)


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
