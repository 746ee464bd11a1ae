"""Ids for zones that only a picture tells of: the same for the same words at the same place.

A shape is seen before it is read: it keeps its id when it gets its words, and where reading shows
that it is of another role.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Window, Zone
from engine.language.labels import plain
from engine.language.slugs import NewIds, zone_slug

_SAME_PLACE_PX = 12
_SAME_OVERLAP = 0.4
"""A check box is smaller without the words beside it than with them."""
_MOST_NAMES = 2_000
"""Of one window; the half of them that was not there for longest is forgotten."""
_MOST_WINDOWS = 200
"""Those that were there last; a window that is gone for good has no use for its names."""


@dataclass(slots=True, eq=False)
class _Known:
    """What was named; ``place`` is within its window."""

    role: Role
    label: str
    place: Rect
    zone_id: str


class _Page:
    """What is known of one window, by role and label, while all that is there now is named."""

    def __init__(self, known: dict[_Known, None]) -> None:
        """``known`` has those first that were not there for longest."""
        self._known = known
        self._free: dict[tuple[Role, str], list[_Known]] = {}
        self._bare: dict[_Known, None] = {}
        for one in known:
            self._free.setdefault((one.role, one.label), []).append(one)
            if not one.label:
                self._bare[one] = None

    def same_as(self, role: Role, label: str, place: Rect) -> _Known | None:
        """The one of these looks at this place, else what stood there bare; it is not free any
        more."""
        alike = self._free.get((role, label), [])
        found = next((one for one in alike if _is_near(one.place, place)), None)
        if found is None and label:
            found = next((one for one in self._bare if _was_bare(one, place)), None)
        if found is not None:
            self._free[found.role, found.label].remove(found)
            self._bare.pop(found, None)
            self._known.pop(found, None)
            self._known[found] = None
        return found

    def add(self, one: _Known) -> None:
        if len(self._known) >= _MOST_NAMES:
            for former in list(self._known)[: _MOST_NAMES // 2]:
                del self._known[former]
        self._known[one] = None


class PlacedNames:
    """Hands out ids that begin with ``prefix``, and keeps them for as long as it lives."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._known: dict[str, dict[_Known, None]] = {}
        self._new_ids = NewIds()

    def named(self, zone: Zone, window: Window) -> Zone:
        """Under the id that was given to what had this label and role at this place of its
        window, or no label yet."""
        return self.named_all([(zone, window)])[0]

    def named_all(self, zones: Sequence[tuple[Zone, Window]]) -> tuple[Zone, ...]:
        """As ``named``, for all that is there at one time: no two get the same id."""
        pages: dict[str, _Page] = {}
        for _, window in zones:
            if window.window_id not in pages:
                known = self._known.pop(window.window_id, {})
                self._known[window.window_id] = known  # the last of all
                pages[window.window_id] = _Page(known)
        for window_id in list(self._known)[: -max(_MOST_WINDOWS, len(pages))]:
            del self._known[window_id]
        return tuple(self._named(zone, window, pages[window.window_id]) for zone, window in zones)

    def _named(self, zone: Zone, window: Window, page: _Page) -> Zone:
        place = zone.bounds_px.moved(-window.bounds_px.x, -window.bounds_px.y)
        label = plain(zone.label)
        found = page.same_as(zone.role, label, place)
        if found is None:
            zone_id = self._new_ids.new(zone_slug(f"{self._prefix} {zone.role}", zone.label))
            found = _Known(zone.role, label, place, zone_id)
            page.add(found)
        found.role, found.label, found.place = zone.role, label, place
        return replace(zone, zone_id=found.zone_id)


def _was_bare(known: _Known, place: Rect) -> bool:
    """It stood here when nothing was read yet; with its words it may be larger."""
    shared = known.place.intersection(place).area
    is_inside = shared == known.place.area and known.place.height >= _SAME_OVERLAP * place.height
    return is_inside or known.place.overlap(place) >= _SAME_OVERLAP


def _is_near(one: Rect, other: Rect) -> bool:
    a, b = one.center, other.center
    return max(abs(a.x - b.x), abs(a.y - b.y)) <= _SAME_PLACE_PX
