"""What a step of a model should bring about: its own word where that can be checked, else the rule.

A word that can't be checked (a window that is not there can't close), or that holds already, says
nothing about the step: it is dropped, and nothing is made up in its place.
"""

from __future__ import annotations

import re

from engine.domain.actions import (
    Action,
    Click,
    FocusWindow,
    Launch,
    PressKeys,
    TypeText,
    Wait,
)
from engine.domain.conditions import (
    AnyOf,
    Condition,
    FileSaved,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowActive,
    WindowGone,
    WindowShown,
    ZoneGone,
)
from engine.domain.situation import Situation
from engine.domain.zones import MENU_ROLES, Window, Zone
from engine.language.labels import plain
from engine.thinking.expected import (
    after_click,
    after_opening,
    after_pressing,
    after_typing,
    already_holds,
)
from engine.thinking.model.replies import StepReply
from engine.thinking.model.resolving import zone_named

_EXPECTED = re.compile(r"(?P<kind>window|closed|text|gone|file)\s*:\s*(?P<text>.*)", re.I | re.S)


def expected_change(
    said: StepReply, action: Action, zone: Zone | None, situation: Situation
) -> Condition | None:
    """The change to wait for and to judge by; None where nothing needs to be seen."""
    wanted = _said_change(said, zone, situation)
    is_mere_echo = isinstance(action, TypeText) and wanted == TextShown(action.text)
    if wanted is None or is_mere_echo or _holds_now(wanted, situation):
        is_at_focus = zone is None and not said.zone_id
        return _change_by_rule(action, situation.focused_zone if is_at_focus else zone, situation)
    return wanted


def _said_change(said: StepReply, zone: Zone | None, situation: Situation) -> Condition | None:
    """What the model expects, as a condition that can be settled; None where that can't be."""
    found = _EXPECTED.fullmatch(said.expect.strip())
    if found is None:
        return None
    text = found["text"].strip("\"'“” ")
    match found["kind"].casefold():
        case "window":  # its title is a guess; that something opens at all is none
            return AnyOf((WindowShown(text), NewWindow())) if text else NewWindow()
        case "closed":
            window = _window_named(text, situation)
            return WindowGone(window.window_id, window.title) if window else None
        case "text":
            return TextShown(text) if text else None
        case "gone":
            gone = zone_named(text, situation) if text else zone
            shown = gone is not None and gone.on_screen
            return ZoneGone(gone.zone_id, gone.label) if gone and shown else None
        case _:
            return FileSaved(text) if text.startswith("/") else None


def _change_by_rule(action: Action, zone: Zone | None, situation: Situation) -> Condition | None:
    """What such an action brings about as a rule."""
    match action:
        case Click(button="left", count=1) if zone is not None:
            return _after_single_click(zone, situation)
        case TypeText(text=text, replace=replaced):
            return after_typing(zone, text, replaced=replaced)
        case Launch(application=name):
            return AnyOf((WindowShown(name), NewWindow()))
        case FocusWindow(title=title):
            return WindowActive(title)
        case PressKeys(keys=keys):
            return after_pressing(keys, situation.focused_zone)
        case Wait():
            return None
        case _:
            return SomethingChanges()


def _after_single_click(zone: Zone, situation: Situation) -> Condition | None:
    inside = (each for each in situation.zones if each.parent_id == zone.zone_id)
    first = next((each for each in inside if not each.on_screen and each.label), None)
    if zone.role in MENU_ROLES and first is not None:
        return after_opening(first)
    return after_click(zone)


def _holds_now(condition: Condition, situation: Situation) -> bool:
    match condition:
        case TextShown(text=text):
            wanted = plain(text)
            return any(
                wanted in plain(zone.label) or wanted in plain(zone.value)
                for zone in situation.zones_in_sight
            )
        case AnyOf(conditions=conditions):
            return any(_holds_now(each, situation) for each in conditions)
        case _:
            return already_holds(condition, situation)


def _window_named(text: str, situation: Situation) -> Window | None:
    """The one window of that title; without a title the one in front."""
    if not text:
        return situation.active_window
    wanted = plain(text)
    found = [
        window
        for window in situation.windows
        if wanted and (wanted in plain(window.title) or wanted == plain(window.application))
    ]
    return found[0] if len(found) == 1 else None
