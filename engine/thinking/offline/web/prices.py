"""Amounts of money in texts: "€ 1,299.00", "1.299,00 EUR", "from $5"."""

from __future__ import annotations

import re

from engine.domain.web.amounts import amount_of

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
