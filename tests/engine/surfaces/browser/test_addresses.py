"""An address of which a part is hidden is another one than was seen."""

from __future__ import annotations

import pytest

from engine.domain.errors import ActionImpossible
from engine.domain.zones import MASK
from engine.surfaces.browser.address_rules import read_address


@pytest.mark.parametrize(
    "url", [f"https://shop.example/?token={MASK}", f"/{MASK}", "/?t=" + "%E2%80%A2" * 6]
)
def test_an_address_that_is_hidden_in_part_is_not_opened(url: str) -> None:
    with pytest.raises(ActionImpossible, match="a part of the address is hidden"):
        read_address(url, "https://shop.example/")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("shop.example/a", "https://shop.example/a"),
        ("192.168.1.4:8080/a", "http://192.168.1.4:8080/a"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("localhost", "http://localhost"),
        ("/cart", "https://shop.example/cart"),
        ("terms.html", "https://shop.example/terms.html"),
    ],
)
def test_an_address_is_read_as_a_person_writes_it(written: str, meant: str) -> None:
    assert read_address(written, "https://shop.example/") == meant


@pytest.mark.parametrize("written", ["", "a b", "/cart", "?q=1", "foo", "http://[/"])
def test_without_a_page_what_names_no_host_is_no_address(written: str) -> None:
    with pytest.raises(ActionImpossible, match="is no address"):
        read_address(written, "about:blank")
