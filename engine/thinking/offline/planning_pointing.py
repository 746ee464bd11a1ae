"""Plans for clicking, menu paths, keys, dragging and scrolling; for ticking, choosing one of
several values, and setting a field to a value."""

from dataclasses import replace

from engine.domain import actions, conditions, plans, zones
from engine.domain.conditions import Condition, SomethingChanges, ZoneGone, ZoneState, ZoneValue
from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, MENU_ROLES, Role, State, Zone
from engine.language.action_words import chord_words, zone_words
from engine.language.amounts import numbers_in
from engine.language.goals import clauses as c
from engine.language.grave_words import destroys, what_it_does
from engine.language.keys import is_one_character
from engine.language.labels import OFF_WORDS, ON_WORDS, normal, quoted, without_article
from engine.language.typed_texts import Likeness, likeness
from engine.states.expected import after_pressing
from engine.thinking.offline import clicking, finding, matching, planning_typing, planning_windows
from engine.thinking.offline.desk import Desk, Progress

_CHORDS = {
    "undo": ("ctrl", "z"),
    "redo": ("ctrl", "shift", "z"),
    "copy": ("ctrl", "c"),
    "cut": ("ctrl", "x"),
    "paste": ("ctrl", "v"),
    "select all": ("ctrl", "a"),
}
"""What is meant where no zone of that name is known: shortcuts that nearly all programs share."""
_PRONOUNS = frozenset({"it", "this", "that", "them", "everything", "selection", "selected"})
SCROLL_NOTCHES = 5  # of one "scroll down": most of a page in most applications
_NAMED_ROLES = MENU_ROLES | {Role.BUTTON, Role.TOGGLE_BUTTON, Role.LINK, Role.ICON}
_KEY_ROLES = frozenset({Role.BUTTON, Role.TOGGLE_BUTTON})
_MENU_STARTS = MENU_ROLES | {Role.BUTTON, Role.TOGGLE_BUTTON, Role.TAB, Role.LIST_ITEM}
_DRAWN_STARTS = (zones.ACTIONABLE_ROLES - EDITABLE_ROLES) | {Role.LABEL}


def plan_point(desk: Desk, clause: c.Point) -> Progress:
    found = desk.must_find(clause.target)
    if found.zone.role is Role.TAB and clicking.is_selected(found.zone) and clause.count == 1:
        return desk.note(f"{quoted(found.zone.label)} is selected already.")
    return clicking.click(desk, found, actions.Click(button=clause.button, count=clause.count))


def plan_named(desk: Desk, clause: c.Named) -> Progress:
    """ "send the message": the button called so, or like its verb. For what has a name, or is
    destroyed, only a button that names it will do: another may do it to something else."""
    is_pronoun = normal(clause.object_words) in _PRONOUNS
    thing = "" if is_pronoun else without_article(clause.object_words)
    risk = what_it_does(clause.verb.split()[0])
    named = replace(clause.where, words=f"{clause.verb} {thing}".strip())
    found = desk.find(named, _NAMED_ROLES, only_wanted=True)
    if thing and (found is None or found.score < matching.GOOD):
        if clause.is_specific or destroys(clause.verb) or clause.verb == "archive":
            raise desk.not_in_sight(named.words)
        found = desk.find(replace(named, words=clause.verb), _NAMED_ROLES, only_wanted=True)
    if found is None and not thing:
        found = desk.find(named)
    if found and desk.finder.is_greyed(found.zone):
        raise desk.cannot(f"{found.zone.words} is greyed out now.")
    if found:
        return clicking.click(desk, found, risk=risk)
    keys = _CHORDS.get(clause.verb)
    if keys and not desk.has_failed(actions.PressKeys(keys)) and desk.front:
        return _press(desk, keys, f"{chord_words(keys)} to {clause.verb}", risk)
    if desk.failed:
        raise desk.cannot("no other way is known.")
    raise desk.not_in_sight(named.words)


def plan_menu_path(desk: Desk, clause: c.MenuPath) -> Progress:
    """What is called so as a whole; else the last label that is in sight or known, or the first."""
    whole = desk.find(clause.whole, only_wanted=True)
    if whole and whole.score >= matching.SPACELESS:
        return clicking.click(desk, whole)
    labels, menus = clause.labels, [clause.menu(at) for at in range(len(clause.labels))]
    called = (words for each in menus for words in (each.said, each.words))
    if not any(map(desk.finder.is_called, called)):  # a program may come first
        entered = planning_windows.enter_application(desk, menus[0].words)
        if entered is Progress.CHANGES:
            return Progress.UNFINISHED
    start = sum(isinstance(step.action, actions.Click) for step in desk.done_here)
    for at in range(len(labels) - 1, -1, -1):
        within = menus[at - 1].words if at else ""
        found = _of_roles(desk, replace(menus[at], within=within), _MENU_STARTS)
        if found is None and within and at <= start:
            found = _of_roles(desk, menus[at], _MENU_STARTS)
        found = found or (_only_menu(desk, menus[at]) if at == start == 0 else None)
        if found and found.score >= matching.GOOD:
            is_last = at == len(labels) - 1
            if not is_last and any(_is_again(step, found.zone) for step in desk.done_here):
                raise desk.not_in_sight(labels[at + 1])  # it was opened, and has no such entry
            progress = clicking.click(desk, found)
            return progress if is_last else Progress.UNFINISHED
    raise desk.not_in_sight(labels[min(start, len(labels) - 1)])


def _only_menu(desk: Desk, target: c.Target) -> finding.Found | None:
    """What is said to be a menu, and is called otherwise, is the only one there is in front: a
    button of three lines is called "Menu", if anything. Where there are several, none."""
    menus = desk.zones_in_front(frozenset({Role.MENU}))
    is_said = target.said.casefold().endswith(" menu")
    return finding.Found(menus[0]) if is_said and len(menus) == 1 else None


def _of_roles(desk: Desk, target: c.Target, roles: frozenset[Role]) -> finding.Found | None:
    """By its role; of what is only drawn, no role is known."""
    if found := desk.find(target, roles, only_wanted=True):
        return found
    found = desk.find(target, _DRAWN_STARTS, only_wanted=True)
    return found if found and found.zone.source.is_drawn else None


def _is_again(step: plans.PlanStep, zone: Zone) -> bool:
    """A menu that is drawn looks like another thing once it is open."""
    is_called_so = zone.source.is_drawn and step.zone_label == zone.label
    return step.zone_id == zone.zone_id or is_called_so


def plan_press(desk: Desk, clause: c.Press) -> Progress:
    """Keys; a single character may be a button's label ("press 7" on a calculator)."""
    if is_one_character(clause.said):
        found = desk.find(c.Target(clause.said.strip()), _KEY_ROLES, only_wanted=True)
        if found and found.score == matching.EXACT:
            for _ in range(clause.times):
                clicking.click(desk, found)
            desk.may_differ = False
            return Progress.DONE
    if desk.has_failed(actions.PressKeys(clause.keys)):
        raise desk.in_vain("the keys had no effect.")
    progress = Progress.DONE
    for _ in range(clause.times):
        progress = _press(desk, clause.keys, chord_words(clause.keys))
    return progress


def _press(desk: Desk, keys: tuple[str, ...], words: str, risk: str = "") -> Progress:
    focused = desk.situation.zone(desk.focus_id) or desk.situation.focused_zone
    change = after_pressing(keys, focused)
    # Of a window that tells nothing, a line of small letters changes too little to be sure.
    expected = change if desk.zones_in_front() else None
    desk.add(None, actions.PressKeys(keys), f"Press {words}", expected, risk)
    return Progress.CHANGES if change else Progress.DONE


def plan_drag(desk: Desk, clause: c.DragTo) -> Progress:
    source, to = desk.must_find(clause.source), desk.must_find(clause.to)
    words = f"Drag {zone_words(source.zone)} to {zone_words(to.zone)}"
    action, vain = actions.Drag(to_zone_id=to.zone.zone_id), "dragging had no effect."
    return desk.add(source.zone, action, words, SomethingChanges(), vain=vain)


def plan_scroll(desk: Desk, clause: c.ScrollBy) -> Progress:
    """Over the zone that was named, else over the largest one in front."""
    seen = [zone for zone in desk.zones_in_front() if not zone.bounds_px.is_empty]
    zone = max(seen, key=lambda each: each.bounds_px.area, default=None)
    zone = desk.must_find(clause.target).zone if clause.target else zone
    notches = SCROLL_NOTCHES * clause.times
    signed = notches if clause.direction in {"down", "right"} else -notches
    is_vertical = clause.direction in {"up", "down"}
    action = actions.Scroll(down=signed) if is_vertical else actions.Scroll(right=signed)
    if desk.has_failed(action):  # over whatever zone
        raise desk.in_vain("scrolling had no effect.")
    where = f" in {zone_words(zone)}" if clause.target and zone else ""
    return desk.add(zone, action, f"Scroll {clause.direction}{where}", SomethingChanges())


_OPENING = "Open "
LEAVE, CLICK = "Leave it", "Click it"
LEFT = "was left as it is, since nothing tells whether it is on."
_SILENT_SECS = 1.0
_CHOICE_ROLES = MENU_ROLES | {Role.LIST_ITEM, Role.RADIO_BUTTON, Role.CELL, Role.TREE_ITEM}
_FIELD_ROLES = EDITABLE_ROLES | (CHECKABLE_ROLES - {Role.RADIO_BUTTON}) | {Role.SLIDER}


def plan_tick(desk: Desk, clause: c.Tick) -> Progress:
    """Nothing where it is so already."""
    found = desk.must_find(clause.target, CHECKABLE_ROLES)
    zone = found.zone
    expected = ZoneState(zone.zone_id, zone.label, State.CHECKED, clause.on)
    if not zone.tells(State.CHECKED):
        return _turn_unread(desk, found, clause, expected)
    is_on = desk.checked.get(zone.zone_id, zone.is_checked)
    if is_on == clause.on:
        return desk.note(f"{zone_words(zone)} is {'on' if clause.on else 'off'} already.")
    if zone.role is Role.RADIO_BUTTON and not clause.on:
        raise desk.cannot("a radio button is turned off by choosing another one.")
    progress = clicking.click(desk, found, expected=expected)
    desk.checked[zone.zone_id] = clause.on
    return progress


def _turn_unread(desk: Desk, found: finding.Found, clause: c.Tick, expected: ZoneState) -> Progress:
    """Nothing tells whether it is on, so that a click may do the opposite: it is looked at in its
    open menu, or once its silent program may answer again, and then the operator is asked."""
    waits = actions.Wait(_SILENT_SECS)
    has_waited = any(step.action == waits for step in desk.done_here)
    if found.route and not desk.done_here and desk.failed is None:
        clicking.open_route(desk, found)
    elif found.zone.source.is_drawn and not has_waited:
        desk.add(None, waits, f"Wait for {zone_words(found.zone)} to tell whether it is on")
    if desk.steps:
        return Progress.UNFINISHED
    if desk.ask(clause.doubt, LEAVE, CLICK) != CLICK:
        raise desk.cannot(f"it {LEFT}")
    return clicking.click(desk, found, expected=expected)


def plan_set(desk: Desk, clause: c.SetTo) -> Progress:
    """As the field's kind wants it: ticked, chosen, or typed."""
    listed = _choose_in_open_list(desk, clause.value)
    if listed:
        return listed
    field = desk.find(clause.target, _FIELD_ROLES, only_wanted=True)
    if field is None:
        return _choose_in_group(desk, clause)
    zone = field.zone
    if zone.role.is_checkable:
        value = normal(clause.value)
        if value not in ON_WORDS | OFF_WORDS:
            raise desk.cannot(f"it can be turned on or off, not set to {quoted(clause.value)}.")
        return plan_tick(desk, c.Tick(clause.target, value in ON_WORDS))
    if zone.role is Role.COMBO_BOX:
        return _choose_in_combo(desk, field, clause.value)
    is_held = likeness(clause.value.strip(), zone.value.strip()) is Likeness.SAME
    if zone.role is not Role.PASSWORD_FIELD and is_held:
        return desk.note(f"{zone_words(zone)} is {quoted(clause.value)} already.")
    if zone.role is Role.SLIDER:
        zone = _number_beside(desk, zone)
    planning_typing.type_into(desk, zone, clause.value, replace=True)
    return Progress.DONE


def _number_beside(desk: Desk, slider: Zone) -> Zone:
    """The field beside the slider that holds its value. Raises ``PlanFailed`` without one."""
    fields = desk.zones_in_front(frozenset({Role.SPIN_BOX, Role.TEXT_FIELD}))
    beside = [e for e in fields if e.is_editable and matching.gap_px(slider, e) is not None]
    value = numbers_in(slider.value)
    same = [each for each in beside if value and numbers_in(each.value) == value]
    if len(same) != 1:
        raise desk.cannot("a slider is moved by keys: say which one to press, and how often.")
    return replace(same[0], label=slider.label or same[0].label)


def _choose_in_group(desk: Desk, clause: c.SetTo) -> Progress:
    """Groups often have no zone of their own; their entries still go by their labels."""
    field = clause.target
    name = field.words or field.said
    within = c.Target(clause.value, within=name)
    entry = desk.find(within, _CHOICE_ROLES, only_wanted=True)
    if entry is not None and desk.finder.has_place(field, entry.zone):
        return _pick(desk, entry)
    is_told = any(
        matching.zone_score(name, each) >= matching.ACCEPT for each in desk.situation.zones_in_sight
    )
    loose = c.Target(clause.value, within=field.within, scope=field.scope)
    entry = desk.find(loose, _CHOICE_ROLES, only_wanted=True) if is_told else None
    if entry is None or entry.score < matching.GOOD:
        raise desk.not_in_sight(field.said)
    return _pick(desk, entry)


def _choose_in_open_list(desk: Desk, value: str) -> Progress | None:
    """A list that a step of this clause has opened: a window of its own, which hides its field."""
    opening = _opening(desk)
    if opening is None or desk.failed:
        return None
    entry = _of_roles(desk, c.Target(value), _CHOICE_ROLES)
    if entry is None or not entry.zone.on_screen:
        return None
    holds = ZoneValue(opening.zone_id, opening.zone_label, entry.zone.label, contains=True)
    return _finish_combo(desk, entry, holds)


def _opening(desk: Desk) -> plans.PlanStep | None:
    return next((s for s in desk.done_here if s.description.startswith(_OPENING)), None)


def _choose_in_combo(desk: Desk, field: finding.Found, value: str) -> Progress:
    """Through its known entries; else open it and look; else type the value."""
    combo = field.zone
    if normal(combo.value or combo.label) == normal(value):  # some are called like their value
        return desk.note(f"{zone_words(combo)} is {quoted(combo.value or combo.label)} already.")
    entries = [each for each in desk.situation.zones if each.role in _CHOICE_ROLES and each.label]
    entries = [each for each in entries if combo in desk.situation.above(each)]
    entry = max(entries, key=lambda each: matching.zone_score(value, each), default=None)
    holds = ZoneValue(combo.zone_id, combo.label, entry.label if entry else value, contains=True)
    has_failed = desk.failed is not None
    if entry and matching.zone_score(value, entry) >= matching.ACCEPT and not has_failed:
        route = () if entry.on_screen else (*field.route, combo)
        return _finish_combo(desk, finding.Found(entry, route), holds)
    if entries and not has_failed:
        known = ", ".join(quoted(each.label) for each in entries[:8])
        raise desk.cannot(f"{zone_words(combo)} offers {known}.")
    # nothing is known of its entries, or clicking them failed
    if desk.failed is None and _opening(desk) is None:
        desk.add(combo, actions.Click(), f"{_OPENING}{zone_words(combo)}", SomethingChanges())
        return Progress.UNFINISHED
    if combo.is_editable:
        planning_typing.type_into(desk, combo, value, replace=True)
        return Progress.DONE
    raise desk.not_in_sight(value)


def _finish_combo(desk: Desk, found: finding.Found, holds: ZoneValue) -> Progress:
    clicking.click(desk, found, expected=holds)
    desk.opened_ids.clear()  # the list has closed again
    desk.may_differ = False
    return Progress.DONE


def _pick(desk: Desk, found: finding.Found) -> Progress:
    zone = found.zone
    if (zone.role is Role.RADIO_BUTTON and zone.is_checked) or clicking.is_selected(zone):
        return desk.note(f"{zone_words(zone)} is chosen already.")
    expected: Condition | None = None
    if zone.role is Role.LIST_ITEM and zone.on_screen:
        selected = ZoneState(zone.zone_id, zone.label, State.SELECTED)
        gone = ZoneGone(zone.zone_id, zone.label)  # some lists close then; drawn ones are read anew
        expected = conditions.AnyOf((selected, gone)) if zone.tells(State.SELECTED) else selected
    return clicking.click(desk, found, expected=expected)
