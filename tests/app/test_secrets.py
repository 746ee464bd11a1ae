"""Secrets come from the keyring or the environment, and are masked once they were used."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterator
from urllib.parse import quote

import keyring
import keyring.errors
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail

from app.secrets import Secrets
from engine.domain.errors import SecretMissing


class KeyringOf(KeyringBackend):
    """A keyring that holds what it was given."""

    priority = 1.0  # type: ignore[assignment]  # the base computes it

    def __init__(self, held: dict[tuple[str, str], str]) -> None:
        super().__init__()
        self._held = held

    def get_password(self, service: str, username: str) -> str | None:
        return self._held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self._held[service, username]


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    """As on a machine without one: every question to it is an error."""
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


def test_the_environment_holds_it_where_there_is_no_keyring() -> None:
    with pytest.raises(keyring.errors.KeyringError):
        keyring.get_password("pilothouse", "token")
    assert Secrets({"PILOTHOUSE_SECRET_TOKEN": "from outside"}).reveal("token") == "from outside"


@pytest.mark.parametrize("name", ["mail-password", "mail password", "Mail.Password"])
def test_a_name_becomes_a_variable_that_a_shell_can_set(name: str) -> None:
    assert Secrets({"PILOTHOUSE_SECRET_MAIL_PASSWORD": "x"}).reveal(name) == "x"


def test_the_keyring_goes_before_the_environment() -> None:
    keyring.set_keyring(KeyringOf({("pilothouse", "token"): "from the keyring"}))
    secrets = Secrets({"PILOTHOUSE_SECRET_TOKEN": "from outside"})
    assert secrets.reveal("token") == "from the keyring"


@pytest.mark.parametrize("environment", [{}, {"PILOTHOUSE_SECRET_TOKEN": ""}])
def test_a_missing_one_names_both_places(environment: dict[str, str]) -> None:
    with pytest.raises(SecretMissing) as missing:
        Secrets(environment).reveal("token")
    assert missing.value.message == "There is no secret called “token”."
    assert "keyring set pilothouse token" in missing.value.remedy
    assert "PILOTHOUSE_SECRET_TOKEN" in missing.value.remedy


def test_only_what_was_revealed_is_masked_and_everywhere() -> None:
    secrets = Secrets({"PILOTHOUSE_SECRET_A": "hunter2", "PILOTHOUSE_SECRET_B": "swordfish"})
    secrets.reveal("a")
    assert secrets.masked("hunter2, hunter2! swordfish") == "••••••, ••••••! swordfish"


def test_a_secret_that_is_part_of_another_leaves_nothing_of_it() -> None:
    secrets = Secrets({"PILOTHOUSE_SECRET_A": "pass", "PILOTHOUSE_SECRET_B": "password123"})
    secrets.reveal("a")
    secrets.reveal("b")
    assert "word123" not in secrets.masked("it is password123")


@pytest.mark.parametrize(
    "read", ["Hunter2 sw0rd", "hunter2sword", "hunter2 5word", "HUNTERZ SWORD", "hunter 2sword"]
)
def test_one_that_was_read_off_a_picture_not_quite_rightly_is_masked_too(read: str) -> None:
    secrets = Secrets({"PILOTHOUSE_SECRET_A": "hunter2 sword"})
    secrets.reveal("a")
    masked = secrets.masked(f"Pass: {read}, twice: {read}.")
    assert masked.startswith("Pass: ") and ", twice: " in masked and masked.endswith("••••••.")
    assert "word" not in masked.casefold()


def test_a_short_one_is_masked_letter_by_letter_only() -> None:
    secrets = Secrets({"PILOTHOUSE_SECRET_A": "10", "PILOTHOUSE_SECRET_B": "IOlO"})
    secrets.reveal("a")
    secrets.reveal("b")
    assert secrets.masked("Biology, lo, 1010: IOlO") == "Biology, lo, ••••••••••••: ••••••"


ECHOED = "Möwe/7&?x9"


@pytest.mark.parametrize(
    "told",
    [
        ECHOED[::-1],
        " ".join(ECHOED[::-1]),
        quote(ECHOED),
        re.sub("%..", lambda found: found[0].lower(), quote(ECHOED, safe="")),
        html.escape(ECHOED),
        ECHOED.encode().hex(),
        ECHOED.encode().hex(" ").upper(),
        *(base64.b64encode(b"abc"[:n] + ECHOED.encode() + b"!").decode() for n in range(3)),
        *(base64.urlsafe_b64encode(b"abc"[:n] + ECHOED.encode() + b"!").decode() for n in range(3)),
    ],
)
def test_a_secret_that_a_page_gives_back_wrapped_is_masked_too(told: str) -> None:
    secrets = Secrets({"PILOTHOUSE_SECRET_A": ECHOED})
    assert secrets.masked(f"It is {told}, right?") == f"It is {told}, right?"
    secrets.reveal("a")
    masked = secrets.masked(f"It is {told}, right?")
    rest = masked.removeprefix("It is ").removesuffix(", right?").replace("••••••", "")
    assert rest != told and len(rest) <= 7, "no more than what stands around it"


def test_a_short_secret_s_wrappings_stand_anywhere_and_are_left() -> None:
    secrets = Secrets({"PILOTHOUSE_SECRET_A": "a1"})
    secrets.reveal("a")
    assert secrets.masked("1a 6131 %61%31") == "1a 6131 %61%31"
