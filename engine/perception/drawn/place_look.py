"""What became of reading, and of looking for shapes, at one place: whether somebody looks there at
all, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.domain.frames import Frame
from engine.domain.places import LookVerdict, SourceLook
from engine.domain.spaces import Point
from engine.domain.zones import Source
from engine.perception.drawn.inaccessible import InaccessibleArea
from engine.perception.drawn.memory import DrawnMemory, ShownLine
from engine.perception.drawn.text_reader import is_sure


def look_of_texts(
    point: Point,
    areas: Iterable[InaccessibleArea],
    waiting: Iterable[InaccessibleArea],
    lines: Iterable[ShownLine],
    *,
    is_reading: bool,
) -> SourceLook:
    """``lines`` are those that the picture shows still; ``waiting`` are the areas whose
    application is given time to tell of them itself."""
    if not any(area.bounds_px.contains(point) for area in areas):
        return SourceLook(Source.TEXT, LookVerdict.NOT_NEEDED)
    here = [line for line in lines if line.bounds_px.contains(point)]
    read = [line.read for line in here if line.read is not None]
    best = max(read, key=lambda one: one.confidence, default=None)
    if best is not None and best.text:
        verdict = LookVerdict.FOUND if is_sure(best.text, best.confidence) else LookVerdict.UNSURE
        return SourceLook(Source.TEXT, verdict, best.confidence)
    if any(area.bounds_px.contains(point) for area in waiting):
        return SourceLook(Source.TEXT, LookVerdict.WAITING)
    if is_reading and (not here or len(read) < len(here)):
        return SourceLook(Source.TEXT, LookVerdict.GOING_ON)
    return SourceLook(Source.TEXT, LookVerdict.NOTHING)


def look_of_shapes(
    point: Point,
    frame: Frame,
    areas: Sequence[InaccessibleArea],
    waiting: Sequence[InaccessibleArea],
    memory: DrawnMemory,
) -> SourceLook:
    """``areas`` and ``waiting`` are those at the point."""
    searched = [area for area in areas if not area.is_one_thing]
    if not searched:
        return SourceLook(Source.SHAPE, LookVerdict.NOT_NEEDED)
    shapes = [one for area in searched for one in memory.shown_shapes(frame, area)]
    here = [one.confidence for one in shapes if one.bounds_px.contains(point)]
    if here:
        return SourceLook(Source.SHAPE, LookVerdict.FOUND, max(here))
    if waiting:
        return SourceLook(Source.SHAPE, LookVerdict.WAITING)
    is_new = any(memory.pending(area) is None for area in searched)
    return SourceLook(Source.SHAPE, LookVerdict.GOING_ON if is_new else LookVerdict.NOTHING)
