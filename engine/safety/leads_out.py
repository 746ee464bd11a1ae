"""What leads out of whatever is explored: by keys, by the words on a button, by an address.

An exploration presses what it finds. What locks the screen, ends the desktop's session, changes to
another program or ends the one that is explored is therefore never done, whoever proposes it.
"""

from __future__ import annotations

import re

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    Launch,
    Navigate,
    PressKeys,
    Replan,
    Search,
)
from engine.domain.exploring.limits import Home
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.situation import Situation
from engine.domain.web.sites import host_of, is_same_site, is_web
from engine.domain.zones import MENU_ROLES, Role, Zone
from engine.language.grave_words import has_word, is_called
from engine.language.keys import chord_of
from engine.language.labels import plain
from engine.safety.leads_out_by_keys import leaving_by_command, leaving_by_keys, set_off_by
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


_OPENS_PROGRAM = re.compile(
    r"^(open|show|reveal|browse|view)\b.*\b((containing|parent) folder|file ?(manager|browser)"
    r"|in files|terminal|web ?browser|default application)$"
    r"|^open (with|in (another|external|default)) .*|^(visit (the |our )?)?(web ?site|home ?page)$"
    r"|^(report (a |an )?(bug|problem|issue)s?|get help|help|contents?) online$"
    r"|^(https?://|www\.)\S+$"
)
"""On a desktop; on a page such words lead to another page at most."""


def leaving_by_action(step: PlanStep, home: Home) -> str:
    """Why the step leads out, as far as the step itself says so; empty where it does not."""
    match step.action:
        case PressKeys(keys=keys):
            return leaving_by_keys(keys)
        case Click() | Drag():
            return leaving_by_words(step.zone_label)
        case Launch(application=name) if plain(name) != plain(home.launched):
            return f"it starts another program: {name}"
        case Navigate(url=url):
            return leaving_by_address(url, home)
        case Search() if step.zone_id == GLOBAL_ZONE_ID:
            return "it opens a search engine"
        case Replan():
            return "it is no action upon what is explored"
        case _:
            return ""


def leaving_by_words(label: str) -> str:
    """Why pressing what is called so leads out."""
    words = plain(label)
    if has_word("ends_session", words, "locks") or is_called("locks", words):
        return f"“{label}” may lock the screen or end a session"
    if is_called("quits", words):
        return f"“{label}” ends the program that is explored"
    return ""


def leaving_by_opening(label: str) -> str:
    """Why pressing what is called so starts another program; on a desktop only."""
    if _OPENS_PROGRAM.search(plain(label)):
        return f"“{label}” opens another program"
    return ""


def leaving_by_address(url: str, home: Home) -> str:
    """Why the address leads out of the site of the start."""
    host = host_of(url)
    if not home.host or (host and is_same_site(host, home.host)):
        return ""
    return f"{host or url} is not the site that is explored ({home.host})"


def acts_by_keyboard(action: Action) -> bool:
    return action.kind in ("press", "type")
