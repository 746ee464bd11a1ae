"""In which order found lines of text are read, so that those that matter are known soon.

What a line says is not known before it was read, so a goal's words can't choose it. Its place and
size can: a short line costs little and is usually a control, a line in a box of its own size is
one, and what is in front or near the keyboard's focus is worked with. A page of prose is last.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Protocol, TypeVar

from engine.domain.spaces import Point, Rect
from engine.domain.zones import Window

_SHORT, _LONG = 9.0, 16.0
"""Width by height of a line: up to some two or three words, and from a sentence on."""
_TALL = 1.5
"""In heights of an ordinary line: a heading."""
_ROOMY = 3.5
"""In heights of the line: how much higher a box around one line is at most."""
_NEAR_PX = 160
_BANDS = 3


class PlacedLine(Protocol):
    @property
    def bounds_px(self) -> Rect: ...

    @property
    def window(self) -> Window: ...


L = TypeVar("L", bound=PlacedLine)


def reading_order(
    lines: Iterable[L], *, near_px: Point | None = None, boxes_px: Sequence[Rect] = ()
) -> list[L]:
    """The same lines, those first that are likely to matter and cheap to read.

    ``near_px`` is where the pointer or the keyboard is, if that is known; ``boxes_px`` are
    outlines that look like buttons and fields. The order is: the active window, then the others
    from the top; in each what lies in a box or nearby, then short lines and headings, then
    longer ones, then prose. Of each kind, the top, middle and bottom of the window take turns,
    so that a long list at the top doesn't keep the buttons at the bottom waiting.
    """
    by_window: dict[str, list[L]] = {}
    for line in lines:
        by_window.setdefault(line.window.window_id, []).append(line)
    ordered = sorted(by_window.values(), key=lambda those: _window_rank(those[0].window))
    return [line for those in ordered for line in _in_window(those, near_px, boxes_px)]


def _window_rank(window: Window) -> tuple[bool, int]:
    return not window.is_active, window.order


def _in_window(lines: Sequence[L], near_px: Point | None, boxes_px: Sequence[Rect]) -> list[L]:
    heights = sorted(line.bounds_px.height for line in lines)
    ordinary = heights[len(heights) // 2]
    kinds: dict[int, list[L]] = {}
    for line in lines:
        kinds.setdefault(_kind(line.bounds_px, ordinary, near_px, boxes_px), []).append(line)
    return [line for kind in sorted(kinds) for line in _by_turns(kinds[kind])]


def _kind(place: Rect, ordinary: int, near_px: Point | None, boxes_px: Sequence[Rect]) -> int:
    """0 for what matters most."""
    length = place.width / max(1, place.height)
    is_near = near_px is not None and math.dist(_xy(place.center), _xy(near_px)) <= _NEAR_PX
    if length < _LONG and (is_near or any(_holds(box, place) for box in boxes_px)):
        return 0
    if length < _SHORT or place.height >= _TALL * ordinary:
        return 1
    return 2 if length < _LONG else 3


def _holds(box: Rect, place: Rect) -> bool:
    """Whether the box is around this one line."""
    return box.contains(place.center) and box.height <= _ROOMY * place.height


def _by_turns(lines: Sequence[L]) -> list[L]:
    """The cheapest of each third, one after the other."""
    top = min(line.bounds_px.y for line in lines)
    height = max(line.bounds_px.bottom for line in lines) - top
    bands: list[list[L]] = [[] for _ in range(_BANDS)]
    for line in lines:
        bands[_BANDS * (line.bounds_px.center.y - top) // max(1, height)].append(line)
    for band in bands:
        band.sort(key=lambda line: _cost(line.bounds_px))
    return [line for turn in zip_longest(*bands) for line in turn if line is not None]


def _cost(place: Rect) -> tuple[int, int, int]:
    """What reading takes grows with the length in heights; equals stay in the order of reading."""
    return round(place.width / max(1, place.height)), place.y, place.x


def _xy(point: Point) -> tuple[int, int]:
    return point.x, point.y
