"""Putting back what was chosen and what was typed.

Ticks, radio buttons, selections, values of boxes and sliders are chosen again. Of texts the
application's own undo comes first, since it alone brings back all that a text has: its end, its
looks, and that it counts as unchanged; then Backspace, then the former text. What was read in part
only is never typed anew."""

import math
from collections.abc import Iterator
from dataclasses import replace

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.history import LocalActionNode
from engine.domain.plans import PlanStep, Situation
from engine.domain.risks import StateMark, UndoWay
from engine.domain.spaces import Rect
from engine.domain.zones import CHECKABLE_ROLES, ITEM_ROLES, Role, State, Zone
from engine.language.action_words import chord_words
from engine.language.amounts import numbers_in
from engine.states import reaching, small_pictures
from engine.states.marking import choices_of
from engine.undo.opposites import click, press, step

_TICKED_ROLES = (CHECKABLE_ROLES - {Role.RADIO_BUTTON}) | {Role.MENU_ITEM, Role.BUTTON, *ITEM_ROLES}
_MOST_PRESSES = 40


def put_choices_back(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """What is chosen otherwise than before, one way for each; rows of lists are another thing."""
    # of one choice among several, in a menu too, the one that was ticked before: what was chosen
    # instead would stay ticked
    for was in (*node.before.zones, *node.before.entries):
        zone = now.zone(was.zone_id)
        if not was.is_checked or zone is None or zone.is_checked or zone.label != was.label:
            continue
        if zone.zone_id != node.step.zone_id and reaching.route_to(zone, now) is not None:
            yield click(zone, now)
    for was in node.before.zones:
        zone = same_now(was, now)
        if zone is None or reaching.route_to(zone, now) is None:
            continue
        is_ticked = was.is_checked or {was.role, zone.role} & _TICKED_ROLES
        if was.is_checked is not zone.is_checked and is_ticked:
            yield click(zone, now)
        yield from _value_again(was, zone, now)
        yield from _open_again(node, was, zone, now)
    for was in node.before.zones:
        zone = now.zone(was.zone_id)
        is_lost = was.role not in ITEM_ROLES and _is_selected(was) and not _is_selected(zone)
        if is_lost and zone is not None and zone.on_screen:
            yield click(zone, now)
    yield from _turn_page_back(node, now)


def tick_again(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """The menu's entry that was clicked, where its menu is open and shows that it was turned."""
    was = node.before.zone(node.step.zone_id)
    if was is None or was.role is not Role.CHECK_MENU_ITEM:
        return
    same = [z for z in now.zones_in_sight if (z.role, z.label) == (was.role, was.label)]
    if len(same) == 1 and same[0].is_checked is not was.is_checked:
        yield click(same[0], now)


def turn_mark_back(node: LocalActionNode, now: Situation, mark: StateMark) -> Iterator[UndoWay]:
    """The drawn entry that was clicked, where its menu is open again and looks otherwise by nothing
    but the mark before its words: it is on or off, and would do else what it did once more."""
    if node.step.action != Click() or node.before.zone(node.step.zone_id) is not None:
        return
    for entry in now.zones_in_sight:
        window, at = now.window_of(entry), entry.bounds_px
        is_it = entry.source.is_drawn and entry.label == node.step.zone_label
        if not is_it or window is None or not window.is_popup:
            continue
        pictures = [e for e in node.before.pictures if e.bounds_px == window.bounds_px]
        same = (replace(each, window_id=window.window_id) for each in pictures)
        spots = list(small_pictures.changed_spots(replace(node.before, pictures=tuple(same)), mark))
        if spots and all(each.place and _is_mark(each.place, at) for each in spots):
            yield click(entry, now)


def _is_mark(place: Rect, words: Rect) -> bool:
    """No larger than the words are high, in their row, and left of their middle."""
    is_small = max(place.width, place.height) <= 2 * words.height
    is_level = words.y <= place.center.y < words.bottom
    return is_small and is_level and place.center.x < words.center.x


def _turn_page_back(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """Where no tab tells that it was chosen, the page of before is one of the others', and the
    first is the likeliest; turning pages does no harm."""
    chosen = node.before.zone(node.step.zone_id)
    if chosen is None or chosen.role is not Role.TAB or not isinstance(node.step.action, Click):
        return
    tabs = [zone for zone in now.zones_in_sight if zone.role is Role.TAB]
    tabs = [zone for zone in tabs if zone.parent_id == chosen.parent_id]
    if not any(_is_selected(zone) for zone in (*tabs, *node.before.zones) if zone.role is Role.TAB):
        yield from (click(zone, now) for zone in tabs if zone.zone_id != chosen.zone_id)


def _value_again(was: Zone, zone: Zone, now: Situation) -> Iterator[UndoWay]:
    if was.is_secret:
        return  # a masked value can't be chosen or typed again
    match zone.role:
        case Role.COMBO_BOX if (was.label, was.value) != (zone.label, zone.value):
            if not any(one.parent_id == zone.zone_id and one.is_editable for one in now.zones):
                yield from _choose_again(was, zone, now)
        case Role.SLIDER if was.value != zone.value:
            yield from _slide_again(was, zone)
        case Role.SPIN_BOX if was.value != zone.value and was.value:
            steps = (TypeText(was.value, replace=True), PressKeys(("tab",)))
            yield UndoWay(
                f"put {was.value} back into {zone.words}",
                (step(zone, steps[0]), step(None, steps[1])),
            )


def _choose_again(was: Zone, zone: Zone, now: Situation) -> Iterator[UndoWay]:
    """The former value among the entries of the combo box: known, or in sight once it is open."""
    former = was.value if was.value != zone.value else was.label
    if not former:
        return
    for entry in now.zones:
        if entry.label == former and entry.zone_id != zone.zone_id:
            if entry.parent_id == zone.zone_id:
                yield click(entry, now)
                return
            if entry.on_screen and entry.window_id != zone.window_id:
                yield click(entry, now)
                return
    yield click(zone, now)


def _slide_again(was: Zone, zone: Zone) -> Iterator[UndoWay]:
    """By the arrow keys, a step of one each, looked at and done again; from the start where it
    stands between two steps. Only with the keyboard there: a click would move it."""
    former, present = numbers_in(was.value)[:1], numbers_in(zone.value)[:1]
    if not former or not present or State.FOCUSED not in zone.state:
        return
    distance = former[0] - present[0]
    times = min(_MOST_PRESSES, math.floor(abs(distance)))
    if not times or distance % 1:
        yield UndoWay(f"press Home on {zone.words}", (step(None, PressKeys(("home",))),))
        return
    key = "right" if distance > 0 else "left"
    presses = tuple(step(None, PressKeys((key,))) for _ in range(times))
    yield UndoWay(f"press {key.capitalize()} {times} times on {zone.words}", presses)


def _open_again(node: LocalActionNode, was: Zone, zone: Zone, now: Situation) -> Iterator[UndoWay]:
    """A row of a tree, a section: opened or closed as it was."""
    if State.EXPANDED not in choices_of(was) ^ choices_of(zone) or not zone.on_screen:
        return
    if node.step.zone_id == zone.zone_id and isinstance(node.step.action, Click):
        yield UndoWay(f"click {zone.words} again", (step(zone, node.step.action),))
    if zone.role in ITEM_ROLES:
        key = "-" if State.EXPANDED in zone.state else "+"
        steps = (step(zone, Click()), step(None, PressKeys((key,))))
        yield UndoWay(f"press {key} on {zone.words}", steps)
    else:
        yield click(zone, now)


def select_rows_again(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """The rows that were selected are selected again, and no others of the same list."""
    selected = [
        zone for zone in node.before.zones if zone.role in ITEM_ROLES and _is_selected(zone)
    ]
    still = {zone.zone_id: same_now(zone, now) for zone in selected}
    lost = [zone for zone in selected if not _is_selected(still[zone.zone_id])]
    kept = {same.zone_id for same in still.values() if same is not None}
    added = [
        zone
        for zone in now.zones_in_sight
        if zone.role in ITEM_ROLES and _is_selected(zone) and zone.zone_id not in kept
    ]
    touched = [*lost, *added]
    if touched:
        # what stands in the same list: above, below or between what changed
        left = min(one.bounds_px.x for one in touched)
        right = max(one.bounds_px.right for one in touched)
        beside = (zone for zone in selected if left <= zone.bounds_px.center.x < right)
        rows = [zone for zone in beside if zone.window_id == touched[0].window_id]
        wanted = [same for zone in rows if (same := still[zone.zone_id]) is not None]
        yield from _select_rows(wanted, added, now)


def _select_rows(wanted: list[Zone], added: list[Zone], now: Situation) -> Iterator[UndoWay]:
    """One click for the first row, one with Ctrl for each other."""
    firsts: dict[int, Zone] = {}
    for zone in sorted(wanted, key=lambda zone: -zone.bounds_px.width):
        if zone.on_screen:
            firsts.setdefault(zone.bounds_px.y, zone)
    if firsts:
        first, *others = firsts.values()
        steps = [step(first, Click())]
        steps += [step(other, Click(modifiers=("ctrl",))) for other in others]
        yield UndoWay(f"select {first.words} again", tuple(steps))
    elif added:
        yield click(added[0], now, modifiers=("ctrl",))
        yield press("escape")


def _is_selected(zone: Zone | None) -> bool:
    return zone is not None and State.SELECTED in choices_of(zone)


def same_now(was: Zone, now: Situation) -> Zone | None:
    """The zone as it is now. The entries of a list are known by what they say: where they stand
    is all that some toolkits tell them apart by."""
    same = now.zone(was.zone_id)
    if was.role not in ITEM_ROLES or not was.label:
        return same
    if same is not None and same.label == was.label:
        return same
    alike = [
        zone
        for zone in now.zones_in_sight
        if (zone.role, zone.label, zone.window_id) == (was.role, was.label, was.window_id)
    ]
    return alike[0] if len(alike) == 1 else None


_MOST_UNDOS = 20
_MOST_BACKSPACES = 8
_REDO = (("ctrl", "shift", "z"), ("ctrl", "y"))


def put_texts_back(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """Texts that are others than before."""
    after = {zone.zone_id: zone for zone in node.after.zones}
    for was in node.before.zones:
        zone = now.zone(was.zone_id)
        if zone is None or not zone.on_screen:
            continue
        if (was.value, was.hidden_digest) == (zone.value, zone.hidden_digest):
            continue
        if zone.role in (Role.COMBO_BOX, Role.SPIN_BOX) and not zone.is_editable:
            continue
        if was.is_secret or zone.is_secret:  # dots must not be typed in its place
            if zone.is_editable and zone.role is not Role.PASSWORD_FIELD:
                yield UndoWay(f"undo in {zone.words}", _keys(zone, ("ctrl", "z"), 1))
            continue
        if zone.is_editable:
            then = after[zone.zone_id].value if zone.zone_id in after else zone.value
            yield from _undo_or_redo(was, then, zone)
            yield from _erase(node, was, zone)
            yield from _type_again(was, zone)
        elif zone.role in (Role.TEXT_FIELD, Role.TEXT_AREA):
            yield from _backspace(was, zone)
    yield from _undo_secret(node, now)


def let_go_of_selection(now: Situation) -> Iterator[UndoWay]:
    """An undo may leave selected what it brought back; the caret then goes to its end."""
    focused = now.focused_zone
    if focused is not None and focused.role.is_field:
        yield UndoWay("let go of the selection", (step(None, PressKeys(("right",))),))


def _undo_or_redo(was: Zone, then: str, zone: Zone) -> Iterator[UndoWay]:
    """As often as it seems to need; redo where it went past the former text."""
    to_go, length = _difference(zone.value, was.value), _difference(then, was.value)
    done = _difference(then, zone.value)
    if to_go > length:
        for chord in _REDO:
            yield UndoWay(f"redo in {zone.words} by {chord_words(chord)}", _keys(zone, chord, 1))
        return
    times = max(1, min(_MOST_UNDOS, to_go // done)) if done else 1
    words = f"undo in {zone.words}" + (f", {times} times" if times > 1 else "")
    yield UndoWay(words, _keys(zone, ("ctrl", "z"), times))


def _erase(node: LocalActionNode, was: Zone, zone: Zone) -> Iterator[UndoWay]:
    """What was typed at the caret is erased from there, where the caret still stands."""
    match node.step.action:
        case TypeText(text=text, replace=False) if State.FOCUSED in zone.state and len(
            was.value
        ) + len(text) == len(zone.value):
            erase = TypeText("\b" * len(text))
            yield UndoWay(f"erase what was typed into {zone.words}", (step(None, erase),))


def _type_again(was: Zone, zone: Zone) -> Iterator[UndoWay]:
    if was.is_cut or zone.is_cut:
        return
    if "\n" in was.value and zone.role is not Role.TEXT_AREA:
        return
    action = TypeText(was.value, replace=True)
    yield UndoWay(f"put the old text back into {zone.words}", (step(zone, action),))


def _backspace(was: Zone, zone: Zone) -> Iterator[UndoWay]:
    """A display, such as a calculator's, to which something was added."""
    added = zone.value.removeprefix(was.value)
    if was.value in ("", "0"):
        added = zone.value
    if len(added) == len(zone.value) and was.value not in ("", "0"):
        return
    if 0 < len(added) <= _MOST_BACKSPACES:
        action = TypeText("\b" * len(added))
        yield UndoWay(f"erase “{added}” from {zone.words}", (step(None, action),))


def _undo_secret(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """Of a password only the undo is known: what stood there can't be read."""
    zone = now.zone(node.step.zone_id)
    is_typed = isinstance(node.step.action, TypeText)
    if is_typed and zone is not None and zone.role is Role.PASSWORD_FIELD and zone.on_screen:
        yield UndoWay(f"undo in {zone.words}", _keys(zone, ("ctrl", "z"), 1))


def _keys(zone: Zone, chord: tuple[str, ...], times: int) -> tuple[PlanStep, ...]:
    """The chord in the zone, which is clicked where it does not have the keyboard."""
    focus = () if State.FOCUSED in zone.state else (step(zone, Click()),)
    return (*focus, *(step(None, PressKeys(chord)) for _ in range(times)))


def _difference(one: str, other: str) -> int:
    """How many characters lie between the first and the last that differ."""
    shortest = min(len(one), len(other))
    start = next((i for i in range(shortest) if one[i] != other[i]), shortest)
    rest = shortest - start
    end = next((i for i in range(rest) if one[-1 - i] != other[-1 - i]), rest)
    return max(len(one), len(other)) - start - end
