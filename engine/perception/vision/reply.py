"""What a vision model answers, checked at the edge, and how that becomes zones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from pydantic import BaseModel, Field, FiniteFloat

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import COVERED, Role, Source, State, Window, Zone
from engine.geometry.marks import Mark
from engine.language.labels import plain, plain_text
from engine.perception.pixels import bgr_of
from engine.perception.vision import spaces
from engine.perception.vision.memory import GivenName

_LEAST_SIDE_PX = 6
_MOST_ZONES = 150
_LONGEST_LABEL = 120
_SAME_OVERLAP = 0.5
_COVERED_SHARE = 0.8
_BLANK_DEVIATION = 2.0
_AROUND_PX = 4
_CONFIDENCE, _CONFIDENCE_BLANK = 0.6, 0.2
"""Nobody has checked what a model says it sees; where nothing is painted, it is likely wrong."""

_SYNONYMS: Mapping[str, Role] = {
    "textbox": Role.TEXT_FIELD,
    "text box": Role.TEXT_FIELD,
    "input": Role.TEXT_FIELD,
    "password": Role.PASSWORD_FIELD,
    "checkbox": Role.CHECK_BOX,
    "radio": Role.RADIO_BUTTON,
    "dropdown": Role.COMBO_BOX,
    "select": Role.COMBO_BOX,
    "menuitem": Role.MENU_ITEM,
    "toggle": Role.SWITCH,
    "shape": Role.ICON,
    "text": Role.LABEL,
    "static text": Role.LABEL,
    "title": Role.HEADING,
    "picture": Role.IMAGE,
}


class SeenThing(BaseModel):
    """One thing in the picture; the box is in the picture's pixels, from its top left corner. What
    has a number in the picture may be told by that, without a box."""

    label: str = Field(description="its name or what is written on it")
    role: str
    mark: int = Field(default=0, description="the number of its plate, 0 where it has none")
    x: FiniteFloat = 0.0
    y: FiniteFloat = 0.0
    width: FiniteFloat = 0.0
    height: FiniteFloat = 0.0
    enabled: bool = True
    checked: bool = False
    text: str = Field(default="", description="the text that it holds, such as a field's")


class SeenThings(BaseModel):
    things: list[SeenThing]


def names_given(
    reply: SeenThings, view: spaces.ModelView, marks: Sequence[Mark]
) -> tuple[dict[str, GivenName], tuple[int, ...]]:
    """What the marked zones are called, by their ids, and numbers that no mark has. Of two things
    with one number the first counts. A thing without a number whose box is that of a marked zone
    names it too, where nothing else does."""
    zone_ids = {mark.number: mark.zone_id for mark in marks}
    numbers = [thing.mark for thing in reply.things if thing.mark > 0] if marks else []
    names: dict[str, GivenName] = {}
    for thing in reply.things:
        if thing.mark in zone_ids:
            names.setdefault(zone_ids[thing.mark], _name(thing))
    for thing, place in _placed(reply, view, marks):
        for mark in marks:
            if place.overlap(mark.zone_px) >= _SAME_OVERLAP:
                names.setdefault(mark.zone_id, _name(thing))
    return names, tuple(number for number in numbers if number not in zone_ids)


def zones_seen(
    reply: SeenThings,
    view: spaces.ModelView,
    situation: Situation,
    front: Window,
    marks: Sequence[Mark] = (),
) -> tuple[Zone, ...]:
    """The things without a mark as zones in frame pixels, without ids. Left out: what is too small
    or out of the picture, what is known from accessibility, what is there twice, what is a number
    plate of ours, and what lies in a covered place, where nothing can have been seen."""
    known = [zone for zone in situation.zones_in_sight if zone.source is not Source.VISION]
    found: list[Zone] = [] if situation.is_stale else known
    start = len(found)
    for thing, place in _placed(reply, view, marks):
        if any(place.overlap(mark.badge_px) >= _SAME_OVERLAP for mark in marks):
            continue
        zone = _zone(thing, place, situation, front)
        if not any(_is_same(zone, one) for one in found):
            found.append(zone)
    return tuple(_sure(found[start:], situation.frame))[:_MOST_ZONES]


def _placed(
    reply: SeenThings, view: spaces.ModelView, marks: Sequence[Mark]
) -> Iterator[tuple[SeenThing, Rect]]:
    """The things without a mark and their places in the frame, but for specks."""
    numbers = {mark.number for mark in marks}
    things = [thing for thing in reply.things if thing.mark not in numbers]
    boxes = [spaces.ModelBox(one.x, one.y, one.width, one.height) for one in things]
    if spaces.are_fractions(boxes):
        boxes = [spaces.model_from_fractions(box, view) for box in boxes]
    for thing, box in zip(things, boxes, strict=True):
        place = spaces.frame_from_model(box, view)
        is_large = min(place.width, place.height) >= _LEAST_SIDE_PX
        if is_large and box.width > 0 and box.height > 0:
            yield thing, place


def role_from(word: str) -> Role:
    """This project's role for a model's word; ``OTHER`` for one that nobody knows."""
    word = plain_text(word.replace("_", " ").replace("-", " "))
    return _SYNONYMS.get(word) or next((role for role in Role if role == word), Role.OTHER)


def _name(thing: SeenThing) -> GivenName:
    role = role_from(thing.role)
    return GivenName(_short(thing.label), role, _states(thing, role), _CONFIDENCE)


def _states(thing: SeenThing, role: Role) -> frozenset[State]:
    states = {State.ENABLED} if thing.enabled else set()
    if thing.checked and role.is_checkable:
        states.add(State.CHECKED)
    if role.is_field:
        states.add(State.EDITABLE)
    return frozenset(states)


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_LABEL]


def _zone(thing: SeenThing, place: Rect, situation: Situation, front: Window) -> Zone:
    role, label, text = role_from(thing.role), _short(thing.label), _short(thing.text)
    return Zone(
        zone_id="",
        label=label,
        role=role,
        bounds_px=place,
        state=_states(thing, role),
        source=Source.VISION,
        confidence=_CONFIDENCE,
        value=text if text != label else "",
        window_id=(situation.window_at(place.center) or front).window_id,
    )


def _is_same(zone: Zone, known: Zone) -> bool:
    if zone.bounds_px.overlap(known.bounds_px) >= _SAME_OVERLAP:
        return True
    is_inside = known.bounds_px.contains(zone.bounds_px.center) or zone.bounds_px.contains(
        known.bounds_px.center
    )
    return is_inside and plain(zone.label) == plain(known.label)


def _sure(zones: Sequence[Zone], frame: Frame) -> Iterator[Zone]:
    """Each with how sure it is, without those in covered places."""
    for zone in zones:
        part = bgr_of(frame, zone.bounds_px)
        if float(np.mean((part == COVERED).all(axis=2))) >= _COVERED_SHARE:
            continue
        around = bgr_of(frame, zone.bounds_px.grown(_AROUND_PX).intersection(frame.bounds_px))
        is_blank = float(around.std(axis=(0, 1)).max()) < _BLANK_DEVIATION
        yield replace(zone, confidence=_CONFIDENCE_BLANK) if is_blank else zone
