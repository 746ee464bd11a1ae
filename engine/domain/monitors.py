"""Monitors, and the way between **screen pixels** and frame pixels.

A frame spans all monitors: it is the smallest rectangle that holds them. Screen pixels are those
in which a display itself counts, in which the hands move its pointer; a monitor may lie left of or
above their origin, and then they are negative. Under X11 the frame begins at the screen's origin;
elsewhere it need not. ``ScreenLayout`` is the only place where the two spaces meet.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.domain.spaces import Point, Rect


@dataclass(frozen=True, slots=True)
class ScreenPoint:
    """A screen pixel; either number may be negative."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class ScreenBox:
    """A rectangle of screen pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Monitor:
    """``bounds_px`` are frame pixels. ``scale`` is what programs are told to enlarge by."""

    name: str
    bounds_px: Rect
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class ScreenLayout:
    """``origin`` is the screen pixel at the frame's top left corner."""

    origin: ScreenPoint = ScreenPoint(0, 0)
    monitors: tuple[Monitor, ...] = ()

    def frame_from_screen(self, point: ScreenPoint) -> Point:
        return Point(point.x - self.origin.x, point.y - self.origin.y)

    def screen_from_frame(self, point: Point) -> ScreenPoint:
        return ScreenPoint(point.x + self.origin.x, point.y + self.origin.y)

    def frame_rect_from_screen(self, box: ScreenBox) -> Rect:
        corner = self.frame_from_screen(ScreenPoint(box.x, box.y))
        return Rect(corner.x, corner.y, box.width, box.height)


@dataclass(frozen=True, slots=True)
class MonitorOnScreen:
    """A monitor as the display tells of it, in screen pixels."""

    name: str
    box: ScreenBox
    scale: float = 1.0


def layout_of(told: Sequence[MonitorOnScreen], origin: ScreenPoint | None = None) -> ScreenLayout:
    """The layout of a frame that begins at ``origin``; by itself at the top left of them all."""
    if origin is None:
        origin = ScreenPoint(
            min((one.box.x for one in told), default=0), min((one.box.y for one in told), default=0)
        )
    layout = ScreenLayout(origin)
    return ScreenLayout(
        origin,
        tuple(Monitor(one.name, layout.frame_rect_from_screen(one.box), one.scale) for one in told),
    )
