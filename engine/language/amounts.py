"""Reads numbers, amounts of money and days, as they are written in several countries.

A comma and a point are decided here alone. A number that can be read in one way only is read so:
"1.299,50", "1,299.50", "0.125", "3,5". "1.234" and "1,234" can be read in two ways: whoever knows
the decimal sign says it (``read_amount``); in words of a goal, a model or a program it is the
point (``numbers_in``); of a percentage three digits behind a single sign are decimals
(``percent_in``).
"""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Literal

from engine.language.labels import meanings

DecimalSign = Literal[".", ","]
DECIMAL_SIGNS: tuple[DecimalSign, ...] = (".", ",")

_CURRENCIES = meanings(
    "EUR: €, eur, euro, euros",
    "USD: $, us$, usd, dollar, dollars",
    "GBP: £, gbp, pound, pounds",
    "JPY: ¥, jpy, yen",
    "CHF: chf, fr., franc, francs",
    "INR: ₹, inr, rupee, rupees",
    "RUB: ₽, rub, ruble, rubles",
    "TRY: ₺, lira",
    "KRW: ₩, krw",
    "PLN: zł, pln",
    "CZK: kč, czk",
    "KR: kr",
    *(
        f"{code}: {code.lower()}"
        for code in ("SEK", "NOK", "DKK", "HUF", "AUD", "CAD", "NZD", "CNY", "BRL")
    ),
)
"""Units of money are capitals, so that no other word is one."""
MONEY = frozenset(_CURRENCIES.values())
CURRENCY = "|".join(
    re.escape(said) for said in sorted(_CURRENCIES, key=len, reverse=True) if len(said) <= 3
)
"""A pattern of the signs and short names of money, in lower case."""
_SPACES = "\u00a0\u2009\u202f"
DIGITS = rf"(?:(?<![\w.])\.)?\d(?:[\d.,'’{_SPACES}]*\d)?"
"""A pattern of what may be a number, however it is written."""
_NUMBERS = {
    sign: re.compile(
        rf"(?P<whole>[1-9]\d{{0,2}}(?P<group>[{group}'’{_SPACES}])(?:\d{{2,3}}(?P=group))*\d{{3}}|\d*)"
        rf"(?:{re.escape(sign)}(?P<part>\d+))?"
    )
    for sign, group in ((".", ","), (",", "."))
}
_AMOUNT = re.compile(
    rf"(?P<sign>(?<![\w)])[-+−–])?(?:(?<!\w)(?P<before>{CURRENCY})(?![^\W\d])\s?)?"
    rf"(?P<sign2>(?<![\w)])[-+−–])?"
    rf"(?P<digits>{DIGITS})(?:[.,][-–](?!\d))?"
    rf"(?:\s?(?P<after>(?:{CURRENCY})(?!\s?\d|\w)|%|[^\W\d_]+\b))?",
    re.IGNORECASE,
)
_ALONE = re.compile(
    _AMOUNT.pattern.replace(CURRENCY, rf"{CURRENCY}|(?-i:[A-Z]{{3}})"), re.IGNORECASE
)
"""With nothing else in the text, any three capitals are a currency."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAYS = (
    re.compile(r"\b(?P<year>\d{4})[-/](?P<number>\d{1,2})[-/](?P<day>\d{1,2})\b"),
    re.compile(r"\b(?P<day>\d{1,2})\.\s?(?P<number>\d{1,2})\.\s?(?P<year>\d{4})\b"),
    re.compile(
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?{_MONTH},?\s+(?P<year>\d{{4}})"
    ),
    re.compile(rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})\b"),
)


@dataclass(frozen=True, slots=True)
class Amount:
    """``unit`` is empty for a bare number."""

    value: Decimal
    unit: str = ""
    text: str = field(default="", compare=False)

    @property
    def decimals(self) -> int:
        """How many digits were written behind the decimal sign."""
        return max(0, -int(self.value.as_tuple().exponent))


def read_amount(text: str, decimal_sign: DecimalSign) -> Amount | None:
    """The bare number or amount of money that the text is, and nothing else; None where it is not.
    Brackets around it make it negative."""
    said = text.strip()
    in_brackets = said[:1] == "(" and said[-1:] == ")"
    said = re.sub(r"^([-+−–])\s+", r"\1", said[1:-1].strip() if in_brackets else said)
    found = _ALONE.fullmatch(re.sub(r"(?<=\d) (?=\d{3}(?!\d))", _SPACES[0], said))
    number = _number(found["digits"], decimal_sign) if found else None
    if found is None or number is None or (found["before"] and found["after"]):
        return None
    word = found["before"] or found["after"] or ""
    unit = _CURRENCIES.get(word.casefold(), word)
    value = -abs(number) if in_brackets else _signed(found, number)
    is_amount = unit in {"", *MONEY} or re.fullmatch("[A-Z]{3}", unit)
    return Amount(value, unit, text) if is_amount else None


def looks_numeric(text: str) -> bool:
    """Whether somebody could read it as a number or an amount of money."""
    return any(read_amount(text, sign) is not None for sign in DECIMAL_SIGNS)


def percent_in(text: str) -> Decimal | None:
    """The one share in the text, "19 %" as 0.19; None where there is none, or more than one."""
    parted = ((each["after"] or "", _readings(each["digits"])) for each in _AMOUNT.finditer(text))
    found = [min(read) for unit, read in parted if read and unit.casefold() in ("%", "percent")]
    return found[0] / 100 if len(found) == 1 else None


def numbers_in(text: str) -> tuple[Decimal, ...]:
    """The numbers of a text in which the point is decimal, whatever they measure."""
    found = ((each, _readings(each["digits"])) for each in _AMOUNT.finditer(text))
    return tuple(_signed(each, read[0]) for each, read in found if read)


def day_in(text: str) -> date | None:
    """The only day that a text names; None where it names none, or two."""
    found = [match for shape in _DAYS for match in shape.finditer(text.casefold())]
    if len(found) != 1:
        return None
    parts = found[0].groupdict()
    month = parts.get("number")
    number = int(month) if month else _MONTHS.index(parts["month"]) + 1
    try:
        return date(int(parts["year"]), number, int(parts["day"]))
    except ValueError:
        return None


def _readings(digits: str) -> tuple[Decimal, ...]:
    """All that the digits may mean, with a decimal point first."""
    found = (_number(digits, sign) for sign in DECIMAL_SIGNS)
    return tuple(number for number in found if number is not None)


def _number(digits: str, sign: DecimalSign) -> Decimal | None:
    found = _NUMBERS[sign].fullmatch(digits)
    if found is None:
        return None
    whole = re.sub(r"\D", "", found["whole"]) or "0"
    return Decimal(f"{whole}.{found['part'] or ''}")


def _signed(match: re.Match[str], number: Decimal) -> Decimal:
    return -number if (match["sign"] or match["sign2"] or "+") in "-−–" else number
