"""Small pictures of windows: what zones can't tell, such as a canvas, and how far two differ.

A picture differs for many reasons that are none: the caret, the ring around what has the focus,
the shade under the pointer, a scroll bar that shows itself. These lie within a zone whose facts
are compared anyhow, or are thin and upright in a text. Everything else counts."""

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np

from engine.domain.facts import Frozen
from engine.domain.plans import Situation
from engine.domain.risks import StateMark, WindowPicture
from engine.domain.spaces import Point, Rect
from engine.domain.zones import ACTIONABLE_ROLES, MENU_ROLES, Role, State, Window, Zone
from engine.states.spots import pixels_of

CELL_PX = 4
_CELL_DIFFERENCE = 24
_FAINT_DIFFERENCE = 8
"""By so much a cell differs through which a dotted line goes."""
_RING_PX = 6
"""How far the ring of the focus may lie outside of a zone."""
_DECORATED_SHARE = 0.5
"""How much of a zone a ring, a hover or a pressed look may change."""
_CARET_PX = 12
_PACKING = 1
_MOST_OF_WINDOW = 0.25
"""A larger ring is none of the focus."""
_TALLEST_CONTROL_PX = 48
_FOOT_PX = 32
_SAME_SHADE = 4
"""By so little two looks at what stays as it is may differ."""

_PICTURE_TELLS_MORE = frozenset({Role.TEXT_AREA, Role.CANVAS})
_FACTS_TELL = (ACTIONABLE_ROLES - _PICTURE_TELLS_MORE) | {Role.LABEL, Role.HEADING, Role.ALERT}
_FACTS_TELL_ALL = MENU_ROLES | {Role.STATUS, Role.PROGRESS_BAR, Role.SCROLL_BAR}

_PICTURES = frozenset({Role.CANVAS, Role.IMAGE})
_BAR_PX, _UPRIGHT_BAR_PX = 12, 20
_BAR_LENGTHS = 4
"""A scroll bar that shows itself is so thin, and so many times as long. One along the right edge
may be of the full kind: what is as thick along the foot may be another bar."""

Grey = np.ndarray[Any, np.dtype[np.uint8]]
Cells = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]


def pictures_of(situation: Situation, windows: Sequence[Window]) -> tuple[WindowPicture, ...]:
    """One of each window, with what lay over it marked as not seen."""
    frame = situation.frame
    pixels = pixels_of(frame)
    pictures = []
    for window in windows:
        bounds = window.bounds_px
        inside = bounds.intersection(frame.bounds_px)
        if inside.is_empty:
            continue
        whole = np.zeros((bounds.height, bounds.width, 4), np.uint8)
        corner = -bounds.x, -bounds.y
        part = whole[inside.moved(*corner).slices]
        part[..., :3], part[..., 3] = pixels[inside.slices][..., :3], 255
        for above in situation.windows:
            if above.order < window.order:
                over = above.bounds_px.intersection(bounds).moved(*corner)
                whole[over.slices][..., 3] = 0
        size = (max(1, bounds.width // CELL_PX), max(1, bounds.height // CELL_PX))
        cells = cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
        packed = zlib.compress(cells.tobytes(), _PACKING)
        pictures.append(WindowPicture(window.window_id, bounds, size[0], CELL_PX, packed))
    return tuple(pictures)


def picture_differences(
    before: StateMark, now: StateMark, *, verb: str = "differs"
) -> Iterator[str]:
    """In words, where two states of the same zones look different by more than decoration."""
    titles = {window.window_id: window.title for window in now.windows}
    for spot in changed_spots(before, now):
        yield f"the picture of “{titles.get(spot.window_id, '')}” {verb} {spot.where}"


class Spot(Frozen):
    """Where a window looks otherwise, in frame pixels. ``place`` is None where it has another size,
    so that nothing can be laid upon another; ``ring`` is what it is drawn around, where it looks
    like the mark of a focus."""

    window_id: str
    place: Rect | None
    ring: Rect | None = None

    @property
    def where(self) -> str:
        middle = self.place.center if self.place else None
        return f"around ({middle.x}, {middle.y})" if middle else "in size"


def changed_spots(before: StateMark, now: StateMark) -> Iterator[Spot]:
    """The largest of each window first."""
    old_pictures = {picture.window_id: picture for picture in before.pictures}
    not_compared = [each for mark in (before, now) for each in mark.not_compared]
    not_compared += [each for mark in (before, now) for each in mark.restless_px]
    for picture in now.pictures:
        old = old_pictures.get(picture.window_id)
        if old is None:
            continue
        if (old.bounds_px.width, old.bounds_px.height) != (
            picture.bounds_px.width,
            picture.bounds_px.height,
        ):
            yield Spot(picture.window_id, None)
            continue
        zones = [zone for zone in now.zones if zone.window_id == picture.window_id]
        yield from (
            Spot(picture.window_id, place, ring)
            for place, ring in _changed_places(old, picture, zones)
            if not any(each.grown(_RING_PX).contains(place.center) for each in not_compared)
            and not _is_bar(place, picture.bounds_px, before.zones, zones)
            and not _is_caret(place, zones)
        )


def are_focus_marks(spots: Sequence[Spot], before: StateMark, now: StateMark) -> bool:
    """Rings that tell of nothing but that another thing has the focus now: it is told to have
    moved, and what has or had it is all that they are drawn on. Where nobody tells of a focus, two
    rings the size of controls, of which one came and one went."""
    focused = [
        {z.zone_id for z in mark.zones if State.FOCUSED in z.state} for mark in (before, now)
    ]
    rings = {(spot.window_id, spot.ring) for spot in spots}
    if not any(focused):
        tall = [ring is None or ring.height > _TALLEST_CONTROL_PX for _, ring in rings]
        return not spots or tall == [False, False]
    moved = focused[0] ^ focused[1]
    rest = [zone for zone in now.zones if zone.zone_id not in moved]
    return all(
        spot.place and spot.ring and moved and not _is_drawn_on(spot.place, rest) for spot in spots
    )


def is_at_foot(spot: Spot, now: StateMark) -> bool:
    """In the line along the foot of its window, and nothing else: what it says passes."""
    window = now.window(spot.window_id)
    if window is None or spot.place is None or window.bounds_px.bottom - spot.place.y > _FOOT_PX:
        return False
    zones = [zone for zone in now.zones if zone.window_id == spot.window_id]
    return not any(zone.bounds_px.contains(spot.place.center) for zone in zones)


def unchanged_places(before: StateMark, now: StateMark, zones: Sequence[Zone]) -> set[str]:
    """Those whose places are in sight wholly, and as before."""
    unchanged = set()
    pictures = [{one.window_id: one for one in mark.pictures} for mark in (before, now)]
    for window_id in {zone.window_id for zone in zones}:
        was, is_now = (each.get(window_id) for each in pictures)
        if was is None or is_now is None:
            continue
        one, other = unpacked(was), unpacked(is_now)
        if one.shape != other.shape:
            continue
        differs = (cv2.absdiff(one, other).max(axis=2) > _SAME_SHADE) | (other[:, :, 3] != 255)
        corner = Point(is_now.bounds_px.x, is_now.bounds_px.y)
        for zone in (each for each in zones if each.window_id == window_id):
            place = differs[_cells_of(zone.bounds_px, corner, is_now.cell_px)]
            if place.size and not place.any():
                unchanged.add(zone.zone_id)
    return unchanged


def _cells_of(bounds: Rect, corner: Point, cell: int) -> tuple[slice, slice]:
    """Where the place is in a picture that begins at the corner."""
    left, top = max(0, bounds.x - corner.x), max(0, bounds.y - corner.y)
    right, bottom = max(0, bounds.right - corner.x), max(0, bounds.bottom - corner.y)
    return slice(top // cell, -(-bottom // cell)), slice(left // cell, -(-right // cell))


def looks_alike(one: StateMark, other: StateMark) -> bool:
    """Whether the same zones, at the same places, look the same."""
    if one.digest != other.digest:
        return False
    places = [{(zone.zone_id, zone.bounds_px) for zone in mark.zones} for mark in (one, other)]
    return places[0] == places[1] and not any(picture_differences(one, other))


def _changed_places(
    old: WindowPicture, new: WindowPicture, zones: Sequence[Zone]
) -> Iterator[tuple[Rect, Rect | None]]:
    """Each place that differs by more than a decoration, in frame pixels, and the ring that it is
    of; the largest first. A dotted ring is seen whole only where little is counted, too."""
    one, other = unpacked(old), unpacked(new)
    is_seen = (one[:, :, 3] == 255) & (other[:, :, 3] == 255)
    difference = cv2.absdiff(one, other)[:, :, :3].max(axis=2)
    changed, faint = (
        ((difference > least) & is_seen).astype(np.uint8)
        for least in (_CELL_DIFFERENCE, _FAINT_DIFFERENCE)
    )
    cell, corner = new.cell_px, Point(new.bounds_px.x, new.bounds_px.y)
    for zone in zones:
        _clear_decoration(changed, zone, corner, cell)
    _, wholes, places, _ = cv2.connectedComponentsWithStats(faint, connectivity=8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)

    def ring_of(found: Grey, index: int, its: Sequence[int]) -> Rect | None:
        x, y, width, height, _ = map(int, its)
        part = found[y : y + height, x : x + width] == index
        is_ring = _is_ring(part) and width * height <= changed.size * _MOST_OF_WINDOW
        return _placed(its, corner, cell) if is_ring else None

    for index in sorted(range(1, count), key=lambda index: -int(stats[index][4])):
        whole = int(wholes[labels == index][0])
        ring = ring_of(labels, index, stats[index]) or ring_of(wholes, whole, places[whole])
        yield _placed(stats[index], corner, cell), ring


def _placed(stats: Sequence[int], corner: Point, cell: int) -> Rect:
    x, y, width, height, _ = map(int, stats)
    return Rect(corner.x + x * cell, corner.y + y * cell, width * cell, height * cell)


def _is_ring(part: np.ndarray[Any, np.dtype[np.bool_]]) -> bool:
    """Most of an edge, one or two cells thick, and nothing within."""
    edge = 2 * (part.shape[0] + part.shape[1]) - 4
    inner = (part[thick:-thick, thick:-thick] for thick in (1, 2))
    is_hollow = any(each.size and not each.any() for each in inner)
    return is_hollow and 2 * int(np.count_nonzero(part)) >= edge


def _is_drawn_on(spot: Rect, zones: Sequence[Zone]) -> bool:
    drawn = [zone for zone in zones if zone.role in _PICTURE_TELLS_MORE | {Role.IMAGE}]
    return any(zone.bounds_px.contains(spot.center) for zone in drawn)


def _clear_decoration(changed: Grey, zone: Zone, corner: Point, cell: int) -> None:
    """Strike out what, within the zone, tells nothing that comparing its facts doesn't."""
    if zone.role not in _FACTS_TELL | _FACTS_TELL_ALL:
        return
    bounds = zone.bounds_px.grown(_RING_PX)
    part = changed[_cells_of(bounds, corner, cell)]
    area = int(np.count_nonzero(part)) * cell * cell
    if zone.role in _FACTS_TELL_ALL or area <= bounds.area * _DECORATED_SHARE:
        part[:] = 0


def unpacked(picture: WindowPicture) -> Cells:
    """The picture as an array (rows, columns, 4)."""
    cells = np.frombuffer(zlib.decompress(picture.cells), np.uint8)
    return cells.reshape(-1, picture.columns, 4)


def _is_bar(spot: Rect, window: Rect, before: Sequence[Zone], zones: Sequence[Zone]) -> bool:
    """A scroll bar that shows itself while the pointer is near: thin and long, at an edge of the
    window or of a text. On a canvas, unless that has taken the place of one that went, it may be a
    line."""
    over = [e.zone_id for e in before if e.role in _PICTURES and e.bounds_px.contains(spot.center)]
    if any(zone.zone_id in over and zone.bounds_px.contains(spot.center) for zone in zones):
        return False
    texts = [zone.bounds_px for zone in zones if zone.role is Role.TEXT_AREA]
    thin, long = sorted((spot.width, spot.height))
    is_upright = spot.height > spot.width
    most_px = _UPRIGHT_BAR_PX if is_upright else _BAR_PX
    return (thin <= most_px and long >= thin * _BAR_LENGTHS) and any(
        0 <= (box.right - spot.right if is_upright else box.bottom - spot.bottom) <= _BAR_PX
        for box in (window, *texts)
        if box.contains(spot.center)
    )


def _is_caret(spot: Rect, zones: Sequence[Zone]) -> bool:
    is_thin = spot.width <= _CARET_PX and spot.height >= spot.width
    return is_thin and any(
        zone.role is Role.TEXT_AREA and zone.bounds_px.grown(_RING_PX).contains(spot.center)
        for zone in zones
    )
