"""What moves on a surface though nobody acts: carets, clocks, animations, counters.

It is learnt by watching, for a little longer than a caret blinks and a clock ticks. What is known
of a window is forgotten with the window.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from engine.domain.reversal import StateMark
from engine.domain.spaces import Rect
from engine.domain.zones import Window, Zone
from engine.states.marking import zone_facts
from engine.states.small_pictures import CELL_PX, changed_spots

_MARGIN_PX = 2 * CELL_PX
_MOST_PLACES = 400


class Restlessness:
    """The zones that change by themselves, and the places of each window that do."""

    def __init__(self) -> None:
        self._zones: dict[str, str] = {}
        self._places: dict[str, list[Rect]] = defaultdict(list)
        self._watched: set[str] = set()

    def is_known(self, windows: Iterable[Window]) -> bool:
        """All of these have been watched."""
        return {window.window_id for window in windows} <= self._watched

    def keep_only(self, windows: Iterable[Window]) -> None:
        """Forget the windows that are gone, and take these for watched."""
        self._watched = {window.window_id for window in windows}
        self._places = defaultdict(
            list, {key: own for key, own in self._places.items() if key in self._watched}
        )
        self._zones = {
            key: window for key, window in self._zones.items() if window in self._watched
        }

    def note(self, before: StateMark, now: StateMark) -> None:
        """Between these two nobody acted: whatever differs does so by itself."""
        facts = {zone.zone_id: zone_facts(zone) for zone in before.zones}
        for zone in now.zones:
            if facts.get(zone.zone_id, zone_facts(zone)) != zone_facts(zone):
                self._zones[zone.zone_id] = zone.window_id
        there = {zone.zone_id for zone in now.zones}
        for zone in (*before.zones, *now.zones):
            if (zone.zone_id in facts) != (zone.zone_id in there):
                self._zones[zone.zone_id] = zone.window_id
        origins = {window.window_id: window.bounds_px for window in now.windows}
        for window_id, spot in changed_spots(before, now):
            if spot is not None and len(self._places[window_id]) < _MOST_PLACES:
                self._add(window_id, spot, origins[window_id])

    def has_zone(self, zone: Zone) -> bool:
        return zone.zone_id in self._zones

    def covers(self, spot: Rect, window: Window) -> bool:
        """Whether nearly all of the spot lies where the window moves by itself anyhow."""
        left = spot.area - sum(place.intersection(spot).area for place in self.places_of(window))
        return left <= spot.area // 10

    def places_of(self, window: Window) -> list[Rect]:
        """In frame pixels, where the window stands now; they don't overlap."""
        x, y = window.bounds_px.x, window.bounds_px.y
        return [
            Rect(place.x + x, place.y + y, place.width, place.height)
            for place in self._places.get(window.window_id, ())
        ]

    def _add(self, window_id: str, spot: Rect, window_px: Rect) -> None:
        """Joined with those that it touches, so that each pixel counts once."""
        own = Rect(spot.x - window_px.x, spot.y - window_px.y, spot.width, spot.height)
        joined = own.grown(_MARGIN_PX)
        places = self._places[window_id]
        while touching := [each for each in places if not each.intersection(joined).is_empty]:
            for each in touching:
                places.remove(each)
                joined = joined.union(each)
        places.append(joined)
