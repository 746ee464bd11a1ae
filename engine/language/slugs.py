"""Ids that are made of words: ``button_save``; ``button_save_2`` for another thing called so."""

from __future__ import annotations

import re

_NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")
_MOST_CHARS = 32
_MOST_KEPT = 20_000


def slug(words: str) -> str:
    """In small letters, digits and single underscores between them, up to 32 characters."""
    return _NOT_IN_SLUGS.sub("_", words.casefold()).strip("_")[:_MOST_CHARS].rstrip("_")


class NewIds:
    """Hands out ids, none of them twice, and keeps a bounded number of them in mind."""

    def __init__(self, most_kept: int = _MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._count = 0
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    @property
    def kept(self) -> int:
        """How many ids are kept in mind."""
        return len(self._taken)

    def for_words(self, words: str) -> str:
        """An id that nothing else has. After very many of them, each is numbered through behind two
        underscores, which no slug has within it: then none need be kept in mind to be new."""
        stem = slug(words)
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
