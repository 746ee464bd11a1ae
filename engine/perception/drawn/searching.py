"""The work on pixels, for a thread: what to look for in an area, what is there by now, and in which
order found lines of text are read.

Pure functions over a frame and a snapshot of the memory; the loop's thread learns from them. What a
line says is not known before it was read, so a goal's words can't choose it. Its place and size
can: a short line costs little and is usually a control, a line in a box of its own size is one, and
what is in front or near the keyboard's focus is worked with. A page of prose is last."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

import cv2
import numpy as np

from engine.domain.spaces import Frame, Point, Rect
from engine.domain.zones import Role, Window, Zone
from engine.geometry.regions import joined_where_met
from engine.perception.drawn import memory as seen_before
from engine.perception.drawn.boxes import InaccessibleArea
from engine.perception.drawn.joining import joined
from engine.perception.drawn.memory import DrawnMemory, SeenArea, ShownLine, digest_of, is_cut
from engine.perception.drawn.shapes import shapes_in
from engine.perception.drawn.text_lines import tightened
from engine.perception.pixels import Pixels, bgr_of
from engine.states.spots import changed_tiles

_CUTTING_ROLES = frozenset(
    {Role.CHECK_BOX, Role.RADIO_BUTTON, Role.BUTTON, Role.TEXT_FIELD, Role.COMBO_BOX}
)
_LEAST_PIECE_PX = 5
_LEAST_HEIGHT = 0.6
_SHORT, _LONG = 9.0, 16.0
"""Width by height of a line: up to some two or three words, and from a sentence on."""
_ROOMY = 3.5
"""In heights of the line: how much higher a box around one line is at most."""
_NEAR_PX = 160
_BANDS = 3


def look_through(frame: Frame, area: InaccessibleArea, memory: DrawnMemory) -> SeenArea:
    """Find the shapes in what changed since the area was looked through last."""
    now = bgr_of(frame, area.bounds_px)
    parts = _changed(memory.looked_at(area), now, area, memory.things_in(area.window))
    seen = []
    for part in parts:
        picture = bgr_of(frame, part)
        inside = Rect(0, 0, part.width, part.height)
        ends = area.bounds_px.moved(-part.x, -part.y)
        is_end = [one == other for one, other in zip(inside.edges, ends.edges, strict=True)]
        digest = f"{digest_of(picture)} {is_end}"
        shapes = memory.shapes_before(digest)
        if shapes is None:
            cut = partial(is_cut, part=inside, area=ends)
            shapes = () if area.is_one_thing else tuple(shapes_in(picture, cut))
        seen.append(seen_before.SeenPart(part, digest, shapes))
    return SeenArea(now, tuple(seen))


def cut_in(
    frame: Frame, area: InaccessibleArea, part: Rect, places: Sequence[Rect], memory: DrawnMemory
) -> list[Rect]:
    """The places of lines in a part, in its own pixels, cut at its shapes so that none belongs to
    two of them, and without the empty space around: a detector of text takes neighbouring buttons
    for one line, or a check box for the first letter of what stands beside it."""
    shapes = (one.moved(-part.x, -part.y) for one in memory.shown_shapes(frame, area))
    cuts = [one.bounds_px for one in shapes if one.role in _CUTTING_ROLES]
    picture, cut = bgr_of(frame, part), list[Rect]()
    for place in places:
        pieces = [tightened(picture, place)]
        for box in cuts:
            pieces = [piece for one in pieces for piece in _cut(one, box)]
        cut += [tightened(picture, piece) for piece in pieces]
    return cut


def unread_in(
    frame: Frame, areas: Sequence[InaccessibleArea], memory: DrawnMemory, near_px: Point | None
) -> list[ShownLine]:
    """The lines that nobody has read yet, those first that are likely to matter."""
    lines = [one for one in memory.shown_lines(frame, areas) if one.read is None]
    if not lines:
        return []
    shapes = (one for area in areas for one in memory.shown_shapes(frame, area))
    boxes = [one.bounds_px for one in shapes if one.role is not Role.ICON]
    return reading_order(lines, near_px=near_px, boxes_px=boxes)


def drawn_in(
    frame: Frame, areas: Iterable[InaccessibleArea], memory: DrawnMemory
) -> list[tuple[Zone, Window]]:
    """The things that are there still, as far as they are known, without ids."""
    drawn: list[tuple[Zone, Window]] = []
    for area in areas:
        pending = memory.pending(area)
        if pending is None:
            continue
        shapes = [
            one
            for one in memory.shown_shapes(frame, area)
            if one.is_told_at_once or not any(map(one.bounds_px.meets, pending))
        ]
        is_searched = area.bounds_px not in pending
        lines = list(memory.shown_lines(frame, [area])) if is_searched else None
        window = area.window
        drawn += (
            (replace(one, window_id=window.window_id), window) for one in joined(shapes, lines)
        )
    return drawn


def _changed(
    before: Pixels | None, now: Pixels, area: InaccessibleArea, things: Iterable[Rect]
) -> list[Rect]:
    """The parts of the area, in frame pixels, that were not looked through as they are."""
    place = area.bounds_px
    if before is None:
        return [place]
    parts = [part.moved(place.x, place.y) for part in changed_parts(before, now)]
    return [part.intersection(place) for part in with_things(parts, things)]


def _cut(line: Rect, box: Rect) -> list[Rect]:
    """The parts of the line left of the box, in it and right of it."""
    over = line.intersection(box)
    is_low = box.height < _LEAST_HEIGHT * line.height  # a hollow letter, not a box
    if over.is_empty or is_low or over.height < line.height / 2:
        return [line]
    if over.width >= line.width - 2 * _LEAST_PIECE_PX:
        return [line]
    parts = (
        Rect(line.x, line.y, box.x - line.x, line.height),
        Rect(over.x, line.y, over.width, line.height),
        Rect(box.right, line.y, line.right - box.right, line.height),
    )
    return [part for part in parts if part.width >= _LEAST_PIECE_PX]


def changed_parts(before: Pixels, now: Pixels) -> list[Rect]:
    """Boxes around neighbouring tiles that differ, with a margin of a tile. Both pictures are of
    the same size; the boxes may reach beyond it on the right and below."""
    if np.array_equal(before, now):
        return []
    blue, green, red = cv2.split(cv2.absdiff(before, now))
    return changed_tiles((blue | green | red) != 0, margin=1)


def with_things(parts: Iterable[Rect], things: Iterable[Rect]) -> list[Rect]:
    """The parts grown by the things that they cut; those that overlap then as one."""
    known = list(things)
    return joined_where_met(_grown(part, known) for part in parts)


def _grown(part: Rect, things: Iterable[Rect]) -> Rect:
    whole = part
    for thing in things:
        if thing.meets(part):
            whole = whole.union(thing)
    return whole


def reading_order(
    lines: Iterable[ShownLine], *, near_px: Point | None = None, boxes_px: Sequence[Rect] = ()
) -> list[ShownLine]:
    """The same lines, those first that are likely to matter and cheap to read.

    ``near_px`` is where the pointer or the keyboard is, if that is known; ``boxes_px`` are
    outlines that look like buttons and fields. The order is: the windows from the top, a menu that
    was opened before what it covers; in each what lies in a box or nearby, then short lines, then
    longer ones, then prose. Of each kind, the top, middle and bottom of the window take turns,
    so that a long list at the top doesn't keep the buttons at the bottom waiting."""
    by_window: dict[str, list[ShownLine]] = {}
    for line in lines:
        by_window.setdefault(line.window.window_id, []).append(line)
    ordered = sorted(by_window.values(), key=lambda those: those[0].window.order)
    return [line for those in ordered for line in _in_window(those, near_px, boxes_px)]


def _in_window(
    lines: Sequence[ShownLine], near_px: Point | None, boxes_px: Sequence[Rect]
) -> list[ShownLine]:
    kinds: dict[int, list[ShownLine]] = {}
    for line in lines:
        kinds.setdefault(_kind(line.bounds_px, near_px, boxes_px), []).append(line)
    return [line for kind in sorted(kinds) for line in _by_turns(kinds[kind])]


def _kind(place: Rect, near_px: Point | None, boxes_px: Sequence[Rect]) -> int:
    """0 for what matters most."""
    length = place.width / max(1, place.height)
    at = place.center
    is_near = near_px is not None and math.hypot(at.x - near_px.x, at.y - near_px.y) <= _NEAR_PX
    if length < _LONG and (is_near or any(_holds(box, place) for box in boxes_px)):
        return 0
    if length < _SHORT:
        return 1
    return 2 if length < _LONG else 3


def _holds(box: Rect, place: Rect) -> bool:
    """Whether the box is around this one line."""
    return box.contains(place.center) and box.height <= _ROOMY * place.height


def _by_turns(lines: Sequence[ShownLine]) -> list[ShownLine]:
    """The cheapest of each third, one after the other."""
    top = min(line.bounds_px.y for line in lines)
    height = max(line.bounds_px.bottom for line in lines) - top
    bands: list[list[ShownLine]] = [[] for _ in range(_BANDS)]
    for line in lines:
        bands[_BANDS * (line.bounds_px.center.y - top) // max(1, height)].append(line)
    for band in bands:
        band.sort(key=lambda line: _cost(line.bounds_px))
    return [line for turn in zip_longest(*bands) for line in turn if line is not None]


def _cost(place: Rect) -> tuple[int, int, int]:
    """What reading takes grows with the length in heights; equals stay in the order of reading."""
    return round(place.width / max(1, place.height)), place.y, place.x
