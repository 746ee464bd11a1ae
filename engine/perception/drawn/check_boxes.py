"""Check boxes and radio buttons: small squares and circles, empty, ticked or filled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.drawn.regions import Boxes, Mask, Painted, Region

_LEAST_SIDE_PX, _MOST_SIDE_PX = 9, 24
_SQUARE_TOLERANCE_PX = 2
_SIDE_REACH_PX = 2
_SIDE_SHARE = 0.6
_ANGLES = 16
_ROUNDNESS = 0.17
_ROUND_SHARE = 0.85
_INNER, _INNER_ROUND = 0.6, 0.4
_EMPTY_SHARE = 0.06
_SAME_OVERLAP = 0.3
_SQUARE_FILLED = 0.92
_ROUND_FILLED = (0.66, 0.9)


@dataclass(frozen=True, slots=True)
class CheckBox:
    bounds_px: Rect
    role: Role
    confidence: float
    is_checked: bool


def check_boxes_in(painted: Painted) -> list[CheckBox]:
    """One that stands close to its words is no component by itself, but the region within it is
    found."""
    found = list(_by_components(painted.edges, painted.components))
    for one in _by_regions(painted.edges, painted.regions):
        if not any(one.bounds_px.overlap(other.bounds_px) > _SAME_OVERLAP for other in found):
            found.append(one)
    return found


def _by_regions(edges: Mask, regions: Iterable[Region]) -> Iterator[CheckBox]:
    height, width = edges.shape
    for region in regions:
        box = region.bounds_px
        is_whole = min(box.x, box.y) > 0 and box.right < width and box.bottom < height
        if not is_whole or not _is_small_square(box.width, box.height):
            continue
        inner = region.inner_px
        content = edges[inner.y : inner.bottom, inner.x : inner.right] != 0
        if region.filled >= _SQUARE_FILLED:
            yield CheckBox(box, Role.CHECK_BOX, 0.6, _has_content(content, _INNER))
        elif _ROUND_FILLED[0] <= region.filled <= _ROUND_FILLED[1]:
            part = edges[max(0, box.y - 1) : box.bottom, max(0, box.x - 1) : box.right] != 0
            if _is_round(part):
                yield CheckBox(box, Role.RADIO_BUTTON, 0.55, _has_content(content, _INNER_ROUND))


def _is_small_square(width: int, height: int) -> bool:
    is_small = min(width, height) >= _LEAST_SIDE_PX and max(width, height) <= _MOST_SIDE_PX
    return is_small and abs(width - height) <= _SQUARE_TOLERANCE_PX


def _by_components(edges: Mask, components: Boxes) -> Iterator[CheckBox]:
    for left, top, right, bottom in components.tolist():
        width, height = right - left, bottom - top
        if not _is_small_square(width, height):
            continue
        # an edge is marked left of where the thing begins, or above
        part = edges[max(0, top - 1) : bottom, max(0, left - 1) : right] != 0
        box = Rect(left, top, width, height)
        if _is_square(part):
            yield CheckBox(box, Role.CHECK_BOX, 0.7, _has_content(part, _INNER))
        elif _is_round(part):
            yield CheckBox(box, Role.RADIO_BUTTON, 0.6, _has_content(part, _INNER_ROUND))


def _is_square(part: np.ndarray) -> bool:
    """There is a straight line along each side."""
    strips = (
        part[:_SIDE_REACH_PX].any(axis=0),
        part[-_SIDE_REACH_PX:].any(axis=0),
        part[:, :_SIDE_REACH_PX].any(axis=1),
        part[:, -_SIDE_REACH_PX:].any(axis=1),
    )
    lines = (
        part[:_SIDE_REACH_PX].mean(axis=1).max(),
        part[-_SIDE_REACH_PX:].mean(axis=1).max(),
        part[:, :_SIDE_REACH_PX].mean(axis=0).max(),
        part[:, -_SIDE_REACH_PX:].mean(axis=0).max(),
    )
    return all(line >= _SIDE_SHARE for line in lines) and all(
        strip.mean() >= _SIDE_SHARE for strip in strips
    )


def _is_round(part: np.ndarray) -> bool:
    """The outermost edges lie on a circle, in all directions."""
    rows, columns = np.nonzero(part)
    if rows.size < _ANGLES:
        return False
    middle_y, middle_x = (part.shape[0] - 1) / 2, (part.shape[1] - 1) / 2
    down, right = rows - middle_y, columns - middle_x
    radius = (part.shape[0] + part.shape[1]) / 4 - 0.5
    far = np.hypot(down, right) / radius
    sector = ((np.arctan2(down, right) + np.pi) / (2 * np.pi) * _ANGLES).astype(int) % _ANGLES
    outermost = np.zeros(_ANGLES)
    np.maximum.at(outermost, sector, far)
    on_circle = np.abs(outermost - 1.0) <= _ROUNDNESS
    return bool(on_circle.mean() >= _ROUND_SHARE)


def _has_content(part: np.ndarray, share: float) -> bool:
    """Something is painted in the middle, which is that share of it on each side."""
    height, width = part.shape
    cut_y, cut_x = round(height * (1 - share) / 2), round(width * (1 - share) / 2)
    inner = part[cut_y : height - cut_y, cut_x : width - cut_x]
    return bool(inner.size) and bool(inner.mean() > _EMPTY_SHARE)
