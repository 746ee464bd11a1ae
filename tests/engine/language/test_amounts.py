"""Numbers and days, as several countries write them."""

from __future__ import annotations

from decimal import Decimal

from engine.language.amounts import day_in, numbers_in


def test_in_words_of_a_goal_the_point_is_decimal() -> None:
    said = numbers_in("1,234 then 1.234, 3,5 and -2")
    assert said == tuple(map(Decimal, ("1234", "1.234", "3.5", "-2")))


def test_money_is_read_as_its_number() -> None:
    said = numbers_in("1\u00a0234,50 zł; -$5; US$ 1,00,000; CHF 5.–; 12,- €; €-7")
    assert said == tuple(map(Decimal, ("1234.5", "-5", "100000", "5", "12", "-7")))


def test_days() -> None:
    day = day_in("due on 4 May 2026")
    assert day is not None and day.isoformat() == "2026-05-04"
    assert day_in("due 2026-03-04 or 2026-03-05") is None
