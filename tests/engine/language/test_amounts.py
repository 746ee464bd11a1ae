"""Numbers, money and days, as several countries write them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.language.amounts import (
    DECIMAL_SIGNS,
    day_in,
    looks_numeric,
    numbers_in,
    percent_in,
    read_amount,
)


@pytest.mark.parametrize(
    ("text", "with_point", "with_comma"),
    [
        ("1,234", "1234", "1.234"),
        ("1.234", "1.234", "1234"),
        ("1 234,50 zł", None, "1234.5"),
        ("US$ 1,00,000", "100000", None),
        ("(12.50)", "-12.5", None),
        ("(-5)", "-5", "-5"),
        ("(−12,50)", None, "-12.5"),
        ("- 7", "-7", "-7"),
        ("100 SGD", "100", "100"),
        ("-MXN 100", "-100", "-100"),
        ("3 MIN", "3", "3"),
        ("CHF 5.–", "5", "5"),
        ("12,- €", "12", "12"),
    ],
)
def test_who_knows_the_decimal_sign_says_it(
    text: str, with_point: str | None, with_comma: str | None
) -> None:
    for sign, value in zip(DECIMAL_SIGNS, (with_point, with_comma), strict=True):
        read = read_amount(text, sign)
        assert (read.value if read else None) == (Decimal(value) if value else None)


@pytest.mark.parametrize(
    "text",
    [
        *("5 of", "4 May", "19 %", "(5", "1.2.3", "", "100 sgd", "mxn 100", "3 tries"),
        *("$5 each", "€ 12 discount", "$ 5 CHF"),
    ],
)
def test_what_is_no_amount(text: str) -> None:
    assert not looks_numeric(text)


def test_in_words_of_a_goal_the_point_is_decimal() -> None:
    said = numbers_in("1,234 then 1.234, 3,5 and -2")
    assert said == tuple(map(Decimal, ("1234", "1.234", "3.5", "-2")))


def test_shares_and_days() -> None:
    assert percent_in("VAT (8.875 %)") == Decimal("0.08875")
    assert percent_in("5 % or 7 %") is None and percent_in("5 kg") is None
    day = day_in("due on 4 May 2026")
    assert day is not None and day.isoformat() == "2026-05-04"
    assert day_in("due 2026-03-04 or 2026-03-05") is None
