"""How much of a text that was being typed stands there."""

from __future__ import annotations

import pytest

from engine.language.typed_texts import Likeness, likeness, typed_chars


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


@pytest.mark.parametrize(("typed", "shown"), [("ab", "--"), ("5", "-"), ("x", "."), ("ab", "•")])
def test_other_signs_than_those_that_hide_and_of_another_number_are_another_text(
    typed: str, shown: str
) -> None:
    assert likeness(typed, shown) is Likeness.OTHER
    assert likeness(typed, "•" * len(typed)) is Likeness.REWRITTEN


@pytest.mark.parametrize("shown", ["84.", "84.0", "84.00", "+84"])
def test_a_number_is_the_same_however_its_end_is_written(shown: str) -> None:
    assert likeness("84", shown) is Likeness.SAME
    assert likeness("1084", "1,084.") is Likeness.SAME
    assert likeness("8", shown) is not Likeness.SAME
