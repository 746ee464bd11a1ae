"""The places that a step touches beside or within zones: where they are in the frame, what lies
there, and whether it is still the same, by how many pixels of two frames differ; and which control
a step is upon, so that it is known again in another look and in another run."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import cv2
import numpy as np

from engine.domain.actions import Action, Click, Drag, PressKeys, Scroll, TypeText
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import Control, StateMark
from engine.domain.spaces import Frame, Point, Rect, Spot
from engine.domain.web.sites import host_of
from engine.domain.zones import COVERED, Role, Source, State, Window, Zone
from engine.geometry.regions import points_between
from engine.language.keys import chord_of

PIXEL_DIFFERENCE = 24
TILE_PX = 32
_PLAIN_DIFFERENCE = 40
CARET_PIXELS = 600
"""Changed pixels below this are a caret, not an effect (a caret of a large font is 3 × 60)."""
_CARET_WIDTH_PX, _CARET_SOLID = 4, 0.9
_SPECKS_PX = 40
_LIT_MARGIN_PX = 4
"""A control that the pointer lies over may be lit up a little beyond its bounds."""


def changed_pixels(before: Frame, now: Frame, *, besides: Rect | None = None) -> int:
    """How many pixels differ by more than noise, ``besides`` those of a place and its margin; all
    of them where the sizes differ."""
    if (before.width, before.height) != (now.width, now.height):
        return now.width * now.height
    if before.change_count == now.change_count:
        return 0
    same = _same(before, now)
    if besides is not None:
        lit = besides.grown(_LIT_MARGIN_PX).intersection(now.bounds_px)
        same[lit.slices] = 255
    return now.width * now.height - cv2.countNonZero(same)


def caret_that_blinked(before: Frame, now: Frame) -> Rect | None:
    """Where a caret came or went, if nothing else differs: one thin, solid spot."""
    if (before.width, before.height) != (now.width, now.height):
        return None
    differs = cv2.bitwise_not(_same(before, now))
    spot = Rect(*cv2.boundingRect(differs))
    is_solid = cv2.countNonZero(differs) >= _CARET_SOLID * spot.area
    return spot if 0 < spot.width <= _CARET_WIDTH_PX < spot.height and is_solid else None


def _same(before: Frame, now: Frame) -> cv2.typing.MatLike:
    """255 where two frames of one size are the same but for noise."""
    difference = cv2.absdiff(pixels_of(before), pixels_of(now))
    return cv2.inRange(difference, (0, 0, 0, 0), (*([PIXEL_DIFFERENCE] * 3), 255))


def changed_tiles(
    differs: np.ndarray[Any, np.dtype[np.bool_]], *, margin: int = 0, tile_px: int = TILE_PX
) -> list[Rect]:
    """Boxes around neighbouring tiles in which something differs, with so many tiles around them;
    they may reach beyond the picture on the right and below."""
    rows, columns = (-(-side // tile_px) for side in differs.shape)
    padded = np.zeros((rows * tile_px, columns * tile_px), bool)
    padded[: differs.shape[0], : differs.shape[1]] = differs
    tiles = padded.reshape(rows, tile_px, columns, tile_px).any(axis=(1, 3)).astype(np.uint8)
    joined = cv2.dilate(tiles, np.ones((2 * margin + 1, 2 * margin + 1), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    return [Rect(*(int(number) * tile_px for number in row[:4])) for row in stats[1:count]]


def pixels_of(frame: Frame) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """The frame as an array (height, width, 4) of BGRA bytes, sharing its memory."""
    return np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)


def changed_share(before: Frame, now: Frame, place: Rect) -> float:
    """How many of the pixels are plainly different, 0 to 1; what was covered can't be told."""
    if (before.width, before.height) != (now.width, now.height):
        return 1.0
    old, new = crop_of(before, place), crop_of(now, place)
    if old.size == 0:
        return 0.0
    difference = cv2.absdiff(np.ascontiguousarray(old), np.ascontiguousarray(new))
    is_known = (old != COVERED).any(axis=2)
    return float(np.mean((difference[:, :, :3].max(axis=2) > _PLAIN_DIFFERENCE) & is_known))


def is_plain(frame: Frame, place: Rect) -> bool:
    """One colour and next to nothing else, less than a caret: nothing is painted there yet."""
    part = crop_of(frame, place)[..., :3]
    if not part.size:
        return False
    other = cv2.absdiff(np.ascontiguousarray(part), np.broadcast_to(part[0, 0], part.shape).copy())
    return int((other > PIXEL_DIFFERENCE).any(axis=2).sum()) < _SPECKS_PX


def crop_of(frame: Frame, place: Rect) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """What of the place lies in the frame."""
    return pixels_of(frame)[place.intersection(frame.bounds_px).slices]


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


def looks_otherwise(step: PlanStep, zone: Zone | None, before: Frame, now: Frame) -> bool:
    """More differs than a caret and what lies under the pointer; after keys anything but a caret
    that came or went: a field may hide its text behind a few signs, or take a chord for one."""
    if isinstance(step.action, TypeText | PressKeys):
        return changed_pixels(before, now) > 0 and caret_that_blinked(before, now) is None
    return changed_pixels(before, now, besides=pointed_at(step, zone)) > CARET_PIXELS


def places_px(step: PlanStep, seen: Situation) -> tuple[Rect, ...]:
    """A box around each of the places, and along the ways between them."""
    boxes = (Rect(at.x, at.y, 1, 1).grown(_PLACE_PX) for at in points_along(strokes_px(step, seen)))
    return tuple(dict.fromkeys(boxes))


def points_along(strokes: Iterable[Sequence[Point]]) -> Iterator[Point]:
    """The points of the strokes, and enough between them that nothing of a size lies in a gap."""
    for stroke in strokes:
        yield stroke[0]
        for here, there in pairwise(stroke):
            yield from points_between(here, there, 2 * _PLACE_PX)


def has_changed(before: Frame, now: Frame, place: Rect) -> bool:
    """Whether it looks different there; what was covered before can't be compared."""
    return changed_share(before, now, place) > _CHANGED_SHARE


def is_known_by_picture(zone: Zone | None) -> bool:
    """Whether nothing but its picture tells what is at a place in it."""
    if zone is None or zone.role.is_picture:
        return True
    return zone.source.is_drawn or zone.source is Source.VISION


def zone_holding(
    points: Sequence[Point], seen: Situation, *, is_lasting: bool = False
) -> Zone | None:
    """The smallest zone in sight that has all of them and is not lain over there; what can be acted
    upon comes before what is only read. ``is_lasting``: none that is only drawn and has no name,
    which goes with the picture."""
    windows = {window.window_id for point in points if (window := seen.window_at(point))}
    there = [
        zone
        for zone in seen.zones_in_sight
        if zone.role not in _SURROUNDING
        and not (is_lasting and zone.source.is_drawn and not zone.label)
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


def windows_felt(step: PlanStep, seen: Situation) -> list[Window | None]:
    """Those of its zones and at its places, else that which has the keyboard; None is none."""
    ends = (step.zone_id, getattr(step.action, "to_zone_id", ""))
    zones = [zone for each in ends if (zone := seen.zone(each)) is not None]
    found = [seen.window_of(zone) for zone in zones]
    found += [seen.window_at(point) for point in points_along(strokes_px(step, seen))]
    return found or [seen.active_window]


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


_CELL_PX = 8
"""Places that are nearer to each other than this are one: windows round theirs differently."""
_KEYS_OF_FOCUS = (("enter",), ("space",))
"""They do what has the keyboard does, and nothing of their own."""


def control_upon(step: PlanStep, seen: Situation | StateMark) -> Control | None:
    """What is clicked, or the chord; None for all else, and where no program is told."""
    match step.action:
        case Click(button="left", at=None, half=""):
            zone = seen.zone(step.zone_id)
            program, origin = _program(seen.window_of(zone) if zone is not None else None, seen)
            if zone is None or not program:
                return None
            at = zone.bounds_px.center
            place = f"{(at.x - origin.x) // _CELL_PX},{(at.y - origin.y) // _CELL_PX}"
            return Control(program, zone.role.value, zone.label, place)
        case PressKeys(keys=keys, half="") if chord_of(keys) not in _KEYS_OF_FOCUS:
            program, _ = _program(seen.active_window, seen)
            focused = next((z.role.value for z in seen.zones if State.FOCUSED in z.state), "")
            chord = "+".join(chord_of(keys))
            return Control(program, "keys", chord, focused) if program else None
        case _:
            return None


def _program(window: Window | None, seen: Situation | StateMark) -> tuple[str, Point]:
    """The application, or a page's host, and where its places are counted from."""
    if seen.page is not None:
        page = seen.page
        return host_of(page.url), Point(-page.scroll_x_px, -page.scroll_y_px)
    if window is None:
        return "", Point(0, 0)
    return window.application, Point(window.bounds_px.x, window.bounds_px.y)
