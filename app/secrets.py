"""Secrets for ``{{secret:name}}``: from the keyring, else the environment; never recorded.

What was revealed in this run is remembered here, and only here, so that it can be masked where
an application shows it.
"""

import os
import re
from collections.abc import Mapping

import keyring
import keyring.errors

from engine.domain.errors import SecretMissing
from engine.domain.masks import MASK
from engine.language.wrappings import wrappings

SECRETS_SERVICE, VNC_SERVICE = "pilothouse", "pilothouse vnc"
"""In the keyring; of the latter no step can name one."""
FORMER_KEYS = "model:"
"""So began the names of API keys that older versions kept beside the secrets: no secret's."""
_LEAST_ALIKE_CHARS = 6
"""A shorter secret is masked where it stands letter by letter, else half of a screen would be."""
_MOST_REMEMBERED, _LONGEST_REMEMBERED = 20_000, 2_000
"""Texts with what became of them: most of a screen is as it was a look before."""
_ALIKE = ("oO0Q", "iI1lL|!", "sS5", "zZ2", "bB8", "gG6", "-–—_", "'’‘`", '"“”', ",.")
"""What a reader of pictures takes for one another; so it does letters of the other case."""


class Secrets:
    """Implements ``SecretSource``."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment
        self._revealed: dict[str, tuple[re.Pattern[str], ...]] = {}
        self._told: tuple[str, ...] = ()
        self._known: dict[str, str] = {}

    def reveal(self, name: str) -> str:
        """The value of a secret. Raises ``SecretMissing`` with the two places to put it."""
        if name.casefold().startswith(FORMER_KEYS):
            raise SecretMissing(
                f"“{name}” is the key of a model and no secret: no step may use it.",
                f"Give the secret a name that does not begin with “{FORMER_KEYS}”.",
            )
        variable = "PILOTHOUSE_SECRET_" + "".join(
            character if character.isalnum() else "_" for character in name.upper()
        )
        value = kept_in_keyring(SECRETS_SERVICE, name) or self._environment.get(variable)
        if not value:
            raise SecretMissing(
                f"There is no secret called “{name}”.",
                f"Put it into the keyring (keyring set {SECRETS_SERVICE} {name}) or into the"
                f" environment variable {variable}.",
            )
        if value not in self._revealed:
            self._revealed[value] = _as_read(value)
            forms = {form for each in self._revealed for form in (each, *wrappings(each))}
            self._told = tuple(sorted(forms, key=len, reverse=True))
            self._known.clear()
        return value

    def masked(self, text: str) -> str:
        """The text with every secret that was revealed replaced by dots.

        The longest go first: a secret may be a part of another. One that is told backwards, in
        base64 or otherwise wrapped counts as itself, and so does one that was read off a picture,
        where only letters that look alike, case or spaces differ.
        """
        if not self._told:
            return text
        masked = self._known.get(text)
        if masked is None:
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            masked = self._mask(text)
            if len(text) <= _LONGEST_REMEMBERED:
                self._known[text] = masked
        return masked

    def _mask(self, text: str) -> str:
        for form in self._told:
            if form in text:
                text = text.replace(form, MASK)
        for patterns in self._revealed.values():
            for as_read in patterns:
                text = as_read.sub(MASK, text)
        return text


def kept_in_keyring(service: str, name: str) -> str:
    """Empty where it keeps none, or this machine has no keyring."""
    try:
        return keyring.get_password(service, name) or ""
    except keyring.errors.KeyringError:
        return ""


def _as_read(secret: str) -> tuple[re.Pattern[str], ...]:
    """The secret with any spaces between its letters, and others that look like them, forwards and
    backwards; nothing for one that is too short."""
    letters = "".join(secret.split())
    if len(letters) < _LEAST_ALIKE_CHARS:
        return ()
    ways = (letters, letters[::-1])
    return tuple(re.compile(r"\s*".join(map(_any_like, each))) for each in ways)


def _any_like(letter: str) -> str:
    alike = next((group for group in _ALIKE if letter in group), letter + letter.swapcase())
    return f"[{re.escape(alike)}]"
