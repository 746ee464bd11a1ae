"""Amounts in texts by what they measure: "1 h 20 min", "★ 4.6", "3 May 2025", "2.4 kg".

In the base units of ``engine.domain.web.conditions``; dates as years, so that later is more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.domain.web.conditions import UNITS, Measure
from engine.thinking.offline.web.prices import price_in, price_words

_NUMBER = r"\d{1,3}(?:[ ,.]\d{3})+(?!\d)|\d+(?:[.,]\d+)?"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DATES = (
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)\b"),
    re.compile(rf"\b(?P<day>\d\d?)(?:st|nd|rd|th)?\.?\s+{_MONTH},?\s+(?P<year>\d{{4}})\b", re.I),
    re.compile(rf"\b{_MONTH}\s+(?P<day>\d\d?)(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})\b", re.I),
    re.compile(r"\b(?P<day>\d\d?)[./](?P<month>\d\d?)[./](?P<year>\d{4})\b"),
    re.compile(rf"\b{_MONTH}\s+(?P<year>\d{{4}})\b", re.I),
    re.compile(r"\b(?P<year>(?:19|20)\d\d)\b"),
)
_AGO = re.compile(
    r"\b(?P<n>\d+|an?|one)\s+(?P<unit>minute|hour|day|week|month|year)s?\s+ago\b", re.I
)
_NEAR_DAYS = {"today": 0.0, "yesterday": 1.0}
_AGO_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.4}
_YEAR_DAYS = 365.25
_NOW = 10_000.0  # "3 days ago" is later than any date that is written out
_DURATION_UNIT = r"h|hrs?|hours?|m|min|mins|minutes?|secs?|seconds?|days?|weeks?|d"
_DURATION_PART = rf"(?P<n>{_NUMBER}|half an?|an?)\s*-?\s*(?P<unit>{_DURATION_UNIT})\b"
_DURATION = re.compile(
    rf"\b(?:{_DURATION_PART.replace('?P<n>', '?:').replace('?P<unit>', '?:')}"
    r"(?:\s*(?:and|,)?\s*)){1,3}",
    re.I,
)
_DURATION_PIECE = re.compile(_DURATION_PART, re.I)
_MINUTES = {"h": 60.0, "m": 1.0, "s": 1 / 60, "d": 1440.0, "w": 10080.0}
_TOTAL = re.compile(r"\b(?:total|ready in|in all|altogether)\b", re.I)
_RATINGS = (
    re.compile(r"(?P<n>\d(?:[.,]\d+)?)\s*(?:out of|of|/)\s*(?:5|10)\b", re.I),
    re.compile(r"(?:★|⭐|\brat(?:ed|ing)\b:?|\bstars?:)\s*(?P<n>\d(?:[.,]\d+)?)(?!\d)", re.I),
    re.compile(r"\b(?P<n>\d(?:[.,]\d+)?)\s*(?:stars?\b|★|⭐)", re.I),
)
_FULL_STARS = re.compile(r"[★⭐]+[☆½]*")
_OF_PEOPLE = (
    r"reviews?|views?|replies|answers?|comments?|likes?|votes?|ratings?|downloads?|sold|orders?"
    r"|posts?|borrowers?|members?|followers?|points?"
)
_POPULARITY = re.compile(rf"(?P<n>{_NUMBER})\s*(?P<k>k\b)?\s*(?:{_OF_PEOPLE})\b", re.I)
_BY_UNIT = {
    measure: "|".join(
        sorted((re.escape(u) for u, (of, _) in UNITS.items() if of == measure), key=len)[::-1]
    )
    for measure in ("weight", "length", "percent")
}


@dataclass(frozen=True, slots=True)
class Amount:
    """In base units; ``said`` is how the text says it."""

    value: float
    said: str


def amount_in(text: str, measure: Measure, unit: str = "") -> Amount | None:
    """The first amount of this measure in the text; None where it has none."""
    match measure:
        case "price":
            price = price_in(text)
            return Amount(price, price_words(text)) if price is not None else None
        case "duration":
            return _duration(text)
        case "rating":
            return _rating(text)
        case "date":
            return _date(text)
        case "popularity":
            return _popularity(text)
        case "count":
            return _count(text, unit)
        case _:
            return _with_unit(text, measure)


def measured_in(text: str, measure: Measure, unit: str = "") -> Amount | None:
    """As ``amount_in``; what has no length is as long as it takes."""
    found = amount_in(text, measure, unit)
    return amount_in(text, "duration") if found is None and measure == "length" else found


def _duration(text: str) -> Amount | None:
    """A time that is called the whole goes before others."""
    found = list(_DURATION.finditer(text))
    if not found:
        return None
    total = _TOTAL.search(text)
    match = next((each for each in found if total and each.start() >= total.end()), found[0])
    minutes = 0.0
    for piece in _DURATION_PIECE.finditer(match.group()):
        number = piece["n"].casefold()
        amount = 0.5 if number.startswith("half") else 1.0 if number[0] == "a" else _plain(number)
        minutes += amount * _MINUTES[piece["unit"][0].casefold()]
    return Amount(minutes, match.group().strip(" ,"))


def _rating(text: str) -> Amount | None:
    for shape in _RATINGS:
        if match := shape.search(text):
            return Amount(_plain(match["n"]), match.group().strip())
    stars = _FULL_STARS.search(text)
    if stars is None:
        return None
    full = sum(sign in "★⭐" for sign in stars.group())
    return Amount(full + 0.5 * ("½" in stars.group()), stars.group())


def _date(text: str) -> Amount | None:
    if match := _AGO.search(text):
        number = float(match["n"]) if match["n"].isdigit() else 1.0
        days = number * _AGO_DAYS.get(match["unit"].casefold(), _YEAR_DAYS)
        return Amount(_NOW - days / _YEAR_DAYS, match.group())
    for word, days in _NEAR_DAYS.items():
        if re.search(rf"\b{word}\b", text, re.I):
            return Amount(_NOW - days / _YEAR_DAYS, word)
    for shape in _DATES:
        if match := shape.search(text):
            told = match.groupdict()
            named = told.get("month") or "1"
            month = int(named) if named.isdigit() else 1 + _MONTHS.index(named[:3].casefold())
            day = int(told.get("day") or 1)
            return Amount(int(told["year"]) + (31 * (month - 1) + day) / 373, match.group())
    return None


def _popularity(text: str) -> Amount | None:
    match = _POPULARITY.search(text)
    if match is None:
        return None
    return Amount(_plain(match["n"]) * (1000 if match["k"] else 1), match.group())


def _count(text: str, unit: str) -> Amount | None:
    stem = re.escape(unit.rstrip("s"))
    if not stem:
        return None
    whole = r"(?<![\d.,])\d{1,3}(?:,\d{3})+|(?<![\d.,])\d+"
    match = re.search(rf"(?P<n>{whole})\s*{stem}s?\b|\b{stem}s?:?\s+(?P<m>{whole})", text, re.I)
    return Amount(_plain(match["n"] or match["m"]), match.group()) if match else None


def _with_unit(text: str, measure: Measure) -> Amount | None:
    units = _BY_UNIT.get(measure)
    match = re.search(rf"(?P<n>{_NUMBER})\s*(?P<unit>{units})(?!\w)", text, re.I) if units else None
    if match is None:
        return None
    _, base = UNITS[match["unit"].casefold()]
    return Amount(_plain(match["n"]) * base, match.group())


def _plain(number: str) -> float:
    """Three digits after a sign are thousands."""
    number = re.sub(r"[ ,.](?=\d{3}(?:\D|$))", "", number)
    return float(number.replace(",", ".").replace(" ", ""))
