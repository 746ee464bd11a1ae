"""Boxes: buttons, fields and frames, told apart by their size, their fill, and how what they hold
is placed; and inaccessible areas, the parts of windows in which they are looked for.

What stands in the middle is on a button; what stands at the left, with room on the right, is in a
field. A bevel that sinks is a field's, one that rises a button's. What holds several of these is a
frame, which is no thing to press.

Of inaccessible areas in sight accessibility tells nothing. They are silent windows, silent
pictures, wide parts of a window in which nothing is told, and things to press that have no name,
such as a button with an icon and a word that is only drawn. Only these are looked through. Where
applications tell what they show, there are none, and looking costs what it cost without it. A pure
function of a situation."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import cv2
import numpy as np

from engine.domain.facts import Frozen, replace
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, Window, Zone
from engine.geometry.regions import side_by_side, without_all
from engine.perception.drawn.even_regions import Mask, Painted, Region
from engine.perception.pixels import Pixels
from engine.states.spots import crop_of

_LEAST_WIDTH_PX, _LEAST_HEIGHT_PX = 11, 11
_MOST_CONTROL_PX = 64
"""Buttons and fields are no higher."""
_MOST_SHARE = 0.95
"""A box with more of the picture is its ground."""
_LEAST_FILLED = 0.84
_ROUND_FILLED = 0.72
_PILL = 1.4
_MOST_SLENDER = 30
_BAR_GROUPS = 3
_MOST_BUTTON = 12
"""In heights: a wider one is a bar with a message."""
_APART = 2
_LEAST_CHILD_PX = 18
_FRAME_CHILDREN = 2
_LEAST_AREA_PX = 120
_MOST_COLOUR = 48
_GAP, _GAP_PX = 0.6, 12
"""What stands closer together than that, in heights and at most, is one thing in a box."""
_CENTRED = 0.14
_FEW_PX = 4
_FIELD_MARGIN_PX = 16
_BEVEL = 10
_RIM_PX = 2
_LEAST_EDGES = 0.05


_TOLD_AT_ONCE = frozenset({Role.BUTTON, Role.TEXT_FIELD, Role.COMBO_BOX, Role.TEXT_AREA})


class Shape(Frozen):
    """In the picture's own pixels; ``confidence`` is 0 to 1. ``is_checked`` tells of a check box
    or a radio button whether something stands in it."""

    bounds_px: Rect
    role: Role
    confidence: float
    is_checked: bool = False

    @property
    def is_told_at_once(self) -> bool:
        """It can't be a letter or a word."""
        return self.role in _TOLD_AT_ONCE

    def moved(self, right: int, down: int) -> "Shape":
        return replace(self, bounds_px=self.bounds_px.moved(right, down))


def boxes_in(picture: Pixels, painted: Painted, taken: Sequence[Rect]) -> list[Shape]:
    """``taken`` are the places of check boxes, which are none of these."""
    height, width = picture.shape[:2]
    most = _MOST_SHARE * height * width
    found = []
    for region in painted.regions:
        box = region.bounds_px
        is_small = box.width < _LEAST_WIDTH_PX or box.height < _LEAST_HEIGHT_PX
        is_slender = max(box.width, box.height) > _MOST_SLENDER * min(box.width, box.height)
        if is_small or is_slender or box.area > most:
            continue
        is_pill = box.height <= _MOST_CONTROL_PX and box.width >= _PILL * box.height
        if region.filled >= (_ROUND_FILLED if is_pill else _LEAST_FILLED):
            found.append(region)
    found = [one for one in found if not any(one.bounds_px.overlap(p) > 0.4 for p in taken)]
    places = [one.bounds_px for one in found]
    boxes: list[Shape] = []
    for one in found:
        box = one.bounds_px
        inside = [other for other in places if other != box and _holds(box, other)]
        boxes += _judged(picture, one, inside, painted)
    return list(_without_parts(boxes))


def _holds(outer: Rect, inner: Rect) -> bool:
    return outer.area > inner.area and outer.contains(inner.center)


def _judged(
    picture: Pixels, region: Region, inside: Sequence[Rect], painted: Painted
) -> Iterator[Shape]:
    box = region.bounds_px
    if box.height > _MOST_CONTROL_PX:
        controls = [one for one in inside if one.height > _LEAST_CHILD_PX]
        is_large = box.width >= _LEAST_AREA_PX
        if is_large and len(controls) < _FRAME_CHILDREN and _is_set_off(picture, region):
            yield Shape(box, Role.TEXT_AREA, 0.5)
        else:
            yield Shape(box, Role.GROUP, 0.5)
        return
    inner, components = region.inner_px, painted.components
    middle_x = (components[:, 0] + components[:, 2]) / 2
    middle_y = (components[:, 1] + components[:, 3]) / 2
    is_in = (components[:, 0] > inner.x - 1) & (components[:, 2] < inner.right + 2)
    is_in &= (middle_x >= inner.x) & (middle_x < inner.right)
    is_in &= (middle_y >= inner.y) & (middle_y < inner.bottom)
    content = [Rect.between(*row) for row in components[is_in].tolist()]
    content = content or _content_by_edges(inner, painted.edges)
    groups = side_by_side(content, min(_GAP_PX, _GAP * box.height))
    if len(groups) >= _BAR_GROUPS or sum(one.height > box.height / 3 for one in inside) > 1:
        yield Shape(box, Role.GROUP, 0.5)
        return
    role, confidence = _role(picture, region, groups)
    is_bar = role is Role.BUTTON and box.width > _MOST_BUTTON * box.height
    yield Shape(box, Role.GROUP if is_bar else role, confidence)


def _role(picture: Pixels, region: Region, groups: Sequence[Rect]) -> tuple[Role, float]:
    box = region.bounds_px
    bevel = _bevel(picture, box)
    if not groups:
        is_wide = box.width >= 2.5 * box.height
        if is_wide and bevel <= 0:
            return Role.TEXT_FIELD, 0.7
        return (Role.BUTTON, 0.6) if bevel > 0 or is_wide else (Role.ICON, 0.5)
    left = groups[0].x - box.x
    right = box.right - groups[-1].right
    is_centred = abs(left - right) <= max(_FEW_PX, _CENTRED * box.width)
    if len(groups) == 2 and left <= _FIELD_MARGIN_PX and _is_arrow(groups[-1], box):
        return Role.COMBO_BOX, 0.7
    gaps = (other.x - one.right for one, other in pairwise(groups))
    if left <= _FIELD_MARGIN_PX and max(gaps, default=0) > _APART * box.height:
        return Role.TEXT_FIELD, 0.6
    if is_centred and not (bevel < 0 and left <= _FIELD_MARGIN_PX / 2):
        return Role.BUTTON, 0.9 if bevel > 0 else 0.8
    if left <= _FIELD_MARGIN_PX and right > left:
        return (Role.TEXT_FIELD, 0.8) if bevel <= 0 else (Role.BUTTON, 0.6)
    return Role.BUTTON, 0.5


def _is_arrow(group: Rect, box: Rect) -> bool:
    """Small, flat, at the right end."""
    is_small = group.width <= 0.6 * box.height and group.height <= 0.45 * box.height
    return is_small and box.right - group.right <= 0.8 * box.height


def _content_by_edges(inner: Rect, edges: Mask) -> list[Rect]:
    """What stands so close to the border that it is one component with it: all of it as one."""
    middle = inner.grown(-_RIM_PX)
    if middle.is_empty:
        return []
    part = edges[middle.slices]
    down, across = middle.height // 3, middle.width // 4
    heart = part[down : middle.height - down, across : middle.width - across]
    if not heart.size or (heart != 0).mean() < _LEAST_EDGES:
        return []
    x, y, width, height = cv2.boundingRect(part)
    return [Rect(middle.x + x, middle.y + y, width, height)]


def _bevel(picture: Pixels, box: Rect) -> int:
    """1 where it seems to rise from its ground, -1 where to sink, 0 where neither."""
    part = picture[box.slices].max(axis=2).astype(np.int16)
    if min(part.shape) < 4:
        return 0
    down = float(np.median(part[:2]) - np.median(part[-2:]))
    right = float(np.median(part[:, :2]) - np.median(part[:, -2:]))
    if min(abs(down), abs(right)) < _BEVEL or (down > 0) is not (right > 0):
        return 0
    return 1 if down > 0 else -1


def _is_set_off(picture: Pixels, region: Region) -> bool:
    """Its fill is paper, not a patch of colour, and differs from what is around it."""
    inner, box = region.inner_px, region.bounds_px
    height, width = picture.shape[:2]
    fill = np.median(picture[inner.slices].reshape(-1, 3), axis=0)
    if fill.max() - fill.min() > _MOST_COLOUR:
        return False
    rows = [y for y in (box.y - 3, box.bottom + 2) if 0 <= y < height]
    columns = [x for x in (box.x - 3, box.right + 2) if 0 <= x < width]
    around = [picture[y, box.x : box.right] for y in rows]
    around += [picture[box.y : box.bottom, x] for x in columns]
    if not around:
        return False
    ground = np.median(np.concatenate(around), axis=0)
    return bool(np.abs(fill - ground).max() >= 4)


def _without_parts(boxes: Sequence[Shape]) -> Iterator[Shape]:
    """Boxes within a button or a field are parts of it: a selected word, a coloured patch."""
    wholes = [b.bounds_px for b in boxes if b.role not in (Role.GROUP, Role.TEXT_AREA)]
    for box in boxes:
        if not any(_holds(whole, box.bounds_px) for whole in wholes):
            yield box


_LEAST_SIDE_PX = 12
_LEAST_PICTURE_PX = 10_000
"""Smaller pictures are icons; what they are called is told beside them, if anywhere."""
_LEAST_BAND_PX, _BAND_SHARE = 96, 0.5
"""Margins, and what is left below a short list, are lower."""
_EVERY_PX = 4
_NAMELESS_ROLES = frozenset(
    {Role.BUTTON, Role.TOGGLE_BUTTON, Role.LINK, Role.TAB, Role.MENU, Role.MENU_ITEM}
    | {Role.CHECK_BOX, Role.RADIO_BUTTON, Role.ICON}
)
_MOST_THINGS = 12
_MOST_THING_PX = 40_000


class InaccessibleArea(Frozen):
    """A part of the frame, in frame pixels, and the window that shows there. ``is_silent`` says
    that the whole window tells nothing, which may be a matter of time."""

    bounds_px: Rect
    window: Window
    is_silent: bool
    is_one_thing: bool = False
    """A thing that is told, but not by name: only its words are of interest."""


def inaccessible_areas(situation: Situation) -> tuple[InaccessibleArea, ...]:
    """The areas, those of the topmost window first; none overlap. Stale zones tell nothing."""
    zones = () if situation.is_stale else situation.zones_in_sight
    told: dict[str, list[Zone]] = {}
    for zone in zones:
        if zone.source.tells:
            told.setdefault(zone.window_id, []).append(zone)
    found: list[InaccessibleArea] = []
    above = list(situation.frame.own_px)
    for window in sorted(situation.windows, key=lambda one: one.order):
        inside = told.get(window.window_id, [])
        is_silent = not any(zone.label or zone.value for zone in inside)
        whole = window.bounds_px.intersection(situation.frame.bounds_px)
        parts = [whole] if is_silent else list(_silent_pictures(inside, whole))
        if not is_silent and situation.page is None:
            bands = _untold_bands(inside, whole)
            parts += (one for one in bands if _is_painted(situation.frame, one))
        found += (
            InaccessibleArea(one, window, is_silent)
            for one in without_all(parts, above)
            if min(one.width, one.height) >= _LEAST_SIDE_PX
        )
        named = [] if is_silent else list(_nameless(inside, whole))
        found += (
            InaccessibleArea(one.bounds_px, window, is_silent=False, is_one_thing=True)
            for one in named
            if without_all([one.bounds_px], above) == (one.bounds_px,)
        )
        above.append(window.bounds_px)
    things = [area for area in found if area.is_one_thing]
    return tuple(area for area in found if area not in things[_MOST_THINGS:])


def _silent_pictures(inside: list[Zone], window_px: Rect) -> Iterator[Rect]:
    """Pictures in which nothing tells of itself, each but once."""
    seen: list[Rect] = []
    for zone in inside:
        place = zone.bounds_px.intersection(window_px)
        if not zone.role.is_picture or place.area < _LEAST_PICTURE_PX:
            continue
        if any(_tells_within(other, zone) for other in inside):
            continue
        yield from without_all([place], seen)
        seen.append(place)


def _untold_bands(inside: list[Zone], window_px: Rect) -> Iterator[Rect]:
    """Where nothing is told from one side of the window to the other: a body of the program's own
    make below a menu bar that is told, or a group whose fields say neither name nor role."""
    least_px = max(_LEAST_BAND_PX, _BAND_SHARE * window_px.height)
    top = window_px.y
    ends = [(zone.bounds_px.y, zone.bounds_px.bottom) for zone in inside]
    for y, bottom in [*sorted(ends), (window_px.bottom, window_px.bottom)]:
        if y - top >= least_px:
            yield Rect(window_px.x, top, window_px.width, y - top)
        top = max(top, bottom)


def _is_painted(frame: Frame, place: Rect) -> bool:
    """It has other colours than its corner's; a letter is higher than the lines left out."""
    part = crop_of(frame, place.grown(-_LEAST_SIDE_PX))[::_EVERY_PX].view(np.uint32)
    return bool(part.size) and bool((part != part[0, 0]).any())


def _nameless(inside: list[Zone], window_px: Rect) -> Iterator[Zone]:
    """Things to press without any words, and without others in them that have some."""
    for zone in inside:
        box = zone.bounds_px
        is_small = min(box.width, box.height) >= _LEAST_SIDE_PX and box.area <= _MOST_THING_PX
        if zone.role not in _NAMELESS_ROLES or zone.label or zone.value or not is_small:
            continue
        if window_px.holds(box) and not any(_tells_within(other, zone) for other in inside):
            yield zone


def _tells_within(other: Zone, picture: Zone) -> bool:
    is_inside = picture.bounds_px.contains(other.bounds_px.center)
    is_part = other.bounds_px.area < picture.bounds_px.area
    return other is not picture and is_inside and is_part and bool(other.label or other.value)
