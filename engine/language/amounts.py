"""Reads amounts of money and other numbers, as they are written in several countries.

"1.234" is twelve hundred to some and little more than one to others: who reads says which sign is
the decimal one (``read_amount``), or the digits behind it do (``number_of``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

DecimalSign = Literal[".", ","]
DECIMAL_SIGNS: tuple[DecimalSign, ...] = (".", ",")

_CURRENCY = r"(?P<{}>[$€£¥₹₽₺₩]|[A-Z]{{3}}|US\$|kr|zł|Kč|Fr\.?|EUR|USD)?"
_SPACES = " \u00a0\u2009\u202f"
_GROUPS: dict[DecimalSign, str] = {".": rf"[,'’{_SPACES}]", ",": rf"[.'’{_SPACES}]"}
_PATTERNS = {
    sign: re.compile(
        rf"(?P<open>\()?\s*(?P<sign>[-+−–])?\s*{_CURRENCY.format('before')}\s*(?P<sign2>[-+−–])?"
        rf"(?P<whole>\d{{1,3}}(?:(?P<group>{_GROUPS[sign]})\d{{3}})(?:(?P=group)\d{{3}})*|\d+)"
        rf"(?:{re.escape(sign)}(?P<part>\d{{1,4}}|-|–))?"
        rf"\s*{_CURRENCY.format('after')}\s*(?P<close>\))?"
    )
    for sign in DECIMAL_SIGNS
}
_PERCENT = re.compile(r"(?<![\w.,])[-−–]?(\d{1,3}(?:[.,]\d{1,3})?)\s*%")


@dataclass(frozen=True, slots=True)
class Amount:
    """``decimals`` is how many digits were written behind the decimal sign; ``currency`` is empty
    where none was."""

    value: Decimal
    decimals: int = 0
    currency: str = ""


def read_amount(text: str, decimal_sign: DecimalSign) -> Amount | None:
    """The amount that the text is, and nothing else; None where it is not."""
    found = _PATTERNS[decimal_sign].fullmatch(text.strip())
    if found is None or bool(found["open"]) != bool(found["close"]):
        return None
    part = (found["part"] or "").strip("-–")
    value = Decimal(re.sub(r"\D", "", found["whole"]) + (f".{part}" if part else ""))
    is_negative = bool(found["open"]) or (found["sign"] or found["sign2"] or "+") in "-−–"
    currency = found["before"] or found["after"] or ""
    return Amount(-value if is_negative else value, len(part), currency)


def looks_numeric(text: str) -> bool:
    """Whether somebody could read it as an amount."""
    return any(read_amount(text, sign) is not None for sign in DECIMAL_SIGNS)


def percent_in(text: str) -> Decimal | None:
    """The one share in the text, "19 %" as 0.19; None where there is none, or more than one."""
    found = _PERCENT.findall(text)
    return Decimal(found[0].replace(",", ".")) / 100 if len(found) == 1 else None


def number_of(text: str) -> float:
    """ "1.299,50" and "1,299.50" are the same; three digits after one sign are thousands."""
    plain = re.sub(r"['\s\u00a0\u202f]", "", text)
    decimals = re.search(r"[.,](\d{1,2}|\d{4,})$", plain)
    whole = plain[: decimals.start()] if decimals else plain
    return float(re.sub(r"[.,]", "", whole) + (f".{decimals[1]}" if decimals else ""))
