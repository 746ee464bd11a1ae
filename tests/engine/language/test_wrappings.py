"""Texts that are wrapped, and what an address says when it is unwrapped."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest

from engine.language.folding import unwrapped, wrappings

SECRET = "köder&Haken/77?"


@pytest.mark.parametrize(
    "told",
    [
        SECRET[::-1],
        quote(SECRET, safe=""),
        SECRET.encode().hex(),
        SECRET.encode().hex().upper(),
        "köder&amp;Haken/77?",
        *(base64.b64encode(b"." * n + SECRET.encode()).decode() for n in range(3)),
        *(base64.urlsafe_b64encode(b"." * n + SECRET.encode() + b"?").decode() for n in range(3)),
    ],
)
def test_a_wrapped_text_is_known_in_the_midst_of_others(told: str) -> None:
    assert any(each in f"See {told}, please." for each in wrappings(SECRET))


def test_another_text_of_the_same_letters_is_none_of_them() -> None:
    said = base64.b64encode(b"koder&Haken/78?").decode()
    assert not any(each in said for each in wrappings(SECRET))
    assert SECRET not in wrappings(SECRET)


@pytest.mark.parametrize("shift", range(4))
def test_an_address_is_read_in_each_way(shift: int) -> None:
    coded = base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("=")
    address = f"https://a.example/x/{'z' * shift}{coded}?y=1"
    assert any(SECRET in each for each in unwrapped(address))
