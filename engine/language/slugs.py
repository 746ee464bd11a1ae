"""Slugs: names for programs made of words, such as a zone's id, and the words back out of them."""

from __future__ import annotations

import re

from engine.domain.zones import Role

_MAX_CHARS = 32
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
