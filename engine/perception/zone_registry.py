"""The zone registry: the zones as they were last seen, under ids that keep their meaning.

A recapture replaces all of them; one that yields nothing keeps the existing ones, because stale
zones are better than none (the recapture table of the adaptive replanning document).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.domain.zones import Zone

_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
_MAX_SLUG = 32


class ZoneRegistry:
    """Hands out a ``zone_id`` for each thing and keeps it for as long as the thing lives.

    A source's own name (``source_key``) says what is the same thing.
    """

    def __init__(self) -> None:
        self._zones: tuple[Zone, ...] = ()
        self._id_of_key: dict[str, str] = {}
        self._taken: set[str] = set()

    @property
    def zones(self) -> tuple[Zone, ...]:
        return self._zones

    @property
    def count(self) -> int:
        return len(self._zones)

    def replace_all(self, zones: Iterable[Zone]) -> bool:
        """Take these zones for the old ones. False, and nothing changes, where there are none.

        ``zone_id`` and ``parent_id`` come in as source keys and are replaced by ids.
        """
        seen = list(zones)
        if not seen:
            return False
        before = {zone.zone_id: zone for zone in self._zones}
        self._zones = tuple(self._named(zone, before) for zone in seen)
        return True

    def clear(self) -> None:
        """Nothing is there any more; ids that were given keep their meaning."""
        self._zones = ()

    def _named(self, zone: Zone, before: Mapping[str, Zone]) -> Zone:
        """The zone under its id; the same object as before where nothing of it changed, since a
        run keeps the zones of all its states."""
        parent_id = self._id_of_key.get(zone.parent_id, "")
        named = replace(zone, zone_id=self._id_for(zone), parent_id=parent_id)
        last = before.get(named.zone_id)
        return last if last == named else named

    def _id_for(self, zone: Zone) -> str:
        known = self._id_of_key.get(zone.source_key)
        if known is not None:
            return known
        stem = _NOT_IN_IDS.sub("_", f"{zone.role} {zone.label}".casefold()).strip("_")[:_MAX_SLUG]
        zone_id, number = stem, 1
        while zone_id in self._taken:
            number += 1
            zone_id = f"{stem}_{number}"
        self._taken.add(zone_id)
        self._id_of_key[zone.source_key] = zone_id
        return zone_id
