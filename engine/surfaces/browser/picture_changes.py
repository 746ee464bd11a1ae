"""Where one picture differs from the next: by tiles, and joined tiles as one place."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from engine.domain.spaces import Rect

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
"""Height × width × 4 bytes, in the order blue, green, red, alpha."""

_TILE_PX = 32
_MOST_PLACES = 8


def changed_places(before: Pixels | None, now: Pixels) -> tuple[Rect, ...]:
    """In frame pixels; the whole picture where there was none before, or one of another size."""
    height, width = now.shape[:2]
    whole = Rect(0, 0, width, height)
    if before is None or before.shape != now.shape:
        return (whole,)
    differs = (before.view(np.uint32) != now.view(np.uint32))[:, :, 0]
    if not differs.any():
        return ()
    rows, columns = -(-height // _TILE_PX), -(-width // _TILE_PX)
    padded = np.zeros((rows * _TILE_PX, columns * _TILE_PX), bool)
    padded[:height, :width] = differs
    tiles = padded.reshape(rows, _TILE_PX, columns, _TILE_PX).any(axis=(1, 3))
    count, _, stats, _ = cv2.connectedComponentsWithStats(tiles.astype(np.uint8))
    places = [
        Rect(*(int(value) * _TILE_PX for value in stats[number][:4])).intersection(whole)
        for number in range(1, count)
    ]
    return tuple(places) if len(places) <= _MOST_PLACES else (_around(places),)


def _around(places: list[Rect]) -> Rect:
    whole = places[0]
    for place in places[1:]:
        whole = whole.union(place)
    return whole
