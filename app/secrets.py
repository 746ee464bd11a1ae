"""Secrets for ``{{secret:name}}``: from the keyring, else the environment; never recorded.

What was revealed in this run is remembered here, and only here, so that it can be masked where
an application shows it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import keyring
import keyring.errors

from engine.domain.errors import SecretMissing
from engine.domain.masks import MASK

_SERVICE = "pilothouse"
_LEAST_ALIKE_CHARS = 6
"""A shorter secret is masked where it stands letter by letter, else half of a screen would be."""
_ALIKE = str.maketrans(
    {
        letter: group[0]
        for group in ("oO0Q", "iI1lL|!", "sS5", "zZ2", "bB8", "gG6", "-–—_", "'’‘`", '"“”', ",.")
        for letter in group
    }
    | {letter: letter.lower() for letter in "ACDEFHJKMNPRTUVWXY"}
)
"""What a reader of pictures takes for one another."""


class Secrets:
    """Implements ``SecretSource``."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment
        self._revealed: set[str] = set()

    def reveal(self, name: str) -> str:
        """The value of a secret. Raises ``SecretMissing`` with the two places to put it."""
        variable = "PILOTHOUSE_SECRET_" + "".join(
            character if character.isalnum() else "_" for character in name.upper()
        )
        value = self._from_keyring(name) or self._environment.get(variable)
        if not value:
            raise SecretMissing(
                f"There is no secret called “{name}”.",
                f"Put it into the keyring (keyring set {_SERVICE} {name}) or into the"
                f" environment variable {variable}.",
            )
        self._revealed.add(value)
        return value

    def masked(self, text: str) -> str:
        """The text with every secret that was revealed replaced by dots.

        The longest go first: a secret may be a part of another. One that was read off a picture
        counts too where only letters that look alike, case or spaces differ.
        """
        for value in sorted(self._revealed, key=len, reverse=True):
            text = _without_alike(text.replace(value, MASK), value)
        return text

    @staticmethod
    def _from_keyring(name: str) -> str | None:
        try:
            return keyring.get_password(_SERVICE, name)
        except keyring.errors.KeyringError:
            return None  # no keyring on this machine: the environment is the other place


def _without_alike(text: str, secret: str) -> str:
    wanted, there = _looks(secret), _looks(text)
    if len(wanted) < _LEAST_ALIKE_CHARS or wanted not in there:
        return text
    at = [number for number, letter in enumerate(text) if not letter.isspace()]
    parts, last = [], 0
    start = there.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        parts += [text[last : at[start]], MASK]
        last = at[end - 1] + 1
        start = there.find(wanted, end)
    return "".join([*parts, text[last:]])


def _looks(text: str) -> str:
    return "".join(text.split()).translate(_ALIKE)
