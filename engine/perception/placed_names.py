"""Ids for zones that only a picture tells of: the same for the same words at the same place."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.domain.labels import plain
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Window, Zone

_SAME_PLACE_PX = 12
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
_MAX_SLUG = 32


class PlacedNames:
    """Hands out ids that begin with ``prefix``, and keeps them for as long as it lives."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._named: dict[tuple[str, Role, str], list[tuple[Rect, str]]] = {}
        self._taken: set[str] = set()

    def named(self, zone: Zone, window: Window) -> Zone:
        """Under the id that was given to what had this label and role at this place of its
        window."""
        place = moved(zone.bounds_px, -window.bounds_px.x, -window.bounds_px.y)
        known = self._named.setdefault((window.window_id, zone.role, plain(zone.label)), [])
        for number, (former, zone_id) in enumerate(known):
            if _is_near(former, place):
                known[number] = (place, zone_id)
                return replace(zone, zone_id=zone_id)
        zone_id = self._free_id(zone)
        known.append((place, zone_id))
        return replace(zone, zone_id=zone_id)

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


def _is_near(one: Rect, other: Rect) -> bool:
    a, b = one.center, other.center
    return max(abs(a.x - b.x), abs(a.y - b.y)) <= _SAME_PLACE_PX
