"""Reads what is to be filled in: "name 'Ada Lovelace', city 'London' and newsletter off"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.domain.literals import MARK, Literals
from engine.domain.web.vocabulary import NUMBER_WORDS
from engine.domain.words import OFF_WORDS, ON_WORDS, without_article

_ON_OFF = "|".join(sorted((ON_WORDS | OFF_WORDS) - {"selected", "active"}))
_SHAPES = (
    re.compile(rf"^(?P<value>{MARK}|\S.*?)\s+(?:into|in to)\s+(?P<name>.+)$", re.I),
    re.compile(rf"^(?P<value>{MARK})\s+(?:as|for|into|in|in to|to|at)\s+(?P<name>.+)$", re.I),
    re.compile(
        rf"^(?P<name>[^\ue000-\uf8ff]+?)\s*(?::|=|\bis|\bas|\bto|\bwith|\bof|\bset to)?\s*"
        rf"(?P<value>{MARK})$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?P<name>.+?)\s*(?::|=|\bset to|\bto|\bis|\bturned|\bswitched)?\s+"
        rf"(?P<value>{_ON_OFF})$",
        re.I,
    ),
    re.compile(r"^(?P<name>[^:=]+?)\s*[:=]\s*(?P<value>.+)$"),
    re.compile(r"^(?P<name>.+?)\s+(?:set to|to|is)\s+(?P<value>.+)$", re.IGNORECASE),
    re.compile(r"^(?P<value>(?:[A-Z0-9+]|\S+@)\S*(?:\s+\S+)*?)\s+(?:as|for)\s+(?P<name>.+)$"),
    re.compile(r"^(?P<name>[a-z][\w-]*(?:\s+[a-z][\w-]*)*)\s+(?P<value>(?:[A-Z0-9+]|\S+@)\S*.*)$"),
    re.compile(r"^(?:no|without)\s+(?P<name>.+)(?P<value>)$", re.IGNORECASE),
    re.compile(r"^(?P<name>[a-z][\w-]*)\s+(?P<value>[\w-]+)$"),
)
_SAYING = re.compile(
    rf"^(?P<name>\S.*?)\s+(?:saying|that says|which says)\s+(?P<value>{MARK})$", re.I
)
_EMAIL = re.compile(r"^[^\s@]+@[^\s@]+\.[^\s@]+$")
_DAY = (
    r"(?:(?:next|this)\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight"
    r"|(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?\s+[A-Z][a-z]+(?:\s+\d{4})?"
    r"|[A-Z][a-z]+\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
)
_HOURS = r"\d{1,2}(?::\d\d)?\s*(?:am|pm|o'?clock)|\d{1,2}[:.]\d\d|noon|midnight"
_NUMBER = rf"\d{{1,3}}|{'|'.join(NUMBER_WORDS)}"
_COUNTED = r"persons?|people|guests?|adults?|children|child|seats?|nights?|days?|tickets?|rooms?"
_CIRCUMSTANCES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("from", re.compile(rf"\s*\bfrom\s+(?P<value>{_DAY}|{_HOURS})(?!\w)", re.I)),
    ("to", re.compile(rf"\s*\b(?:to|until|till)\s+(?P<value>{_DAY}|{_HOURS})(?!\w)", re.I)),
    ("date", re.compile(rf"\s*\b(?:on\s+|for\s+)?(?P<value>{_DAY})(?!\w)", re.I)),
    ("name", re.compile(rf"\s*\bunder\s+the\s+name\s+(?:of\s+)?(?P<value>{MARK}|\S.*)$", re.I)),
    ("time", re.compile(rf"\s*\bat\s+(?P<value>{_HOURS})(?!\w)", re.I)),
)
_COUNTS = re.compile(
    rf"\s*(?P<lead>\b(?:for|and|of)\s+)?\b(?P<value>{_NUMBER})\s+(?P<name>{_COUNTED})\b",
    re.IGNORECASE,
)
_FIELD_NOUN = re.compile(r"\s+(?:field|box|checkbox|check box|input|entry)$", re.IGNORECASE)
_LEAD = re.compile(r"^(?:with|using|and|the|my|your|a|an|as)\s+(?=\S)", re.IGNORECASE)


def read_values(pieces: Iterable[str], literals: Literals) -> tuple[tuple[str, str], ...]:
    """The values of masked pieces by the words of their fields; what is none is left out."""
    read = (read_value(piece, literals) for piece in pieces)
    return tuple(each for each in read if each is not None)


def read_circumstances(text: str, literals: Literals) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text without when it is and for how many, and those: what booking forms ask for."""
    values: list[tuple[str, str]] = []
    for match in _COUNTS.finditer(text):
        count = match["value"].casefold()
        values.append((match["name"].casefold(), str(NUMBER_WORDS.get(count, count))))
    text = _COUNTS.sub(lambda match: "" if match.start() or match["lead"] else match["name"], text)
    for name, shape in _CIRCUMSTANCES:
        if found := shape.search(text):
            values.append((name, literals.restore(found["value"])))
            text = f"{text[: found.start()]} {text[found.end() :]}"
    return " ".join(text.split()), tuple(values)


def read_value(piece: str, literals: Literals) -> tuple[str, str] | None:
    """One field and its value: on and off for what is ticked."""
    piece = piece.strip()
    while lead := _LEAD.match(piece):
        piece = piece[lead.end() :]
    if _EMAIL.match(piece):
        return "e-mail", piece
    for shape in (_SAYING, *_SHAPES):
        match = shape.match(piece)
        if match is None:
            continue
        name = _FIELD_NOUN.sub("", without_article(match["name"].strip()))
        value = match["value"].strip() or "off"
        if value.casefold() in ON_WORDS | OFF_WORDS and not re.search(MARK, value):
            value = "on" if value.casefold() in ON_WORDS else "off"
        if name:
            return literals.restore(name), literals.restore(value)
    return None
