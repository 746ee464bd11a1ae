"""The picture for a vision model, with marks in it: numbers on what has a place but no name yet.

A model that is asked "what is 7?" need not measure where 7 is, and measures badly. The marks are
drawn after the picture was scaled, so that the numbers can be read in it."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import cv2

from engine.domain.models import PictureSettings, SentPicture
from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import COVERED, Role, Source, Window, Zone
from engine.geometry.marks import Colour, Mark, ink_on, marks_of
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.vision.spaces import ModelView, model_from_frame

MOST_MARKS = 80
_LEAST_SIDE_PX = 6
_LARGEST_SHARE = 0.25
_WITHHELD_SHARE = 0.5
_NEVER_NAMED = frozenset({Role.CANVAS, Role.SCROLL_BAR, Role.MENU_BAR, Role.PROGRESS_BAR})
_BADGE_HEIGHT, _TEXT_SHARE = 14, 0.6
"""In model pixels; how much of it a digit has."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FONT_HEIGHT_PX = 21.0
_PNG_EFFORT = 6


def markable(situation: Situation, view_px: Rect, windows: Sequence[Window]) -> tuple[Zone, ...]:
    """The zones in these windows that are known by their place and not by what they are: shapes,
    texts without a role, controls without a label. None of stale zones, none that is masked."""
    ids = {window.window_id for window in windows}
    found = _shown_in(situation, view_px)
    return tuple(zone for zone in found if zone.window_id in ids and _is_unnamed(zone))


def actionable(situation: Situation, view_px: Rect) -> tuple[Zone, ...]:
    """The zones in this part of the frame that can be acted upon, but for what fills it and what
    lies under another window; and for texts, and the one icon that a control shows, which can be
    told without a number that lies upon them. None of stale zones."""
    found = (zone for zone in _shown_in(situation, view_px) if zone.is_actionable)
    shown = [zone for zone in found if zone.source is not Source.TEXT]
    holders = {zone.zone_id for zone in shown}
    icons = Counter(zone.parent_id for zone in shown if zone.role is Role.ICON)
    faces = {parent for parent, count in icons.items() if count == 1 and parent in holders}
    return tuple(z for z in shown if z.role is not Role.ICON or z.parent_id not in faces)


def _shown_in(situation: Situation, view_px: Rect) -> Iterator[Zone]:
    for zone in () if situation.is_stale else situation.zones_in_sight:
        topmost = situation.window_at(zone.bounds_px.center)
        is_open = topmost is None or topmost.window_id == zone.window_id
        if is_open and _is_in(zone, view_px):
            yield zone


def sent_picture(
    situation: Situation,
    view: ModelView,
    withheld_px: Sequence[Rect],
    settings: PictureSettings,
    marked: Sequence[Zone],
) -> tuple[SentPicture, tuple[Mark, ...]]:
    """The view of the frame as a whole file, with the withheld places covered in grey and numbers
    on the ``marked`` zones, where the settings want some."""
    at = view.part_px
    marks = marks_for(marked, situation.zones_in_sight, view, withheld_px)
    marks = marks if settings.marks else ()
    places = [place.intersection(at).moved(-at.x, -at.y) for place in withheld_px]
    part = covered(bgr_of(situation.frame, at), places)
    if (view.width, view.height) != (view.part_px.width, view.part_px.height):
        how = cv2.INTER_LINEAR if view.width > view.part_px.width else cv2.INTER_AREA
        part = cv2.resize(part, (view.width, view.height), interpolation=how)
    draw_marks(part, marks, view)
    return packed(part, settings), marks


def packed(picture: Pixels, settings: PictureSettings) -> SentPicture:
    """The pixels as a whole file."""
    if settings.form == "png":
        _, data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, _PNG_EFFORT])
    else:
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, settings.quality])
    height, width = picture.shape[:2]
    return SentPicture(
        data.tobytes(),
        "image/png" if settings.form == "png" else "image/jpeg",
        width,
        height,
        settings.detail,
    )


def covered(picture: Pixels, places: Sequence[Rect]) -> Pixels:
    for place in places:
        picture[place.slices] = COVERED
    return picture


def marks_for(
    zones: Sequence[Zone], in_sight: Sequence[Zone], view: ModelView, withheld_px: Sequence[Rect]
) -> tuple[Mark, ...]:
    """Marks for the zones, none for what is withheld: a number must not tell what is under a
    cover. Where there are too many, long texts go without. Badges keep off all that go without of
    those ``in_sight``."""
    shown = [zone for zone in zones if not _is_withheld(zone.bounds_px, withheld_px)]
    first = sorted(shown, key=lambda zone: (zone.source is Source.TEXT, len(zone.label)))
    chosen = {zone.zone_id for zone in first[:MOST_MARKS]}
    scale = view.width / view.part_px.width
    left_out = [zone for zone in in_sight if zone.zone_id not in chosen]
    clear = [zone.bounds_px for zone in left_out if _is_in(zone, view.part_px)]
    return marks_of(
        [zone for zone in shown if zone.zone_id in chosen],
        view.part_px,
        most=MOST_MARKS,
        badge_height_px=math.ceil(_BADGE_HEIGHT / scale),
        keep_clear_px=[*clear, *withheld_px],
    )


def draw_marks(picture: Pixels, marks: Sequence[Mark], view: ModelView) -> None:
    """Into the picture, which is scaled already: thin outlines first, then numbers over them."""
    boxes = [(mark, _corners(mark.zone_px, view), _corners(mark.badge_px, view)) for mark in marks]
    for mark, (left, top, right, bottom), _ in boxes:
        cv2.rectangle(picture, (left - 1, top - 1), (right, bottom), _bgr(mark.colour), 1)
    for mark, _, (left, top, right, bottom) in boxes:
        fill, ink = _bgr(mark.colour), _bgr(ink_on(mark.colour))
        cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), fill, cv2.FILLED)
        number, scale = str(mark.number), _TEXT_SHARE * (bottom - top) / _FONT_HEIGHT_PX
        (width, height), _ = cv2.getTextSize(number, _FONT, scale, 1)
        x = left + (right - left - width) // 2
        y = top + (bottom - top + height) // 2
        cv2.putText(picture, number, (x, y), _FONT, scale, ink, 1, cv2.LINE_AA)


def mark_words(marks: Sequence[Mark], zones: Mapping[str, Zone]) -> list[str]:
    """What is known of each, for the question: ``7: label “Save”``."""
    return [f"{mark.number}: {zones[mark.zone_id].words}" for mark in marks]


def _is_unnamed(zone: Zone) -> bool:
    if zone.is_secret or zone.named_by is not None:
        return False
    match zone.source:
        case Source.SHAPE:
            return not zone.label or zone.role in (Role.OTHER, Role.LABEL)
        case Source.TEXT:
            return zone.role in (Role.LABEL, Role.OTHER)
        case Source.VISION:
            return False
        case _:
            is_nameless = not zone.label.strip() and (zone.is_editable or not zone.value.strip())
            is_thing = zone.role.is_actionable or zone.role is Role.IMAGE
            return is_nameless and is_thing and zone.role not in _NEVER_NAMED


def _is_in(zone: Zone, view_px: Rect) -> bool:
    """Whole, of a size that can be made out, and not the most of the picture."""
    place = zone.bounds_px
    is_whole = view_px.holds(place)
    is_small = place.area <= _LARGEST_SHARE * view_px.area
    return is_whole and is_small and min(place.width, place.height) >= _LEAST_SIDE_PX


def _is_withheld(place: Rect, withheld_px: Sequence[Rect]) -> bool:
    hidden = sum(place.intersection(one).area for one in withheld_px)
    return hidden >= _WITHHELD_SHARE * place.area


def _corners(place: Rect, view: ModelView) -> tuple[int, int, int, int]:
    box = model_from_frame(place, view)
    edges = (box.x, box.y, box.x + box.width, box.y + box.height)
    left, top, right, bottom = (math.floor(edge + 0.5) for edge in edges)
    return left, top, right, bottom


def _bgr(colour: Colour) -> tuple[int, int, int]:
    return colour[2], colour[1], colour[0]
