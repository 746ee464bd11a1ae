"""The largest place in a window where nothing is: most often something is drawn there."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.domain.spaces import Rect

_GRID_PX = 16
_EMPTY = Rect(0, 0, 0, 0)


def largest_gap(window_px: Rect, told_px: Iterable[Rect]) -> Rect:
    """The largest upright rectangle of the window, on a grid of 16 pixels, that meets none of
    these; an empty one where there is none. All are frame pixels."""
    columns, rows = window_px.width // _GRID_PX, window_px.height // _GRID_PX
    free = np.ones((rows, columns), bool)
    for each in told_px:
        inside = each.intersection(window_px)
        if not inside.is_empty:
            left, top = inside.x - window_px.x, inside.y - window_px.y
            right, bottom = -(-(left + inside.width) // _GRID_PX), top + inside.height
            free[top // _GRID_PX : -(-bottom // _GRID_PX), left // _GRID_PX : right] = False
    best = _EMPTY
    heights = [0] * columns
    for row in range(rows):
        heights = [
            height + 1 if is_free else 0 for height, is_free in zip(heights, free[row], strict=True)
        ]
        found = _largest_under(heights, row)
        best = max(best, found, key=lambda rect: rect.area)
    return Rect(
        window_px.x + best.x * _GRID_PX,
        window_px.y + best.y * _GRID_PX,
        best.width * _GRID_PX,
        best.height * _GRID_PX,
    )


def _largest_under(heights: list[int], row: int) -> Rect:
    """The largest rectangle, in cells, that stands on this row within the columns' heights."""
    best = _EMPTY
    rising: list[tuple[int, int]] = []
    for column, height in enumerate([*heights, 0]):
        start = column
        while rising and rising[-1][1] >= height:
            start, tall = rising.pop()
            if (column - start) * tall > best.area:
                best = Rect(start, row - tall + 1, column - start, tall)
        rising.append((start, height))
    return best
