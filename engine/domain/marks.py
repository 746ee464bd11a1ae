"""Numbered marks on zones: which number, and where its badge lies so that it covers little.

Colours stay apart for people who don't see all of them, and every mark has its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.domain.spaces import Rect
from engine.domain.zones import Zone

_DIGIT_PX, _PAD_PX, _BADGE_HEIGHT_PX = 8, 6, 15
_COLOURS = ((0, 90, 181), (178, 34, 0), (0, 100, 80), (125, 40, 125), (110, 70, 0))


@dataclass(frozen=True, slots=True)
class Mark:
    """``badge_px`` is where the number stands, in the space of ``zone_px``; ``colour`` is RGB."""

    number: int
    zone_id: str
    zone_px: Rect
    badge_px: Rect
    colour: tuple[int, int, int]


def marks_of(zones: Sequence[Zone], frame_px: Rect, *, most: int = 100) -> tuple[Mark, ...]:
    """Numbers from 1 in the order given, for the first ``most`` zones."""
    marks: list[Mark] = []
    taken: list[Rect] = [zone.bounds_px for zone in zones[:most]]
    for number, zone in enumerate(zones[:most], 1):
        width = _PAD_PX + _DIGIT_PX * len(str(number))
        places = _places(zone.bounds_px, width)
        inside = [one for one in places if one.intersection(frame_px) == one]
        free = [one for one in inside if all(one.intersection(t).is_empty for t in taken)]
        badge = (free or inside or list(_places(zone.bounds_px, width)))[0]
        taken.append(badge)
        colour = _COLOURS[(number - 1) % len(_COLOURS)]
        marks.append(Mark(number, zone.zone_id, zone.bounds_px, badge, colour))
    return tuple(marks)


def ink_on(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """Black or white, whichever can be read on it."""
    return (0, 0, 0) if sum(colour) > 3 * 128 else (255, 255, 255)


def _places(zone: Rect, width: int) -> Iterator[Rect]:
    """Around the zone: above and below its left edge, left and right of it, in its corner."""
    height = _BADGE_HEIGHT_PX
    yield Rect(zone.x, zone.y - height, width, height)
    yield Rect(zone.x, zone.bottom, width, height)
    yield Rect(zone.x - width, zone.y, width, height)
    yield Rect(zone.right, zone.y, width, height)
    yield Rect(zone.right - width, zone.y, width, height)
