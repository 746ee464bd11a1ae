"""Plans for ticking, choosing one of several values, and setting a field to a value."""

from __future__ import annotations

from engine.domain.actions import Click
from engine.domain.conditions import (
    AnyOf,
    Condition,
    SomethingChanges,
    ZoneGone,
    ZoneState,
    ZoneValue,
)
from engine.domain.zones import CHECKABLE_ROLES, MENU_ROLES, Role, State, Zone
from engine.language.action_words import zone_words
from engine.language.goals.clauses import SetTo, Target, Tick
from engine.language.labels import OFF_WORDS, ON_WORDS, normal, quoted
from engine.language.typed_texts import Likeness, likeness
from engine.thinking.offline.clicking import click, is_selected
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.finding import Found
from engine.thinking.offline.menu_routes import ancestors
from engine.thinking.offline.planning_typing import type_into
from engine.thinking.offline.zone_matching import ACCEPT, GOOD, zone_score

_OPENING = "Open "
_CHOICE_ROLES = MENU_ROLES | {Role.LIST_ITEM, Role.RADIO_BUTTON, Role.CELL, Role.TREE_ITEM}
_FIELD_ROLES = frozenset(
    {
        *(Role.COMBO_BOX, Role.SPIN_BOX, Role.SLIDER, Role.TEXT_FIELD, Role.TEXT_AREA),
        *(Role.PASSWORD_FIELD, Role.SWITCH, Role.CHECK_BOX, Role.TOGGLE_BUTTON),
    }
)


def plan_tick(desk: Desk, clause: Tick) -> Progress:
    """Nothing where it is so already."""
    found = desk.must_find(clause.target, CHECKABLE_ROLES)
    zone = found.zone
    if zone.role not in CHECKABLE_ROLES:
        return click(desk, found)
    is_on = desk.checked.get(zone.zone_id, zone.is_checked)
    if is_on == clause.on:
        return desk.note(f"{zone_words(zone)} is {'on' if clause.on else 'off'} already.")
    if zone.role is Role.RADIO_BUTTON and not clause.on:
        raise desk.cannot("a radio button is turned off by choosing another one.")
    expected = ZoneState(zone.zone_id, zone.label, State.CHECKED, clause.on)
    progress = click(desk, found, expected=expected)
    desk.checked[zone.zone_id] = clause.on
    return progress


def plan_set(desk: Desk, clause: SetTo) -> Progress:
    """As the field's kind wants it: ticked, chosen, or typed."""
    listed = _choose_in_open_list(desk, clause.value)
    if listed:
        return listed
    field = desk.find(clause.target, _FIELD_ROLES, only_wanted=True)
    if field is None:
        return _choose_in_group(desk, clause)
    zone = field.zone
    if zone.role in CHECKABLE_ROLES:
        return _set_switch(desk, clause)
    if zone.role is Role.COMBO_BOX:
        return _choose_in_combo(desk, field, clause.value)
    is_held = likeness(clause.value.strip(), zone.value.strip()) is Likeness.SAME
    if zone.role is not Role.PASSWORD_FIELD and is_held:
        return desk.note(f"{zone_words(zone)} is {quoted(clause.value)} already.")
    if zone.role is Role.SLIDER:
        raise desk.cannot("a slider is moved by keys: say which one to press, and how often.")
    type_into(desk, zone, clause.value, replace=True)
    return Progress.DONE


def _set_switch(desk: Desk, clause: SetTo) -> Progress:
    value = normal(clause.value)
    if value not in ON_WORDS | OFF_WORDS:
        raise desk.cannot(f"it can be turned on or off, not set to {quoted(clause.value)}.")
    return plan_tick(desk, Tick(clause.target, value in ON_WORDS))


def _choose_in_group(desk: Desk, clause: SetTo) -> Progress:
    place = clause.target.words or clause.target.said
    entry = desk.find(Target(clause.value, within=place), _CHOICE_ROLES, only_wanted=True)
    return _pick(desk, entry) if entry else _choose_loose(desk, clause.value, clause.target)


def _choose_loose(desk: Desk, value: str, field: Target) -> Progress:
    """Groups often have no zone of their own; their entries still go by their labels."""
    name = field.words or field.said
    is_told = any(zone_score(name, each) >= ACCEPT for each in desk.situation.zones_in_sight)
    target = Target(value, within=field.within, scope=field.scope)
    entry = desk.find(target, _CHOICE_ROLES, only_wanted=True) if is_told else None
    if entry is None or entry.score < GOOD:
        raise desk.not_in_sight(field.said)
    return _pick(desk, entry)


def _choose_in_open_list(desk: Desk, value: str) -> Progress | None:
    """A list that a step of this clause has opened: a window of its own, which hides its field."""
    opening = next((s for s in desk.done_here if s.description.startswith(_OPENING)), None)
    if opening is None or desk.failed:
        return None
    entry = desk.find(Target(value), _CHOICE_ROLES, only_wanted=True)
    if entry is None or not entry.zone.on_screen:
        return None
    holds = ZoneValue(opening.zone_id, opening.zone_label, entry.zone.label, contains=True)
    return _finish_combo(desk, entry, holds)


def _choose_in_combo(desk: Desk, field: Found, value: str) -> Progress:
    """Through its known entries; else open it and look; else type the value."""
    combo = field.zone
    if normal(combo.value or combo.label) == normal(value):  # some are called like their value
        return desk.note(f"{zone_words(combo)} is {quoted(combo.value or combo.label)} already.")
    entries = [entry for entry in desk.situation.zones if _belongs(desk, entry, combo)]
    entry = max(entries, key=lambda each: zone_score(value, each), default=None)
    holds = ZoneValue(combo.zone_id, combo.label, entry.label if entry else value, contains=True)
    has_failed = desk.failed is not None
    if entry and zone_score(value, entry) >= ACCEPT and not has_failed:
        route = () if entry.on_screen else (*field.route, combo)
        return _finish_combo(desk, Found(entry, route), holds)
    if entries and not has_failed:
        known = ", ".join(quoted(each.label) for each in entries[:8])
        raise desk.cannot(f"{zone_words(combo)} offers {known}.")
    return _open_or_type(desk, combo, value, holds)


def _belongs(desk: Desk, entry: Zone, combo: Zone) -> bool:
    is_entry = entry.role in _CHOICE_ROLES and bool(entry.label)
    return is_entry and combo in ancestors(entry, desk.situation)


def _finish_combo(desk: Desk, found: Found, holds: ZoneValue) -> Progress:
    click(desk, found, expected=holds)
    desk.opened_ids.clear()  # the list has closed again
    desk.may_differ = False
    return Progress.DONE


def _open_or_type(desk: Desk, combo: Zone, value: str, holds: ZoneValue) -> Progress:
    """Nothing is known of its entries, or clicking them failed."""
    if desk.failed is None and not desk.done_here:
        words = f"{_OPENING}{zone_words(combo)}"
        desk.add(combo, Click(), words, SomethingChanges())
        return Progress.UNFINISHED
    if combo.is_editable:
        type_into(desk, combo, value, replace=True)
        return Progress.DONE
    raise desk.not_in_sight(value)


def _pick(desk: Desk, found: Found) -> Progress:
    zone = found.zone
    if (zone.role is Role.RADIO_BUTTON and zone.is_checked) or is_selected(zone):
        return desk.note(f"{zone_words(zone)} is chosen already.")
    expected: Condition | None = None
    if zone.role is Role.LIST_ITEM and zone.on_screen:
        selected = ZoneState(zone.zone_id, zone.label, State.SELECTED)
        expected = AnyOf((selected, ZoneGone(zone.zone_id, zone.label)))  # some lists close then
    return click(desk, found, expected=expected)
