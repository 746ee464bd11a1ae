"""Frames, one picture of the surface each, and where things lie in them.

Points and rectangles are **frame pixels**: the physical pixels of a captured frame. The origin is
the top left corner of the frame; x grows right, y down. Other spaces (a widget's logical pixels, a
model's scaled picture) are converted at the edge by functions that name both spaces
(``widget_from_frame``), so a bare ``Point`` is always a frame pixel.

A frame spans all monitors: it is a picture of X11's root window, in whose pixels the display itself
counts, and the hands move its pointer."""

from __future__ import annotations

import math
from typing import Literal

from engine.domain.facts import Frozen, field

PRACTICE_WIDTH_PX, PRACTICE_HEIGHT_PX = 1280, 800
"""Of a practice desktop whose size nobody sets."""


class Point(Frozen):
    """A frame pixel."""

    x: int
    y: int


class Rect(Frozen):
    """A rectangle of frame pixels: ``x <= px < x + width`` and ``y <= py < y + height``."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def between(cls, left: int, top: int, right: int, bottom: int) -> Rect:
        """By its edges, as ``edges`` tells them."""
        return cls(left, top, right - left, bottom - top)

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom: the right and the bottom are not in it."""
        return self.x, self.y, self.right, self.bottom

    @property
    def reading_order(self) -> tuple[int, int]:
        return self.y, self.x

    @property
    def area(self) -> int:
        return max(0, self.width) * max(0, self.height)

    @property
    def center(self) -> Point:
        return Point(self.x + self.width // 2, self.y + self.height // 2)

    @property
    def is_empty(self) -> bool:
        return self.width <= 0 or self.height <= 0

    @property
    def slices(self) -> tuple[slice, slice]:
        """Its rows and columns in an array of pixels."""
        return slice(self.y, self.bottom), slice(self.x, self.right)

    def contains(self, point: Point) -> bool:
        return self.x <= point.x < self.right and self.y <= point.y < self.bottom

    def holds(self, other: Rect) -> bool:
        """All of the other, which is not empty, lies in it."""
        return not other.is_empty and self.intersection(other) == other

    def meets(self, other: Rect) -> bool:
        """They share a pixel."""
        return not self.intersection(other).is_empty

    def intersection(self, other: Rect) -> Rect:
        """The shared part; an empty rectangle (zero size) where there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        width = min(self.right, other.right) - x
        height = min(self.bottom, other.bottom) - y
        return Rect(x, y, max(0, width), max(0, height))

    def union(self, other: Rect) -> Rect:
        """The smallest rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect.between(x, y, max(self.right, other.right), max(self.bottom, other.bottom))

    def overlap(self, other: Rect) -> float:
        """Intersection over union, 0 to 1."""
        shared = self.intersection(other).area
        return shared / (self.area + other.area - shared) if shared else 0.0

    def moved(self, right: int, down: int) -> Rect:
        return Rect(self.x + right, self.y + down, self.width, self.height)

    def grown(self, margin: int) -> Rect:
        return Rect(
            self.x - margin, self.y - margin, self.width + 2 * margin, self.height + 2 * margin
        )


class Spot(Frozen):
    """A place in an area, as shares of its width and height from its top left, 0 to 1."""

    x: float
    y: float

    @classmethod
    def of(cls, point: Point, area: Rect) -> Spot:
        """The spot whose pixel that is, in an area that is not empty."""
        return cls((point.x - area.x + 0.5) / area.width, (point.y - area.y + 0.5) / area.height)

    def within(self, area: Rect) -> Point:
        """Its pixel; that of the edge belongs to the area."""
        right = min(math.floor(self.x * area.width), area.width - 1)
        down = min(math.floor(self.y * area.height), area.height - 1)
        return Point(area.x + right, area.y + down)


KeptPictures = Literal["always", "on_change", "never"]
"""Which looks leave a picture in the record: each, those at a page that has changed, or none."""


class Frame(Frozen):
    """Rows of BGRA pixels, top to bottom, without padding.

    ``pixels`` has ``height * width * 4`` bytes. ``change_count`` is the surface's count of picture
    changes when it was taken: two frames with the same count show the same picture.
    ``captured_at_secs`` is on the monotonic clock. ``own_px`` are the places where windows of
    Pilothouse itself lie; they are covered."""

    change_count: int
    captured_at_secs: float
    width: int
    height: int
    pixels: bytes | memoryview = field(repr=False)
    own_px: tuple[Rect, ...] = ()

    @property
    def bounds_px(self) -> Rect:
        return Rect(0, 0, self.width, self.height)


class PictureChange(Frozen):
    """The surface reported that a part of its picture changed (monotonic clock, frame pixels)."""

    at_secs: float
    change_count: int
    bounds_px: Rect


class SightLag(Frozen):
    """Since when something is known that is not shown yet; None where all that is known is shown.

    Times are on the monotonic clock. ``unshown_since_secs``: the screen changed, and no picture
    of it has come. ``unlooked_since_secs``: the picture changed, and its zones were not looked up
    since. ``silent_since_secs``: the camera does not answer, so that a picture that stands still
    proves nothing. A screen that stands still lags behind nothing, however old its picture is."""

    unshown_since_secs: float | None = None
    unlooked_since_secs: float | None = None
    silent_since_secs: float | None = None


class Monitor(Frozen):
    name: str
    bounds_px: Rect
