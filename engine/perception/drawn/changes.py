"""What changed from one picture of an area to the next, in tiles: the rest costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from engine.domain.spaces import Rect
from engine.perception.pixels import Pixels

TILE_PX = 32


def changed_parts(before: Pixels, now: Pixels) -> Iterator[Rect]:
    """Boxes around neighbouring tiles that differ, with a margin of a tile. Both pictures are of
    the same size; the boxes may reach beyond it on the right and below."""
    if np.array_equal(before, now):
        return
    blue, green, red = cv2.split(cv2.absdiff(before, now))
    differs = (blue | green | red) != 0
    rows, columns = -(-differs.shape[0] // TILE_PX), -(-differs.shape[1] // TILE_PX)
    padded = np.zeros((rows * TILE_PX, columns * TILE_PX), bool)
    padded[: differs.shape[0], : differs.shape[1]] = differs
    tiles = padded.reshape(rows, TILE_PX, columns, TILE_PX).any(axis=(1, 3)).astype(np.uint8)
    joined = cv2.dilate(tiles, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    for x, y, width, height, _ in (tuple(map(int, row)) for row in stats[1:count]):
        yield Rect(x * TILE_PX, y * TILE_PX, width * TILE_PX, height * TILE_PX)


def with_things(parts: Iterable[Rect], things: Iterable[Rect]) -> list[Rect]:
    """The parts grown by the things that they cut; those that overlap then as one."""
    known = list(things)
    return _joined(_grown(part, known) for part in parts)


def _grown(part: Rect, things: Iterable[Rect]) -> Rect:
    whole = part
    for thing in things:
        if not thing.intersection(part).is_empty:
            whole = whole.union(thing)
    return whole


def _joined(parts: Iterable[Rect]) -> list[Rect]:
    joined: list[Rect] = []
    for part in parts:
        whole = part
        while over := [one for one in joined if not one.intersection(whole).is_empty]:
            joined = [one for one in joined if one not in over]
            for one in over:
                whole = whole.union(one)
        joined.append(whole)
    return joined
