"""Icons: what is painted in one piece, compact, and part of nothing else that is known.

A word looks much like an icon; which of them are words is known when the picture's lines of text
are, and only then icons are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from engine.domain.spaces import Rect
from engine.perception.drawn.regions import Boxes, Rows

_LEAST_SIDE_PX = 8
_MOST_SIDE_PX = 160
_MOST_SLENDER = 2.4
_MOST_ICONS = 400
_ARROW_PX = (6, 12)
_ARROW_GAP_PX = 13
_LEAST_OPENER_PX = 12
_PIECES_GAP_PX = 3
_MOST_PIECED_PX = 40
_ALIGNED = 0.7
_LEAST_BARS = 3
_BARS_GAP_PX = 6


def icons_in(components: Boxes, taken: Sequence[Rect]) -> Iterator[Rect]:
    """The components that may be icons, but those within ``taken``."""
    widths, heights = components[:, 2] - components[:, 0], components[:, 3] - components[:, 1]
    short, long = np.minimum(widths, heights), np.maximum(widths, heights)
    fits = (short >= _LEAST_SIDE_PX) & (long <= _MOST_SIDE_PX) & (long <= _MOST_SLENDER * short)
    middle_x = (components[:, 0] + components[:, 2]) / 2
    middle_y = (components[:, 1] + components[:, 3]) / 2
    for one in taken:
        is_across = (middle_x >= one.x) & (middle_x < one.right)
        fits &= ~(is_across & (middle_y >= one.y) & (middle_y < one.bottom))
    if int(fits.sum()) > _MOST_ICONS:
        return  # a photograph, or a page full of words
    arrows = [_rect(row) for row in components[_may_be_arrows(widths, heights)].tolist()]
    is_bar = (heights < _LEAST_SIDE_PX) & (widths >= _LEAST_SIDE_PX) & (widths <= _MOST_PIECED_PX)
    pieces = [_rect(row) for row in components[fits].tolist()]
    pieces += _stacks([_rect(row) for row in components[is_bar].tolist()])
    for icon in _pieced_together(pieces):
        arrow = next((one for one in arrows if _hangs_on(one, icon)), None)
        yield icon if arrow is None else icon.union(arrow)


def _pieced_together(components: list[Rect]) -> list[Rect]:
    """Parts of an icon that lie above each other, closer than lines of text do, as one."""
    whole: list[Rect] = []
    by_rows = Rows(components)
    used: set[int] = set()
    for number, component in enumerate(components):
        if number in used:
            continue
        for other in by_rows.near(component, _PIECES_GAP_PX):
            if other > number and other not in used and _are_pieces(component, components[other]):
                used.add(other)
                component = component.union(components[other])
        whole.append(component)
    return whole


def _stacks(bars: Sequence[Rect]) -> Iterator[Rect]:
    """Three bars or more above each other are one icon: a menu, a list, an alignment."""
    left = sorted(bars, key=lambda one: one.y)
    while left:
        stack = [left.pop(0)]
        for bar in left.copy():
            if _lies_under(bar, stack[-1]):
                stack.append(bar)
                left.remove(bar)
        whole = reduce(Rect.union, stack)
        if len(stack) >= _LEAST_BARS and _LEAST_SIDE_PX <= whole.height <= _MOST_PIECED_PX:
            yield whole


def _lies_under(bar: Rect, other: Rect) -> bool:
    shared = min(bar.right, other.right) - max(bar.x, other.x)
    gap = bar.y - other.bottom
    return 0 <= gap <= _BARS_GAP_PX and shared >= _ALIGNED * min(bar.width, other.width)


def _are_pieces(one: Rect, other: Rect) -> bool:
    shared = min(one.right, other.right) - max(one.x, other.x)
    gap = max(other.y - one.bottom, one.y - other.bottom)
    is_compact = one.union(other).height <= _MOST_PIECED_PX
    return is_compact and shared >= _ALIGNED * max(one.width, other.width) and gap <= _PIECES_GAP_PX


def _rect(row: Sequence[int]) -> Rect:
    left, top, right, bottom = row
    return Rect(left, top, right - left, bottom - top)


def _may_be_arrows(widths: np.ndarray, heights: np.ndarray) -> np.ndarray:
    is_small = (widths >= _ARROW_PX[0]) & (widths <= _ARROW_PX[1]) & (heights >= 3)
    is_flat: np.ndarray = is_small & (heights < widths)
    return is_flat


def _hangs_on(arrow: Rect, icon: Rect) -> bool:
    """A small arrow right of an icon opens the icon's menu."""
    gap = arrow.x - icon.right
    is_level = icon.y < arrow.center.y < icon.bottom and icon.height >= _LEAST_OPENER_PX
    return is_level and 2 <= gap <= _ARROW_GAP_PX
