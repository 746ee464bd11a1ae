"""How much of a text that was being typed stands there."""

from __future__ import annotations

import pytest

from engine.language.typed_texts import typed_chars


@pytest.mark.parametrize(
    ("typed", "before", "now", "chars"),
    [
        ("precious words", "", "prec", 4),
        ("precious words", "prec", "precprecious", 8),
        ("precious words", "prec", "prec", 0),
        ("1,000 and 2,000", "", "1000 and", 9),
        ("\n\nfirst", "", "\n\nfi", 4),
        ("one\ntwo", "", "one\r\ntw", 6),
        ("words", "", "", 0),
        ("a" * 30_000, "", "a" * 20_000, 20_000),
    ],
)
def test_the_first_characters_that_are_new_are_counted(
    typed: str, before: str, now: str, chars: int
) -> None:
    assert typed_chars(typed, before, now) == chars
