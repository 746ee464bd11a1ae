"""The work on pixels, for a thread: what to look for in an area, and what is there by now.

Pure functions over a frame and a snapshot of the memory; the loop's thread learns from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.domain.frames import Frame
from engine.domain.spaces import Point, Rect
from engine.domain.zones import Window
from engine.geometry.reading_order import reading_order
from engine.perception.drawn.changes import changed_parts, with_things
from engine.perception.drawn.cutting import cut_lines
from engine.perception.drawn.joining import Drawn, TextLine, is_told_at_once, joined
from engine.perception.drawn.memory import (
    DrawnMemory,
    SeenArea,
    SeenPart,
    ShownLine,
    digest_of,
)
from engine.perception.drawn.shapes import shapes_in
from engine.perception.drawn.untold import UntoldArea
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.placed_names import moved


def look_through(frame: Frame, area: UntoldArea, memory: DrawnMemory) -> SeenArea:
    """Find the shapes in what changed since the area was looked through last."""
    now = bgr_of(frame, area.bounds_px)
    parts = _changed(memory.looked_at(area), now, area, memory.things_in(area.window))
    seen = []
    for part in parts:
        picture = bgr_of(frame, part)
        digest = digest_of(picture)
        shapes = memory.shapes_before(digest)
        if shapes is None:
            shapes = () if area.is_one_thing else tuple(shapes_in(picture))
        seen.append(SeenPart(part, digest, shapes))
    return SeenArea(now, tuple(seen))


def cut_in(
    frame: Frame, area: UntoldArea, part: Rect, places: Sequence[Rect], memory: DrawnMemory
) -> list[Rect]:
    """The places of lines in a part, in its own pixels, cut at its shapes."""
    shapes = [one.moved(-part.x, -part.y) for one in memory.shown_shapes(frame, area)]
    return cut_lines(bgr_of(frame, part), places, shapes)


def unread_in(
    frame: Frame, areas: Sequence[UntoldArea], memory: DrawnMemory, near_px: Point | None
) -> list[ShownLine]:
    """The lines that nobody has read yet, those first that are likely to matter."""
    lines = [one for one in memory.shown_lines(frame, areas) if one.read is None]
    boxes = [shape.bounds_px for area in areas for shape in memory.shown_shapes(frame, area)]
    return reading_order(lines, near_px=near_px, boxes_px=boxes) if lines else []


def drawn_in(
    frame: Frame, areas: Iterable[UntoldArea], memory: DrawnMemory
) -> list[tuple[Drawn, Window]]:
    """The things that are there still, as far as they are known."""
    drawn: list[tuple[Drawn, Window]] = []
    for area in areas:
        pending = memory.pending(area)
        if pending is None:
            continue
        shapes = [
            one
            for one in memory.shown_shapes(frame, area)
            if is_told_at_once(one) or not _is_in(one.bounds_px, pending)
        ]
        lines = None
        if area.bounds_px not in pending:
            lines = [
                TextLine(line.bounds_px, line.read.text, line.read.confidence)
                if line.read is not None
                else TextLine(line.bounds_px, None)
                for line in memory.shown_lines(frame, [area])
            ]
        drawn += ((one, area.window) for one in joined(shapes, lines))
    return drawn


def _is_in(place: Rect, parts: Iterable[Rect]) -> bool:
    return any(not place.intersection(part).is_empty for part in parts)


def _changed(
    before: Pixels | None, now: Pixels, area: UntoldArea, things: Iterable[Rect]
) -> list[Rect]:
    """The parts of the area, in frame pixels, that were not looked through as they are."""
    place = area.bounds_px
    if before is None:
        return [place]
    parts = [moved(part, place.x, place.y) for part in changed_parts(before, now)]
    return [part.intersection(place) for part in with_things(parts, things)]
