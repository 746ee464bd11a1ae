"""The places that a step touches beside or within zones: where they are in the frame, what lies
there, and whether it is still the same."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.domain.actions import Action, Click, Drag, Scroll
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.spaces import Frame, Point, Rect, Spot
from engine.domain.zones import Role, Source, Zone
from engine.states.pixels import changed_share

_PLACE_PX = 12
"""So far around a point it is looked whether it is still the same place."""
_CHANGED_SHARE = 0.12
"""A caret at the very place changes less of it than this."""
_SURROUNDING = frozenset({Role.WINDOW, Role.DIALOG, Role.GROUP})


def spots_of(action: Action) -> tuple[tuple[Spot, ...], ...]:
    """The spots of each stroke; of a click or the wheel one."""
    match action:
        case Click(at=Spot() as at) | Scroll(at=Spot() as at):
            return ((at,),)
        case Drag(strokes=strokes):
            return strokes
        case _:
            return ()


def strokes_px(step: PlanStep, seen: Situation) -> tuple[tuple[Point, ...], ...]:
    """The same in frame pixels; none where the step's zone is not there."""
    zone = seen.zone(step.zone_id)
    area = zone.bounds_px if zone is not None else seen.frame.bounds_px
    if zone is None and step.zone_id != GLOBAL_ZONE_ID:
        return ()
    return tuple(tuple(spot.within(area) for spot in each) for each in spots_of(step.action))


def aimed_at(step: PlanStep, seen: Situation) -> Point | None:
    """The first of its places, else its zone's middle; None where it has neither."""
    if strokes := strokes_px(step, seen):
        return strokes[0][0]
    zone = seen.zone(step.zone_id)
    return zone.bounds_px.center if zone is not None else None


def pointed_at(step: PlanStep, zone: Zone | None) -> Rect | None:
    """What looks otherwise because the pointer lies over it: a zone that was clicked as a whole."""
    is_whole = isinstance(step.action, Click) and step.action.at is None
    return zone.bounds_px if zone is not None and is_whole else None


def places_px(step: PlanStep, seen: Situation) -> tuple[Rect, ...]:
    """A box around each of the places, and along the ways between them."""
    boxes = (Rect(at.x, at.y, 1, 1).grown(_PLACE_PX) for at in points_along(strokes_px(step, seen)))
    return tuple(dict.fromkeys(boxes))


def points_along(strokes: Iterable[Sequence[Point]]) -> Iterator[Point]:
    """The points of the strokes, and enough between them that nothing of a size lies in a gap."""
    for stroke in strokes:
        yield stroke[0]
        for here, there in pairwise(stroke):
            right, down = there.x - here.x, there.y - here.y
            count = max(1, math.ceil(math.hypot(right, down) / (2 * _PLACE_PX)))
            for step in range(1, count + 1):
                yield Point(here.x + right * step // count, here.y + down * step // count)


def has_changed(before: Frame, now: Frame, place: Rect) -> bool:
    """Whether it looks different there; what was covered before can't be compared."""
    return changed_share(before, now, place) > _CHANGED_SHARE


def is_known_by_picture(zone: Zone | None) -> bool:
    """Whether nothing but its picture tells what is at a place in it."""
    if zone is None or zone.role.is_picture:
        return True
    return zone.source.is_drawn or zone.source is Source.VISION


def zone_holding(points: Sequence[Point], seen: Situation) -> Zone | None:
    """The smallest zone in sight that has all of them and is not lain over there; what can be acted
    upon comes before what is only read."""
    windows = {window.window_id for point in points if (window := seen.window_at(point))}
    there = [
        zone
        for zone in seen.zones_in_sight
        if zone.role not in _SURROUNDING
        and all(zone.bounds_px.contains(point) for point in points)
        and (not zone.window_id or windows <= {zone.window_id})
    ]
    return min(there, key=lambda it: (not it.is_actionable, it.bounds_px.area), default=None)


def as_hit(step: PlanStep, seen: Situation) -> tuple[PlanStep, ...]:
    """The step as it will be felt: upon the zones that lie at its places, each stroke by itself. A
    step without places is only itself."""
    strokes = strokes_px(step, seen)
    if not strokes:
        return (step,)
    return tuple(_hit(step, stroke, seen) for stroke in strokes)


def _hit(step: PlanStep, stroke: Sequence[Point], seen: Situation) -> PlanStep:
    zone = zone_holding(stroke[:1], seen)
    area = zone.bounds_px if zone is not None else seen.frame.bounds_px
    spots = tuple(Spot.of(point, area) for point in stroke)
    action = step.action
    match action:
        case Click() | Scroll():
            action = replace(action, at=spots[0])
        case Drag():
            end = zone_holding(stroke[-1:], seen)
            end_id = end.zone_id if end is not None and end != zone else ""
            action = replace(action, strokes=(spots,), to_zone_id=end_id)
    if zone is None:
        return replace(step, zone_id=GLOBAL_ZONE_ID, zone_label="", action=action)
    return replace(step, zone_id=zone.zone_id, zone_label=zone.label, action=action)
