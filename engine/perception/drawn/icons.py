"""Icons: what is painted in one piece, compact, and part of nothing else that is known.

A word looks much like an icon; which of them are words is known when the picture's lines of text
are, and only then icons are told, with what is written below or beside them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import reduce

import numpy as np

from engine.domain.spaces import Rect
from engine.perception.drawn.even_regions import Boxes, Rows

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
_LEAST_ICON_PX = 14
_SMALL_PX = 64
"""Larger ones count as icons only where a caption says so."""
_COVERED = 0.3
_NEAR = 0.7
_LETTER = 0.78
_CAPTION_GAP_PX = 14
_LARGE_PX = 48
_BESIDE_GAP_PX = 12
_MOST_CAPTION = 3.0


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
    arrows = [Rect.between(*row) for row in components[_may_be_arrows(widths, heights)].tolist()]
    is_bar = (heights < _LEAST_SIDE_PX) & (widths >= _LEAST_SIDE_PX) & (widths <= _MOST_PIECED_PX)
    pieces = [Rect.between(*row) for row in components[fits].tolist()]
    pieces += _stacks([Rect.between(*row) for row in components[is_bar].tolist()])
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


def _may_be_arrows(widths: np.ndarray, heights: np.ndarray) -> np.ndarray:
    is_small = (widths >= _ARROW_PX[0]) & (widths <= _ARROW_PX[1]) & (heights >= 3)
    is_flat: np.ndarray = is_small & (heights < widths)
    return is_flat


def _hangs_on(arrow: Rect, icon: Rect) -> bool:
    """A small arrow right of an icon opens the icon's menu."""
    gap = arrow.x - icon.right
    is_level = icon.y < arrow.center.y < icon.bottom and icon.height >= _LEAST_OPENER_PX
    return is_level and 2 <= gap <= _ARROW_GAP_PX


class IconWords:
    """``captions`` and ``beside`` give, by icon, the number of its line among ``lines``.

    ``taken`` are the numbers of lines that another shape has for its own. ``icons`` are the
    components that stand for themselves: no words, no parts of words, and not beside one.
    """

    def __init__(self, lines: Sequence[Rect], taken: Set[int], components: Iterable[Rect]) -> None:
        self._lines = lines
        self._rows = Rows(lines)
        self._taken = set(taken)
        self.icons: list[Rect] = []
        self.captions: dict[Rect, int] = {}
        self.beside: dict[Rect, int] = {}
        for component in sorted(components, key=lambda one: -one.area):
            near = self._rows.near(component, _caption_gap_px(component))
            if not any(_is_word(component, lines[number]) for number in near):
                self._place(component, near)

    def _place(self, component: Rect, near: Sequence[int]) -> None:
        caption = self._nearest(component, _below, near)
        if caption is not None:
            self._taken.add(caption)
            self.captions[component] = caption
            self.icons.append(component)
        elif max(component.width, component.height) > _SMALL_PX:
            return
        elif (beside := self._nearest(component, _beside, near)) is not None:
            self._taken.add(beside)
            self.beside[component] = beside
        else:
            self.icons.append(component)

    def _nearest(
        self, icon: Rect, far: Callable[[Rect, Rect], int], near: Sequence[int]
    ) -> int | None:
        if min(icon.width, icon.height) < _LEAST_ICON_PX:
            return None
        gaps = [
            (gap, number)
            for number in near
            if number not in self._taken and (gap := far(icon, self._lines[number])) >= 0
        ]
        return min(gaps)[1] if gaps else None


def _is_word(component: Rect, line: Rect) -> bool:
    """It is in the line, or stands in one row with it as its next letter would."""
    if component.intersection(line).area > _COVERED * component.area:
        return True
    is_level = line.y - 2 <= component.center.y < line.bottom + 2
    gap = max(component.x - line.right, line.x - component.right)
    is_letter = component.height <= _LETTER * line.height
    return is_level and is_letter and gap <= _NEAR * min(line.height, component.height)


def _below(icon: Rect, line: Rect) -> int:
    """How far; -1 where the line is no caption."""
    gap = line.y - icon.bottom
    is_centred = abs(line.center.x - icon.center.x) <= max(6, icon.width // 4)
    is_like = line.width <= _MOST_CAPTION * icon.width and line.height <= icon.height
    return max(0, gap) if is_centred and is_like and -2 <= gap <= _caption_gap_px(icon) else -1


def _caption_gap_px(icon: Rect) -> int:
    """Large icons stand in cells of one size, and their captions at the foot of these."""
    return max(_CAPTION_GAP_PX, icon.height // 2 if icon.height >= _LARGE_PX else 0)


def _beside(icon: Rect, line: Rect) -> int:
    """How far; -1 where the line does not stand right of the icon."""
    gap = line.x - icon.right
    is_level = abs(line.center.y - icon.center.y) <= max(4, icon.height // 4)
    is_near = 0 <= gap <= _BESIDE_GAP_PX and icon.height <= 3 * line.height
    return gap if is_level and is_near else -1
