"""The picture that a model asks for: what its reply means by it, and what a prompt says of it."""

import re

from engine.domain.plans import Look, PlanRequest, ShownPicture
from engine.domain.spaces import Rect
from engine.domain.web.proposals import WebRequest
from engine.thinking.model import fencing, places, replies

MOST_LOOKS = 4
"""So many pictures are sent while nothing is done in between."""
LEAST_ROWS_TOKENS = 600
"""With less room than that for the table, no picture goes along."""
_MOST_ZOOM = 8.0
_LINE_CHARS, _ID_CHARS = 120, 60
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_IS_WHOLE = re.compile(r"(?i)screen|desktop|everything|\ball\b")


def look_from(said: replies.StepReply, request: PlanRequest | WebRequest) -> Look:
    """What the model wants to see. Raises ``ValueError`` for what can't be shown."""
    zone = places.zone_named(said.zone_id, request.situation) if said.zone_id else None
    if said.zone_id and zone is None:
        raise ValueError(f"{said.zone_id} is not in the table: look at the window, then at a part")
    numbers = [float(each) for each in _NUMBER.findall(said.at)]
    zoom = _NUMBER.findall(said.text)
    return Look(
        zone.zone_id if zone is not None else "",
        _part(numbers, zone.bounds_px if zone is not None else None, request) if numbers else None,
        bool(_IS_WHOLE.search(said.text)),
        min(_MOST_ZOOM, max(1.0, float(zoom[0]))) if zoom else 1.0,
        fencing.one_line(said.description, _LINE_CHARS),
    )


def _part(numbers: list[float], zone_px: Rect | None, request: PlanRequest | WebRequest) -> Rect:
    """Two corners, as shares of the zone or in the picture's pixels, in frame pixels."""
    if len(numbers) != 4 or numbers[0] >= numbers[2] or numbers[1] >= numbers[3]:
        raise ValueError('look takes "at" as "left,top right,bottom"')
    left, top, right, bottom = numbers
    if zone_px is not None:
        if min(numbers) < 0 or max(numbers) > 1:
            raise ValueError('with "zone_id", "at" has shares of the zone from 0 to 1')
        x, y = int(left * zone_px.width), int(top * zone_px.height)
        width, height = int((right - left) * zone_px.width), int((bottom - top) * zone_px.height)
        return Rect(zone_px.x + x, zone_px.y + y, max(1, width), max(1, height))
    shown = request.shown
    if shown is None:
        raise ValueError('"at" without "zone_id" counts in a picture, and you were shown none yet')
    first, last = places.frame_point((left, top), shown), places.frame_point((right, bottom), shown)
    return Rect(first.x, first.y, max(1, last.x - first.x), max(1, last.y - first.y))


def check_look(said: replies.StepReply, request: PlanRequest | WebRequest) -> None:
    """Whether that can be shown, and helps. Raises ``ValueError``."""
    if request.no_pictures:
        raise ValueError(f"look can't be done: {request.no_pictures}. Go by the table")
    look = look_from(said, request)
    shown, now = request.shown if look in request.looked else None, request.situation.frame
    if shown and shown.frame.change_count == now.change_count and not shown.unread:
        raise ValueError("you were shown that picture, and nothing has changed since: go by it")
    if len(request.looked) >= MOST_LOOKS:
        raise ValueError(
            f"you were shown {len(request.looked)} pictures and did nothing in between: act upon"
            " what you saw, ask, or give up"
        )


def picture_text(shown: ShownPicture) -> str:
    """What goes along with the picture: what it shows, its size, and whose the numbers are."""
    picture, part = shown.picture, shown.part_px
    scale = picture.width / part.width
    sized = "" if abs(scale - 1) < 0.01 else f", at {scale:.2g} times its size on the screen"
    lines = [f"It shows {fencing.one_line(shown.of, _LINE_CHARS)}{sized}."]
    if shown.marks:
        zones = shown.seen.zones if shown.seen.page is not None else ()
        ids = {zone.zone_id: zone.source_key for zone in zones}  # as the page's table has them
        told = [(number, ids.get(name) or name) for number, name in shown.marks]
        named = ", ".join(f"{number} {fencing.one_line(name, _ID_CHARS)}" for number, name in told)
        lines.append(f"Numbers in it: {named}.")
    size = f"The picture has {picture.width} x {picture.height} pixels, counted from its top left."
    covered = (
        f"\nGrey boxes cover {shown.covered} places: what stands there may be private."
        if shown.covered
        else ""
    )
    unread = (
        f" {shown.unread} of them could not be read in time: look again to have it tried again."
        if shown.unread
        else ""
    )
    return fencing.fenced("\n".join(lines)) + f"\n{size}{covered}{unread}"
