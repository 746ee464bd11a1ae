"""From pixels to regions and components: what is of one even colour, and what is painted upon it;
and to icons: what is painted in one piece, compact, and part of nothing else that is known.

A region is a part of one colour with an edge all around: the body of a button, a field or a frame,
whatever toolkit painted it, flat, with a slight gradient, bevelled or with rounded corners, dark
or light. A component is what stands upon regions in one piece: a word, an icon, the square of a
check box with its tick.

A word looks much like an icon; which of them are words is known when the picture's lines of text
are, and only then icons are told, with what is written below or beside them."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Any

import cv2
import numpy as np

from engine.domain.facts import Frozen
from engine.domain.spaces import Rect
from engine.geometry.regions import caption_gap_px, gap_below, gap_beside
from engine.perception.pixels import Pixels

_ROW_PX = 32
_EDGE = 7
"""So many levels between neighbouring pixels are an edge; a gradient has one or two."""
_LEAST_SIDE_PX = 6
_LEAST_GROUND_PX = 60
_SURELY_FILLED = 0.92
_LEAST_FILLED = 0.6
_BORDER_REACH_PX = 4
_BORDER_SHARE = 0.6
_MOST_REGIONS = 4_000
_MOST_MARKS = 12_000
"""Only a photograph or noise has more; the largest count."""

Mask = np.ndarray[Any, np.dtype[np.uint8]]
Boxes = np.ndarray[Any, np.dtype[np.int32]]
"""(count, 4): left, top, right and bottom, the latter two beyond the last pixel."""


class Region(Frozen):
    """``bounds_px`` is with its border, ``inner_px`` without. ``filled`` is the share of the inner
    box that the region takes with its holes: 1 for a rectangle, 0.78 for a circle."""

    bounds_px: Rect
    inner_px: Rect
    filled: float


class Painted(Frozen):
    """All that is found in a picture at once; ``components`` are boxes of what is painted in one
    piece, pieces no more than two pixels apart taken together."""

    edges: Mask
    regions: tuple[Region, ...]
    components: Boxes


def painted_in(picture: Pixels) -> Painted:
    """``picture`` is of (height, width, 3) BGR bytes, of any size from one pixel on."""
    edges = np.zeros(picture.shape[:2], np.uint8)  # 255 where the pixel right or below differs
    if picture.shape[1] > 1:
        edges[:, :-1] = _is_edge(picture[:, 1:], picture[:, :-1])
    if picture.shape[0] > 1:
        edges[:-1] |= _is_edge(picture[1:], picture[:-1])
    inside = cv2.bitwise_not(edges)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=4, ltype=cv2.CV_32S)
    sides = np.minimum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    is_ground = (sides >= _LEAST_SIDE_PX) & (stats[:, cv2.CC_STAT_AREA] >= _LEAST_GROUND_PX)
    is_ground[0] = False
    regions = tuple(_regions(labels, stats, is_ground, edges))
    upon = np.where(is_ground, 0, 255).astype(np.uint8)[labels]
    return Painted(edges, regions, _components(upon))


def _is_edge(one: Pixels, other: Pixels) -> Mask:
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    most = cv2.max(cv2.max(blue, green), red)
    edges: Mask = cv2.threshold(most, _EDGE - 1, 255, cv2.THRESH_BINARY)[1]
    return edges


def _regions(labels: Boxes, stats: Boxes, is_ground: np.ndarray, edges: Mask) -> Iterator[Region]:
    numbers = np.flatnonzero(is_ground)
    if numbers.size > _MOST_REGIONS:
        by_size = np.argsort(stats[numbers, cv2.CC_STAT_AREA])
        numbers = numbers[by_size[-_MOST_REGIONS:]]
    for number in numbers.tolist():
        x, y, width, height, area = map(int, stats[number])
        inner = Rect(x, y, width, height)
        share = area / inner.area
        if share < _SURELY_FILLED:
            share = _filled(labels[y : y + height, x : x + width] == number)
        if share >= _LEAST_FILLED:
            yield Region(_with_border(inner, edges), inner, share)


def _filled(mask: np.ndarray) -> float:
    """Which share of the box the region takes, its holes included."""
    contours, _ = cv2.findContours(
        mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    height, width = mask.shape
    largest: float = max(map(cv2.contourArea, contours), default=0.0)
    return largest / float(max(1, (width - 1) * (height - 1)))


def _with_border(inner: Rect, edges: Mask) -> Rect:
    """Grown by the lines around it, up to some pixels on each side."""
    height, width = edges.shape
    rows, columns = slice(inner.y, inner.bottom), slice(inner.x, inner.right)
    left = _reach(edges[rows, max(0, inner.x - _BORDER_REACH_PX) : inner.x][:, ::-1], 0)
    top = _reach(edges[max(0, inner.y - _BORDER_REACH_PX) : inner.y, columns][::-1], 1)
    right = _reach(edges[rows, inner.right : inner.right + _BORDER_REACH_PX + 1], 0)
    bottom = _reach(edges[inner.bottom : inner.bottom + _BORDER_REACH_PX + 1, columns], 1)
    # an edge is marked at the pixel left of it or above: on these sides it is not part of the box
    x, y = inner.x - max(0, left - 1), inner.y - max(0, top - 1)
    far_x, far_y = min(width, inner.right + right), min(height, inner.bottom + bottom)
    return Rect(x, y, far_x - x, far_y - y)


def _reach(strip: Mask, along: int) -> int:
    """How many lines out the last one is that is an edge for most of its length."""
    if not strip.size:
        return 0
    shares = (strip != 0).mean(axis=along)
    far = np.flatnonzero(shares >= _BORDER_SHARE)
    return int(far[-1]) + 1 if far.size else 0


def _components(upon: Mask) -> Boxes:
    joined = cv2.dilate(upon, np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8, ltype=cv2.CV_32S)
    stats = stats[1:]
    if len(stats) > _MOST_MARKS:
        stats = stats[np.argsort(stats[:, cv2.CC_STAT_AREA])[-_MOST_MARKS:]]
    left, top = stats[:, 0] + 1, stats[:, 1] + 1
    right, bottom = stats[:, 0] + stats[:, 2] - 1, stats[:, 1] + stats[:, 3] - 1
    # the first line of each is an edge that is marked before the thing begins
    return np.stack([left, top, right, bottom], axis=1).astype(np.int32)


class Rows:
    """Boxes by the rows of the picture in which they lie, so that neighbours are found."""

    def __init__(self, boxes: Sequence[Rect]) -> None:
        self._rows: dict[int, list[int]] = {}
        for number, box in enumerate(boxes):
            for row in range(box.y // _ROW_PX, box.bottom // _ROW_PX + 1):
                self._rows.setdefault(row, []).append(number)

    def near(self, box: Rect, margin_px: int = 0) -> list[int]:
        """Those that lie as high as the box or nearly so; how far left or right does not count."""
        first = (box.y - margin_px) // _ROW_PX
        last = (box.bottom + margin_px) // _ROW_PX
        if first == last:
            return self._rows.get(first, [])
        found = {n for row in range(first, last + 1) for n in self._rows.get(row, ())}
        return sorted(found)


_LEAST_PIECE_PX = 8
_MOST_PIECE_PX = 160
_MOST_SLENDER = 2.4
_MOST_ICONS = 400
_LEAST_ICON_PX = 14
_SMALL_PX = 64
"""Larger ones count as icons only where a caption says so."""
_COVERED = 0.3
_NEAR = 0.7
_LETTER = 0.78


def icons_in(components: Boxes, taken: Sequence[Rect]) -> Iterator[Rect]:
    """The components that may be icons, but those within ``taken``."""
    widths, heights = components[:, 2] - components[:, 0], components[:, 3] - components[:, 1]
    short, long = np.minimum(widths, heights), np.maximum(widths, heights)
    fits = (short >= _LEAST_PIECE_PX) & (long <= _MOST_PIECE_PX) & (long <= _MOST_SLENDER * short)
    middle_x = (components[:, 0] + components[:, 2]) / 2
    middle_y = (components[:, 1] + components[:, 3]) / 2
    for one in taken:
        is_across = (middle_x >= one.x) & (middle_x < one.right)
        fits &= ~(is_across & (middle_y >= one.y) & (middle_y < one.bottom))
    if int(fits.sum()) > _MOST_ICONS:
        return  # a photograph, or a page full of words
    yield from (Rect.between(*row) for row in components[fits].tolist())


class IconWords:
    """``captions`` and ``beside`` give, by icon, the number of its line among ``lines``. ``taken``
    are the numbers of lines that another shape has for its own. ``icons`` are the components that
    stand for themselves: no words, no parts of words, and not beside one."""

    def __init__(self, lines: Sequence[Rect], taken: Set[int], components: Iterable[Rect]) -> None:
        self._lines = lines
        self._rows = Rows(lines)
        self._taken = set(taken)
        self.icons: list[Rect] = []
        self.captions: dict[Rect, int] = {}
        self.beside: dict[Rect, int] = {}
        for component in sorted(components, key=lambda one: -one.area):
            near = self._rows.near(component, caption_gap_px(component))
            if not any(_is_word(component, lines[number]) for number in near):
                self._place(component, near)

    def _place(self, component: Rect, near: Sequence[int]) -> None:
        caption = self._nearest(component, gap_below, near)
        if caption is not None:
            self._taken.add(caption)
            self.captions[component] = caption
            self.icons.append(component)
        elif max(component.width, component.height) > _SMALL_PX:
            return
        elif (beside := self._nearest(component, gap_beside, near)) is not None:
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
