"""Sliders: a thin line with a thicker knob somewhere upon it, lying or upright."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.domain.spaces import Rect
from engine.perception.drawn.regions import Painted

_LEAST_LENGTH_PX = 80
_KNOB_PX = (10, 32)
_LINE_SHARE = 0.55
"""Of the knob's height: the line is no thicker, for the most part of its length."""
_LEAST_SHARE = 0.6
_MOST_KNOB_SHARE = 0.3


def sliders_in(painted: Painted) -> Iterator[Rect]:
    marks = painted.marks
    widths, heights = marks[:, 2] - marks[:, 0], marks[:, 3] - marks[:, 1]
    short, long = np.minimum(widths, heights), np.maximum(widths, heights)
    fits = (short >= _KNOB_PX[0]) & (short <= _KNOB_PX[1]) & (long >= _LEAST_LENGTH_PX)
    for left, top, right, bottom in marks[fits].tolist():
        part = painted.edges[top:bottom, left:right] != 0
        if _is_slider(part if right - left > bottom - top else part.T):
            yield Rect(left, top, right - left, bottom - top)


def _is_slider(part: np.ndarray) -> bool:
    """``part`` is lying: each column has an extent from its first edge to its last one."""
    height = part.shape[0]
    is_painted = part.any(axis=0)
    first = part.argmax(axis=0)
    last = height - 1 - part[::-1].argmax(axis=0)
    extent = np.where(is_painted, last - first + 1, 0)
    is_line = (extent > 0) & (extent <= _LINE_SHARE * height)
    is_knob = extent >= 0.8 * height
    if is_line.mean() < _LEAST_SHARE or not 0 < is_knob.mean() <= _MOST_KNOB_SHARE:
        return False
    rows = first[is_line]
    return bool(np.abs(rows - np.median(rows)).max() <= 2)
