"""Inaccessible areas: the parts of windows in sight of which accessibility tells nothing.

They are silent windows, silent pictures, wide parts of a window in which nothing is told, and
things to press that have no name, such as a button with an icon and a word that is only drawn. Only
these are looked through. Where applications tell what they show, there are none, and looking costs
what it cost without it. A pure function of a situation."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, Window, Zone
from engine.geometry.regions import without_all
from engine.states.spots import crop_of

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


@dataclass(frozen=True, slots=True)
class InaccessibleArea:
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
    """Something in it has another colour than its corner; a letter is higher than the lines that
    are left out."""
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
