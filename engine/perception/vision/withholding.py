"""Withholding: what may hold a text that a pattern masks, in a picture whose text is not known.

A line of glyphs has strokes side by side. They are looked for at several heights, since a text may
have any: sharp edges that lie closer together than letters of that height do are taken as one run,
and a run is a line where it is long enough for the shortest match and its strokes are many. Large
areas full of edges, such as photographs, may hold a text as well."""

from collections.abc import Awaitable, Callable, Collection, Iterator

import cv2
import numpy as np

from engine.domain.facts import Frozen
from engine.domain.plans import IN_SIGHT, Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import EDITABLE_ROLES, Role, Source, Zone
from engine.perception.pixels import bgr_of

_HEIGHTS_PX = (7, 10, 14, 20, 28, 40, 56, 80, 112)
_EDGE = 20
_STEEP = 10
_GAP = 0.6
"""How far apart two letters may be, in heights of the line: cards have spaces in their numbers."""
NARROWEST = 0.28
"""How wide a narrow letter is, in heights of the line."""
_LEAST_STROKES = 0.7
"""Strokes in a line as long as it is high; letters have more, outlines of shapes less."""
_LARGE_PX, _SQUARE_PX, _LETTER_SQUARES = 96, 16, 9
_OUTLINE_PX = 128
_BETWEEN_COLUMNS_PX, _BETWEEN_ROWS_PX, _CROSSING_PX = 14, 8, 9
"""So much of a line is plain in a sheet between two that cross it, at least, and so much around
each of these looks like a stroke."""
_MARGIN_PX = 3
_KNOWN_MARGIN_PX = 2
_LEAST_ASPECT = 1.0
_SAME_SHARE = 0.9
_CERTAIN = 0.95
_SILENT_ROLES = frozenset(
    {Role.CANVAS, Role.IMAGE, Role.ICON, Role.GROUP, Role.DIALOG, Role.WINDOW}
    | {Role.MENU_BAR, Role.TOOL_BAR, Role.STATUS, Role.SCROLL_BAR, Role.OTHER, Role.PROGRESS_BAR}
)


class Withheld(Frozen):
    """The places to be covered in a picture, in frame pixels, the ``unread`` first of them because
    nobody could read in time what they say."""

    places: tuple[Rect, ...] = ()
    unread: int = 0

    @property
    def words(self) -> str:
        """What the operator is told of it; empty where nothing was withheld."""
        count = len(self.places)
        if not count:
            return ""
        places = "1 place was" if count == 1 else f"{count} places were"
        late = f" Not read in time: {self.unread}." if self.unread else ""
        return (
            f"In the picture for the vision model {places} covered: what stands there may be"
            f" something that is to be masked.{late}"
        )


Withholder = Callable[[Situation, Rect], Awaitable[Withheld]]
"""What is to be covered in a part of a situation's frame before that is sent to a model."""


def withheld_places(
    situation: Situation, part_px: Rect, least_chars: int | None
) -> tuple[Rect, ...]:
    """The places in this part of the frame, in frame pixels, that are to be covered before it is
    sent, where nobody reads them. ``least_chars`` is the length of the shortest text that is
    masked; None withholds nothing. Some hundred milliseconds: not on the loop's thread."""
    if least_chars is None or part_px.is_empty:
        return ()
    grey = cv2.cvtColor(bgr_of(situation.frame, part_px), cv2.COLOR_BGR2GRAY)
    edges, strokes = _edges(grey), _strokes(grey)
    edges &= ~_outlines(edges, strokes, _strokes(grey.T).T)
    for known in told_zones(situation):
        box = known.bounds_px.grown(_KNOWN_MARGIN_PX).intersection(part_px)
        for each in (edges, strokes):
            each[box.moved(-part_px.x, -part_px.y).slices] = 0
    found = [
        place
        for height in _HEIGHTS_PX
        for place in _runs(edges, height, max(_LEAST_ASPECT, least_chars * NARROWEST))
        if _has_glyphs(place, height, strokes)
    ]
    lines = (one.moved(part_px.x, part_px.y) for one in _outermost(found))
    return tuple(line.grown(_MARGIN_PX).intersection(part_px) for line in lines)


def inked_parts(frame: Frame, place: Rect) -> tuple[Rect, ...]:
    """Of a place as large as drawings are: what of it is not plain, or lies between what is not as
    near as a letter's own parts may do; rows of small squares."""
    if min(place.width, place.height) < _LARGE_PX:
        return (place,)
    edges = _edges(cv2.cvtColor(bgr_of(frame, place), cv2.COLOR_BGR2GRAY))
    room = np.pad(edges, [(0, -size % _SQUARE_PX) for size in edges.shape])
    high, wide = (size // _SQUARE_PX for size in room.shape)
    squares = room.reshape(high, _SQUARE_PX, wide, _SQUARE_PX).any(axis=(1, 3)).astype(np.uint8)
    squares = cv2.morphologyEx(squares, cv2.MORPH_CLOSE, np.ones((_LETTER_SQUARES,) * 2, np.uint8))
    found: list[Rect] = []
    for y, row in enumerate(squares):
        ends = np.flatnonzero(np.diff(row, prepend=0, append=0)).tolist()
        for left, right in zip(ends[::2], ends[1::2], strict=True):
            part = Rect(left, y, right - left, 1)
            for above in [e for e in found if (e.x, e.right, e.bottom) == (left, right, y)]:
                found.remove(above)
                part = part.union(above)
            found.append(part)
    side = _SQUARE_PX
    boxes = [Rect(p.x * side, p.y * side, p.width * side, p.height * side) for p in found]
    return tuple(box.moved(place.x, place.y).intersection(place) for box in boxes)


def _edges(grey: np.ndarray) -> np.ndarray:
    """1 where something is sharp."""
    gradient = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(gradient > _EDGE, np.uint8)


def _outlines(edges: np.ndarray, across: np.ndarray, down: np.ndarray) -> np.ndarray:
    """1 on straight lines that are longer than any letter, and along which nothing changes: those
    of windows and boxes, and of grids, whose lines cross each other. They would make one thing of
    all that they hold. ``across`` and ``down`` are the strokes from left to right and from top to
    bottom."""
    lines = np.zeros(edges.shape, np.uint8)
    for strokes, is_flat in ((across, True), (down, False)):
        least_px = _BETWEEN_COLUMNS_PX if is_flat else _BETWEEN_ROWS_PX
        long, between, crossing = (
            np.ones((1, length) if is_flat else (length, 1), np.uint8)
            for length in (_OUTLINE_PX, least_px, _CROSSING_PX)
        )
        smooth = edges & ~cv2.dilate(strokes, np.ones((3, 3), np.uint8))
        pieces = cv2.morphologyEx(smooth, cv2.MORPH_OPEN, between)
        joined = cv2.morphologyEx(pieces, cv2.MORPH_CLOSE, crossing) & edges
        lines |= cv2.morphologyEx(smooth | joined, cv2.MORPH_OPEN, long)
    return lines


def _runs(edges: np.ndarray, height_px: int, least_aspect: float) -> Iterator[Rect]:
    """Long and low ones, as lines of about that height are, and large ones of any form."""
    gap = np.ones((1, max(3, round(height_px * _GAP))), np.uint8)
    joined = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, gap)
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    for number in range(1, count):
        x, y, width, height, _ = map(int, stats[number])
        place = Rect(x, y, width, height)
        is_line = 0.5 * height_px <= height <= 1.8 * height_px and width >= least_aspect * height
        if is_line or min(width, height) >= _LARGE_PX:
            yield place


def _strokes(grey: np.ndarray) -> np.ndarray:
    """1 where it becomes darker or lighter from left to right: twice in each stroke."""
    slope = np.diff(grey.astype(np.int16), axis=1, prepend=grey[:, :1])
    starts = np.zeros(grey.shape, np.uint8)
    for is_steep in (slope > _STEEP, slope < -_STEEP):
        starts[:, 1:] |= is_steep[:, 1:] & ~is_steep[:, :-1]
    return starts


def _has_glyphs(place: Rect, height_px: int, strokes: np.ndarray) -> bool:
    """Whether there are as many strokes side by side as letters of that height would have."""
    margin = place.height // 5
    rows = slice(place.y + margin, max(place.y + margin + 1, place.bottom - margin))
    counts = strokes[rows, place.x : place.right].sum(axis=1) / 2
    letters_px = place.height if place.height <= 2 * height_px else height_px
    return float(np.percentile(counts, 75)) >= max(2.0, _LEAST_STROKES * place.width / letters_px)


def _outermost(found: list[Rect]) -> list[Rect]:
    """The same line is found at several heights: as one, with all that was found of it."""
    kept: list[Rect] = []
    for place in sorted(found, key=lambda one: -one.area):
        for number, one in enumerate(kept):
            if one.intersection(place).area >= _SAME_SHARE * place.area:
                kept[number] = one.union(place)
                break
        else:
            kept.append(place)
    return kept


def untold_zones(situation: Situation, names: Collection[str]) -> Iterator[Zone]:
    """Those in sight of these ids or source's keys, and all that is ``IN_SIGHT`` as one, but for
    those whose programs tell their text, and for secrets."""
    zones, front = () if situation.is_stale else situation.zones_in_sight, situation.front_window
    for zone in zones:
        is_named = zone.label and zone.role not in _SILENT_ROLES | EDITABLE_ROLES
        is_told = (zone.named_by or zone.source).tells and (zone.value or is_named)
        is_secret = zone.is_secret or zone.role is Role.PASSWORD_FIELD
        if (zone.zone_id in names or zone.source_key in names) and not (is_told or is_secret):
            yield zone
    if IN_SIGHT in names and front is not None:
        yield Zone(IN_SIGHT, "", Role.WINDOW, front.bounds_px, window_id=front.window_id)


def told_zones(situation: Situation) -> Iterator[Zone]:
    """The zones whose text is known in full and clean, and over which nothing lies."""
    if situation.is_stale:
        return
    windows: dict[str, int] = {one.window_id: one.order for one in situation.windows}
    for zone in situation.zones_in_sight:
        is_told = _is_known_for_certain(zone) and not zone.is_secret
        if not is_told or zone.role in _SILENT_ROLES or zone.window_id not in windows:
            continue
        if (zone.label or zone.value) and not zone.is_cut:
            above = (w for w in situation.windows if w.order < windows[zone.window_id])
            if not any(one.bounds_px.meets(zone.bounds_px) for one in above):
                yield zone


def _is_known_for_certain(zone: Zone) -> bool:
    """By its application; or it was read so clearly that a pattern would have found it."""
    teller = zone.named_by or zone.source
    if teller.is_drawn:
        return zone.confidence >= _CERTAIN
    return teller is Source.ACCESSIBILITY
