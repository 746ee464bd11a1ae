"""Amounts and days as pages write them, and how they compare."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

from engine.language.amounts import number_of
from engine.language.goals.clauses import Sign
from engine.language.labels import meanings, normal
from engine.language.matching import stem

_UNITS = {
    **meanings(
        "eur: €, eur, euro",
        "usd: $, usd, dollar",
        "gbp: £, gbp, pound",
        "jpy: ¥, jpy, yen",
        "chf: chf, franc",
        "%: %, percent",
    )
}
_FACTORS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("s", "sec", "second"), ("min", 1 / 60)),
    **dict.fromkeys(("min", "mins", "minute"), ("min", 1.0)),
    **dict.fromkeys(("h", "hr", "hrs", "hour"), ("min", 60.0)),
    **dict.fromkeys(("d", "day"), ("min", 1440.0)),
    **dict.fromkeys(("week",), ("min", 10080.0)),
    **dict.fromkeys(("g", "gram"), ("g", 1.0)),
    **dict.fromkeys(("kg", "kilo", "kilogram"), ("g", 1000.0)),
    **dict.fromkeys(("mm",), ("m", 0.001)),
    **dict.fromkeys(("cm",), ("m", 0.01)),
    **dict.fromkeys(("m", "metre", "meter"), ("m", 1.0)),
    **dict.fromkeys(("km", "kilometre", "kilometer"), ("m", 1000.0)),
}
MONEY = frozenset({"eur", "usd", "gbp", "jpy", "chf"})
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
_AMOUNT = re.compile(
    r"(?P<before>[€$£¥]|\b(?:eur|usd|gbp|chf)\b)?\s?(?P<sign>(?<![\w)])[-−])?"
    r"(?P<number>\d[\d.,'\u00a0\u202f]*(?<![.,'])|\d)\s?(?P<after>[€$£¥](?!\s?\d)|%|[a-z]+\b)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """In the base unit of what it measures; ``unit`` is empty for a bare number."""

    value: float
    unit: str = ""
    text: str = field(default="", compare=False)


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


def amounts_in(text: str) -> tuple[Amount, ...]:
    """All amounts of a text, a day counting as one (in days)."""
    day = day_in(text)
    if day is not None:
        return (Amount(float(day.toordinal()), "day", text),)
    return tuple(_amount(match) for match in _AMOUNT.finditer(text))


def _amount(match: re.Match[str]) -> Amount:
    value = number_of(match["number"]) * (-1 if match["sign"] else 1)
    said = (match["before"] or match["after"] or "").casefold()
    end = match.end("number") if match["before"] else match.end()
    text = match.string[match.start() : end].strip()
    unit = said if said in _UNITS or said in _FACTORS else stem(said)
    if unit in _FACTORS:
        base, factor = _FACTORS[unit]
        return Amount(value * factor, base, text)
    return Amount(value, _UNITS.get(unit, unit), text)


def amount_like(text: str, wanted: Amount) -> Amount | None:
    """The only amount of a text that can be compared with another; None where none or two can."""
    found = set(amounts_in(text))
    alike = {each for each in found if each.unit == wanted.unit}
    if not alike and wanted.unit != "day":
        alike = {e for e in found if e.unit != "day" and not (e.unit and wanted.unit)}
    return next(iter(alike)) if len(alike) == 1 else None


def holds(cell: str, sign: Sign, value: str) -> bool | None:
    """Whether a cell compares so with a value; None where that can't be told."""
    if not re.search(r"\w", cell):
        return sign == "!="
    if sign in ("=", "!="):
        wanted = amounts_in(value)
        is_amount = len(wanted) == 1 and not re.search(r"[a-z]{2}", value, re.IGNORECASE)
        there = amount_like(cell, wanted[0]) if is_amount else None
        same = normal(cell) == normal(value)
        if there is not None and not same:
            same = there.value == wanted[0].value and len(amounts_in(cell)) == 1
        return same if sign == "=" else not same
    bounds = amounts_in(value)
    there = amount_like(cell, bounds[0]) if len(bounds) == 1 else None
    if there is None:
        return None
    bound = bounds[0].value
    match sign:
        case "<":
            return there.value < bound
        case "<=":
            return there.value <= bound
        case ">":
            return there.value > bound
        case _:
            return there.value >= bound
