"""Covering places of a frame in grey, where they are in sight: nothing of what lies over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.domain.frames import Frame
from engine.domain.masks import COVERED
from engine.domain.spaces import Rect
from engine.domain.zones import Window

_TITLE_BAR_PX = 40
_EDGE_PX = 8
"""A window's place is that of its content; its manager's frame lies around it, the title above."""


def title_bar_px(window: Window) -> Rect:
    """Where the window's title may be painted by a window manager."""
    place = window.bounds_px
    return Rect(
        place.x - _EDGE_PX, place.y - _TITLE_BAR_PX, place.width + 2 * _EDGE_PX, _TITLE_BAR_PX
    )


def blot(pixels: bytearray | memoryview, frame: Frame, places_px: Sequence[Rect]) -> None:
    """Paint the places grey in the frame's own (writable) pixels."""
    rows = _rows(pixels, frame)
    for place in places_px:
        box = place.intersection(frame.bounds_px)
        rows[box.y : box.bottom, box.x : box.right] = COVERED


class Patches:
    """What lies under covered places, so that it can be shown again."""

    def __init__(self) -> None:
        self._kept: list[tuple[Rect, NDArray[np.uint8]]] = []

    def keep(self, pixels: bytearray | memoryview, frame: Frame, places_px: Sequence[Rect]) -> None:
        rows = _rows(pixels, frame)
        boxes = [place.intersection(frame.bounds_px) for place in places_px]
        self._kept = [(box, rows[box.y : box.bottom, box.x : box.right].copy()) for box in boxes]

    def put_back(self, pixels: bytearray | memoryview, frame: Frame) -> None:
        rows = _rows(pixels, frame)
        for box, patch in self._kept:
            rows[box.y : box.bottom, box.x : box.right] = patch


def _rows(
    pixels: bytes | bytearray | memoryview | NDArray[np.uint8], frame: Frame
) -> NDArray[np.uint8]:
    return np.frombuffer(pixels, np.uint8).reshape(frame.height, frame.width, 4)


def covered(
    frame: Frame,
    places: Sequence[tuple[Rect, str]],
    windows: Sequence[Window],
    regions_px: Sequence[Rect] = (),
    *,
    room: NDArray[np.uint8] | None = None,
) -> Frame:
    """The frame with the places covered, but for what windows above theirs show there.

    Each place comes with its window's id; one of a window that is not known is covered all over,
    and so are the regions, whatever lies there. It takes some 30 ms at 3840 × 2160: to be called
    in a thread, with ``room`` for its pixels that was taken outside.
    """
    orders = {window.window_id: window.order for window in windows}
    rows = _rows(np.empty(len(frame.pixels), np.uint8) if room is None else room, frame)
    rows[:] = _rows(frame.pixels, frame)
    pixels = rows.reshape(-1).data
    for place, window_id in places:
        box = place.intersection(frame.bounds_px)
        if box.is_empty:
            continue
        order = orders.get(window_id, -1)
        over = [w.bounds_px for w in windows if w.order < order]
        part = rows[box.y : box.bottom, box.x : box.right]
        is_seen = np.ones(part.shape[:2], bool)
        for above in (one.intersection(box) for one in over):
            is_seen[
                above.y - box.y : above.bottom - box.y, above.x - box.x : above.right - box.x
            ] = False
        part[is_seen] = COVERED
    blot(pixels, frame, regions_px)
    return replace(frame, pixels=pixels.toreadonly())
