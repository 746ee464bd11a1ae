"""Ids for zones that only a picture tells of: the same for the same words at the same place.

A shape is seen before it is read: it keeps its id when it gets its words, and where reading shows
that it is of another role.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.domain.labels import plain
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Window, Zone

_SAME_PLACE_PX = 12
_SAME_OVERLAP = 0.4
"""A check box is smaller without the words beside it than with them."""
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
_MAX_SLUG = 32
_MOST_NAMES = 2_000
"""Of one window; the older half of them is forgotten."""


@dataclass(slots=True)
class _Known:
    """What was named; ``place`` is within its window."""

    role: Role
    label: str
    place: Rect
    zone_id: str


class PlacedNames:
    """Hands out ids that begin with ``prefix``, and keeps them for as long as it lives."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._known: dict[str, list[_Known]] = {}
        self._taken: set[str] = set()

    def named(self, zone: Zone, window: Window) -> Zone:
        """Under the id that was given to what had this label and role at this place of its
        window, or no label yet."""
        return self._named(zone, window, set())

    def named_all(self, zones: Sequence[tuple[Zone, Window]]) -> tuple[Zone, ...]:
        """As ``named``, for all that is there at one time: no two get the same id."""
        given: set[str] = set()
        return tuple(self._named(zone, window, given) for zone, window in zones)

    def _named(self, zone: Zone, window: Window, given: set[str]) -> Zone:
        place = moved(zone.bounds_px, -window.bounds_px.x, -window.bounds_px.y)
        known = self._known.setdefault(window.window_id, [])
        free = [one for one in known if one.zone_id not in given]
        label = plain(zone.label)
        found = next((one for one in free if _is_same(one, zone.role, label, place)), None)
        if found is None and label:
            found = next((one for one in free if _was_bare(one, place)), None)
        if found is None:
            found = _Known(zone.role, label, place, self._free_id(zone))
            if len(known) >= _MOST_NAMES:
                del known[: _MOST_NAMES // 2]
            known.append(found)
        found.role, found.label, found.place = zone.role, label, place
        given.add(found.zone_id)
        return replace(zone, zone_id=found.zone_id)

    def _free_id(self, zone: Zone) -> str:
        stem = f"{self._prefix} {zone.role} {zone.label}".casefold()
        stem = _NOT_IN_IDS.sub("_", stem).strip("_")[:_MAX_SLUG]
        zone_id, number = stem, 1
        while zone_id in self._taken:
            number += 1
            zone_id = f"{stem}_{number}"
        self._taken.add(zone_id)
        return zone_id


def moved(place: Rect, right: int, down: int) -> Rect:
    return Rect(place.x + right, place.y + down, place.width, place.height)


def _is_same(known: _Known, role: Role, label: str, place: Rect) -> bool:
    return (known.role, known.label) == (role, label) and _is_near(known.place, place)


def _was_bare(known: _Known, place: Rect) -> bool:
    """It stood here when nothing was read yet; with its words it may be larger."""
    if known.label:
        return False
    shared = known.place.intersection(place).area
    is_inside = shared == known.place.area and known.place.height >= _SAME_OVERLAP * place.height
    return is_inside or known.place.overlap(place) >= _SAME_OVERLAP


def _is_near(one: Rect, other: Rect) -> bool:
    a, b = one.center, other.center
    return max(abs(a.x - b.x), abs(a.y - b.y)) <= _SAME_PLACE_PX
