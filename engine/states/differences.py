"""What differs between two looks at a desktop, in words: the evidence that an effect is judged by.

Left out is what comes and goes by itself or by looking: clocks, carets, what merely lies under the
pointer. The picture counts last, since it tells that something differs and not what."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.domain.actions import PressKeys, TypeText
from engine.domain.plans import PlanStep, Situation
from engine.domain.spaces import Rect
from engine.domain.verdicts import Judgement, cant_tell, contradicted, seen
from engine.domain.zones import Role, State, Zone
from engine.language.keys import chord_of
from engine.language.labels import has_words, quoted
from engine.language.refusals import refuses
from engine.states import spots
from engine.states.marking import menus_among, without_clock, without_menus

_MOST_NAMED = 3
_TURNED = {
    State.CHECKED: ("is on", "is off"),
    State.SELECTED: ("is selected", "is not selected any more"),
    State.EXPANDED: ("is open", "is closed"),
    State.ENABLED: ("can be used", "is greyed out"),
}
_MARKS = frozenset({State.SELECTED, State.ENABLED})


def told_differences(
    before: Situation, now: Situation, *, counts_focus: bool = False, counts_figures: bool = True
) -> tuple[str, ...]:
    """What windows and zones tell differently, each a clause, most telling first. ``counts_focus``:
    what has the keyboard is an effect, as of a key that moves it. Labels of mere ``figures`` tell
    where the pointer is, wherever it is moved."""
    if now is before:
        return ()
    if not counts_figures:
        before, now = _without_figures(before), _without_figures(now)
    found = [*_windows(before, now), *_zones(before, now)]
    was, has = before.focused_zone, now.focused_zone
    if counts_focus and has is not None and (was is None or was.zone_id != has.zone_id):
        found.append(f"{has.words} has the keyboard")
    front, old = now.active_window, before.active_window
    if counts_focus and front and (old is None or old.window_id != front.window_id):
        found.append(f"{quoted(front.name)} is in front")
    return tuple(found or _read_otherwise(before, now))


def differs(before: Situation, now: Situation, *, besides: Rect | None = None) -> bool:
    """A window, a zone, a text that is drawn or more of the picture than a caret is different;
    the picture ``besides`` what the pointer lies over, where that is given."""
    if now is before:
        return False
    if told_differences(before, now, counts_focus=besides is None):
        return True
    return spots.changed_pixels(before.frame, now.frame, besides=besides) > spots.CARET_PIXELS


def only_marks(before: Situation, now: Situation) -> bool:
    """What differs is what is selected or can be used then, and what a status bar says of it."""
    both = (
        (replace(z, state=z.state - _MARKS) for z in each.zones if not z.in_status)
        for each in (before, now)
    )
    was, told = (replace(e, zones=tuple(z)) for e, z in zip((before, now), both, strict=True))
    return not told_differences(was, told)


def only_closes(before: Situation, now: Situation) -> bool:
    """A window, as a menu's, is gone, and none came: what comes of an action, as the dialog after
    its menu, may still be on its way."""
    was, there = ({window.window_id for window in each.windows} for each in (before, now))
    return there < was


def brings_nothing(before: Situation, now: Situation) -> bool:
    """Nothing is told differently, but that."""
    return only_closes(before, now) or not told_differences(before, now)


def is_in_menu(zone: Zone, seen: Situation) -> bool:
    """An entry; or what was read in a window that tells nothing and never has the keyboard."""
    window = seen.window_of(zone)
    if zone.role.is_of_menu or window is None or window.is_active or window.is_dialog:
        return zone.role.is_menu_entry
    return not any(other.window_id == zone.window_id for other in _telling(seen))


_TOLD_BY = frozenset({Role.LABEL, Role.STATUS})
_FIGURES = re.compile(r"(?=.*\d)(?!.*[^\W\d_]{3})", re.S)
"""Numbers, with no word beside them: "319,158 : 71 x 141"."""


def _without_figures(situation: Situation) -> Situation:
    told = (z for z in situation.zones if z.role not in _TOLD_BY or not _FIGURES.match(z.label))
    return replace(situation, zones=tuple(told))


def _windows(before: Situation, now: Situation) -> Iterator[str]:
    was = {window.window_id: window for window in before.windows}
    there = {window.window_id for window in now.windows}
    for window in now.windows:
        name = quoted(window.name)
        kind = "dialog" if window.is_dialog else "window"
        old = was.get(window.window_id)
        if old is None:
            yield f"the {kind} {name} came up"
        elif without_clock(old.title) != without_clock(window.title):
            yield f"the {kind} {quoted(old.title)} is titled {quoted(window.title)} now"
    for window in before.windows:
        if window.window_id not in there:
            yield f"the window {quoted(window.name)} closed"


def _zones(before: Situation, now: Situation) -> Iterator[str]:
    was = {zone.zone_id: zone for zone in _telling(before)}
    shown = {zone.zone_id: zone for zone in _telling(now)}
    for zone_id in shown.keys() & was.keys():
        yield from _told_otherwise(was[zone_id], shown[zone_id])
    came = _named(shown[zone_id] for zone_id in shown.keys() - was.keys())
    gone = _named(was[zone_id] for zone_id in was.keys() - shown.keys())
    if came:
        yield f"{came} came into sight"
    if gone:
        yield f"{gone} went out of sight"


def _telling(situation: Situation) -> Iterator[Zone]:
    """Drawn zones are read late, and tell no more than the picture."""
    return (zone for zone in situation.zones_in_sight if not zone.source.is_drawn)


def _told_otherwise(was: Zone, zone: Zone) -> Iterator[str]:
    told = was.value, zone.value
    values = told if zone.is_editable else tuple(map(without_clock, told))
    if values[0] != values[1] or was.hidden_digest != zone.hidden_digest:
        yield f"{zone.words} holds {quoted(zone.value)} now"
    if without_clock(was.own_label) != without_clock(zone.own_label):
        yield f"{was.words} is called {quoted(zone.label)} now"
    for state, (on, off) in _TURNED.items():
        if state is State.SELECTED and zone.role.is_of_menu:
            continue  # it is merely pointed at
        if (state in was.state) is not (state in zone.state):
            yield f"{zone.words} {on if state in zone.state else off}"


def _named(zones: Iterable[Zone]) -> str:
    ordered = sorted(zones, key=lambda zone: (not zone.label, zone.bounds_px.y, zone.bounds_px.x))
    if not ordered:
        return ""
    names = ", ".join(zone.words for zone in ordered[:_MOST_NAMED])
    more = len(ordered) - _MOST_NAMED
    return f"{names} and {more} more" if more > 0 else names


def _read_otherwise(before: Situation, now: Situation) -> Iterator[str]:
    """Something drawn reads otherwise than what was read at its place, and looks otherwise: a
    figure in a display is less than a caret. What was not read before tells nothing, nor does what
    was read within the same place (a word is told as part of another thing now), nor mere signs."""
    if before.frame.bounds_px != now.frame.bounds_px:
        return
    former = list(_readings(before))
    for zone in _readings(now):
        words = zone.own_label or zone.value
        inside = (one for one in former if zone.bounds_px.contains(one.bounds_px.center))
        there = [one for one in inside if one.window_id == zone.window_id]
        told = [each for one in there for each in (one.own_label, one.value)]
        is_new = bool(there) and not any(has_words(words, each) for each in told)
        is_word = any(letter.isalnum() for letter in words)
        if not (is_new and is_word):
            continue
        was, is_now = (spots.crop_of(frame, zone.bounds_px) for frame in (before.frame, now.frame))
        if (cv2.absdiff(was, is_now)[..., :3] > spots.PIXEL_DIFFERENCE).any():
            yield f"{quoted(words)} is read there now"
            return


def _readings(situation: Situation) -> Iterator[Zone]:
    for zone in situation.zones_in_sight:
        if zone.source.is_drawn and (zone.own_label or zone.value):
            yield zone


MOST_EVIDENCE = 3


def seen_or_refused(told: Sequence[str], before: Situation, now: Situation) -> Judgement:
    """What is told differently is the effect; but texts alone may be a refusal: an alert, what is
    in the colour of a warning, or a label or status whose words find fault. One that is told and
    not painted yet has no colour to go by."""
    both = (replace(e, zones=tuple(z for z in e.zones if not _is_text(z))) for e in (before, now))
    was = {line for zone in before.zones_in_sight for line in _lines(zone)}
    is_more = bool(told_differences(*both))
    for zone in (each for each in now.zones_in_sight if _is_text(each) and not is_more):
        said = " ".join(line for line in _lines(zone) if line not in was)
        finds_fault = refuses(said) and not zone.is_terminal
        if said and not _FIGURES.match(said) and (finds_fault or _warns(zone, before, now)):
            return cant_tell(f"what it says may be a refusal: {quoted(said)}")
        is_painted = (
            zone.is_terminal or spots.changed_share(before.frame, now.frame, zone.bounds_px) > 0
        )
        if said and not is_painted:
            return cant_tell(f"{quoted(said)} is told, and nothing is painted there yet")
    return seen(*told[:MOST_EVIDENCE])


def _is_text(zone: Zone) -> bool:
    return zone.is_terminal or zone.role in {Role.HEADING, Role.ALERT, Role.IMAGE, *_TOLD_BY}


def _lines(zone: Zone) -> list[str]:
    return (zone.value if zone.is_terminal else zone.label or zone.value).splitlines()


_INK_SHARE = 0.2
"""Of what is new in a text so much is ink and no smoothed edge, at least."""


def _warns(zone: Zone, before: Situation, now: Situation) -> bool:
    """What is new in it is from crimson over red to amber, or it is an alert."""
    was, part = (
        np.ascontiguousarray(spots.crop_of(each.frame, zone.bounds_px)[..., :3])
        for each in (before, now)
    )
    if zone.role is Role.ALERT or was.shape != part.shape or not part.size:
        return zone.role is Role.ALERT
    hue, saturation, brightness = cv2.split(cv2.cvtColor(part, cv2.COLOR_BGR2HSV))
    is_warm = ((hue < 22) | (hue > 167)) & (saturation > 127) & (brightness > 76)
    is_new = (cv2.absdiff(was, part) > spots.PIXEL_DIFFERENCE).any(axis=2)
    return bool(is_new.any() and is_warm[is_new].mean() > _INK_SHARE)


def behind_menu(entry: Zone, before: Situation, now: Situation) -> Judgement:
    """That the menu closed tells nothing of what its entry did: that shows elsewhere, or by its
    tick, where a closed menu still tells of that."""
    there = now.zone(entry.zone_id)
    is_same = there is not None and there.label == entry.label
    if is_same and there is not None and there.is_checked is not entry.is_checked:
        return seen(f"{quoted(entry.label)} is {'not ' * entry.is_checked}ticked in its menu")
    read_in = {entry.window_id} if not entry.role.is_of_menu else set[str]()
    menus = menus_among(before.windows, before.zones_in_sight) | read_in
    over = [each.bounds_px for each in before.windows if each.window_id in menus]
    over += [each.bounds_px for each in before.zones_in_sight if each.role.is_of_menu]
    known = {zone.zone_id for zone in before.zones_in_sight}
    # not what is in sight again since the menus that lay over it closed
    kept = (z for z in now.zones if z.zone_id in known or not any(map(z.bounds_px.meets, over)))
    shown = replace(now, zones=tuple(kept))
    openers = {zone.zone_id for zone in before.above(entry)}  # they say whether it is open
    both = tuple(without_menus(each, read_in, openers) for each in (before, shown))
    if told := told_differences(*both):
        return seen_or_refused(told, *both)
    if not entry.is_enabled and entry.source.tells:
        return contradicted(f"{entry.words} is greyed out")
    return cant_tell("the menu closed over it, and nothing else shows what it did")


def may_be_ticked(box: Zone, before: Situation, now: Situation) -> bool:
    """In a menu that stays open it looks otherwise, ticked or not: it is not clicked again."""
    is_in_menu = any(each.role is Role.MENU for each in now.above(box))
    share = spots.changed_share(before.frame, now.frame, box.bounds_px)
    return is_in_menu and box.role is Role.CHECK_BOX and share > 0


def terminal_taking_line(step: PlanStep, before: Situation) -> Zone | None:
    """The terminal in which the step confirms a line, which tells nothing of what came of it."""
    match step.action:
        case TypeText(text=text):
            is_line = text.endswith(("\n", "\r"))
        case PressKeys(keys=keys):
            is_line = chord_of(keys) == ("enter",)
        case _:
            return None
    aimed = before.zone(step.zone_id) or before.focused_zone
    return aimed if is_line and aimed is not None and aimed.is_terminal else None


_UNHEARD = re.compile(r"2>|&>|>&|&$")


def of_line_taken(terminal: Zone, now: Situation, typed: str = "") -> Judgement:
    """Right below the line that was handed in stands its prompt again: its command would have told
    of a failure, unless it goes on behind it, or its faults go elsewhere. What it printed may be
    anything; the last line is not of that, in which it waits. ``typed`` in the same step."""
    then = now.zone(terminal.zone_id)
    was, lines = (
        [line.rstrip() for line in each.value.splitlines() if line.strip()] if each else []
        for each in (terminal, then)
    )
    handed_in, prompt = f"{(was or [''])[-1]} {typed}".rstrip(), (lines or [""])[-1]
    is_back = prompt != handed_in and handed_in.startswith(prompt)
    printed = _below(handed_in, lines[:-1]) if is_back else None
    if printed == [] and not _UNHEARD.search(handed_in):
        return seen("the prompt is back below the line, and nothing was printed")
    new = " ".join([each for each in lines[:-1] if each not in was] if printed is None else printed)
    words = f", which says {quoted(new)}" if new else ""
    return cant_tell(f"the line was handed in{words}; what it did is not seen there")


def _below(line: str, lines: Sequence[str]) -> list[str] | None:
    """What stands below that line, which a narrow window breaks; None where it is not there."""
    wanted = "".join(line.split())
    for first in reversed(range(len(lines))):
        said = ""
        for last in range(first, len(lines)):
            said += "".join(lines[last].split())
            if said == wanted:
                return list(lines[last + 1 :])
            if not wanted.startswith(said):
                break
    return None
