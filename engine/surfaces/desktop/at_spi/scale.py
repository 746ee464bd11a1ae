"""How much larger an application is painted than it says: its display scale.

Under a scale (``QT_SCALE_FACTOR``, ``GDK_SCALE``, or a desktop's setting), Qt, GTK 3 and GTK 4 go
on to tell places in pixels of their own, before they are enlarged (measured with Qt 6.11, GTK 3.24
and GTK 4.8). X knows how large their windows really are, so the scale is found by comparing."""

import math
from collections.abc import Iterable, Sequence

from engine.domain.facts import Frozen
from engine.domain.spaces import Point, Rect

_STEP = 0.25
"""Desktops offer scales in these steps; others (a font's dpi) are taken as they are measured."""
_LEAST, _MOST = 0.5, 4.0
_SLACK_PX = 2.0
_LEAST_SIDE_PX = 40
_MOST_BORDERS_PX = 64


class ToldSpace(Frozen):
    """From the pixels that an application tells of to frame pixels: times ``scale``, plus a shift.
    The shift is that of the window's corner, since between monitors nothing scales."""

    scale: float = 1.0
    shift_x: float = 0.0
    shift_y: float = 0.0

    def frame_from_told(self, told: Rect) -> Rect:
        """Each edge at the nearest pixel; unchanged where nothing is scaled."""
        if self == AS_TOLD:
            return told
        left, top = (
            _nearest(told.x * self.scale + self.shift_x),
            _nearest(told.y * self.scale + self.shift_y),
        )
        right = _nearest((told.x + told.width) * self.scale + self.shift_x)
        bottom = _nearest((told.y + told.height) * self.scale + self.shift_y)
        return Rect.between(left, top, right, bottom)


AS_TOLD = ToldSpace()


def space_of(toplevel: Rect, window_px: Rect, scale: float) -> ToldSpace:
    """The space in which the contents of a window are told that tells of itself as ``toplevel``."""
    if scale == 1:
        return AS_TOLD
    return ToldSpace(scale, window_px.x - toplevel.x * scale, window_px.y - toplevel.y * scale)


def scale_of(pairs: Iterable[tuple[Rect, Rect]]) -> float:
    """The scale by which the first size of a pair becomes the second, for the largest that tell.
    ``pairs`` are what windows say of themselves, and their sizes in frame pixels; some may not
    belong together. 1 where none fits."""
    for told, window_px in sorted(pairs, key=lambda pair: pair[1].area, reverse=True):
        scale = _scale_between(told, window_px)
        if scale is not None:
            return scale
    return 1.0


def whole_scale_of(pairs: Sequence[tuple[Rect, Rect]]) -> float:
    """The same for GTK 4, which scales by whole numbers and draws a border around its windows."""
    told, window_px = max(pairs, key=lambda pair: pair[1].area, default=(Rect(0, 0, 0, 0),) * 2)
    if min(told.width, told.height) < _LEAST_SIDE_PX:
        return 1.0
    for scale in range(int(_MOST), 1, -1):
        borders = (window_px.width / scale - told.width, window_px.height / scale - told.height)
        if min(borders) >= 0 and max(borders) <= _MOST_BORDERS_PX:
            return float(scale)
    return 1.0


def offset_within(window_px: Rect, toplevel: Rect, scale: float) -> Point:
    """Where GTK 4's origin lies in its window: without a compositor it draws a border."""
    margin_x = max(0, int(window_px.width / scale) - toplevel.width) // 2
    margin_y = max(0, int(window_px.height / scale) - toplevel.height) // 2
    return Point(margin_x - toplevel.x, margin_y - toplevel.y)


def _scale_between(told: Rect, window_px: Rect) -> float | None:
    if min(told.width, told.height) < _LEAST_SIDE_PX:
        return None
    across, down = window_px.width / told.width, window_px.height / told.height
    if not (_LEAST <= across <= _MOST and _LEAST <= down <= _MOST):
        return None
    usual = round(across / _STEP) * _STEP
    for scale in (1.0, usual, (across + down) / 2):
        slack = _SLACK_PX * max(1.0, scale)
        off_across = abs(told.width * scale - window_px.width)
        off_down = abs(told.height * scale - window_px.height)
        if off_across <= slack and off_down <= slack:
            return scale
    return None


def _nearest(number: float) -> int:
    return math.floor(number + 0.5)
