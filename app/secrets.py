"""Secrets, from the keyring, else the environment: what ``{{secret:name}}`` stands for, never
recorded, and the API key of a model's endpoint, which the settings may hold, too.

What was revealed in this run is remembered here, and only here, so that it can be masked where
an application shows it. There is one key for each host, under a service of its own in the keyring:
no step can name one as a secret. A key is in no text that is made here: not in a message, not in a
repr."""

import functools
import os
import re
from collections.abc import Mapping

import keyring
import keyring.errors

from engine.domain.errors import KnownError, SecretMissing
from engine.domain.facts import Frozen, field
from engine.domain.web.sites import parts_of
from engine.domain.zones import MASK
from engine.language.folding import wrappings

SECRETS_SERVICE, VNC_SERVICE = "pilothouse", "pilothouse vnc"
"""In the keyring; of the latter no step can name one."""
_OF_MODELS = "model:"
"""So began the names of API keys that versions of before kept beside the secrets."""
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
        self._remembered = functools.lru_cache(maxsize=_MOST_REMEMBERED)(self._mask)

    def reveal(self, name: str) -> str:
        """The value of a secret. Raises ``SecretMissing`` with the two places to put it."""
        if name.casefold().startswith(_OF_MODELS):
            raise SecretMissing(
                f"“{name}” is the key of a model and no secret: no step may use it.",
                f"Give the secret a name that does not begin with “{_OF_MODELS}”.",
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
            self._remembered.cache_clear()
        return value

    def masked(self, text: str) -> str:
        """The text with every secret that was revealed replaced by dots.

        The longest go first: a secret may be a part of another. One that is told backwards, in
        base64 or otherwise wrapped counts as itself, and so does one that was read off a picture,
        where only letters that look alike, case or spaces differ."""
        if not self._told:
            return text
        is_short = len(text) <= _LONGEST_REMEMBERED
        return self._remembered(text) if is_short else self._mask(text)

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


KEYS_SERVICE = "pilothouse model keys"
_VARIABLE = "PILOTHOUSE_API_KEY"
_VENDORS = {"api.openai.com": "OPENAI_API_KEY", "api.anthropic.com": "ANTHROPIC_API_KEY"}
"""A vendor's own variable goes to that vendor only, and not in the clear."""


class KeyNotKept(KnownError):
    """The key could not be put into the keyring, or not be removed from where it is."""


class FoundKey(Frozen):
    """``place`` says in words where it is, ``in the system’s keyring``; empty where there is none.
    ``can_forget``: Pilothouse can remove it from there."""

    value: str = field(default="", repr=False)
    place: str = ""
    can_forget: bool = False


class ModelKeys:
    """Every question to the keyring may take its time: ask away from the Qt thread."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment

    def find(self, base_url: str, in_settings: str = "") -> FoundKey:
        """The key for this endpoint; ``in_settings``, the settings file's, is the last resort."""
        host = host_of(base_url)
        if not host:
            return FoundKey()
        if kept := kept_in_keyring(KEYS_SERVICE, host).strip():
            return FoundKey(kept, "in the system’s keyring", can_forget=True)
        is_private = base_url.lower().startswith("https://")
        for variable in filter(None, (_VARIABLE, _VENDORS.get(host) if is_private else None)):
            value = self._environment.get(variable, "").strip()
            if value:
                return FoundKey(value, f"in the environment variable {variable}")
        if in_settings:
            return FoundKey(in_settings, "in the settings file", can_forget=True)
        return FoundKey()

    def save(self, base_url: str, key: str) -> None:
        """Put the key into the keyring. Raises ``KeyNotKept``, with what to do instead."""
        why = "The key is not kept: this system has no keyring that answers."
        remedy = (
            f"Set the variable {_VARIABLE} before you start Pilothouse, or install a keyring (GNOME"
            " Keyring, KWallet, KeePassXC); the last resort is api_key in the settings file."
        )
        with KeyNotKept.instead_of(keyring.errors.KeyringError, why, remedy):
            keyring.set_password(KEYS_SERVICE, host_of(base_url), key)

    def forget(self, base_url: str) -> None:
        """Remove the key from the keyring; nothing happens where there is none. Raises
        ``KeyNotKept`` where the keyring has it and will not let go of it."""
        host = host_of(base_url)
        if not kept_in_keyring(KEYS_SERVICE, host):
            return
        why = "The keyring does not remove the key."
        remedy = f"Remove it there: {KEYS_SERVICE}, {host}."
        with KeyNotKept.instead_of(keyring.errors.KeyringError, why, remedy):
            keyring.delete_password(KEYS_SERVICE, host)


def host_of(base_url: str) -> str:
    """``127.0.0.1:8081``, in small letters; empty where the URL names none."""
    parts = parts_of(base_url)
    return parts.netloc.rpartition("@")[2].lower() if parts.hostname else ""
