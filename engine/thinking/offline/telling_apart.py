"""Words that tell namesakes apart, for the question which of them is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.domain.situation import Situation
from engine.domain.zones import Role, Zone
from engine.language.labels import quoted
from engine.thinking.offline.menu_routes import ancestors
from engine.thinking.offline.zone_matching import gap_px

_TELLING_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.CELL, Role.LIST_ITEM, Role.CHECK_BOX})
_FAR_PX = 300.0  # a label farther off belongs to something else
_SHORT_CHARS = 40


def choice_words(zones: Sequence[Zone], situation: Situation) -> tuple[str, ...]:
    """A choice for each: by its own label, kind, window, holder or neighbour, else by its order."""

    def window(zone: Zone) -> str:
        found = next((w for w in situation.windows if w.window_id == zone.window_id), None)
        return f"the one in {quoted(found.title)}" if found and found.title else ""

    def holder(zone: Zone) -> str:
        labels = [each.label for each in ancestors(zone, situation) if each.label]
        return f"the one in {quoted(labels[0])}" if labels else ""

    def neighbour(zone: Zone) -> str:
        label = _label_beside(zone, zones, situation)
        return f"the one beside {quoted(label)}" if label else ""

    tells: tuple[Callable[[Zone], str], ...]
    tells = (window, holder, _own_label, _kind, neighbour)
    for tell in tells:
        told = [tell(each) for each in zones]
        if all(told) and len(set(told)) == len(told):
            return tuple(told)
    return tuple(f"number {at} from the top" for at in range(1, len(zones) + 1))


def _own_label(zone: Zone) -> str:
    return quoted(zone.label) if zone.label else ""


def _kind(zone: Zone) -> str:
    return f"the {zone.role}"


def _label_beside(zone: Zone, namesakes: Sequence[Zone], situation: Situation) -> str:
    """The nearest short text on its left or above it."""
    near = [
        (gap, other.label)
        for other in situation.zones_in_sight
        if other.role in _TELLING_ROLES and other not in namesakes
        if 0 < len(other.label) <= _SHORT_CHARS and other.label != zone.label
        if (gap := gap_px(other, zone)) is not None and gap <= _FAR_PX
    ]
    return min(near, default=(0.0, ""))[1]
