"""What is done upon a canvas, of whose content nothing is told: presses all over it, and strokes.

A press at a place of its own is a drag of a pixel or two: a click is always in the middle.
"""

from __future__ import annotations

from engine.domain.actions import Action, Drag
from engine.domain.spaces import Point
from engine.domain.zones import Zone

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
