"""What is tried upon one thing, turn by turn: values in a field, an ordinary one first, then edges;
presses all over a canvas, of whose content nothing is told, and strokes.

A press at a place of its own is a drag of a pixel or two: a click is always in the middle.
"""

from __future__ import annotations

from engine.domain.actions import Action, Drag
from engine.domain.spaces import Point
from engine.domain.zones import Role, Zone
from engine.language.labels import normal

_GOLDEN, _SILVER = 0.618, 0.414
"""Multiples of these, less their whole part, spread evenly and never come to a grid's lines."""
_STROKE_EVERY = 4
_INSIDE = 0.8
"""So much of the canvas is used: its edge may belong to something else."""


def on_canvas(zone: Zone, turn: int) -> tuple[Action, str]:
    """What to do at this turn, from 1, and how that is said."""
    begin = _place(zone, turn)
    if turn % _STROKE_EVERY:
        by = Point(-1 if begin.x > 0 else 1, 0)
        return Drag(offset_px=by, from_offset_px=begin), "press at another place of"
    end = _place(zone, turn + 1)
    by = Point(end.x - begin.x, end.y - begin.y)
    return Drag(offset_px=by, from_offset_px=begin), "draw a line on"


def _place(zone: Zone, turn: int) -> Point:
    """From the middle, in pixels."""
    width, height = zone.bounds_px.width * _INSIDE, zone.bounds_px.height * _INSIDE
    return Point(
        round((turn * _GOLDEN % 1 - 0.5) * width), round((turn * _SILVER % 1 - 0.5) * height)
    )


_NUMBERS = ("7", "0", "-1", "2.5", "1000000", "abc", "")
_DATES = ("2024-02-29", "2023-02-29", "0000-00-00", "tomorrow", "")
_ADDRESSES = ("ann@example.org", "ann@", "a b@example.org", "")
_TEXTS = ("Ann", "Zoë Ångström 木", "x" * 300, "'\"<b>&;%s\\", "   ", "")
_WORDS_OF_KIND: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (frozenset({"date", "day", "born", "birthday", "from", "until"}), _DATES),
    (frozenset({"mail", "email"}), _ADDRESSES),
    (
        frozenset(
            {"number", "amount", "quantity", "price", "count", "age", "size", "width", "height",
             "discount", "percent", "total", "zoom"}
        ),
        _NUMBERS,
    ),
)  # fmt: skip


def value_for(zone: Zone, turn: int) -> str:
    """What to type at this turn, from 0; after the last value the first again."""
    values = _values_of(zone)
    return values[turn % len(values)]


def _values_of(zone: Zone) -> tuple[str, ...]:
    if zone.role is Role.SPIN_BOX:
        return _NUMBERS
    words = frozenset(normal(zone.label).split())
    return next((values for kinds, values in _WORDS_OF_KIND if words & kinds), _TEXTS)
