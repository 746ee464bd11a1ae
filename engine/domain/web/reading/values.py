"""Reads what is to be filled in: "name 'Ada Lovelace', city 'London' and newsletter off"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.domain.literals import MARK, Literals
from engine.domain.words import OFF_WORDS, ON_WORDS, without_article

_ON_OFF = "|".join(sorted((ON_WORDS | OFF_WORDS) - {"selected", "active"}))
_SHAPES = (
    re.compile(rf"^(?P<value>{MARK}|\S+)\s+(?:into|in to)\s+(?P<name>.+)$", re.I),
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
_FIELD_NOUN = re.compile(r"\s+(?:field|box|checkbox|check box|input|entry)$", re.IGNORECASE)
_LEAD = re.compile(r"^(?:with|using|and|the|my|your|a|an|as)\s+(?=\S)", re.IGNORECASE)


def read_values(pieces: Iterable[str], literals: Literals) -> tuple[tuple[str, str], ...]:
    """The values of masked pieces by the words of their fields; what is none is left out."""
    read = (read_value(piece, literals) for piece in pieces)
    return tuple(each for each in read if each is not None)


def read_value(piece: str, literals: Literals) -> tuple[str, str] | None:
    """One field and its value: on and off for what is ticked."""
    piece = piece.strip()
    while lead := _LEAD.match(piece):
        piece = piece[lead.end() :]
    for shape in _SHAPES:
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
