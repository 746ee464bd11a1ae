"""Numbered marks for zones (Set-of-Mark): a number plate for each, where it covers nothing.

A pure function of places: what draws them, for a model or for the operator, comes later. The
colours differ in brightness and along blue and yellow, so that they stay apart for people who
don't tell red from green; a number stands on each, so that no colour has to."""

from collections.abc import Iterable, Sequence

from engine.domain import facts, spaces
from engine.domain.zones import Role, Source, Zone

Box = tuple[int, int, int, int]
"""Left, top, right, bottom: the right and the bottom are not in it."""

_FINEST = 5
_MOST_IN_CELL = 64
"""So many boxes of one size at one place are no picture of anything; the rest are left out."""


class NearIndex:
    """Boxes by their place; ``keeps_all`` for those that can't lie over each other."""

    def __init__(self, *, keeps_all: bool = False) -> None:
        self._cells: dict[int, dict[tuple[int, int], list[tuple[int, Box]]]] = {}
        self._most = 1 << 30 if keeps_all else _MOST_IN_CELL

    def add(self, box: Box, key: int) -> None:
        left, top, right, bottom = box
        level = max(_FINEST, (max(right - left, bottom - top) - 1).bit_length())
        cells = self._cells.setdefault(level, {})
        for x in range(left >> level, ((right - 1) >> level) + 1):
            for y in range(top >> level, ((bottom - 1) >> level) + 1):
                there = cells.setdefault((x, y), [])
                if len(there) < self._most:
                    there.append((key, box))

    def over(self, place: Box) -> dict[int, Box]:
        """The boxes that share a pixel with the place, by their keys."""
        left, top, right, bottom = place
        found: dict[int, Box] = {}
        for level, cells in self._cells.items():
            for x in range(left >> level, ((right - 1) >> level) + 1):
                for y in range(top >> level, ((bottom - 1) >> level) + 1):
                    for key, (west, north, east, south) in cells.get((x, y), ()):
                        if west < right and left < east and north < bottom and top < south:
                            found[key] = (west, north, east, south)
        return found


def is_free(place: Box, boxes: Iterable[Box]) -> bool:
    """Whether none of the boxes shares a pixel with the place."""
    left, top, right, bottom = place
    for west, north, east, south in boxes:
        if west < right and left < east and north < bottom and top < south:
            return False
    return True


def covered_px(place: Box, boxes: Iterable[Box]) -> int:
    """How many pixels of the boxes the place covers, those of two counted twice."""
    left, top, right, bottom = place
    pixels = 0
    for west, north, east, south in boxes:
        if west < right and left < east and north < bottom and top < south:
            width = (east if east < right else right) - (west if west > left else left)
            height = (south if south < bottom else bottom) - (north if north > top else top)
            pixels += width * height
    return pixels


Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""

PALETTE: tuple[Colour, ...] = (
    *((0, 0, 240), (200, 240, 0), (160, 0, 0)),
    *((0, 240, 200), (80, 0, 80), (200, 120, 240)),
)
BADGE_HEIGHT_PX = 16

_DARK, _LIGHT = (0, 0, 0), (255, 255, 255)
_LARGE = 6
"""In heights of a badge: what is larger on both sides holds others; its own text is its top."""
_CHARACTER, _LINE = 0.5, 1.2
_TALLEST_TEXT_PX = 18
_CENTRED_ROLES = frozenset({Role.BUTTON, Role.TOGGLE_BUTTON, Role.TAB, Role.COLUMN_HEADER})
_RINGS = 1
_NEAREST_FIRST = sorted(
    ((x, y) for x in range(-_RINGS, _RINGS + 1) for y in range(-_RINGS, _RINGS + 1)),
    key=lambda one: one[0] ** 2 + one[1] ** 2,
)


class Mark(facts.Frozen):
    """A number for a zone, its place and that of its plate, in frame pixels."""

    number: int
    zone_id: str
    zone_px: spaces.Rect
    badge_px: spaces.Rect
    colour: Colour


def marks_of(
    zones: Sequence[Zone],
    frame_px: spaces.Rect,
    *,
    most: int = 100,
    badge_height_px: int = BADGE_HEIGHT_PX,
    keep_clear_px: Sequence[spaces.Rect] = (),
) -> tuple[Mark, ...]:
    """Marks for the first ``most`` zones in sight, numbered from 1 in the order given, each in
    another colour than the one before.

    Badges lie in the frame, never over each other, and beside their zone where there is room
    that neither another zone nor ``keep_clear_px`` takes; else in the corner of it where the
    least is covered. A zone that has no room for a badge within reach gets no mark. A picture
    that is scaled down before it is drawn on wants a larger ``badge_height_px``."""
    places = [zone.bounds_px.intersection(frame_px) for zone in zones]
    shown = [at for at, zone in enumerate(zones) if zone.on_screen and not places[at].is_empty]
    plates = _Plates(frame_px.edges, badge_height_px)
    for at in shown:
        plates.keep_clear(_solid(zones[at], places[at], badge_height_px), at)
    for number, place in enumerate(keep_clear_px):
        plates.keep_clear(place.intersection(frame_px).edges, -1 - number)
    marks: list[Mark] = []
    for at in shown:
        if len(marks) >= most:
            break
        badge = plates.placed(zones[at], places[at].edges, at, len(marks) + 1)
        if badge is None:
            continue
        colour = PALETTE[len(marks) % len(PALETTE)]
        badge_px = spaces.Rect.between(*badge)
        marks.append(Mark(len(marks) + 1, zones[at].zone_id, places[at], badge_px, colour))
    return tuple(marks)


def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever is easier to read on it: 4.5 : 1 at least on any colour."""
    bright = brightness(colour)
    return _DARK if (bright + 0.05) ** 2 > 1.05 * 0.05 else _LIGHT


def brightness(colour: Colour) -> float:
    """0 to 1, as the web's guidelines for accessibility count it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class _Plates:
    """Finds room for one badge after the other."""

    def __init__(self, frame: Box, height_px: int) -> None:
        self._frame = frame
        self._height_px = height_px
        self._solids, self._badges = NearIndex(), NearIndex(keeps_all=True)
        self._full: set[Box] = set()

    def keep_clear(self, box: Box | None, key: int) -> None:
        if box is not None and box[0] < box[2] and box[1] < box[3]:
            self._solids.add(box, key)

    def placed(self, zone: Zone, place: Box, key: int, number: int) -> Box | None:
        """Where the badge of the zone is from now on; None where there is no room at all."""
        if place in self._full:
            return None
        height = self._height_px
        width = round((0.45 + 0.55 * len(str(number))) * height)
        badge = self._beside(zone, place, key, (width, height))
        badge = badge or self._around(place, (width, height))
        if badge is None:
            self._full.add(place)
            return None
        self._badges.add(badge, key)
        return badge

    def _beside(self, zone: Zone, place: Box, key: int, size: tuple[int, int]) -> Box | None:
        """The first place outside that is free, else that inside which covers the least."""
        around = _grown(place, *size)
        badges = self._badges.over(around).values()
        solids = self._solids.over(around)
        free = (one for one in _outside(place, size) if self._is_inside(one))
        others = [box for other, box in solids.items() if other != key]
        for badge in free:
            if is_free(badge, solids.values()) and is_free(badge, badges):
                return badge
        text = _text_box(zone, place)
        hidden = [*others, text] if text is not None else others
        within = [
            one for one in _inside(place, size) if self._is_inside(one) and is_free(one, badges)
        ]
        return min(within, key=lambda one: covered_px(one, hidden), default=None)

    def _around(self, place: Box, size: tuple[int, int]) -> Box | None:
        """The nearest place that is over no badge, and nothing else where there is such a one."""
        width, height = size
        wide = _grown(place, (_RINGS + 1) * width, (_RINGS + 1) * height)
        badges = list(self._badges.over(wide).values())
        moved = ((place[0] + x * width, place[1] + y * height) for x, y in _NEAREST_FIRST)
        boxes = ((x, y, x + width, y + height) for x, y in moved)
        return next((one for one in boxes if self._is_inside(one) and is_free(one, badges)), None)

    def _is_inside(self, badge: Box) -> bool:
        left, top, right, bottom = self._frame
        is_across = left <= badge[0] and badge[2] <= right
        return is_across and top <= badge[1] and badge[3] <= bottom


def _outside(place: Box, size: tuple[int, int]) -> tuple[Box, ...]:
    """Beside the corners, where a reader would look first."""
    (left, top, right, bottom), (width, height) = place, size
    return (
        (left - width, top, left, top + height),
        (left, top - height, left + width, top),
        (right, top, right + width, top + height),
        (right - width, top - height, right, top),
        (left, bottom, left + width, bottom + height),
        (left - width, bottom - height, left, bottom),
        (right, bottom - height, right + width, bottom),
        (right - width, bottom, right, bottom + height),
    )


def _inside(place: Box, size: tuple[int, int]) -> tuple[Box, ...]:
    """In the corners."""
    (left, top, right, bottom), (width, height) = place, size
    return (
        (right - width, top, right, top + height),
        (right - width, bottom - height, right, bottom),
        (left, top, left + width, top + height),
        (left, bottom - height, left + width, bottom),
    )


def _solid(zone: Zone, place: spaces.Rect, height_px: int) -> Box | None:
    """What of a zone other badges keep off: of a large one, only its own text."""
    if min(place.width, place.height) < _LARGE * height_px:
        return place.edges
    if zone.source is Source.TEXT:
        return place.edges
    text = zone.value or zone.label
    if not text:
        return None
    per_line = max(1, int(place.width / (_CHARACTER * _TALLEST_TEXT_PX)))
    longest = max(map(len, text.splitlines()), default=0)
    lines = sum(-(-max(1, len(line)) // per_line) for line in text.splitlines())
    width = min(place.width, round(longest * _CHARACTER * _TALLEST_TEXT_PX))
    height = min(place.height, round(lines * _LINE * _TALLEST_TEXT_PX))
    return place.x, place.y, place.x + width, place.y + height


def _text_box(zone: Zone, place: Box) -> Box | None:
    """Where the zone's own text is likely to stand: in the middle of buttons, else on the left."""
    text = zone.value or zone.label
    if zone.source is Source.TEXT:
        return place
    if not text:
        return None
    left, top, right, bottom = place
    height = min(bottom - top, _TALLEST_TEXT_PX)
    width = min(right - left, round(len(text) * _CHARACTER * height))
    x = left + (right - left - width) // 2 if zone.role in _CENTRED_ROLES else left
    y = top + (bottom - top - height) // 2
    return x, y, x + width, y + height


def _grown(box: Box, across: int, down: int) -> Box:
    return box[0] - across, box[1] - down, box[2] + across, box[3] + down
