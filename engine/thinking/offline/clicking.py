"""Clicks: on a zone in sight, or through the menus that hide it; and what comes of them."""

import re
from collections.abc import Iterable
from dataclasses import replace

from engine.domain import conditions
from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.conditions import AnyOf, Condition, NewWindow, SomethingChanges, WindowGone
from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, ROW_ROLES, Role, State, Zone
from engine.geometry.regions import gap_below, gap_beside
from engine.language.action_words import chord_words, zone_words
from engine.language.grave_words import is_called, what_it_does
from engine.language.keys import read_chord
from engine.language.labels import normal, promises_window, quoted
from engine.states.expected import after_click, after_opening
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.file_dialogs import closes_dialog
from engine.thinking.offline.finding import Found

_STAYING_ROLES = CHECKABLE_ROLES | EDITABLE_ROLES | {Role.SLIDER, Role.LABEL}
_PAGE_TURNING = frozenset({"next", "back", "previous", "continue", "forward", "log in", "sign in"})
_LEADING_ROLES = frozenset({Role.TAB, Role.LINK})
_TURNED_ROLES = frozenset({Role.TOGGLE_BUTTON, Role.RADIO_BUTTON})
_CAPTIONED_ROLES = _TURNED_ROLES | {Role.BUTTON, Role.ICON}
_SHOWING_ROLES = EDITABLE_ROLES | {Role.TAB, Role.MENU, Role.RADIO_BUTTON}
"""They open or choose, whatever they are called: the tab "Remove" removes nothing."""


def risk_of(label: str) -> str:
    """The risk that a label's own words tell of."""
    words = normal(label).split()
    return what_it_does(words[0]) if words else ""


def open_route(desk: Desk, found: Found) -> None:
    """Click open what hides the zone, leaving out what the planned steps have opened already."""
    route = list(found.route)
    for at in range(len(route) - 1, -1, -1):
        if route[at].zone_id in desk.opened_ids:
            del route[: at + 1]
            break
    for at, opener in enumerate(route):
        child = route[at + 1] if at + 1 < len(route) else found.zone
        desk.add(opener, Click(), f"Open {zone_words(opener)}", after_opening(child))
        desk.opened_ids.append(opener.zone_id)


def click(
    desk: Desk,
    found: Found,
    action: Click | None = None,
    expected: Condition | None = None,
    risk: str = "",
) -> Progress:
    """Click a zone that was found, by the route that leads there."""
    action = action or Click()
    if not found.route and action == Click():
        found = replace(found, zone=captioned(found.zone, desk.situation.zones_in_sight))
    if action.count == 1:
        found = around_failure(desk, found)
    open_route(desk, found)
    zone = found.zone
    verb = "Right-click" if action.button == "right" else "Click"
    verb = "Double-click" if action.count == 2 else verb
    is_plain = action.button == "left" and action.count == 1
    change = expected or _after_click(desk, zone, is_plain=is_plain)
    if _press_shortcut_instead(desk, zone, action, change):
        return Progress.CHANGES
    description = f"{verb} {zone_words(zone)}"
    risk = risk or ("" if zone.role in _SHOWING_ROLES else risk_of(zone.label))
    desk.add(zone, action, f"{description}{place_words(desk, found)}", change, risk)
    if is_plain and zone.role in {Role.MENU_ITEM, Role.CHECK_MENU_ITEM}:
        desk.opened_ids.clear()  # choosing an entry closes its menus
    return _consequence(desk, zone, is_plain=is_plain)


def captioned(label: Zone, zones: Iterable[Zone]) -> Zone:
    """The thing to press that has no name and the label for its caption, right below it and in
    its middle, or close on the right of what is turned on; else the label itself."""
    if label.role is not Role.LABEL or not label.source.tells:
        return label
    at = label.bounds_px
    pressed = [
        zone
        for zone in zones
        if zone.role in _CAPTIONED_ROLES and zone.window_id == label.window_id and not zone.label
        if gap_below(zone.bounds_px, at) >= 0
        or (zone.role in _TURNED_ROLES and gap_beside(zone.bounds_px, at) >= 0)
    ]
    return replace(pressed[0], label=label.label) if len(pressed) == 1 else label


def _after_click(desk: Desk, zone: Zone, *, is_plain: bool) -> Condition | None:
    """Of a button that closes its dialog: that it closes, or that it asks something."""
    if not is_plain:
        return None if zone.role.is_picture else SomethingChanges()
    if closes_dialog(desk, zone) and not promises_window(zone.label):
        window = desk.situation.window_of(zone)
        if window:
            return AnyOf((WindowGone(window.window_id, window.title), NewWindow()))
    # the path that this run typed last is that of what it opened or saved
    steps = (*desk.steps[::-1], *desk.request.completed[::-1])
    typed = (step.action.text for step in steps if isinstance(step.action, TypeText))
    path = next((text for text in typed if re.fullmatch(r"/.*[^/\n]", text)), "")
    if path and is_called("saves", zone.label):
        return AnyOf((conditions.FileSaved(path), SomethingChanges()))
    tabs = desk.zones_in_front(frozenset({Role.TAB}))
    if zone.role is Role.TAB and not any(map(is_selected, tabs)):  # some never say which is open
        return SomethingChanges()
    return after_click(zone)


def around_failure(desk: Desk, found: Found) -> Found:
    """The zone by its keys, where clicking has failed. Raises ``PlanFailed`` without any."""
    if found.zone.shortcut and desk.has_failed(PressKeys(read_chord(found.zone.shortcut))):
        raise desk.cannot("no other way is known.")  # the click was tried before its keys
    failed_id = desk.failed_zone_id
    failed = next((z for z in (*found.route, found.zone) if z.zone_id == failed_id), None)
    if failed is None:
        return found
    if failed.source.tells and not failed.is_enabled:
        raise desk.cannot(f"{failed.words} is greyed out.")  # its keys are the same thing
    if read_chord(found.zone.shortcut):
        return replace(found, route=())
    raise desk.cannot("no other way is known.")


def _press_shortcut_instead(
    desk: Desk, zone: Zone, action: Click, change: Condition | None
) -> bool:
    """Where clicking failed and the zone names a shortcut, press that."""
    keys = read_chord(zone.shortcut)
    if not desk.failed_zone_id or not keys or action != Click():
        return False
    words = f"Press {chord_words(keys)} for {zone_words(zone)}"
    # keys show no label of their own: any word of their entry's counts
    risk = next(filter(None, map(what_it_does, normal(zone.label).split())), "")
    desk.add(None, PressKeys(keys), words, change, risk)
    return True


def _consequence(desk: Desk, zone: Zone, *, is_plain: bool) -> Progress:
    """What the click leaves of the zones that are in sight."""
    if zone.role.is_field:
        desk.focus_id = zone.zone_id
    if zone.role.is_checkable and is_plain:
        desk.checked[zone.zone_id] = not desk.checked.get(zone.zone_id, zone.is_checked)
    if zone.source.is_drawn:
        return Progress.CHANGES  # whatever it is or stands on
    if zone.role in _STAYING_ROLES and is_plain:
        return Progress.DONE
    label = normal(zone.label)
    leads = zone.role in _LEADING_ROLES or label in _PAGE_TURNING or promises_window(zone.label)
    if not is_plain or leads or closes_dialog(desk, zone):
        return Progress.CHANGES
    inside = (each for each in desk.situation.zones if each.parent_id == zone.zone_id)
    is_opener = zone.role in {Role.MENU, Role.COMBO_BOX, Role.MENU_ITEM}
    if is_opener and not all(each.on_screen for each in inside):
        desk.opened_ids.append(zone.zone_id)
        return Progress.DONE
    desk.may_differ = True
    return Progress.DONE


def is_selected(zone: Zone) -> bool:
    return State.SELECTED in zone.state


def opens_window(zone: Zone) -> Condition:
    """What "open" leads to: dots promise a window, a row that it is marked, others anything."""
    if zone.role in ROW_ROLES:
        return SomethingChanges(opens=True)
    return NewWindow() if promises_window(zone.label) else (after_click(zone) or SomethingChanges())


def place_words(desk: Desk, found: Found) -> str:
    """Where it is, where that tells something: “ in “Save As””."""
    if found.which:
        return f" ({found.which})"
    window = desk.situation.window_of(found.zone)
    if window is None or not window.is_dialog or not window.title:
        return ""
    if normal(window.title) == normal(found.zone.label):
        return ""
    return f" in {quoted(window.title)}"
