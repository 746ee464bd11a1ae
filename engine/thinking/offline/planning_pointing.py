"""Plans for clicking, menu paths, keys, dragging, scrolling and renaming."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Click, Drag, PressKeys, Scroll
from engine.domain.conditions import SomethingChanges
from engine.domain.zones import MENU_ROLES, Role, Zone
from engine.language.action_words import chord_words, zone_words
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Target
from engine.language.grave_words import destroys, what_it_does
from engine.language.keys import is_one_character
from engine.language.labels import normal, quoted, without_article
from engine.thinking.expected import after_pressing
from engine.thinking.offline.clicking import click, is_selected
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.planning_opening import enter_application
from engine.thinking.offline.vocabulary import (
    PRONOUNS,
    STANDARD_CHORDS,
)
from engine.thinking.offline.zone_matching import EXACT, GOOD, SPACELESS

SCROLL_NOTCHES = 5  # of one "scroll down": most of a page in most applications
_NAMED_ROLES = MENU_ROLES | {Role.BUTTON, Role.TOGGLE_BUTTON, Role.LINK, Role.ICON}
_KEY_ROLES = frozenset({Role.BUTTON, Role.TOGGLE_BUTTON})
_MENU_STARTS = MENU_ROLES | {Role.BUTTON, Role.TOGGLE_BUTTON, Role.TAB, Role.LIST_ITEM}


def plan_point(desk: Desk, clause: c.Point) -> Progress:
    found = desk.must_find(clause.target)
    if found.zone.role is Role.TAB and is_selected(found.zone) and clause.count == 1:
        return desk.note(f"{quoted(found.zone.label)} is selected already.")
    action = Click(button=clause.button, count=clause.count)
    return click(desk, found, action)


def plan_named(desk: Desk, clause: c.Named) -> Progress:
    """ "send the message": the button called so, or like its verb. For what has a name, or is
    destroyed, only a button that names it will do: another may do it to something else."""
    is_pronoun = normal(clause.object_words) in PRONOUNS
    thing = "" if is_pronoun else without_article(clause.object_words)
    risk = what_it_does(clause.verb.split()[0])
    named = replace(clause.where, words=f"{clause.verb} {thing}".strip())
    found = desk.find(named, _NAMED_ROLES, only_wanted=True)
    if thing and (found is None or found.score < GOOD):
        if clause.is_specific or destroys(clause.verb) or clause.verb == "archive":
            raise desk.not_in_sight(named.words)
        found = desk.find(replace(named, words=clause.verb), _NAMED_ROLES, only_wanted=True)
    if found is None and not thing:
        found = desk.find(named)
    if found and desk.finder.is_greyed(found.zone):
        raise desk.cannot(f"{found.zone.words} is greyed out now.")
    if found:
        return click(desk, found, risk=risk)
    keys = STANDARD_CHORDS.get(clause.verb)
    if keys and not desk.has_failed(PressKeys(keys)) and desk.front:
        return _press(desk, keys, f"{chord_words(keys)} to {clause.verb}", risk)
    if desk.failed:
        raise desk.cannot("no other way is known.")
    raise desk.not_in_sight(named.words)


def plan_menu_path(desk: Desk, clause: c.MenuPath) -> Progress:
    """What is called so as a whole; else the last label where it is in sight or its way is known,
    else the first one in sight."""
    whole = desk.find(clause.whole, only_wanted=True)
    if whole and whole.score >= SPACELESS:
        return click(desk, whole)
    labels, menus = clause.labels, [clause.target(at) for at in range(len(clause.labels))]
    called = (words for each in menus for words in (each.said, each.words))
    if not any(map(desk.finder.is_called, called)):  # a program may come first
        entered = enter_application(desk, menus[0].words)
        if entered is Progress.CHANGES:
            return Progress.UNFINISHED
    start = len(desk.done_here)
    for at in range(len(labels) - 1, -1, -1):
        within = menus[at - 1].words if at else ""
        found = desk.find(replace(menus[at], within=within), _MENU_STARTS, only_wanted=True)
        if found is None and within and at <= start:
            found = desk.find(menus[at], _MENU_STARTS, only_wanted=True)
        if found and found.score >= GOOD:
            is_last = at == len(labels) - 1
            if not is_last and any(s.zone_id == found.zone.zone_id for s in desk.done_here):
                raise desk.not_in_sight(labels[at + 1])  # it was opened, and has no such entry
            progress = click(desk, found)
            return progress if is_last else Progress.UNFINISHED
    raise desk.not_in_sight(labels[0])


def plan_press(desk: Desk, clause: c.Press) -> Progress:
    """Keys; a single character may be a button's label ("press 7" on a calculator)."""
    if is_one_character(clause.said):
        found = desk.find(Target(clause.said.strip()), _KEY_ROLES, only_wanted=True)
        if found and found.score == EXACT:
            for _ in range(clause.times):
                click(desk, found)
            desk.may_differ = False
            return Progress.DONE
    if desk.has_failed(PressKeys(clause.keys)):
        raise desk.cannot("the keys had no effect.")
    progress = Progress.DONE
    for _ in range(clause.times):
        progress = _press(desk, clause.keys, chord_words(clause.keys))
    return progress


def _press(desk: Desk, keys: tuple[str, ...], words: str, risk: str = "") -> Progress:
    focused = desk.situation.zone(desk.focus_id) or desk.situation.focused_zone
    change = after_pressing(keys, focused)
    # Of a window that tells nothing, a line of small letters changes too little to be sure.
    expected = change if desk.zones_in_front() else None
    desk.add(None, PressKeys(keys), f"Press {words}", expected, risk)
    return Progress.CHANGES if change else Progress.DONE


def plan_drag(desk: Desk, clause: c.DragTo) -> Progress:
    source, to = desk.must_find(clause.source), desk.must_find(clause.to)
    action = Drag(to_zone_id=to.zone.zone_id)
    if desk.has_failed(action, source.zone):
        raise desk.cannot("dragging had no effect.")
    words = f"Drag {zone_words(source.zone)} to {zone_words(to.zone)}"
    desk.add(source.zone, action, words, SomethingChanges())
    return Progress.CHANGES


def plan_scroll(desk: Desk, clause: c.ScrollBy) -> Progress:
    """Over the zone that was named, else over the largest one in front."""
    zone = desk.must_find(clause.target).zone if clause.target else _largest(desk)
    notches = SCROLL_NOTCHES * clause.times
    signed = notches if clause.direction in {"down", "right"} else -notches
    is_vertical = clause.direction in {"up", "down"}
    action = Scroll(down=signed) if is_vertical else Scroll(right=signed)
    if desk.has_failed(action):
        raise desk.cannot("scrolling had no effect.")
    where = f" in {zone_words(zone)}" if clause.target and zone else ""
    desk.add(zone, action, f"Scroll {clause.direction}{where}", SomethingChanges())
    return Progress.CHANGES


def _largest(desk: Desk) -> Zone | None:
    zones = [zone for zone in desk.zones_in_front() if not zone.bounds_px.is_empty]
    return max(zones, key=lambda zone: zone.bounds_px.area, default=None)
