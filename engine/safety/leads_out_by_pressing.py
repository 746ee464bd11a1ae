"""What leads out by what a step sets off on the screen: a button, an entry, a link, a shell.

A click says it by its label; keys press what has the keyboard, which is looked up.
"""

from __future__ import annotations

import re

from engine.domain.actions import Click, PressKeys
from engine.domain.labels import plain
from engine.domain.plans import PlanStep
from engine.domain.situation import Situation
from engine.domain.web.sites import is_web
from engine.domain.zones import MENU_ROLES, Role, Zone
from engine.language.chords import chord_of
from engine.safety.leads_out import leaving_by_opening, leaving_by_words
from engine.safety.leads_out_by_command import leaving_by_command
from engine.safety.leads_out_by_keys import set_off_by
from engine.safety.risks import pressed_zones

_CORNER_PX = 60
_STAYS_INSIDE = re.compile(r"(#|javascript:|blob:|data:|about:)", re.I)
_OF_A_PHONE = re.compile(r"(tel|sms|callto|sip):", re.I)
"""Its number reads like the port of a host."""


def leaving_by_pressing(step: PlanStep, seen: Situation) -> str:
    """By what the keys or the click set off, as it is shown, and by what a shell is told."""
    zone = seen.zone(step.zone_id)
    by_keys = (leaving_by_words(each.label) for each in set_off_by(step.action, seen))
    if why := next(filter(None, by_keys), ""):
        return why
    if seen.page is not None:
        return ""
    pressed = (*pressed_zones(step.action, zone, seen), *set_off_by(step.action, seen))
    by_opening = (leaving_by_opening(each.label) for each in pressed)
    return next(filter(None, by_opening), "") or leaving_by_command(step.action, zone, seen)


def closes(zone: Zone | None, seen: Situation) -> bool:
    """It closes its whole window: an entry that says so, or a button in the corner of a window
    that draws its own title bar."""
    if zone is None or seen.page is not None:
        return False
    words = plain(zone.label)
    if zone.role in MENU_ROLES:
        return words in ("close window", "close all windows")
    window = next((w for w in seen.windows if w.window_id == zone.window_id), None)
    if words != "close" or zone.role is not Role.BUTTON or window is None or window.is_dialog:
        return False
    at, around = zone.bounds_px.center, window.bounds_px
    corner_px = min(_CORNER_PX, around.width // 4)
    return around.right - at.x <= corner_px and at.y - around.y <= _CORNER_PX


def led_to_program(step: PlanStep, seen: Situation) -> str:
    """The address of a link that no browser shows, such as that of a mail; empty for others."""
    if seen.page is None:
        return ""
    match step.action:
        case Click():
            zone = seen.zone(step.zone_id)
        case PressKeys(keys=keys) if chord_of(keys)[-1:] == ("enter",):
            zone = seen.focused_zone
        case _:
            return ""
    element = seen.page.element(zone.source_key) if zone is not None else None
    address = element.href if element is not None else ""
    if _OF_A_PHONE.match(address):
        return address
    return "" if is_web(address) or _STAYS_INSIDE.match(address) else address
