"""Icons: what is painted in one piece, compact, and part of nothing else that is known.

A word looks much like an icon; which of them are words is known when the picture's lines of text
are, and only then icons are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.domain.spaces import Rect
from engine.perception.drawn.regions import Boxes

_LEAST_SIDE_PX = 8
_MOST_SIDE_PX = 160
_MOST_SLENDER = 2.4
_MOST_ICONS = 400


def icons_in(marks: Boxes, taken: Sequence[Rect]) -> Iterator[Rect]:
    """The marks that may be icons, but those within ``taken``."""
    widths, heights = marks[:, 2] - marks[:, 0], marks[:, 3] - marks[:, 1]
    short, long = np.minimum(widths, heights), np.maximum(widths, heights)
    fits = (short >= _LEAST_SIDE_PX) & (long <= _MOST_SIDE_PX) & (long <= _MOST_SLENDER * short)
    middle_x = (marks[:, 0] + marks[:, 2]) / 2
    middle_y = (marks[:, 1] + marks[:, 3]) / 2
    for one in taken:
        is_across = (middle_x >= one.x) & (middle_x < one.right)
        fits &= ~(is_across & (middle_y >= one.y) & (middle_y < one.bottom))
    if int(fits.sum()) > _MOST_ICONS:
        return  # a photograph, or a page full of words
    for left, top, right, bottom in marks[fits].tolist():
        yield Rect(left, top, right - left, bottom - top)
