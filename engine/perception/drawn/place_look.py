"""What became of reading at one place: whether it is read at all, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.domain.places import LookVerdict, SourceLook
from engine.domain.spaces import Point
from engine.domain.zones import Source
from engine.perception.drawn.memory import ShownLine
from engine.perception.drawn.sureness import is_sure
from engine.perception.drawn.untold import UntoldArea


def look_of_texts(
    point: Point,
    areas: Iterable[UntoldArea],
    waiting: Iterable[UntoldArea],
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
