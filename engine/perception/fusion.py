"""One zone for each thing, from all that was seen of it: told, drawn and asked of a model.

A pure function of the zones of one situation. Who is told of a thing by its application knows it
best; a drawn word gives a name to what is told without one. Zones of the same size at the same
place are one thing, and so is what a picture shows within a small thing that is told; a frame, a
canvas or a list is never one with what it holds."""

from collections.abc import Iterable, Sequence

from engine.domain.facts import Part, replace
from engine.domain.plans import Situation
from engine.domain.zones import Role, Source, Zone
from engine.geometry.marks import NearIndex

_TRUST = {Source.ACCESSIBILITY: 0, Source.DOM: 1}
_OTHERS_TRUST = 2
_HOLDING_ROLES = frozenset(
    {Role.GROUP, Role.WINDOW, Role.DIALOG, Role.CANVAS, Role.IMAGE, Role.TEXT_AREA}
    | {Role.MENU_BAR, Role.STATUS, Role.ALERT, Role.OTHER}
)
"""What may hold things that are zones of their own."""
_VAGUE_ROLES = frozenset({Role.OTHER, Role.LABEL, Role.ICON, Role.IMAGE})
_SAME_OVERLAP = 0.5
_SAME_FRAME_OVERLAP = 0.8
_MOST_THING_PX = 40_000
"""A larger one may show several things, such as a row of a list with buttons."""
_MOST_HEIGHT_PX = 96


def with_fused(situation: Situation) -> Situation:
    """The situation with one zone for each thing; the same object where nothing was double."""
    zones = fused(situation.zones)
    return situation if zones == situation.zones else replace(situation, zones=zones)


def fused(zones: Sequence[Zone]) -> tuple[Zone, ...]:
    """One zone for each thing, in the order of the zones, under the id, the place and the source
    of the one that is trusted most; where another one named it, no surer than that one, which
    ``named_by`` tells. Zones of one trusted source are never joined."""
    if len({zone.source for zone in zones}) < 2:
        return tuple(zones)
    things = _Things()
    trust = [(_TRUST.get(one.source, _OTHERS_TRUST), -one.confidence) for one in zones]
    for at in sorted(range(len(zones)), key=lambda at: trust[at]):
        zone = zones[at]
        thing = things.same_as(zone) if zone.on_screen else None
        if thing is None:
            things.add(at, zone)
        else:
            things.join(thing, zone)
    return tuple(things.zones())


class _Thing(Part):
    at: int
    zone: Zone
    labelled_by: Zone


class _Things:
    """The things so far, by their places."""

    def __init__(self) -> None:
        self._things: list[_Thing] = []
        self._near = NearIndex(keeps_all=True)

    def add(self, at: int, zone: Zone) -> None:
        if zone.on_screen:
            self._near.add(zone.bounds_px.edges, len(self._things))
        self._things.append(_Thing(at, zone, zone))

    def same_as(self, zone: Zone) -> _Thing | None:
        """The thing that the zone shows too: the one that fits best."""
        box = zone.bounds_px
        there = [self._things[number] for number in sorted(self._near.over(box.edges))]
        fits = [(box.overlap(one.zone.bounds_px), one) for one in there]
        for overlap, thing in sorted(fits, key=lambda fit: -fit[0]):
            if _is_one(thing.zone, zone, overlap):
                return thing
        return None

    def join(self, thing: _Thing, zone: Zone) -> None:
        known = thing.zone
        is_surer = zone.source not in _TRUST and zone.confidence > thing.labelled_by.confidence
        is_free = thing.labelled_by.source not in _TRUST
        if zone.label and (not known.label or (is_free and is_surer)) and not known.is_secret:
            thing.labelled_by = zone
            known = replace(
                known,
                label=zone.label,
                state=known.state if known.source in _TRUST else known.state | zone.state,
                confidence=min(known.confidence, zone.confidence),
                named_by=zone.named_by or (zone.source if zone.source != known.source else None),
            )
        if known.source not in _TRUST:
            is_vague = known.role in _VAGUE_ROLES and zone.role not in _VAGUE_ROLES
            role = zone.role if is_vague else known.role
            known = replace(known, value=known.value or zone.value, role=role)
        if known != thing.zone and zone.is_secret and not known.is_secret:
            known = replace(known, is_secret=True, hidden_digest=zone.hidden_digest)
        thing.zone = known

    def zones(self) -> Iterable[Zone]:
        return (one.zone for one in sorted(self._things, key=lambda one: one.at))


def _is_one(known: Zone, other: Zone, overlap: float) -> bool:
    """Whether both show the same thing. Two of one source don't: it told them apart itself."""
    if known.window_id and other.window_id and known.window_id != other.window_id:
        return False
    if known.source is other.source or {known.source, other.source} == {Source.TEXT, Source.SHAPE}:
        return False
    is_frame = known.role in _HOLDING_ROLES
    if is_frame or other.role in _HOLDING_ROLES:
        is_same_kind = is_frame and other.role in _HOLDING_ROLES
        return is_same_kind and overlap >= _SAME_FRAME_OVERLAP
    if overlap >= _SAME_OVERLAP:
        return True
    return known.source in _TRUST and _shows_within(known, other)


def _shows_within(told: Zone, other: Zone) -> bool:
    """A word or an icon that is drawn on a small thing which is told is part of it."""
    box = told.bounds_px
    is_small = box.area <= _MOST_THING_PX and box.height <= _MOST_HEIGHT_PX
    is_within = box.contains(other.bounds_px.center) and other.bounds_px.area <= box.area
    return is_small and is_within and not told.role.is_field
