"""From a picture to shapes: what looks like a button, a field, a check box or an icon.

No learning and no pictures of particular applications: edges, even colours and what stands upon
them. What is written in a shape is not known here; ``joining`` gives the words and the last say
about the role."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.drawn.boxes import Shape, boxes_in
from engine.perception.drawn.even_regions import Boxes, Mask, Region, icons_in, painted_in
from engine.perception.pixels import Pixels

_LEAST_SIDE_PX, _MOST_SIDE_PX = 9, 24
_SQUARE_TOLERANCE_PX = 2
_SIDE_REACH_PX = 2
_SIDE_SHARE = 0.6
_ANGLES = 16
_ROUNDNESS = 0.17
_ROUND_SHARE = 0.85
_INNER, _INNER_ROUND = 0.6, 0.4
_EMPTY_SHARE = 0.06
_SHADE_SHARE = 0.9
_SAME_OVERLAP = 0.3
_SQUARE_FILLED = 0.92
_ROUND_FILLED = (0.66, 0.9)
_WHOLE_ROLES = frozenset({Role.BUTTON, Role.COMBO_BOX})
"""What stands in these is part of them."""


def _by_regions(edges: Mask, regions: Iterable[Region]) -> Iterator[Shape]:
    height, width = edges.shape
    for region in regions:
        box = region.bounds_px
        is_whole = min(box.x, box.y) > 0 and box.right < width and box.bottom < height
        if not is_whole or not _is_small_square(box.width, box.height):
            continue
        content = edges[region.inner_px.slices] != 0
        if region.filled >= _SQUARE_FILLED:
            yield Shape(box, Role.CHECK_BOX, 0.6, _has_content(content, _INNER))
        elif _ROUND_FILLED[0] <= region.filled <= _ROUND_FILLED[1]:
            part = edges[max(0, box.y - 1) : box.bottom, max(0, box.x - 1) : box.right] != 0
            if _is_round(part):
                yield Shape(box, Role.RADIO_BUTTON, 0.55, _has_content(content, _INNER_ROUND))


def _is_small_square(width: int, height: int) -> bool:
    is_small = min(width, height) >= _LEAST_SIDE_PX and max(width, height) <= _MOST_SIDE_PX
    return is_small and abs(width - height) <= _SQUARE_TOLERANCE_PX


def _by_components(edges: Mask, components: Boxes) -> Iterator[Shape]:
    for left, top, right, bottom in components.tolist():
        width, height = right - left, bottom - top
        if not _is_small_square(width, height):
            continue
        # an edge is marked left of where the thing begins, or above
        part = edges[max(0, top - 1) : bottom, max(0, left - 1) : right] != 0
        box = Rect(left, top, width, height)
        if _is_square(part):
            yield Shape(box, Role.CHECK_BOX, 0.7, _has_content(part, _INNER))
        elif _is_round(part):
            yield Shape(box, Role.RADIO_BUTTON, 0.6, _has_content(part, _INNER_ROUND))


def _is_square(part: np.ndarray) -> bool:
    """There is a straight line along each side."""
    reach = _SIDE_REACH_PX
    sides = (part[:reach], part[-reach:], part[:, :reach].T, part[:, -reach:].T)
    return all(
        side.mean(axis=1).max() >= _SIDE_SHARE and side.any(axis=0).mean() >= _SIDE_SHARE
        for side in sides
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
    """Something is painted in the middle, which is that share of it on each side; the shade under
    the border, a line from side to side, is nothing."""
    height, width = part.shape
    shades = [part.mean(axis=axis, keepdims=True) >= _SHADE_SHARE for axis in (0, 1)]
    part = part & ~(shades[0] | shades[1])
    cut_y, cut_x = round(height * (1 - share) / 2), round(width * (1 - share) / 2)
    inner = part[cut_y : height - cut_y, cut_x : width - cut_x]
    return bool(inner.size) and bool(inner.mean() > _EMPTY_SHARE)


def shapes_in(picture: Pixels, is_cut: Callable[[Rect], bool] = lambda _: False) -> list[Shape]:
    """``picture`` is of (height, width, 3) BGR bytes, of any size from one pixel on. The larger
    ones come first; a shape may lie within another one. What ``is_cut``, since the picture is a
    part of a larger one, is no shape, and has none for its parts."""
    painted = painted_in(picture)
    checks = list(_by_components(painted.edges, painted.components))
    # a check box close to its words is no component, but the region within it is found
    for one in _by_regions(painted.edges, painted.regions):
        if not any(one.bounds_px.overlap(other.bounds_px) > _SAME_OVERLAP for other in checks):
            checks.append(one)
    regions = tuple(each for each in painted.regions if not is_cut(each.bounds_px))
    boxes = boxes_in(picture, replace(painted, regions=regions), [one.bounds_px for one in checks])
    checks = [one for one in checks if not _is_on_button(one, boxes)]
    shapes = [*boxes, *checks]
    controls = [one for one in boxes if one.role in _WHOLE_ROLES]
    taken = [one.bounds_px for one in (*controls, *checks)]
    shapes += [Shape(box, Role.ICON, 0.5) for box in icons_in(painted.components, taken)]
    shapes = [one for one in shapes if not is_cut(one.bounds_px)]
    return list(_without_patches(sorted(shapes, key=lambda one: -one.bounds_px.area)))


def _without_patches(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Of icons, those that are no patch of colour within a larger one."""
    icons: list[Rect] = []
    for shape in shapes:
        box = shape.bounds_px
        if shape.role is not Role.ICON:
            yield shape
        elif not any(icon.contains(box.center) for icon in icons):
            icons.append(box)
            yield shape


def _is_on_button(check: Shape, boxes: Iterable[Shape]) -> bool:
    """A round picture on a button is no radio button."""
    if check.role is not Role.RADIO_BUTTON:
        return False
    return any(
        box.role is Role.BUTTON
        and box.bounds_px.contains(check.bounds_px.center)
        and box.bounds_px.width > 2 * check.bounds_px.width
        for box in boxes
    )
