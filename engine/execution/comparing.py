"""Comparing a state with the mark of the one that should be back: restored, close, or not."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np

from engine.domain.reversal import Comparison, Returned, StateMark
from engine.domain.spaces import Rect
from engine.domain.zones import Window, Zone
from engine.execution.marking import window_facts, zone_facts

_CELL_DIFFERENCE = 48
_CARET_CELLS = 8
"""Cells of the grey picture that may differ: a caret, a focus ring, the mark of a hover."""
_MOST_DIFFERENCES = 5
_LONGEST_TEXT = 40


def compare(before: StateMark, now: StateMark) -> Comparison:
    """Restored: nothing that matters differs. Close: something looks or is arranged differently.

    Not restored: a window, a text or a choice differs.
    """
    grave = [*_window_differences(before, now), *_changed_zones(before, now)]
    if grave:
        return Comparison(Returned.NOT_RESTORED, tuple(grave[:_MOST_DIFFERENCES]))
    slight = _come_and_gone(before, now) if before.digest != now.digest else []
    picture = _picture_difference(before, now)
    if picture:
        slight.append(picture)
    if slight:
        return Comparison(Returned.CLOSE, tuple(slight[:_MOST_DIFFERENCES]))
    if before.digest != now.digest:
        return Comparison(Returned.CLOSE, ("things are arranged in another order",))
    return Comparison(Returned.RESTORED)


def _window_differences(before: StateMark, now: StateMark) -> list[str]:
    old, new = (_titles(mark.windows) for mark in (before, now))
    gone = [f"the window “{title}” is not there" for title in (old - new).elements()]
    come = [f"the window “{title}” is there now" for title in (new - old).elements()]
    return gone + come


def _titles(windows: tuple[Window, ...]) -> Counter[str]:
    facts = (window_facts(window) for window in windows)
    return Counter(title or application for application, title, _ in facts)


def _changed_zones(before: StateMark, now: StateMark) -> list[str]:
    """Zones that are there as before, with another text or choice."""
    old, new = _by_name(before.zones), _by_name(now.zones)
    words = []
    for name in old.keys() & new.keys():
        for was, is_now in zip(old[name], new[name], strict=False):
            (_, _, was_text, was_choices), (_, _, text, choices) = (
                zone_facts(was),
                zone_facts(is_now),
            )
            if was_text != text:
                words.append(f"{is_now.words} holds “{_short(text)}”, not “{_short(was_text)}”")
            elif was_choices != choices:
                words.append(f"{is_now.words} is {_listed(choices)}, not {_listed(was_choices)}")
    return sorted(words)


def _by_name(zones: tuple[Zone, ...]) -> dict[tuple[str, str], list[Zone]]:
    named: dict[tuple[str, str], list[Zone]] = {}
    for zone in sorted(zones, key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x)):
        role, label, _, _ = zone_facts(zone)
        named.setdefault((role, label), []).append(zone)
    return named


def _come_and_gone(before: StateMark, now: StateMark) -> list[str]:
    old, new = (Counter(map(zone_facts, mark.zones)) for mark in (before, now))
    gone = [f"{role} “{_short(label)}” is gone" for role, label, *_ in (old - new).elements()]
    come = [f"{role} “{_short(label)}” has come" for role, label, *_ in (new - old).elements()]
    return gone + come


def _picture_difference(before: StateMark, now: StateMark) -> str:
    """Where the pictures differ by more than a caret, in frame pixels; empty where they do not."""
    if (before.picture_width, len(before.picture)) != (now.picture_width, len(now.picture)):
        return "the display has another size"
    old, new = (
        np.frombuffer(mark.picture, np.uint8).reshape(-1, mark.picture_width)
        for mark in (before, now)
    )
    changed = cv2.absdiff(old, new) > _CELL_DIFFERENCE
    if np.count_nonzero(changed) <= _CARET_CELLS:
        return ""
    x, y, width, height = cv2.boundingRect(changed.astype(np.uint8))
    scale = now.picture_scale
    place = Rect(x * scale, y * scale, width * scale, height * scale)
    return f"the picture differs around ({place.center.x}, {place.center.y})"


def _listed(choices: tuple[str, ...]) -> str:
    return " and ".join(choices) if choices else "neither checked nor selected"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
