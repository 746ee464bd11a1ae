"""Amounts of money in texts: "€ 1,299.00", "1.299,00 EUR", "from $5"."""

from __future__ import annotations

import re

_SIGN = r"(?:€|\$|£|¥|EUR|USD|GBP|CHF|Euros?|euros?|dollars?|pounds?|Dollars?)"
_NUMBER = r"\d{1,3}(?:[.,'\s\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_PRICE = re.compile(
    rf"(?P<before>{_SIGN})\s?(?P<one>{_NUMBER})(?![\d])|(?P<two>{_NUMBER})\s?(?P<after>{_SIGN})(?!\w)"
)


def price_in(text: str) -> float | None:
    """The first amount in the text; None where there is none."""
    match = _PRICE.search(text)
    return amount_of(match["one"] or match["two"]) if match else None


def price_words(text: str) -> str:
    """The first amount as it stands in the text; empty where there is none."""
    match = _PRICE.search(text)
    return match.group().strip() if match else ""


def amount_of(number: str) -> float:
    """ "1.299,50" and "1,299.50" are the same; three digits after one sign are thousands."""
    plain = re.sub(r"[\s'\u00a0\u202f]", "", number)
    decimals = re.search(r"[.,](\d{1,2})$", plain)
    whole = plain[: decimals.start()] if decimals else plain
    fraction = f".{decimals[1]}" if decimals else ""
    return float(re.sub(r"[.,]", "", whole) + fraction)
