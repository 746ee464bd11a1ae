"""What a goal says a thing must be like: bounds, features, and the first by some measure.

They are read from the goal once, so that whoever looks at a page can judge what it lists by them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Measure = Literal[
    "price",
    "duration",
    "age",
    "rating",
    "date",
    "weight",
    "length",
    "percent",
    "popularity",
    "count",
]
"""In base units: price as it is written, duration and age in minutes,
rating in stars (of what the site
gives), weight in grams, length in metres, date as a year, count in ``unit``s ("bedrooms")."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Both ends are inclusive unless ``is_open``; None where there is none. ``unit`` is the word as
    the goal has it ("minutes"), empty for a price without one."""

    least: float | None = None
    most: float | None = None
    is_open: bool = False
    measure: Measure = "price"
    unit: str = ""

    def admits(self, amount: float | None) -> bool:
        """Whether an amount in the measure's base unit fits; an unknown one fits no bound."""
        if self.least is None and self.most is None:
            return True
        if amount is None:
            return False
        low = self.least is None or (amount > self.least if self.is_open else amount >= self.least)
        high = self.most is None or (amount < self.most if self.is_open else amount <= self.most)
        return low and high


@dataclass(frozen=True, slots=True)
class Feature:
    """What it has, or (``is_wanted`` false) has not: "with free delivery", "without nuts"."""

    words: str
    is_wanted: bool = True


@dataclass(frozen=True, slots=True)
class Rank:
    """The first of those that fit: the cheapest is the least by price, the newest the most by
    date."""

    measure: Measure
    is_most: bool
    said: str = ""


UNITS: dict[str, tuple[Measure, float]] = {
    **dict.fromkeys(("minute", "minutes", "min", "mins"), ("duration", 1.0)),
    **dict.fromkeys(("hour", "hours", "hr", "hrs"), ("duration", 60.0)),
    **dict.fromkeys(("second", "seconds", "sec", "secs"), ("duration", 1 / 60)),
    **dict.fromkeys(("day", "days"), ("duration", 1440.0)),
    **dict.fromkeys(("week", "weeks"), ("duration", 10080.0)),
    **dict.fromkeys(("star", "stars", "points"), ("rating", 1.0)),
    **dict.fromkeys(("g", "gram", "grams", "gramme", "grammes"), ("weight", 1.0)),
    **dict.fromkeys(("kg", "kilo", "kilos", "kilogram", "kilograms"), ("weight", 1000.0)),
    **dict.fromkeys(("mm", "millimetres", "millimeters"), ("length", 0.001)),
    **dict.fromkeys(("cm", "centimetres", "centimeters"), ("length", 0.01)),
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), ("length", 1.0)),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometers"), ("length", 1000.0)),
    **dict.fromkeys(("%", "percent", "per cent"), ("percent", 1.0)),
    **dict.fromkeys(("€", "$", "£", "¥", "eur", "usd", "gbp", "chf"), ("price", 1.0)),
    **dict.fromkeys(("euro", "euros", "dollar", "dollars", "pound", "pounds"), ("price", 1.0)),
}
"""From a unit's word to what it measures and how many base units it is; not among them: a count."""
