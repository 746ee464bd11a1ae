"""Reads numbers and days, as they are written in several countries.

A comma and a point are decided here alone. A number that can be read in one way only is read so:
"1.299,50", "1,299.50", "0.125", "3,5". Of "1.234" and "1,234", which can be read in two ways, the
point is decimal (``numbers_in``)."""

import re
from datetime import date
from decimal import Decimal

_SPACES = "\u00a0\u2009\u202f"
DIGITS = rf"(?:(?<![\w.])\.)?\d(?:[\d.,'’{_SPACES}]*\d)?"
"""A pattern of what may be a number, however it is written."""
_NUMBERS = [
    re.compile(
        rf"(?P<whole>[1-9]\d{{0,2}}(?P<group>[{group}'’{_SPACES}])(?:\d{{2,3}}(?P=group))*\d{{3}}|\d*)"
        rf"(?:{re.escape(sign)}(?P<part>\d+))?"
    )
    for sign, group in ((".", ","), (",", "."))
]
_NUMBER = re.compile(
    r"(?P<sign>(?<![\w)])[-+−–])?(?:[^\W\d]{0,2}[$€£¥₹₽₺₩]\s?)?"
    rf"(?P<sign2>(?<![\w)])[-+−–])?(?P<digits>{DIGITS})"
)
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


def numbers_in(text: str) -> tuple[Decimal, ...]:
    """The numbers of a text in which the point is decimal, whatever they measure."""
    found = ((each, _number(each["digits"])) for each in _NUMBER.finditer(text))
    return tuple(_signed(each, number) for each, number in found if number is not None)


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


def _number(digits: str) -> Decimal | None:
    """With a decimal point, where that makes a number; else with a comma."""
    found = next(filter(None, (form.fullmatch(digits) for form in _NUMBERS)), None)
    if found is None:
        return None
    whole = re.sub(r"\D", "", found["whole"]) or "0"
    return Decimal(f"{whole}.{found['part'] or ''}")


def _signed(match: re.Match[str], number: Decimal) -> Decimal:
    return -number if (match["sign"] or match["sign2"] or "+") in "-−–" else number
