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
