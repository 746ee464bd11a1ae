"""Numbers as people and sites write them."""

from __future__ import annotations

import re


def amount_of(number: str) -> float:
    """ "1.299,50" and "1,299.50" are the same; three digits after one sign are thousands."""
    plain = re.sub(r"[\s'\u00a0\u202f]", "", number)
    decimals = re.search(r"[.,](\d{1,2})$", plain)
    whole = plain[: decimals.start()] if decimals else plain
    fraction = f".{decimals[1]}" if decimals else ""
    return float(re.sub(r"[.,]", "", whole) + fraction)
