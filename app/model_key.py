"""The API key of a model's endpoint: from the keyring, else the environment, else the settings.

One key for each host, under a service of its own in the keyring: no step can name one as a secret.
A key is in no text that this module makes: not in a message, not in a repr.
"""

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import keyring
import keyring.errors

from app.secrets import FORMER_KEYS, SECRETS_SERVICE, kept_in_keyring
from engine.domain.errors import KnownError

logger = logging.getLogger(__name__)
KEYS_SERVICE = "pilothouse model keys"
_VARIABLE = "PILOTHOUSE_API_KEY"
_VENDORS = {"api.openai.com": "OPENAI_API_KEY", "api.anthropic.com": "ANTHROPIC_API_KEY"}
"""A vendor's own variable goes to that vendor only, and not in the clear."""


class KeyNotKept(KnownError):
    """The key could not be put into the keyring, or not be removed from where it is."""


@dataclass(frozen=True, slots=True)
class FoundKey:
    """``place`` says in words where it is, ``in the system’s keyring``; empty where there is none.

    ``can_forget``: Pilothouse can remove it from there.
    """

    value: str = field(default="", repr=False)
    place: str = ""
    can_forget: bool = False


class ModelKeys:
    """Every question to the keyring may take its time: ask away from the Qt thread."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment

    def find(self, base_url: str, in_settings: str = "") -> FoundKey:
        """The key for this endpoint. ``in_settings`` is that of the settings file, the last
        resort."""
        host = host_of(base_url)
        if not host:
            return FoundKey()
        kept = _from_keyring(host)
        if kept:
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
        try:
            _keep(host_of(base_url), key)
        except keyring.errors.KeyringError:
            raise KeyNotKept(
                "The key is not kept: this system has no keyring that answers.",
                f"Set the environment variable {_VARIABLE} before you start Pilothouse, or install"
                " a keyring (GNOME Keyring, KWallet, KeePassXC) and unlock it.",
            ) from None

    def forget(self, base_url: str) -> None:
        """Remove the key from the keyring; nothing happens where there is none.

        Raises ``KeyNotKept`` where the keyring has it and will not let go of it.
        """
        host = host_of(base_url)
        if not _from_keyring(host):
            return
        try:
            keyring.delete_password(KEYS_SERVICE, host)
        except keyring.errors.KeyringError:
            raise KeyNotKept(
                "The keyring does not remove the key.",
                f"Remove it there: {KEYS_SERVICE}, {host}.",
            ) from None


def host_of(base_url: str) -> str:
    """``127.0.0.1:8081``, in small letters; empty where the URL names none."""
    try:
        parts = urlsplit(base_url)
        return parts.netloc.rpartition("@")[2].lower() if parts.hostname else ""
    except ValueError:
        return ""


def _from_keyring(host: str) -> str:
    return (kept_in_keyring(KEYS_SERVICE, host) or _from_among_secrets(host)).strip()


def _from_among_secrets(host: str) -> str:
    """A key that an older version kept beside the secrets, moved to where it belongs."""
    key = kept_in_keyring(SECRETS_SERVICE, _former_name(host))
    if key:
        try:
            _keep(host, key)
        except keyring.errors.KeyringError:
            return key  # it can't be moved; no step can name it there either
        logger.warning("The key for %s was moved in the keyring, to “%s”.", host, KEYS_SERVICE)
    return key


def _keep(host: str, key: str) -> None:
    """Put it into its place and take it out of that of older versions."""
    keyring.set_password(KEYS_SERVICE, host, key)
    if keyring.get_password(SECRETS_SERVICE, _former_name(host)):
        keyring.delete_password(SECRETS_SERVICE, _former_name(host))


def _former_name(host: str) -> str:
    return f"{FORMER_KEYS}{host}"
