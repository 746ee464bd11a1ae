"""Marking a state: what of a situation matters, so that the state can be known again.

Two situations have the same digest where an operator would call them the same: the same windows,
holding the same zones in the same order, with the same texts and choices. Left out is what comes
and goes by itself or by looking: carets and status bars, clocks, tooltips, focus, hovering, what
is greyed out, and where a window stands. Small pictures of the windows stand beside the digest
for what zones can't tell, such as a canvas (``engine.states.small_pictures``)."""

import re
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import xxhash

from engine.domain.actions import Scroll
from engine.domain.conditions import WindowGone
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import StateMark
from engine.domain.scripts import with_places_named
from engine.domain.spaces import Rect, Spot
from engine.domain.zones import MENU_ROLES, ROW_ROLES, Role, State, Window, Zone
from engine.geometry.regions import without_all
from engine.states.small_pictures import pictures_of

_TIME = re.compile(r"\b(\d{1,2})[:∶](\d{2})([:∶]\d{2})?\b")
_CLOCK_MINUTES = 2
"""By how much a clock on the screen may differ from ours and still be a clock."""
_HALF_DAY_MINUTES = 12 * 60
_CHOICES = frozenset({State.CHECKED, State.SELECTED, State.EXPANDED})
_HINT_ROLES = frozenset({Role.LABEL, Role.IMAGE})
_SCROLL_BAR_PX = 16
"""It stands beside the rows that it goes with."""
_FRAME_PX, _POPUP_EDGE_PX = 40, 2
_FRAME, _LARGEST_HINT, _LINE_PX = 0.75, 0.25, 32
"""A tooltip is at most this share of the largest window of its application, or a line high."""

ZoneFacts = tuple[str, str, str, tuple[str, ...]]


def mark_of(situation: Situation, *, with_pictures: bool = True) -> StateMark:
    """The mark of a situation; some milliseconds."""
    windows = tuple(windows_that_matter(situation))
    zones = tuple(zones_that_matter(situation, windows))
    digest = xxhash.xxh3_128(repr(_facts(windows, zones)).encode())
    hints = tuple(one.bounds_px for one in situation.windows if one not in windows)
    asides = tuple(z for z in situation.zones_in_sight if z.in_status or z.role is Role.STATUS)
    bars = tuple(zone.bounds_px for zone in asides)
    pictures = pictures_of(situation, windows) if with_pictures else ()
    not_compared = (*hints, *bars)
    hidden = (zone for zone in situation.zones if not zone.on_screen and zone.source.tells)
    entries = tuple(zone for zone in hidden if zone.role.is_of_menu)
    mark = StateMark(digest.hexdigest(), windows, zones, pictures, not_compared)
    return replace(mark, asides=asides, entries=entries)


def digest_of(situation: Situation) -> str:
    """A digest that is the same in another run, where the folders lie elsewhere, however long a
    tooltip stays, whatever its size and what it hides, whatever is masked, and whether or not a
    toggle button still shows that it was pressed."""
    told = [zone for zone in situation.zones_in_sight if not zone.source.is_drawn]
    acting = {zone.window_id for zone in told if zone.role not in _HINT_ROLES}
    acting |= {each.window_id for each in situation.windows if each.is_active or each.is_dialog}
    windows = [each for each in situation.windows if each.window_id in acting]
    bare = (it for it in situation.zones if it.role.is_of_menu and not it.bounds_px.is_empty)
    there = dict.fromkeys((*situation.zones_in_sight, *bare, *situation.beneath))
    seen = replace(situation, zones=tuple(replace(it, on_screen=True) for it in there))
    zones = [replace(it, hidden_digest="") for it in zones_that_matter(seen, windows)]
    toggle = Role.TOGGLE_BUTTON
    zones = [replace(it, state=frozenset()) if it.role is toggle else it for it in zones]
    facts = with_places_named(repr(_facts(windows, zones)), situation.places)
    return xxhash.xxh3_64(facts.encode()).hexdigest()


def leaving_hint(now: Situation) -> PlanStep | None:
    """The pointer leaves what has a tooltip that lies over the window in front: for where no window
    is, since another thing may have one as well. None where there is none, or no such place."""
    front = now.front_window
    small = set(now.windows) - {*windows_that_matter(now), front}
    hint = next((w for w in small if front and w.bounds_px.meets(front.bounds_px)), None)
    bare = without_all([now.frame.bounds_px], [window.bounds_px for window in now.windows])
    if hint is None or not bare:
        return None
    at = max(bare, key=lambda part: min(part.width, part.height)).center
    leaves = Scroll(at=Spot.of(at, now.frame.bounds_px))
    words = "Leave with the pointer what has a tooltip"
    return PlanStep(1, GLOBAL_ZONE_ID, "", leaves, words, WindowGone(hint.window_id, hint.title))


def is_same_state(one: StateMark, other: StateMark) -> bool:
    """Whether nothing that matters differs, but for what a tooltip hides in one of them."""
    if one.digest and one.digest == other.digest:
        return True
    facts = [
        _facts(mark.windows, zones_without(mark, places))
        for mark, places in ((one, other.not_compared), (other, one.not_compared))
    ]
    return facts[0] == facts[1]


def told_otherwise(before: StateMark, now: StateMark) -> frozenset[str]:
    """What is called or holds something else, by zone, status bars too; rows that do, come or go,
    by their list. Not what can be turned or written in: that may be somebody's doing."""
    both = ([*mark.zones, *mark.asides] for mark in (before, now))
    told = [
        {(restless_key(z), zone_facts(z)[1:3]) for z in zones if _only_tells(z)} for zones in both
    ]
    keys = [{key for key, _ in each} for each in told]
    return frozenset(key for key, _ in told[0] ^ told[1] if key in keys[0] & keys[1])


def at_rest(now: StateMark, then: StateMark) -> StateMark:
    """``now`` with what changes by itself as it was ``then``, where it is there in both."""
    keys = [{restless_key(zone) for zone in mark.zones} for mark in (now, then)]
    still = then.restless & keys[0] & keys[1]
    if not still:
        return replace(now, restless_px=then.restless_px)
    zones = [zone for zone in now.zones if restless_key(zone) not in still]
    was = [zone for zone in then.zones if restless_key(zone) in still]
    moving = [zone for zone in (*was, *now.zones) if restless_key(zone) in still]
    places = tuple(zone.bounds_px.grown(_SCROLL_BAR_PX) for zone in moving)
    both = (*places, *then.restless_px)
    return replace(now, digest="", zones=(*zones, *was), restless_px=both)


def _only_tells(zone: Zone) -> bool:
    is_written_in = zone.role.is_field and zone.is_editable
    return not is_written_in and not zone.role.is_checkable


def restless_key(zone: Zone) -> str:
    if zone.role not in ROW_ROLES:
        return zone.zone_id
    return f"rows of {zone.parent_id or zone.window_id}"


def zones_without(mark: StateMark, hidden: Sequence[Rect]) -> list[Zone]:
    """The mark's zones whose middle lies under none of these."""
    return [z for z in mark.zones if not any(one.contains(z.bounds_px.center) for one in hidden)]


def windows_that_matter(situation: Situation) -> Iterator[Window]:
    """All but tooltips and the like: small, beside a larger one, with nothing to act upon."""
    areas = {window.window_id: window.bounds_px.area for window in situation.windows}
    told = (zone for zone in situation.zones_in_sight if zone.role not in _HINT_ROLES)
    acting = {
        z.window_id
        for z in told
        if not z.source.is_drawn or z.bounds_px.area < _FRAME * areas.get(z.window_id, 0)
    }
    largest: dict[str, int] = {}
    for window in situation.windows:
        area = window.bounds_px.area
        largest[window.application] = max(area, largest.get(window.application, 0))
    for window in situation.windows:
        is_small = window.bounds_px.area <= largest[window.application] * _LARGEST_HINT
        is_small |= window.bounds_px.height <= _LINE_PX  # a program may call it by another name
        is_hint = is_small and not (window.is_active or window.is_dialog)
        if not is_hint or window.window_id in acting:
            yield window


def without_hints(*looks: Situation) -> Iterator[Situation]:
    """Each without the windows that are a tooltip or the like in each that has them."""
    matter = {one.window_id for each in looks for one in windows_that_matter(each)}
    for each in looks:
        hints = [window for window in each.windows if window.window_id not in matter]
        windows = tuple(window for window in each.windows if window not in hints)
        zones = tuple(z for z in uncut(each.zones, hints) if each.window_of(z) not in hints)
        yield replace(each, windows=windows, zones=zones)


def uncut(zones: Iterable[Zone], over: Iterable[Window]) -> Iterator[Zone]:
    """Without what was read off the picture at these windows, frames and titles included: what is
    left of a word that they lie over reads as another."""
    places = [w.bounds_px.grown(_POPUP_EDGE_PX if w.is_popup else _FRAME_PX) for w in over]
    return (z for z in zones if not (z.source.is_drawn and any(map(z.bounds_px.meets, places))))


def zones_that_matter(situation: Situation, windows: Sequence[Window]) -> Iterator[Zone]:
    """Those in sight of these windows, without status bars and what they tell, and without what
    was read off the picture, late or never: the pictures of the windows tell it. A box
    around a field is without words: the field tells the same, and sooner."""
    told = {window.window_id for window in windows} | {""}
    around = {zone.parent_id for zone in situation.zones_in_sight if zone.is_editable}
    for zone in situation.zones_in_sight:
        is_status = zone.role is Role.STATUS or (zone.in_status and not zone.role.is_checkable)
        is_around = zone.role is Role.COMBO_BOX and zone.zone_id in around
        if zone.window_id in told and not is_status and not zone.source.is_drawn:
            yield replace(zone, label="", value="", hidden_digest="") if is_around else zone


def menus_among(windows: Iterable[Window], zones: Iterable[Zone]) -> set[str]:
    """The windows that are menus: they hold nothing else, and the keyboard stays."""
    roles: dict[str, set[Role]] = {}
    for zone in _beside_entries(zones):
        roles.setdefault(zone.window_id, set()).add(zone.role)
    return {
        window.window_id
        for window in windows
        if not (window.is_active or window.is_dialog)
        and roles.get(window.window_id, {Role.OTHER}) <= MENU_ROLES
    }


def _beside_entries(zones: Iterable[Zone]) -> Iterator[Zone]:
    """Without what stands in an entry of a menu, as its text does."""
    there = tuple(zones)
    entries = {zone.zone_id for zone in there if zone.role.is_menu_entry}
    return (zone for zone in there if zone.parent_id not in entries)


Seen = TypeVar("Seen", Situation, StateMark)


def without_menus(seen: Seen, more: Collection[str] = (), openers: Collection[str] = ()) -> Seen:
    """What is there beside menus, their ``openers`` and the windows that hold nothing else, or are
    some ``more``; the pictures stay, since what lay under a menu is not compared."""
    menus = {*menus_among(seen.windows, (z for z in seen.zones if z.on_screen)), *more}
    beside = (zone for zone in _beside_entries(seen.zones) if zone.zone_id not in openers)
    zones = tuple(zone for zone in beside if not zone.role.is_of_menu)
    windows = tuple(each for each in seen.windows if each.window_id not in menus)
    return replace(seen, zones=zones, windows=windows)


def content_of(mark: StateMark, other: StateMark) -> Counter[tuple[str, str, str]]:
    """What stands in the windows, whatever is chosen of it: role, label and text of each zone.
    Menus are left out, and what lies under a tooltip or another window in the ``other`` state."""
    shared = {window.window_id for window in other.windows} | {""}
    own = {window.window_id for window in mark.windows}
    over = [window.bounds_px for window in other.windows if window.window_id not in own]
    return Counter(
        zone_facts(zone)[:3]
        for zone in zones_without(mark, (*other.not_compared, *over))
        if not zone.role.is_of_menu and zone.window_id in shared
        if restless_key(zone) not in mark.restless | other.restless
    )


def window_facts(window: Window) -> tuple[str, str, bool]:
    """What tells one window from another: its application, its title without a clock, its kind."""
    return window.application, without_clock(window.title), window.is_dialog


def zone_facts(zone: Zone) -> ZoneFacts:
    """What tells one zone from another: role, label, text, choices; not where it is."""
    choices = choices_of(zone)
    value = zone.value if zone.is_editable else without_clock(zone.value)
    if zone.role is not Role.PASSWORD_FIELD:  # whose digest also tells how it looks
        value = zone.hidden_digest or value
    return role_of(zone).value, without_clock(zone.own_label), value, tuple(sorted(choices))


def role_of(zone: Zone) -> Role:
    """The role, but that a menu's entry is one, whether it can be ticked or not."""
    return Role.MENU_ITEM if zone.role is Role.CHECK_MENU_ITEM else zone.role


def choices_of(zone: Zone) -> frozenset[State]:
    """What is chosen of it. A selected menu entry is merely pointed at, unless it stands in the
    list of a combo box, which is over the box and therefore below nothing."""
    if not zone.role.is_of_menu:
        return zone.state & _CHOICES
    is_in_list = zone.role is not Role.MENU and not zone.parent_id
    return zone.state & ({State.CHECKED, State.SELECTED} if is_in_list else {State.CHECKED})


def without_clock(text: str) -> str:
    """The text with the time of now taken out; other times matter."""
    here = time.localtime()
    minutes_now = here.tm_hour * 60 + here.tm_min

    def replaced(match: re.Match[str]) -> str:
        off = (int(match[1]) * 60 + int(match[2]) - minutes_now) % _HALF_DAY_MINUTES
        is_clock = min(off, _HALF_DAY_MINUTES - off) <= _CLOCK_MINUTES
        return "now" if is_clock else match[0]

    return _TIME.sub(replaced, text)


def same_but_clock(now: str, then: str) -> bool:
    """Whether that was the same text at another time."""
    return now == then or without_clock(now) == _TIME.sub("now", then)


def _facts(windows: Sequence[Window], zones: Iterable[Zone]) -> object:
    active = next((window_facts(window) for window in windows if window.is_active), None)
    return active, sorted(map(window_facts, windows)), list(_ordered(zones, windows))


def _ordered(
    zones: Iterable[Zone], windows: Sequence[Window]
) -> Iterator[tuple[tuple[str, str, bool] | None, ZoneFacts]]:
    """Window by window, from top to bottom and left to right: the order of things counts."""
    owners = {window.window_id: (window_facts(window), window.window_id) for window in windows}
    nobody = (("", "", False), "")

    def place(zone: Zone) -> tuple[object, int, int]:
        return owners.get(zone.window_id, nobody), zone.bounds_px.y, zone.bounds_px.x

    for zone in sorted(zones, key=place):
        yield owners.get(zone.window_id, nobody)[0], zone_facts(zone)
