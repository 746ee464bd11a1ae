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

        The longest go first: a secret may be a part of another.
        """
        for value in sorted(self._revealed, key=len, reverse=True):
            text = text.replace(value, MASK)
        return text

    @staticmethod
    def _from_keyring(name: str) -> str | None:
        try:
            return keyring.get_password(_SERVICE, name)
        except keyring.errors.KeyringError:
            return None  # no keyring on this machine: the environment is the other place
