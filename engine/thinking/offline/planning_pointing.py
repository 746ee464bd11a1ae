"""Plans for clicking, menu paths, keys, dragging, scrolling and renaming."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.domain.actions import Click, Drag, PressKeys, Scroll
from engine.domain.conditions import SomethingChanges
from engine.domain.zones import MENU_ROLES, Role, Zone
from engine.language.action_words import chord_words, zone_words
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Target
from engine.language.goals.targets import read_counted
from engine.language.goals.words import PARTICLES
from engine.language.grave_words import destroys, what_it_does
from engine.language.keys import is_one_character
from engine.language.labels import normal, quoted, without_article
from engine.thinking.expected import after_pressing
from engine.thinking.offline.clicking import click, is_selected, place_words
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.finding import Found
from engine.thinking.offline.planning_opening import enter_application
from engine.thinking.offline.vocabulary import (
    PRONOUNS,
    STANDARD_CHORDS,
)
from engine.thinking.offline.zone_matching import EXACT, GOOD

SCROLL_NOTCHES = 5  # of one "scroll down": most of a page in most applications
_NAMED_ROLES = MENU_ROLES | {Role.BUTTON, Role.TOGGLE_BUTTON, Role.LINK, Role.ICON}
_KEY_ROLES = frozenset({Role.BUTTON, Role.TOGGLE_BUTTON})
_THINGS = frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.ICON})
_MENU_STARTS = MENU_ROLES | {Role.BUTTON, Role.TOGGLE_BUTTON, Role.TAB, Role.LIST_ITEM}


def plan_point(desk: Desk, clause: c.Point) -> Progress:
    found = desk.must_find(clause.target)
    if found.zone.role is Role.TAB and is_selected(found.zone) and clause.count == 1:
        desk.note(f"{quoted(found.zone.label)} is selected already.")
        return Progress.DONE
    action = Click(button=clause.button, count=clause.count, modifiers=clause.modifiers)
    return click(desk, found, action)


def plan_named(desk: Desk, clause: c.Named) -> Progress:
    """ "send the message": the button called so; what is to be deleted is selected before."""
    is_pronoun = normal(clause.object_words) in PRONOUNS
    thing = "" if is_pronoun else without_article(clause.object_words)
    risk = what_it_does(clause.verb.split()[0])
    if thing:
        both = _called_like_all(desk, clause, thing)
        if both:
            return _times(desk, clause, lambda: click(desk, both, risk=risk))
        _select_thing(desk, clause, thing)
    button = replace(clause.where, words=clause.verb)
    found = desk.find(button, _NAMED_ROLES, only_wanted=True)
    if found is None and not thing:
        found = desk.find(button)
    if found and desk.finder.is_greyed(found.zone):
        raise desk.cannot(f"{found.zone.words} is greyed out now.")
    if found:
        return _times(desk, clause, lambda: click(desk, found, risk=risk))
    keys = STANDARD_CHORDS.get(clause.verb)
    if keys and not desk.has_failed(PressKeys(keys)) and desk.front:
        words = f"{chord_words(keys)} to {clause.verb}"
        return _times(desk, clause, lambda: _press(desk, keys, words, risk))
    if desk.failed:
        raise desk.cannot("no other way is known.")
    raise desk.not_in_sight(f"{clause.verb} {clause.object_words}".strip())


def _times(desk: Desk, clause: c.Named, do: Callable[[], Progress]) -> Progress:
    """As often as was said; more than once only where what is in sight stays."""
    progress = do()
    for _ in range(clause.times - 1):
        if progress is not Progress.DONE:
            raise desk.cannot("after the first time other things are in sight.")
        progress = do()
    return progress


def _called_like_all(desk: Desk, clause: c.Named, thing: str) -> Found | None:
    name = replace(clause.where, words=f"{clause.verb} {thing}")
    found = desk.find(name, _NAMED_ROLES, only_wanted=True)
    return found if found and found.score >= GOOD else None


def _select_thing(desk: Desk, clause: c.Named, thing: str) -> None:
    """Select what the verb is about. What has a name, or is destroyed, must be in sight."""
    if normal(thing).split()[:1] and normal(thing).split()[0] in PARTICLES:
        raise desk.not_in_sight(f"{clause.verb} {thing}")  # "search for cats" is no "Search"
    counted = read_counted(thing)
    target = replace(clause.where, words=thing)
    if counted:
        target = replace(target, roles=counted.roles, count=counted.count, counted=counted.words)
    found = desk.find(target, _THINGS, only_wanted=True)
    if found and found.zone.on_screen:
        if not _is_chosen(desk, found.zone):
            words = f"Select {zone_words(found.zone)}{place_words(desk, found)}"
            desk.add(found.zone, Click(), words, SomethingChanges())
    elif clause.is_specific or destroys(clause.verb) or clause.verb == "archive":
        raise desk.not_in_sight(thing)


def _is_chosen(desk: Desk, zone: Zone) -> bool:
    is_done = any(step.zone_id == zone.zone_id for step in desk.done_here)
    return is_done or is_selected(zone) or desk.was_just_clicked(zone)


def plan_menu_path(desk: Desk, clause: c.MenuPath) -> Progress:
    """The last label where it is in sight or its way is known; else the first one in sight."""
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
