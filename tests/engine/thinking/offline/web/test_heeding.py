"""What a reason for a no says about which one is meant instead."""

from __future__ import annotations

import pytest

from engine.thinking.offline.web.heeding import Hint, read_hint


@pytest.mark.parametrize(
    ("reason", "hint"),
    [
        ("wrong one, take the second", Hint(number=2)),
        ("the 3rd please", Hint(number=3)),
        ("the last", Hint(number=-1)),
        ("no, 'Wheelbarrow, red' please", Hint(names=("Wheelbarrow, red",))),
        ("take the red one", Hint(names=("red",))),
        ("the other one", Hint(is_other=True)),
        ("because I say so", Hint()),
        ("not this one", Hint()),
    ],
)
def test_a_reason_is_read_as_far_as_ordinals_names_and_not_go(reason: str, hint: Hint) -> None:
    assert read_hint(reason) == hint


def test_what_is_not_wanted_is_no_name() -> None:
    hint = read_hint("not the green one")
    assert hint.names == () and any("green" in each for each in hint.without)
