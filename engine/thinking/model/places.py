"""What a reply means: the zone, by its id in the table or by a label where it named that instead,
and the places that it names with "at": shares of a zone, or pixels of the picture shown."""

import re
from collections.abc import Iterable

from engine.domain.plans import ShownPicture, Situation
from engine.domain.spaces import Point, Rect, Spot
from engine.domain.zones import Zone
from engine.language.labels import label_in, normal
from engine.states import spots


def zone_named(said: str, situation: Situation) -> Zone | None:
    """The one zone that is meant; None where there is none, or more than one."""
    said = trimmed(said)
    keyed = (zone for zone in situation.zones if zone.source_key == said)
    found = situation.zone(said) or situation.zone(said.casefold()) or next(keyed, None)
    if found is not None or not said:
        return found
    names = {normal(said), normal(said.replace("_", " "))}
    called = [(zone, normal(zone.label)) for zone in situation.zones if normal(zone.label)]
    fitting = [it for it, label in called if names & {label, normal(f"{it.role} {it.label}")}]
    seen, active = [zone for zone in fitting if zone.on_screen], situation.active_window
    for candidates in (
        seen,
        [zone for zone in seen if active and zone.window_id == active.window_id],
        [zone for zone in fitting if not zone.on_screen],
    ):
        if len(candidates) == 1:
            return candidates[0]
    return None


def label_from(said: str) -> str:
    """The label that somebody who made up this id had in mind."""
    return label_in(trimmed(said))


_BEFORE_ID = re.compile(r"(?i)^(?:element\s|#|\[)")


def trimmed(said: str) -> str:
    """Without quotes and brackets, and without the rest of a row that was copied whole."""
    first = said.split(" | ")[0].strip().strip("\"'`“”").strip()
    return _BEFORE_ID.sub("", first).strip().removesuffix("]").rstrip() or first


Strokes = tuple[tuple[Spot, ...], ...]
MOST_POINTS = 400
_PLACE_PX = 12
_CHANGED = "the picture that you were shown is not what is there any more: look again"
_PAIR = re.compile(r"(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)")
_AS_IN_A_ROW = re.compile(r"(?:at )?(-?\d+),(-?\d+), (\d+)×(\d+)(?: px)?")
"""Where a zone lies, as the table tells it: that zone is meant, which small models say so."""


def pairs_in(at: str) -> list[list[tuple[float, float]]]:
    """The pairs of numbers of each stroke: "0.1,0.2 0.3,0.4; 0.5,0.5 0.6,0.6"."""
    strokes = ([(float(x), float(y)) for x, y in _PAIR.findall(each)] for each in at.split(";"))
    return [stroke for stroke in strokes if stroke]


def what_is_wrong(action: str, at: str) -> str:
    """Why the places don't fit the action, in a sentence; empty where they do."""
    if action != "drag" and _AS_IN_A_ROW.fullmatch(at):
        return ""
    strokes = pairs_in(at)
    if not strokes or re.sub(r"[\s;]", "", _PAIR.sub("", at)):
        return f'"at" is "x,y", or a way "x,y x,y", not "{at}"'
    if action == "drag" and min(map(len, strokes)) < 2:
        return 'drag needs a way of two places or more in "at": "x,y x,y"'
    if action != "drag" and (len(strokes) > 1 or len(strokes[0]) > 1):
        return f'{action} needs one place in "at": "x,y"'
    if sum(map(len, strokes)) > MOST_POINTS:
        return f'"at" has more than {MOST_POINTS} places: name fewer'
    return ""


def places_from(
    at: str, named: Zone | None, is_named: bool, situation: Situation, shown: ShownPicture | None
) -> tuple[Zone | None, Strokes]:
    """The zone that has the places, and where in it they are; without a zone where in the frame.
    ``is_named``: the reply names a zone, be it in sight or not. Raises ``ValueError``."""
    if row := _AS_IN_A_ROW.fullmatch(at):
        told, known = Rect(*map(int, row.groups())), [named] if is_named else situation.zones
        meant = next((zone for zone in known if zone and zone.bounds_px == told), None)
        if meant is None:
            raise ValueError(f"nothing of that name lies at {at}")
        return meant, ()
    strokes = pairs_in(at)
    is_shares = all(0 <= number <= 1 for stroke in strokes for pair in stroke for number in pair)
    if is_named and is_shares:
        return named, tuple(tuple(Spot(x, y) for x, y in stroke) for stroke in strokes)
    if is_named and (shown is None or named is None):
        raise ValueError(f'"at" has shares of the zone from 0 to 1, not {at}')
    if shown is None:
        raise ValueError('"at" without "zone_id" counts in a picture: look first, or name a zone')
    points = [[frame_point(pair, shown) for pair in stroke] for stroke in strokes]
    every = [point for stroke in points for point in stroke]
    zone = named or spots.zone_holding(every, situation, is_lasting=True)
    area = zone.bounds_px if zone is not None else situation.frame.bounds_px
    outside = next((point for point in every if not area.contains(point)), None)
    if outside is not None:
        raise ValueError(f"{at} is outside of {zone.zone_id if zone else 'the screen'}")
    was = named or spots.zone_holding(every, shown.seen, is_lasting=True)
    if (was and was.zone_id) != (zone and zone.zone_id):
        raise ValueError(_CHANGED)
    _refuse_changed(points, zone, situation, shown)
    return zone, tuple(tuple(Spot.of(point, area) for point in stroke) for stroke in points)


def frame_point(pair: tuple[float, float], shown: ShownPicture) -> Point:
    """Raises ``ValueError`` for a place outside of the picture."""
    point = shown.frame_point(*pair)
    if point is None:
        size = f"{shown.picture.width} x {shown.picture.height}"
        told = f"{pair[0]:g},{pair[1]:g}"
        raise ValueError(f"{told} is outside of the picture, which has {size} pixels")
    return point


def _refuse_changed(
    points: Iterable[list[Point]], zone: Zone | None, situation: Situation, shown: ShownPicture
) -> None:
    """The picture may be from some steps ago: what stood at its places must still be there."""
    if shown.frame.change_count == situation.frame.change_count:
        return
    for point in spots.points_along(points):
        place = Rect(point.x, point.y, 1, 1).grown(_PLACE_PX)
        window = situation.window_at(point)
        there = ("", window.window_id) if window is not None else ("",)
        is_covered = zone is not None and zone.window_id not in there
        is_other = spots.is_known_by_picture(zone) and spots.has_changed(
            shown.frame, situation.frame, place
        )
        if is_covered or is_other:
            raise ValueError(_CHANGED)
