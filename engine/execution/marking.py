"""Marking a state: what of a situation matters, so that the state can be known again.

Two situations have the same digest where an operator would call them the same: the same windows,
holding the same zones in the same order, with the same texts and choices. Left out is what comes
and goes by itself or by looking: carets and their line numbers, clocks, focus, hovering, what is
greyed out. A small grey picture stands beside the digest for what zones can't tell, such as a
canvas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import cv2
import xxhash

from engine.domain.reversal import StateMark
from engine.domain.situation import Situation
from engine.domain.zones import MENU_ROLES, Role, State, Window, Zone
from engine.execution.judging import pixels_of

PICTURE_SCALE = 8
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}(:\d{2})?\b")
_DIGITS = re.compile(r"\d+")
_CHOICES = frozenset({State.CHECKED, State.SELECTED, State.EXPANDED})

ZoneFacts = tuple[str, str, str, tuple[str, ...]]


def mark_of(situation: Situation) -> StateMark:
    """The mark of a situation; a few milliseconds."""
    zones = situation.zones_in_sight
    digest = xxhash.xxh3_128(repr((_windows(situation.windows), list(_ordered(zones)))).encode())
    frame = situation.frame
    width, height = max(1, frame.width // PICTURE_SCALE), max(1, frame.height // PICTURE_SCALE)
    grey = cv2.cvtColor(pixels_of(frame), cv2.COLOR_BGRA2GRAY)
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return StateMark(
        digest.hexdigest(), situation.windows, zones, small.tobytes(), width, PICTURE_SCALE
    )


def window_facts(window: Window) -> tuple[str, str, bool]:
    """What tells one window from another: its application, its title without a clock, its kind."""
    return window.application, _steady(window.title), window.is_dialog


def zone_facts(zone: Zone) -> ZoneFacts:
    """What tells one zone from another: role, label, text, choices; not where it is."""
    choices = zone.state & (_CHOICES - {State.SELECTED} if zone.role in MENU_ROLES else _CHOICES)
    label, value = _steady(zone.label), _steady(zone.value) if not zone.is_editable else zone.value
    if zone.role is Role.STATUS:
        label, value = _DIGITS.sub("#", label), _DIGITS.sub("#", value)
    return zone.role.value, label, value, tuple(sorted(choices))


def _windows(windows: tuple[Window, ...]) -> object:
    active = next((window_facts(window) for window in windows if window.is_active), None)
    return active, sorted(map(window_facts, windows))


def _ordered(zones: tuple[Zone, ...]) -> Iterator[tuple[str, ZoneFacts]]:
    """Window by window, from top to bottom and left to right: the order of things counts."""
    placed = sorted(zones, key=lambda zone: (zone.window_id, zone.bounds_px.y, zone.bounds_px.x))
    owners: dict[str, str] = {}
    for zone in placed:
        owner = owners.setdefault(zone.window_id, f"window {len(owners)}")
        yield owner, zone_facts(zone)


def _steady(text: str) -> str:
    return _CLOCK.sub("00:00", text)
