"""Judging an expected change by what the screen and the file system show. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import cv2
import numpy as np

from engine.domain.conditions import (
    AnyOf,
    Condition,
    FileExists,
    FileSaved,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowActive,
    WindowGone,
    WindowShown,
    ZoneGone,
    ZonePresent,
    ZoneShown,
    ZoneState,
    ZoneValue,
)
from engine.domain.frames import Frame
from engine.domain.masks import MASK, fits_mask
from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.domain.surface_ports import FileFacts
from engine.domain.zones import DRAWN_SOURCES, Window, Zone
from engine.language.labels import plain

_CARET_PIXELS = 600
"""Changed pixels below this are a caret, not an effect (a caret of a large font is 3 × 60)."""
_PIXEL_DIFFERENCE = 24


def files_of(condition: Condition | None) -> Iterator[str]:
    """The files that must be looked at to judge it."""
    match condition:
        case FileSaved(path=path) | FileExists(path=path):
            yield path
        case AnyOf(conditions=conditions):
            for each in conditions:
                yield from files_of(each)
        case _:
            return


def holds(
    condition: Condition,
    before: Situation,
    now: Situation,
    *,
    files: Mapping[str, FileFacts],
    since_secs: float,
) -> bool:
    """Whether the condition holds now. ``since_secs`` (wall clock) is when the step began."""
    match condition:
        case ZoneShown(label=label, role=role):
            wanted = plain(label)
            return any(
                plain(zone.label) == wanted and role in (None, zone.role)
                for zone in now.zones_in_sight
            )
        case ZonePresent(zone_id=zone_id):
            zone = now.zone(zone_id)
            return zone is not None and zone.on_screen
        case ZoneGone(zone_id=zone_id):
            zone = now.zone(zone_id)
            return zone is None or not zone.on_screen
        case ZoneState(zone_id=zone_id, state=state, present=present):
            zone = now.zone(zone_id)
            return zone is not None and (state in zone.state) is present
        case ZoneValue(zone_id=zone_id, text=text, contains=contains):
            zone = now.zone(zone_id)
            return zone is not None and (
                _holds_value(zone, text, contains=contains)
                or _may_hold(zone, before.zone(zone_id), text, contains=contains)
            )
        case TextShown(text=text):
            wanted = plain(text)
            return any(
                wanted in plain(zone.label) or wanted in plain(zone.value)
                for zone in now.zones_in_sight
            )
        case WindowShown(title=title, exact=True):
            return any(plain(window.title) == plain(title) for window in now.windows)
        case WindowShown(title=title):
            return any(is_called(window, title) for window in now.windows)
        case WindowGone(window_id=window_id):
            return all(window.window_id != window_id for window in now.windows)
        case NewWindow():
            known = {window.window_id for window in before.windows}
            return any(window.window_id not in known for window in now.windows)
        case FileSaved(path=path, text=text):
            facts = files[path]
            is_new = facts.exists and facts.modified_at_secs >= since_secs
            return is_new and _holds_text(facts, text)
        case FileExists(path=path, text=text):
            return files[path].exists and _holds_text(files[path], text)
        case WindowActive(title=title):
            return now.active_window is not None and is_called(now.active_window, title)
        case SomethingChanges():
            return differs(before, now)
        case AnyOf(conditions=conditions):
            return any(
                holds(each, before, now, files=files, since_secs=since_secs) for each in conditions
            )


def shows(situation: Situation, condition: Condition) -> bool:
    """Whether it holds by this look alone: one that is of no file and of no change."""
    return holds(condition, situation, situation, files={}, since_secs=0.0)


def is_called(window: Window, title: str) -> bool:
    """The title stands in the window's own, or in its application's name."""
    return any(plain(title) in plain(each) for each in (window.title, window.application))


def _holds_value(zone: Zone, text: str, *, contains: bool) -> bool:
    return text in zone.value if contains else zone.value == text


def _may_hold(zone: Zone, before: Zone | None, text: str, *, contains: bool) -> bool:
    """What was typed is masked now: the rest of the value fits, and what is hidden is new."""
    if MASK not in zone.value or (before and before.hidden_digest == zone.hidden_digest):
        return False
    return contains or fits_mask(zone.value, text)


def _holds_text(facts: FileFacts, text: str | None) -> bool:
    """Exactly the text, but for the line feed that some editors put at the end of a file."""
    return text in (None, facts.text, (facts.text or "").removesuffix("\n"))


def differs(before: Situation, now: Situation) -> bool:
    """A zone, a window, a text that is drawn or more of the picture than a caret is different."""
    if now is before:
        return False
    if _essence(before) != _essence(now) or _reads_otherwise(before, now):
        return True
    return changed_pixels(before.frame, now.frame) > _CARET_PIXELS


def _reads_otherwise(before: Situation, now: Situation) -> bool:
    """Something drawn reads otherwise than what was read at its place, and looks otherwise: a
    figure in a display is less than a caret. What was not read before tells nothing."""
    former, present = list(_readings(before)), list(_readings(now))
    if not former or not present or before.frame.bounds_px != now.frame.bounds_px:
        return False
    return any(
        zone.window_id == one.window_id
        and (zone.own_label, zone.value) != (one.own_label, one.value)
        and zone.bounds_px.contains(one.bounds_px.center)
        and _looks_otherwise(before.frame, now.frame, zone.bounds_px)
        for zone in present
        for one in former
    )


def _readings(situation: Situation) -> Iterator[Zone]:
    for zone in situation.zones_in_sight:
        if zone.source in DRAWN_SOURCES and (zone.own_label or zone.value):
            yield zone


def _looks_otherwise(before: Frame, now: Frame, place: Rect) -> bool:
    box = place.intersection(now.bounds_px)
    part = np.s_[box.y : box.bottom, box.x : box.right, :3]
    difference = cv2.absdiff(pixels_of(before)[part], pixels_of(now)[part])
    return bool((difference > _PIXEL_DIFFERENCE).any())


def changed_pixels(before: Frame, now: Frame) -> int:
    """How many pixels differ by more than noise; all of them where the sizes differ."""
    if (before.width, before.height) != (now.width, now.height):
        return now.width * now.height
    if before.change_count == now.change_count:
        return 0
    difference = cv2.absdiff(pixels_of(before), pixels_of(now))
    same = cv2.inRange(difference, (0, 0, 0, 0), (*([_PIXEL_DIFFERENCE] * 3), 255))
    return now.width * now.height - cv2.countNonZero(same)


def pixels_of(frame: Frame) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """The frame as an array (height, width, 4) of BGRA bytes, sharing its memory."""
    return np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)


def _essence(situation: Situation) -> object:
    """What matters of a situation, without what blinks or merely lies under the pointer."""
    return (
        frozenset(
            (zone.zone_id, zone.own_label, zone.value, zone.hidden_digest, zone.state)
            for zone in situation.zones_in_sight
            if zone.source not in DRAWN_SOURCES  # read late, and no more than the picture tells
        ),
        frozenset((window.window_id, window.title) for window in situation.windows),
    )
