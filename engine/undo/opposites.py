"""Opposites: what a key, a button, the wheel or a drag did is undone by its counterpart.

All ways back are made of the clicks, keys and typing that stand first. Nothing here may lose data:
a way is walked without asking what it would cost, and what an application asks on the way ("Save
changes?") is answered by staying.
"""

from collections.abc import Iterator

from engine.domain.actions import Action, Click, Drag, PressKeys, Scroll
from engine.domain.history import LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import StateMark, UndoWay
from engine.domain.spaces import Point
from engine.domain.zones import Role, Zone
from engine.language.action_words import chord_words, counterparts
from engine.language.grave_words import destroys, is_called
from engine.language.keys import chord_of, may_turn_back, opposites_of, stands_for
from engine.language.labels import has_words, plain
from engine.states.marking import content_of
from engine.states.reaching import route_to
from engine.states.small_pictures import looks_alike


def step(zone: Zone | None, action: Action) -> PlanStep:
    """The action on the zone; None for whatever has the keyboard."""
    act = f"press {chord_words(action.keys)}" if isinstance(action, PressKeys) else action.kind
    words = f"Take back: {act.replace('_', ' ')} {zone.words if zone else ''}".strip()
    if zone is None:
        return PlanStep(0, GLOBAL_ZONE_ID, "", action, words)
    return PlanStep(0, zone.zone_id, zone.label, action, words)


def press(*keys: str) -> UndoWay:
    return UndoWay(f"press {chord_words(keys)}", (step(None, PressKeys(keys)),))


def click(zone: Zone, now: Situation, *, modifiers: tuple[str, ...] = ()) -> UndoWay:
    """Click it; what is hidden in a menu is reached by opening the menus above it."""
    opened = tuple(step(each, Click()) for each in route_to(zone, now) or ())
    action = Click(modifiers=modifiers)
    return UndoWay(f"click {zone.words}", (*opened, step(zone, action)))


_TOOLS = frozenset({Role.BUTTON, Role.TOGGLE_BUTTON, Role.TOOL_BAR})
_PX_PER_NOTCH = 60
_SAME_PLACE_PX = 4


def opposite_ways(node: LocalActionNode, now: Situation, mark: StateMark) -> Iterator[UndoWay]:
    """The counterparts of the node's action, where there are any."""
    match node.step.action:
        case Scroll() as action:
            yield from _scroll_back(node, action, now, mark)
        case Drag() as action:
            yield from _drag_back(node, action, now, mark)
        case PressKeys(keys=keys, half=""):
            yield from _opposite_key(keys, now)
        case Click(button="left", half=""):
            yield from _opposite_button(node, now)
        case _:
            return


def _opposite_key(keys: tuple[str, ...], now: Situation) -> Iterator[UndoWay]:
    chord = chord_of(keys)
    for opposite in opposites_of(chord):
        yield press(*opposite)
    if _ticks(chord, now):
        yield press(*chord)


def _ticks(chord: tuple[str, ...], now: Situation) -> bool:
    """A menu says that the chord ticks one of its entries."""
    return any(zone.role.is_checkable and stands_for(zone.shortcut, chord) for zone in now.zones)


def again(node: LocalActionNode, now: Situation, *, only_looks: bool) -> Iterator[UndoWay]:
    """The same once more, for what turns a view on and off; never what makes or takes things."""
    match node.step.action:
        case PressKeys(keys=keys) if may_turn_back(chord_of(keys)):
            yield press(*chord_of(keys))
        case Click(button="left") if only_looks:
            zone = now.zone(node.step.zone_id)
            if zone is not None and zone.role.is_of_menu and route_to(zone, now) is not None:
                yield click(zone, now)


def turned_a_view(node: LocalActionNode) -> bool:
    """A tab was chosen, or a menu's entry that says that it shows and hides, or that hid buttons
    and took nothing else away: the document is as it was, and its undo would undo something
    else."""
    was = node.before.zone(node.step.zone_id)
    if was is None or not isinstance(node.step.action, Click):
        return False
    if not was.role.is_menu_entry:
        return was.role is Role.TAB
    label = plain(was.label)
    if has_words("toggle", label) or (has_words("show", label) and has_words("hide", label)):
        return True
    gone = content_of(node.before, node.after) - content_of(node.after, node.before)
    come = content_of(node.after, node.before) - content_of(node.before, node.after)
    is_harmless = not destroys(label.split(" ")[0]) and not is_called("shuts", label)
    return is_harmless and bool(gone) and not come and all(role in _TOOLS for role, *_ in gone)


def _opposite_button(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    for wanted in counterparts(plain(node.step.zone_label)):
        yield from (
            click(zone, now)
            for zone in now.zones_in_sight
            if zone.role in (Role.BUTTON, Role.TOGGLE_BUTTON)
            and zone.is_enabled
            and plain(zone.label) == wanted
        )


def _scroll_back(
    node: LocalActionNode, action: Scroll, now: Situation, mark: StateMark
) -> Iterator[UndoWay]:
    """As far as it went. Where it came to an end before, that goes too far; then as far as what
    stands there tells."""
    if looks_alike(node.before, mark):
        return
    zone = now.zone(node.step.zone_id)
    shift = _shift(node.before.zones, mark.zones)
    if shift and not looks_alike(node.after, mark):
        notches = max(1, abs(shift) // _PX_PER_NOTCH)
        yield _turned(zone, Scroll(notches if shift > 0 else -notches))
    yield _turned(zone, Scroll(-action.down, -action.right))


def _turned(zone: Zone | None, action: Scroll) -> UndoWay:
    words = f"scroll by {action.down or action.right}"
    return UndoWay(words, (step(zone if zone is not None and zone.on_screen else None, action),))


def _shift(before: tuple[Zone, ...], now: tuple[Zone, ...]) -> int:
    """By how many pixels the things that moved stand lower than before."""
    there = {zone.zone_id: zone.bounds_px.y for zone in now}
    shifts = [there[z.zone_id] - z.bounds_px.y for z in before if z.zone_id in there]
    moved = sorted(shift for shift in shifts if shift)
    return moved[len(moved) // 2] if moved else 0


def _drag_back(
    node: LocalActionNode, action: Drag, now: Situation, mark: StateMark
) -> Iterator[UndoWay]:
    """From where it was left to where it was taken; a stroke leaves nothing that could be taken."""
    if action.strokes:
        return
    zone = now.zone(node.step.zone_id)
    if action.offset_px is not None:
        if zone is not None and zone.on_screen and mark.digest == node.after.digest:
            start = action.from_offset_px or Point(0, 0)
            dx, dy = action.offset_px.x, action.offset_px.y
            left_at = Point(start.x + dx, start.y + dy)
            back = Drag(offset_px=Point(-dx, -dy), from_offset_px=left_at)
            yield UndoWay("drag it back", (step(zone, back),))
        return
    was = node.before.zone(node.step.zone_id)
    if was is None:
        return
    for thing in now.zones_in_sight:
        if (thing.label, thing.role) == (was.label, was.role):
            yield from _to_its_place(thing, was)
            return


def _to_its_place(thing: Zone, was: Zone) -> Iterator[UndoWay]:
    """What is dropped on the middle of an entry may come to lie before or after it."""
    here, there = thing.bounds_px.center, was.bounds_px.center
    dx, dy = there.x - here.x, there.y - here.y
    if max(abs(dx), abs(dy)) <= _SAME_PLACE_PX:
        return
    bounds = was.bounds_px
    is_upright = abs(dy) > abs(dx)
    third = (bounds.height if is_upright else bounds.width) // 3
    further = third if (dy if is_upright else dx) > 0 else -third
    beyond = (0, further) if is_upright else (further, 0)
    for words, (x, y) in (("", (0, 0)), (" and beyond", beyond)):
        back = Drag(offset_px=Point(dx + x, dy + y))
        yield UndoWay(f"drag {thing.words} to its place{words}", (step(thing, back),))
