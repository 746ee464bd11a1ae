"""Reads "the second item": which of several zones is meant by its place in the order of reading."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.domain.zones import Role
from engine.thinking.offline.vocabulary import COUNTED_ANYTHING, COUNTING_WORDS, ROLE_WORDS

_COUNTED = re.compile(
    rf"^(?:(?P<word>{'|'.join(COUNTING_WORDS)})|(?P<digits>\d+)(?:st|nd|rd|th))\s+(?P<noun>\S.*)$"
)
_NUMBERED = re.compile(r"^(?P<noun>row|item|entry|line)\s+(?:number\s+)?(?P<digits>[1-9]\d?)$")


@dataclass(frozen=True, slots=True)
class Counted:
    """``count`` is 1 for the first and -1 for the last; ``words`` are of the label, if any."""

    count: int
    words: str
    roles: frozenset[Role]


def read_counted(text: str) -> Counted | None:
    """What is counted, and how far; None where nothing is.

    Only lower case counts: "First name" is rather a label.
    """
    match = _COUNTED.match(text)
    if match is None:
        numbered = _NUMBERED.match(text)
        return _counted(int(numbered["digits"]), numbered["noun"]) if numbered else None
    count = COUNTING_WORDS[match["word"]] if match["word"] else int(match["digits"])
    return _counted(count, match["noun"]) if count else None


def _counted(count: int, noun: str) -> Counted:
    if noun.casefold() in COUNTED_ANYTHING:
        return Counted(count, "", frozenset())
    for word in sorted(ROLE_WORDS, key=len, reverse=True):
        if noun.casefold() == word:
            return Counted(count, "", ROLE_WORDS[word])
        if noun.casefold().endswith(f" {word}"):
            return Counted(count, noun[: -len(word)].strip(), ROLE_WORDS[word])
    return Counted(count, noun, frozenset())
