"""What is left of rectangles where others lie upon them, what is the caption of what, and the ways
between points. All in frame pixels."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from engine.domain.spaces import Point, Rect


def without(whole: Rect, cut: Rect) -> tuple[Rect, ...]:
    """The parts of ``whole`` beside ``cut``: at most four, none of them empty."""
    hole = whole.intersection(cut)
    if hole.is_empty:
        return () if whole.is_empty else (whole,)
    beside = (
        Rect(whole.x, whole.y, whole.width, hole.y - whole.y),
        Rect(whole.x, hole.y, hole.x - whole.x, hole.height),
        Rect(hole.right, hole.y, whole.right - hole.right, hole.height),
        Rect(whole.x, hole.bottom, whole.width, whole.bottom - hole.bottom),
    )
    return tuple(part for part in beside if not part.is_empty)


def without_all(parts: Iterable[Rect], cuts: Iterable[Rect]) -> tuple[Rect, ...]:
    """What of these parts no cut covers."""
    left = tuple(part for part in parts if not part.is_empty)
    for cut in cuts:
        left = tuple(piece for part in left for piece in without(part, cut))
    return left


def is_covered(place: Rect, covers: Iterable[Rect]) -> bool:
    """Whether all of the place lies under the covers together."""
    return not without_all((place,), covers)


def joined_where_met(parts: Iterable[Rect]) -> list[Rect]:
    """Those that share a pixel as one, which may then meet others; none meet in the end."""
    joined: list[Rect] = []
    for whole in parts:
        while met := [one for one in joined if one.meets(whole)]:
            joined = [one for one in joined if one not in met]
            whole = reduce(Rect.union, met, whole)
        joined.append(whole)
    return joined


def side_by_side(places: Iterable[Rect], most_gap_px: float) -> list[Rect]:
    """From left to right, those that stand no further apart than that as one."""
    groups: list[Rect] = []
    for place in sorted(places, key=lambda one: one.x):
        if groups and place.x - groups[-1].right <= most_gap_px:
            groups[-1] = groups[-1].union(place)
        else:
            groups.append(place)
    return groups


def is_in_any(point: Point, parts: Sequence[Rect]) -> bool:
    return any(part.contains(point) for part in parts)


def points_between(start: Point, end: Point, most_px: float, least: int = 1) -> Iterator[Point]:
    """From behind the start to the end, no further apart than that, and so many at least."""
    right, down = end.x - start.x, end.y - start.y
    count = max(least, math.ceil(math.hypot(right, down) / most_px))
    for step in range(1, count + 1):
        yield Point(start.x + right * step // count, start.y + down * step // count)


_CAPTION_GAP_PX, _LARGE_PX, _BESIDE_GAP_PX = 14, 48, 12
_MOST_CAPTION = 3.0


def gap_below(icon: Rect, line: Rect) -> int:
    """How far; -1 where the line is no caption."""
    gap = line.y - icon.bottom
    is_centred = abs(line.center.x - icon.center.x) <= max(6, icon.width // 4)
    is_like = line.width <= _MOST_CAPTION * icon.width and line.height <= icon.height
    return max(0, gap) if is_centred and is_like and -2 <= gap <= caption_gap_px(icon) else -1


def caption_gap_px(icon: Rect) -> int:
    """Large icons stand in cells of one size, that of the longer side, captions at their foot."""
    side = min(max(icon.width, icon.height), icon.height * 5 // 4)
    return max(_CAPTION_GAP_PX, side // 2 if icon.height >= _LARGE_PX else 0)


def gap_beside(icon: Rect, line: Rect) -> int:
    """How far; -1 where the line does not stand right of the icon."""
    gap = line.x - icon.right
    is_level = abs(line.center.y - icon.center.y) <= max(4, icon.height // 4)
    is_near = 0 <= gap <= _BESIDE_GAP_PX and icon.height <= 3 * line.height
    return gap if is_level and is_near else -1
