"""The zone registry: the zones as they were last seen, under ids that keep their meaning.

A source names what it tells of; where it has started anew and names all differently, the same
role, label and place are the same thing. A recapture replaces all of them; one that yields
nothing keeps the existing ones, because stale zones are better than none (the recapture table of
the adaptive replanning document).

What only a picture tells of has no name of its source's: ``PlacedNames`` gives the same id for the
same words at the same place. A shape is seen before it is read: it keeps its id when it gets its
words, and where reading shows that it is of another role."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.domain.facts import Part, replace
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Window, Zone
from engine.language.labels import NewIds, plain, zone_slug
from engine.perception.drawn.memory import keep_room

_SAME_PLACE_PX = 12
_MOST_SEEN = 20_000

_Looks = tuple[Role, str, str, str]
_Cell = tuple[_Looks, int, int]
"""Looks, and a square of the window that is as large as a thing may be off its former place."""
_SAME_OVERLAP = 0.4
"""A check box is smaller without the words beside it than with them."""
_MOST_NAMES = 2_000
"""Of one window; the half of them that was not there for longest is forgotten."""
_MOST_WINDOWS = 200
"""Those that were there last; a window that is gone for good has no use for its names."""


class ZoneRegistry:
    """Hands out a ``zone_id`` for each thing and keeps it for as long as the thing lives. A
    source's own name (``source_key``) says what is the same thing."""

    def __init__(self) -> None:
        self.zones: tuple[Zone, ...] = ()
        self._id_of_key: dict[str, str] = {}
        self._new_ids = NewIds()
        self._seen: dict[str, Zone] = {}
        self._there: set[str] = set()
        self._gone: dict[_Cell, list[Zone]] | None = None

    def replace_all(self, zones: Iterable[Zone], windows: Iterable[Window] = ()) -> bool:
        """Take these zones for the old ones. False, and nothing changes, where there are none.
        Places are compared within their ``windows``, which may have moved. ``zone_id`` and
        ``parent_id`` come in as source keys and are replaced by ids."""
        seen = list(zones)
        if not seen:
            return False
        before = {zone.zone_id: zone for zone in self.zones}
        origins = {one.window_id: (one.bounds_px.x, one.bounds_px.y) for one in windows}
        self._there = {zone.source_key for zone in seen}
        self._gone = None
        named = []
        for zone in seen:
            right, down = origins.get(zone.window_id, (0, 0))
            named.append(self._named(zone, zone.bounds_px.moved(-right, -down), before))
        self.zones = tuple(named)
        if len(self._seen) > max(_MOST_SEEN, len(self.zones)):
            # all but what is there and came last before it; no id is ever given to another thing
            kept = list(self._seen.values())[-max(_MOST_SEEN // 2, len(self.zones)) :]
            self._seen = {one.zone_id: one for one in kept}
            self._id_of_key = {one.source_key: one.zone_id for one in kept}
        return True

    def clear(self) -> None:
        """Nothing is there any more; ids that were given keep their meaning."""
        self.zones = ()

    def _named(self, zone: Zone, place_px: Rect, before: Mapping[str, Zone]) -> Zone:
        """The zone under its id; the same object as before where nothing of it changed."""
        parent_id = self._id_of_key.get(zone.parent_id, "")
        placed = replace(zone, parent_id=parent_id, bounds_px=place_px)
        named = replace(zone, zone_id=self._id_for(placed), parent_id=parent_id)
        self._seen.pop(named.zone_id, None)
        self._seen[named.zone_id] = replace(placed, zone_id=named.zone_id)
        last = before.get(named.zone_id)
        return last if last == named else named

    def _id_for(self, zone: Zone) -> str:
        """``zone`` has its place within its window."""
        known = self._id_of_key.get(zone.source_key)
        if known is None:
            known = self._id_of_former(zone)
        if known is not None:
            self._id_of_key[zone.source_key] = known
            return known
        zone_id = self._new_ids.new(zone_slug(zone.role, zone.label))
        self._id_of_key[zone.source_key] = zone_id
        return zone_id

    def _id_of_former(self, zone: Zone) -> str | None:
        """The id of what looked just so at this place; its former key means it no more, so that
        nobody else has the id should that key come back."""
        if self._gone is None:  # most looks have nothing new in them
            self._gone = {}
            for one in self._seen.values():
                if one.source_key not in self._there:
                    self._gone.setdefault((_looks(one), *_square(one)), []).append(one)
        near = [
            (_distance(one, zone), number, cell)
            for cell in _cells_around(zone)
            for number, one in enumerate(self._gone.get(cell, ()))
        ]
        near = [one for one in near if one[0] <= _SAME_PLACE_PX]
        if not near:
            return None
        _, number, cell = min(near, key=lambda one: one[:2])
        former = self._gone[cell].pop(number)
        self._id_of_key.pop(former.source_key, None)
        return former.zone_id


def _cells_around(zone: Zone) -> Iterator[_Cell]:
    looks, (across, down) = _looks(zone), _square(zone)
    for right in (0, -1, 1):
        for below in (0, -1, 1):
            yield looks, across + right, down + below


def _square(zone: Zone) -> tuple[int, int]:
    if not zone.on_screen:
        return 0, 0
    middle = zone.bounds_px.center
    return middle.x // (_SAME_PLACE_PX + 1), middle.y // (_SAME_PLACE_PX + 1)


def _looks(zone: Zone) -> _Looks:
    """What has no place, such as an entry of a closed menu, is known by what it hangs on."""
    return zone.role, zone.label, zone.window_id, "" if zone.on_screen else zone.parent_id


def _distance(one: Zone, other: Zone) -> int:
    if not (one.on_screen and other.on_screen):
        return 0
    return _apart_px(one.bounds_px, other.bounds_px)


def _apart_px(one: Rect, other: Rect) -> int:
    a, b = one.center, other.center
    return max(abs(a.x - b.x), abs(a.y - b.y))


class _Known(Part):
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
        """The one at this place, else what stood there bare; it is taken by that."""
        alike = self._free.get((role, label), [])
        found = next((one for one in alike if _apart_px(one.place, place) <= _SAME_PLACE_PX), None)
        if found is None and label:
            found = next((one for one in self._bare if _was_bare(one, place)), None)
        if found is not None:
            self._free[found.role, found.label].remove(found)
            self._bare.pop(found, None)
            self._known.pop(found, None)
            self._known[found] = None
        return found

    def add(self, one: _Known) -> None:
        keep_room(self._known, _MOST_NAMES)
        self._known[one] = None


class PlacedNames:
    """Hands out ids that begin with ``prefix``, and keeps them for as long as it lives."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._known: dict[str, dict[_Known, None]] = {}
        self._new_ids = NewIds()

    def named_all(self, zones: Sequence[tuple[Zone, Window]]) -> tuple[Zone, ...]:
        """Each under the id that was given to what had this label and role at this place of its
        window, or no label yet. All are there at one time: no two get the same id."""
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
