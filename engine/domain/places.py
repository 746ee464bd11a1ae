"""What is known of one place of the picture, as it is needed to say why it is no zone.

Perception gathers the facts; whoever shows them finds the words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.domain.spaces import Point, Rect
from engine.domain.zones import Role, Source, Window, Zone


class LookVerdict(StrEnum):
    """What became of one source's look at the place."""

    OFF = "off"
    FAILED = "failed"
    NOT_NEEDED = "not needed"
    WAITING = "waiting"
    GOING_ON = "going on"
    NOTHING = "nothing"
    UNSURE = "unsure"
    FOUND = "found"


@dataclass(frozen=True, slots=True)
class SourceLook:
    """``sureness`` is 0 to 1, where something was found; ``detail`` says why a look failed."""

    source: Source
    verdict: LookVerdict
    sureness: float = 0.0
    detail: str = ""


class NotKept(StrEnum):
    """Why something of which accessibility tells is no zone."""

    CONTAINER = "it only holds other things"
    UNNAMED = "it is only there to be read, and says nothing"
    HIDDEN = "its application says that it is not in sight, or a window lies over it"


@dataclass(frozen=True, slots=True)
class ToldThing:
    """Something at the place of which accessibility tells, and which became no zone."""

    role: Role
    why: NotKept


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """What is known of one frame pixel.

    ``zones`` are those that hold the pixel, smallest first; ``nearest`` is another one near by.
    ``told_count`` counts the zones of ``window`` of which the application itself tells.
    ``is_title_bar``: the pixel lies in the frame around the window. ``is_masked``: a rule hides
    what stands there. ``is_own``: the console's own window lies there. ``is_stale``: the last look
    yielded nothing, and these are the zones from before. ``is_record``: it is a picture of the
    past, of which only the zones are known.
    """

    point: Point
    zones: tuple[Zone, ...] = ()
    nearest: Zone | None = None
    window: Window | None = None
    told_count: int = 0
    things: tuple[ToldThing, ...] = ()
    looks: tuple[SourceLook, ...] = ()
    is_title_bar: bool = False
    is_masked: bool = False
    is_own: bool = False
    is_stale: bool = False
    is_record: bool = False


def zones_at(point: Point, zones: Iterable[Zone]) -> tuple[Zone, ...]:
    """The zones that hold the pixel, smallest first; not all of them need be in sight."""
    there = [zone for zone in zones if zone.bounds_px.contains(point)]
    return tuple(sorted(there, key=lambda zone: zone.bounds_px.area))


def nearest_zone(point: Point, zones: Iterable[Zone], *, within_px: int = 200) -> Zone | None:
    """The zone in sight whose edge is nearest, but for those that hold the pixel."""
    others = (
        (distance_px(point, zone.bounds_px), zone)
        for zone in zones
        if zone.on_screen and not zone.bounds_px.is_empty and not zone.bounds_px.contains(point)
    )
    distance, zone = min(others, key=lambda pair: pair[0], default=(within_px + 1.0, None))
    return zone if distance <= within_px else None


def distance_px(point: Point, box: Rect) -> float:
    """From the pixel to the nearest of the box; 0 inside of it."""
    across = max(box.x - point.x, 0, point.x - (box.right - 1))
    down = max(box.y - point.y, 0, point.y - (box.bottom - 1))
    return float((across**2 + down**2) ** 0.5)
