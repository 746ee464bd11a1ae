"""Values as their fields take them: a date field wants 2026-08-04 for "4 August 2026"."""

from __future__ import annotations

import re
from datetime import date, time

from engine.domain.web.pages import WebElement

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([a-z]{3})[a-z]*\.?,?\s+(\d{4})")
_MONTH_DAY = re.compile(r"([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_SLASHED = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})")
_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'clock)?", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")


def as_taken(element: WebElement, value: str) -> str:
    """The value in the field's own form, where that is known; as it is otherwise."""
    plain = value.strip()
    match element.input_type:
        case "date":
            return _date(plain) or value
        case "time":
            return _time(plain) or value
        case "number":
            found = _NUMBER.findall(plain)
            return found[0].replace(",", ".") if len(found) == 1 else value
        case _:
            return value


def _date(text: str) -> str:
    """Days that can be read in more than one way ("4/8/2026") are left as they are."""
    plain = text.casefold()
    if found := _DAY_MONTH.fullmatch(plain):
        return _written(found[3], found[2], found[1])
    if found := _MONTH_DAY.fullmatch(plain):
        return _written(found[3], found[1], found[2])
    if found := _DOTTED.fullmatch(plain):
        return _written(found[3], found[2], found[1])
    if found := _SLASHED.fullmatch(plain):
        return _written(found[1], found[2], found[3])
    return ""


def _written(year: str, month: str, day: str) -> str:
    number = int(month) if month.isdigit() else _MONTHS.index(month) + 1 if month in _MONTHS else 0
    try:
        return date(int(year), number, int(day)).isoformat()
    except ValueError:
        return ""


def _time(text: str) -> str:
    found = _TIME.fullmatch(text)
    if found is None:
        return ""
    hour, minute = int(found[1]), int(found[2] or 0)
    half = (found[3] or "").casefold().replace(".", "")
    if half in ("am", "pm"):
        hour = hour % 12 + (12 if half == "pm" else 0)
    try:
        return time(hour, minute).strftime("%H:%M")
    except ValueError:
        return ""
