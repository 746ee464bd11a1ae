"""Comparing a state with the mark of the one that should be back: restored, close, or not."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.domain.actions import Click
from engine.domain.history import LocalActionNode
from engine.domain.risks import Comparison, Returned, StateMark
from engine.domain.zones import CHECKABLE_ROLES, ITEM_ROLES, Role, State, Window, Zone
from engine.language.labels import shortened
from engine.states import marking
from engine.states import small_pictures as pictures

_MOST_DIFFERENCES = 5
_MOST_EVIDENCE = 3
_OPENER_PX = 32
"""So far from a menu is what opened it, at most."""
_BARE_NUMBER = re.compile(r"\d+(?![\d.,]*\s?%)")
_FACTS_OF_STATE = {
    State.CHECKED.value: "checked",
    State.SELECTED.value: "selected",
    State.EXPANDED.value: "opened",
}


def compare(before: StateMark, now: StateMark, of: LocalActionNode | None = None) -> Comparison:
    """Restored: nothing that matters differs. Close: something looks or is arranged differently.

    Not restored: a window, a text or a choice differs. A menu that was open is no state to return
    to: where none is open now, it is not compared. Nor is what is told to have come where the
    picture is as it was: some toolkits go on telling of a page that is not shown any more.
    ``of`` is what was done: where that is seen to be gone, what any use leaves behind is told and
    does not stand against it."""
    now = _without_unseen(before, marking.at_rest(now, before))
    if _has_open_menu(before) and not _has_open_menu(now):
        before, now = (replace(marking.without_menus(mark), digest="") for mark in (before, now))
    grave = [*_window_differences(before, now), *changed_zones(before.zones, now.zones)]
    if grave:
        return Comparison(Returned.NOT_RESTORED, tuple(grave[:_MOST_DIFFERENCES]))
    slight = tuple(itertools.islice(slight_differences(before, now), _MOST_DIFFERENCES))
    is_back = not slight or (of is not None and _is_what_use_leaves(before, now, of))
    return Comparison(Returned.RESTORED if is_back else Returned.CLOSE, slight)


def _is_what_use_leaves(before: StateMark, now: StateMark, of: LocalActionNode) -> bool:
    """All that is told is as it was before, and what was done is seen to be gone: what it was done
    to tells that it is itself again, or the window that a press opened is not there.

    A setting that is itself again says more than the line at the foot, in which the last message
    stands; what is pressed to make or to send something does not."""
    if not marking.is_same_state(before, now):
        return False
    spots = list(pictures.changed_spots(before, now))
    if is_itself_again(of, now):
        zone = of.before.zone(of.step.zone_id)
        is_setting = zone is not None and zone.role in CHECKABLE_ROLES - {Role.TOGGLE_BUTTON}
        rest = [each for each in spots if not (is_setting and pictures.is_at_foot(each, now))]
        return pictures.are_focus_marks(rest, before, now)
    is_opened = before is of.before and bool(of.after.windows_since(before))
    return is_opened and of.step.action == Click() and pictures.are_focus_marks(spots, before, now)


def is_itself_again(of: LocalActionNode, now: StateMark) -> bool:
    """What it was done to tells that it is as it was before, and that it was otherwise after it;
    of a row it is the others that count."""
    was, after, there = (
        next((e for e in (*mark.zones, *mark.entries) if e.zone_id == of.step.zone_id), None)
        for mark in (of.before, of.after, now)
    )
    if was is None or after is None or there is None or was.role in ITEM_ROLES:
        return False
    facts = marking.zone_facts(was)
    return facts == marking.zone_facts(there) != marking.zone_facts(after)


def _without_unseen(before: StateMark, now: StateMark) -> StateMark:
    known = {zone.zone_id for zone in before.zones}
    come = Counter(map(marking.zone_facts, now.zones)) - Counter(
        map(marking.zone_facts, before.zones)
    )
    fresh = [z for z in now.zones if z.zone_id not in known and come[marking.zone_facts(z)]]
    unseen = pictures.unchanged_places(before, now, fresh) if fresh else ()
    if not unseen:
        return now
    zones = tuple(zone for zone in now.zones if zone.zone_id not in unseen)
    return replace(now, digest="", zones=zones)


def slight_differences(before: StateMark, now: StateMark) -> Iterator[str]:
    """What has come, is gone, looks or is arranged otherwise."""
    is_same = marking.is_same_state(before, now)
    told = [] if is_same else _come_and_gone(before, now)
    told += itertools.islice(pictures.picture_differences(before, now), _MOST_DIFFERENCES)
    yield from told
    if not is_same and not told:
        old, new = (next((w.title for w in m.windows if w.is_active), "") for m in (before, now))
        in_front = f"the window “{new}” is in front, not “{old}”"
        yield in_front if old != new else "things are arranged in another order"


def doubtful_differences(before: StateMark, after: StateMark, now: StateMark) -> Iterator[str]:
    """What may differ of itself: a menu that is closed may be filled only when it opens; a status
    bar tells of modes, and of what was done last. It counts while it says what the action had it
    say."""
    yield from _ticked_otherwise(_entries_of(before), _entries_of(now))
    said = list(said_otherwise(before, now))
    if said and not any(said_otherwise(after, now)):
        yield from said


def said_otherwise(before: StateMark, now: StateMark) -> Iterator[str]:
    """Of status bars, but what moves in them by itself in either state."""
    moving = before.restless | now.restless
    old, new = (_told_aside(mark, moving) for mark in (before, now))
    for was, text in itertools.zip_longest(old, new, fillvalue=""):
        if was != text:
            yield f"the status bar says “{shortened(text)}”, not “{shortened(was)}”"


def _told_aside(mark: StateMark, moving: frozenset[str]) -> list[str]:
    """The texts of status bars; bare numbers are left out where one can write (the caret's)."""
    still = (zone for zone in mark.asides if marking.restless_key(zone) not in moving)
    placed = sorted(still, key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x))
    told = [marking.without_clock(f"{zone.own_label} {zone.value}").strip() for zone in placed]
    texts = [text for text in told if text]
    has_caret = any(zone.role is Role.TEXT_AREA for zone in mark.zones)
    return [_BARE_NUMBER.sub("#", text) for text in texts] if has_caret else texts


def _ticked_otherwise(before: Sequence[Zone], now: Sequence[Zone]) -> Iterator[str]:
    there = {entry.zone_id: entry for entry in now}
    for was in before:
        entry = there.get(was.zone_id)
        if entry is None or entry.label != was.label or entry.is_checked is was.is_checked:
            continue
        yield f"“{entry.label}” is {'ticked' if entry.is_checked else 'not ticked'} in its menu"


def what_came_back(after: StateMark, now: StateMark, *, but_menus: bool) -> tuple[str, ...]:
    """What is otherwise than after an action: where all is as before it, this is the evidence that
    what it did does not stand any more. ``but_menus``: that a menu is open or not is none. Beside
    what changes by itself, a picture is none: the button's own ring or shade came back, too."""
    now = marking.at_rest(now, after)
    ticked = list(_ticked_otherwise(_entries_of(after), _entries_of(now)))
    if but_menus:
        after, now = (replace(marking.without_menus(mark), digest="") for mark in (after, now))
    told = [
        *ticked,
        *_window_differences(after, now),
        *changed_zones(after.zones, now.zones),
        *(() if now.restless_px else pictures.picture_differences(after, now, verb="is as before")),
    ]
    return tuple((told or _come_and_gone(after, now))[:_MOST_EVIDENCE])


def beside_drawn_menus(of: LocalActionNode, now: StateMark) -> tuple[str, ...]:
    """Of the entry of a menu that is only drawn: that menus are open or not is no evidence, nor how
    what opens them looks, nor the line at the foot, where messages pass."""
    marks = (of.before, of.after, now)
    menus = [each for mark in marks for each in mark.windows if each.is_popup]
    near = [*(each.bounds_px for each in menus), *of.before.not_compared]
    near = [each.grown(_OPENER_PX) for each in near]
    ids = {each.window_id for each in menus}
    after, now = (marking.without_menus(mark, ids) for mark in marks[1:])
    told = [*_window_differences(after, now), *changed_zones(after.zones, now.zones)]
    for spot in () if now.restless_px else pictures.changed_spots(after, now):
        is_near = spot.place is None or any(map(spot.place.meets, near))
        if not is_near and not pictures.is_at_foot(spot, now):
            told.append(f"the picture is as before {spot.where}")
    return tuple(told[:_MOST_EVIDENCE])


def _has_open_menu(mark: StateMark) -> bool:
    return any(zone.role.is_menu_entry for zone in mark.zones)


def _entries_of(mark: StateMark) -> list[Zone]:
    return [*mark.entries, *(zone for zone in mark.zones if zone.role.is_of_menu)]


def _window_differences(before: StateMark, now: StateMark) -> list[str]:
    old, new = (_titles(mark.windows) for mark in (before, now))
    gone = ((name, "one of the windows" if name in new else "the window") for name in old - new)
    come = ((name, "another window" if name in old else "the window") for name in new - old)
    told = [f"{which} “{name}” is not there" for name, which in gone]
    return told + [f"{which} “{name}” is there now" for name, which in come]


def _titles(windows: tuple[Window, ...]) -> Counter[str]:
    facts = (marking.window_facts(window) for window in windows)
    return Counter(title or application for application, title, _ in facts)


def changed_zones(before: Sequence[Zone], now: Sequence[Zone]) -> list[str]:
    """Zones that are there as before, with another text or choice."""
    old, new = _by_name(before), _by_name(now)
    words = []
    for name in old.keys() & new.keys():
        for was, is_now in zip(old[name], new[name], strict=False):
            _, _, was_text, was_choices = marking.zone_facts(was)
            _, _, text, choices = marking.zone_facts(is_now)
            if was_text != text and (was.is_secret or is_now.is_secret):
                words.append(f"{is_now.words} holds another text")
            elif was_text != text:
                held = f"“{shortened(text)}”, not “{shortened(was_text)}”"
                words.append(f"{is_now.words} holds {held}")
            elif was_choices != choices:
                words.append(f"{is_now.words} is {_listed(choices)}, not {_listed(was_choices)}")
    return sorted(words)


def _by_name(zones: Sequence[Zone]) -> dict[tuple[str, str], list[Zone]]:
    named: dict[tuple[str, str], list[Zone]] = {}
    for zone in sorted(zones, key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x)):
        role, label, _, _ = marking.zone_facts(zone)
        named.setdefault((role, label), []).append(zone)
    return named


def _come_and_gone(before: StateMark, now: StateMark) -> list[str]:
    old = Counter(map(marking.zone_facts, marking.zones_without(before, now.not_compared)))
    new = Counter(map(marking.zone_facts, marking.zones_without(now, before.not_compared)))
    gone = [f"{role} “{shortened(label)}” is gone" for role, label, *_ in (old - new).elements()]
    come = [f"{role} “{shortened(label)}” has come" for role, label, *_ in (new - old).elements()]
    return gone + come


def _listed(choices: tuple[str, ...]) -> str:
    words = [_FACTS_OF_STATE[choice] for choice in choices]
    return " and ".join(words) if words else "neither checked nor selected"
