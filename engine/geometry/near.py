"""Which of many boxes lie near a place, without asking each of them.

Boxes are kept in grids of several sizes, each box in the one whose cells are as large as it is,
so that it lies in four cells at most.
"""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[int, int, int, int]
"""Left, top, right, bottom: the right and the bottom are not in it."""

_FINEST = 5
_MOST_IN_CELL = 64
"""So many boxes of one size at one place are no picture of anything; the rest are left out."""


class NearIndex:
    """Boxes by their place; ``keeps_all`` for those that can't lie over each other."""

    def __init__(self, *, keeps_all: bool = False) -> None:
        self._cells: dict[int, dict[tuple[int, int], list[tuple[int, Box]]]] = {}
        self._most = 1 << 30 if keeps_all else _MOST_IN_CELL

    def add(self, box: Box, key: int) -> None:
        left, top, right, bottom = box
        level = max(_FINEST, (max(right - left, bottom - top) - 1).bit_length())
        cells = self._cells.setdefault(level, {})
        for x in range(left >> level, ((right - 1) >> level) + 1):
            for y in range(top >> level, ((bottom - 1) >> level) + 1):
                there = cells.setdefault((x, y), [])
                if len(there) < self._most:
                    there.append((key, box))

    def over(self, place: Box) -> dict[int, Box]:
        """The boxes that share a pixel with the place, by their keys."""
        left, top, right, bottom = place
        found: dict[int, Box] = {}
        for level, cells in self._cells.items():
            for x in range(left >> level, ((right - 1) >> level) + 1):
                for y in range(top >> level, ((bottom - 1) >> level) + 1):
                    for key, (west, north, east, south) in cells.get((x, y), ()):
                        if west < right and left < east and north < bottom and top < south:
                            found[key] = (west, north, east, south)
        return found


def is_free(place: Box, boxes: Iterable[Box]) -> bool:
    """Whether none of the boxes shares a pixel with the place."""
    left, top, right, bottom = place
    for west, north, east, south in boxes:
        if west < right and left < east and north < bottom and top < south:
            return False
    return True


def covered_px(place: Box, boxes: Iterable[Box]) -> int:
    """How many pixels of the boxes the place covers, those of two counted twice."""
    left, top, right, bottom = place
    pixels = 0
    for west, north, east, south in boxes:
        if west < right and left < east and north < bottom and top < south:
            width = (east if east < right else right) - (west if west > left else left)
            height = (south if south < bottom else bottom) - (north if north > top else top)
            pixels += width * height
    return pixels
