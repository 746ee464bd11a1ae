"""Which zone a model means: the id from the table, or a label where it named that instead."""

from __future__ import annotations

from engine.domain.situation import Situation
from engine.domain.zones import Zone
from engine.language.labels import normal
from engine.language.slugs import label_in


def zone_named(said: str, situation: Situation) -> Zone | None:
    """The one zone that is meant; None where there is none, or more than one."""
    said = _trimmed(said)
    found = situation.zone(said) or situation.zone(said.casefold())
    if found is not None or not said:
        return found
    names = {normal(said), normal(said.replace("_", " "))}
    fitting = [zone for zone in situation.zones if _is_called(zone, names)]
    active = situation.active_window
    for candidates in (
        [zone for zone in fitting if zone.on_screen],
        [zone for zone in fitting if zone.on_screen and active and _is_in(zone, active.window_id)],
        [zone for zone in fitting if not zone.on_screen],
    ):
        if len(candidates) == 1:
            return candidates[0]
    return None


def label_from(said: str) -> str:
    """The label that somebody who made up this id had in mind."""
    return label_in(_trimmed(said))


def _trimmed(said: str) -> str:
    """Without quotes, and without the rest of a row that was copied whole."""
    return said.split(" | ")[0].strip().strip("\"'`“”").strip()


def _is_called(zone: Zone, names: set[str]) -> bool:
    label = normal(zone.label)
    return bool(label) and (label in names or normal(f"{zone.role} {zone.label}") in names)


def _is_in(zone: Zone, window_id: str) -> bool:
    return zone.window_id == window_id
