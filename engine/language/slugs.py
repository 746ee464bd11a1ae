"""Slugs: names for programs made of words, such as a zone's id, and the words back out of them."""

import re

from engine.domain.zones import Role

_MAX_CHARS = 32
_MOST_KEPT = 20_000
_SLUG = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
_NUMBER = re.compile(r"_\d+$")


def slug(text: str, joint: str = "_") -> str:
    """``button_save`` out of "button Save": its letters and digits, lower case."""
    return re.sub(r"[^a-z0-9]+", joint, text.casefold()).strip(joint)


def zone_slug(role: str, label: str) -> str:
    """What a zone's id begins with; a number follows where another zone has it already."""
    return slug(f"{role} {label}")[:_MAX_CHARS]


def label_in(said: str) -> str:
    """The label that somebody who made up this id had in mind: ``button_save`` is "save"."""
    if not _SLUG.fullmatch(said):
        return said
    bare = _NUMBER.sub("", said)
    return next(
        (bare.removeprefix(begin) for begin in _ROLES if bare.startswith(begin)), bare
    ).replace("_", " ")


_ROLES = sorted((f"{slug(role)}_" for role in Role), key=len, reverse=True)


class NewIds:
    """Hands out ids that begin with a slug, none of them twice, and keeps a bounded number of them
    in mind."""

    def __init__(self, most_kept: int = _MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._count = 0
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    @property
    def kept(self) -> int:
        """How many ids are kept in mind."""
        return len(self._taken)

    def new(self, stem: str) -> str:
        """``stem``, or with a number behind it where it was given before. After very many ids, each
        is numbered through behind two underscores: none need be kept in mind then to be new."""
        self._count += 1
        if self._count > self._most_kept:
            self._taken.clear()
            self._numbers.clear()
            return f"{stem}__{self._count}"
        number = self._numbers.get(stem, 1)
        found = stem if number == 1 else f"{stem}_{number}"
        while found in self._taken:
            number += 1
            found = f"{stem}_{number}"
        self._numbers[stem] = number
        self._taken.add(found)
        return found
