"""A frame: one picture of the surface, as it was captured; and how far what is shown lags."""

from dataclasses import dataclass, field
from typing import Literal

from engine.domain.spaces import Rect

KeptPictures = Literal["always", "on_change", "never"]
"""Which looks leave a picture in the record: each, those at a page that has changed, or none."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Rows of BGRA pixels, top to bottom, without padding.

    ``pixels`` has ``height * width * 4`` bytes. ``change_count`` is the surface's count of picture
    changes when it was taken: two frames with the same count show the same picture.
    ``captured_at_secs`` is on the monotonic clock. ``own_px`` are the places where windows of
    Pilothouse itself lie; they are covered.
    """

    change_count: int
    captured_at_secs: float
    width: int
    height: int
    pixels: bytes | memoryview = field(repr=False)
    own_px: tuple[Rect, ...] = ()

    @property
    def bounds_px(self) -> Rect:
        return Rect(0, 0, self.width, self.height)


@dataclass(frozen=True, slots=True)
class PictureChange:
    """The surface reported that a part of its picture changed (monotonic clock, frame pixels)."""

    at_secs: float
    change_count: int
    bounds_px: Rect


@dataclass(frozen=True, slots=True)
class SightLag:
    """Since when something is known that is not shown yet; None where all that is known is shown.

    Times are on the monotonic clock. ``unshown_since_secs``: the screen changed, and no picture
    of it has come. ``unlooked_since_secs``: the picture changed, and its zones were not looked up
    since. ``silent_since_secs``: the camera does not answer, so that a picture that stands still
    proves nothing. A screen that stands still lags behind nothing, however old its picture is.
    """

    unshown_since_secs: float | None = None
    unlooked_since_secs: float | None = None
    silent_since_secs: float | None = None
