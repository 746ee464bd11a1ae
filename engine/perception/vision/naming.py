"""What a vision model called the marked things, and for how long that counts.

A zone that a model named keeps its id, its place and the source that knows the place; it gains a
label where it had none, a role, and ``named_by``. Nobody has checked what a model says, so it is
no surer than that. The name counts for as long as the picture at the zone's place is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.domain.frames import Frame
from engine.domain.situation import Situation
from engine.domain.zones import TELLING_SOURCES, Role, Source, State, Zone
from engine.perception.masking.covering import covered
from engine.perception.masking.masker import Masker
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.vision.memory import looks_same

_MOST_NAMES = 1000


@dataclass(frozen=True, slots=True)
class GivenName:
    """What a model said of a zone; the label is empty where it gave none.

    ``hidden_digest`` is not empty where the label was masked.
    """

    label: str
    role: Role
    states: frozenset[State]
    confidence: float
    hidden_digest: str = ""


class GivenNames:
    """Remembers the names that a model gave, by the ids of the zones."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[GivenName, Pixels]] = {}

    def learn(self, names: Mapping[str, GivenName], situation: Situation, masker: Masker) -> None:
        """Masked before they are kept."""
        zones = {zone.zone_id: zone for zone in situation.zones}
        for zone_id, name in names.items():
            zone, frame = zones[zone_id], situation.frame
            masked = masker.zone(named(zone, name), frame)
            if masked.is_secret:
                name = replace(name, label=masked.label, hidden_digest=masked.hidden_digest)
            self._names[zone_id] = name, _pixels(zone, frame)
        for zone_id in list(self._names)[:-_MOST_NAMES]:
            del self._names[zone_id]

    def applied(self, situation: Situation) -> Situation:
        """The zones under the names that count, the places of masked ones covered; the same
        object where none does."""
        if not self._names or situation.is_stale:
            return situation
        frame = situation.frame
        zones = tuple(self._named(zone, frame) for zone in situation.zones)
        pairs = zip(zones, situation.zones, strict=True)
        renamed = [zone for zone, before in pairs if zone is not before]
        if not renamed:
            return situation
        secret = [(zone.bounds_px, zone.window_id) for zone in renamed if zone.is_secret]
        if secret:
            frame = covered(frame, secret, situation.windows)
        return replace(situation, frame=frame, zones=zones)

    def _named(self, zone: Zone, frame: Frame) -> Zone:
        name, pixels = self._names.get(zone.zone_id, (None, None))
        if name is None or pixels is None or not zone.on_screen or zone.is_secret:
            return zone
        now = _pixels(zone, frame)
        if now.shape != pixels.shape or not looks_same(pixels, now):
            return zone
        return named(zone, name)


def named(zone: Zone, name: GivenName) -> Zone:
    """The zone under the name: a label that was read or told stays, a role that was told too."""
    tells_role = zone.source in TELLING_SOURCES
    role = zone.role if tells_role or name.role is Role.OTHER else name.role
    return replace(
        zone,
        label=name.label if name.hidden_digest else zone.label or name.label,
        role=role,
        state=zone.state if tells_role else zone.state | name.states,
        confidence=min(zone.confidence, name.confidence),
        is_secret=bool(name.hidden_digest),
        hidden_digest=name.hidden_digest,
        named_by=Source.VISION,
    )


def _pixels(zone: Zone, frame: Frame) -> Pixels:
    return bgr_of(frame, zone.bounds_px.intersection(frame.bounds_px))


def unknown_marks_words(numbers: Sequence[int]) -> str:
    """What the operator is told of marks that a model made up; empty where there are none."""
    match len(numbers):
        case 0:
            return ""
        case 1:
            return f"The vision model named a mark that is not there ({numbers[0]}): left out."
        case count:
            return f"The vision model named {count} marks that are not there: left out."
