"""Arithmetic, exactly and without ever executing anything."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.language.goals.arithmetic import number_text, tokens_of, value_of


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("12 × 7", "84"),
        ("12 x 7", "84"),
        ("12*7=", "84"),
        ("3 + 4 - 1", "6"),
        ("3 + 4 − 1", "6"),
        ("81 / 9", "9"),
        ("81 ÷ 9", "9"),
        ("2 + 3 * 4", "14"),
        ("(2 + 3) * 4", "20"),
        ("10 - 2 - 3", "5"),
        ("-3 + 1", "-2"),
        ("0.1 + 0.2", "0.3"),
        ("1 / 8", "0.125"),
        ("1 / 3", "0.3333333"),
        ("2 / 3", "0.6666666"),
        ("-1 / 2", "-0.5"),
        ("1,000 * 2", "2000"),
        ("1'000 + 5", "1005"),
        ("12 times 7", "84"),
        ("15% of 80", "12"),
        ("9 divided by 3 plus 1", "4"),
    ],
)
def test_results(text: str, result: str) -> None:
    tokens = tokens_of(text)
    assert tokens is not None
    value = value_of(tokens)
    assert value is not None
    assert number_text(value) == result


@pytest.mark.parametrize("text", ["", "seven", "12", "__import__('os')", "2 ** 3 a", "1 ^ 2"])
def test_what_is_no_expression(text: str) -> None:
    assert tokens_of(text) is None


@pytest.mark.parametrize("text", ["1 / 0", "1 +", "(1 + 2", "1 + 2)", "* 3", "2 ** 3", "1 2 + 3"])
def test_what_has_no_value(text: str) -> None:
    tokens = tokens_of(text)
    assert tokens is not None
    assert value_of(tokens) is None


def test_values_are_exact() -> None:
    assert value_of(("1", "/", "3")) == Fraction(1, 3)
