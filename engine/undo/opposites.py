"""Opposites: what a key, a button, the wheel or a drag did is undone by its counterpart, and what
an action opened is left: menus, lists that dropped down, dialogs, windows, tabs.

All ways back are made of the clicks, keys and typing that stand first. Nothing here may lose data:
a way is walked without asking what it would cost. A window that asks on the way whether to save is
left by its Cancel or by Escape, so that it stays, and the reversal ends honestly without it being
closed."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.domain.actions import Action, Click, Drag, FocusWindow, PressKeys, Scroll
from engine.domain.history import LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import StateMark, UndoWay
from engine.domain.spaces import Point, Spot
from engine.domain.zones import MENU_ROLES, Role, Window, Zone
from engine.language.action_words import chord_words, counterparts
from engine.language.grave_words import destroys, is_called
from engine.language.keys import chord_of, chord_written, may_turn_back, opposites_of, stands_for
from engine.language.labels import has_words, plain, quoted
from engine.states.marking import content_of, windows_that_matter
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
            for wanted in counterparts(plain(node.step.zone_label)):
                yield from (
                    click(zone, now)
                    for zone in now.zones
                    if (zone.on_screen and zone.role in _TOOLS) or zone.role.is_menu_entry
                    if zone.is_enabled and plain(zone.label) == wanted
                    if route_to(zone, now) is not None
                )


def by_its_keys(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """The keys of a menu's entry that turns something on and off and took its menu away: a bar of
    menus that is hidden, a window that fills the screen."""
    was, entry = node.before.zone(node.step.zone_id), now.zone(node.step.zone_id)
    if was is None or node.step.action != Click() or not was.role.is_menu_entry:
        return
    keys = chord_written(was.shortcut)
    is_toggle = was.role.is_checkable or keys in opposites_of(keys)
    if keys and is_toggle and (entry is None or route_to(entry, now) is None):
        yield press(*keys)


def _opposite_key(keys: tuple[str, ...], now: Situation) -> Iterator[UndoWay]:
    chord = chord_of(keys)
    for opposite in opposites_of(chord):
        yield press(*opposite)
    if any(zone.role.is_checkable and stands_for(zone.shortcut, chord) for zone in now.zones):
        yield press(*chord)  # a menu says that the chord ticks one of its entries


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


def _scroll_back(
    node: LocalActionNode, action: Scroll, now: Situation, mark: StateMark
) -> Iterator[UndoWay]:
    """As far as it went, or, where it came to an end before, as what stands there tells."""
    if looks_alike(node.before, mark):
        return
    zone = now.zone(node.step.zone_id)
    there = {zone.zone_id: zone.bounds_px.y for zone in mark.zones}
    shifts = (there[z.zone_id] - z.bounds_px.y for z in node.before.zones if z.zone_id in there)
    moved = sorted(shift for shift in shifts if shift)
    shift = moved[len(moved) // 2] if moved else 0  # so much lower stand the things that moved
    if shift and not looks_alike(node.after, mark):
        notches = max(1, abs(shift) // _PX_PER_NOTCH)
        yield _turned(zone, Scroll(notches if shift > 0 else -notches))
    yield _turned(zone, Scroll(-action.down, -action.right))


def _turned(zone: Zone | None, action: Scroll) -> UndoWay:
    words = f"scroll by {action.down or action.right}"
    return UndoWay(words, (step(zone if zone is not None and zone.on_screen else None, action),))


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


LEAVING = ("calls_off", "shuts", "dismisses", "goes_back")
"""What is pressed to leave a dialog, the best first, as rows of the words."""
_BESIDE_PX, _CORNER_PX = 2, 2
_IN_LISTS = MENU_ROLES | {Role.LIST_ITEM, Role.CELL, Role.LABEL}


def leave_what_came(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """Menus first, then what lies on top."""
    before, come = node.before, windows_that_came(node, now)
    popups = [window for window in come if _is_popup(window, now)]
    if popups or _menu_came(before, now):
        yield press("escape")
    for window in come:
        if window not in popups:
            yield from _leave(window, now)
            had = [one.window_id for one in before.windows if one.application == window.application]
            # where it stands in place of all that its program had, the program would end with it
            if window.is_active and (not had or any(map(now.window, had))):
                yield press("alt", "f4")


def close_what_came_in_it(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """What came within a window: a tab, a field laid over something."""
    # a tab that was not there, in a window that was: the key closes the current one, which might be
    # another where tabs came and went, such as with a pane
    old, new = (
        Counter(zone.label for zone in zones if zone.role is Role.TAB)
        for zones in (before.zones, now.zones_in_sight)
    )
    come, gone = new - old, old - new
    if not gone and (come.total() == 1 or (come and not old)):
        yield press("ctrl", "w")
    # a field that came to be typed into, such as over a name that is being changed
    known = {zone.zone_id for zone in before.zones}
    focused = now.focused_zone
    if focused is not None and focused.is_editable and focused.zone_id not in known:
        yield press("escape")


def windows_that_came(node: LocalActionNode, now: Situation) -> list[Window]:
    """Those that came with the action or of an application that was there, the topmost first. A
    window of another application that came since is somebody else's: it is not closed."""
    known = {window.window_id for window in node.before.windows}
    with_it = {window.window_id for window in node.after.windows}
    applications = {window.application for window in (*node.before.windows, *node.after.windows)}
    come = [
        window
        for window in windows_that_matter(now)
        if window.window_id not in known
        and (window.window_id in with_it or window.application in applications)
    ]
    return sorted(come, key=lambda window: window.order)


def go_to_window_of(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """To the front with the window that was there, where it is still open."""
    was = before.active_window
    if was is None:
        return
    same = now.window(was.window_id)
    front = min(windows_that_matter(now), key=lambda window: window.order, default=None)
    is_popup = front is not None and _is_popup(front, now)
    if same is not None and not same.is_active and not is_popup:
        yield UndoWay(f"go to “{same.title}”", (step(None, FocusWindow(same.title)),))


def size_again(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """The window in front, which something that came in it made larger: by its lower corner, where
    nothing else lies."""
    front = now.active_window
    was = before.window(front.window_id) if front is not None else None
    if front is None or was is None:
        return
    here, then, around = front.bounds_px, was.bounds_px, now.frame.bounds_px
    corner = Point(here.right - _CORNER_PX, here.bottom + _CORNER_PX)
    end = Point(corner.x + then.width - here.width, corner.y + then.height - here.height)
    is_bare = around.contains(corner) and now.window_at(corner) is None
    if end != corner and is_bare and around.contains(end):
        way = tuple(Spot.of(each, around) for each in (corner, end))
        words = f"drag the corner of {quoted(front.title)} back"
        yield UndoWay(words, (step(None, Drag(strokes=(way,))),))


def reopen_menus(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """What was open and is closed now: a menu, or the list of a combo box."""
    for was in before.zones:
        zone = now.zone(was.zone_id)
        owner = now.zone(was.parent_id)
        if was.role.is_of_menu and (zone is None or not zone.on_screen) and owner is not None:
            yield click(owner, now)
            return
    for window in before.windows_since(now):
        if not (window.is_active or window.is_dialog):
            yield from _open_list_at(window, now)


def _open_list_at(window: Window, now: Situation) -> Iterator[UndoWay]:
    """The list of a combo box lies upon it or beside it."""
    place = window.bounds_px.grown(_BESIDE_PX)
    for zone in now.zones_in_sight:
        if zone.role is Role.COMBO_BOX and zone.bounds_px.meets(place):
            yield click(zone, now)
            return


def _menu_came(before: StateMark, now: Situation) -> bool:
    """In a window that was there before: that of GTK's own menus is no window of its own."""
    known = {zone.zone_id for zone in before.zones}
    windows = {window.window_id for window in before.windows}
    return any(
        zone.role.is_of_menu and zone.zone_id not in known and zone.window_id in windows
        for zone in now.zones_in_sight
    )


def _is_popup(window: Window, now: Situation) -> bool:
    """A menu, or a list that dropped down, whose window never has the keyboard itself."""
    roles = {zone.role for zone in now.zones_in(window)}
    if roles and roles <= MENU_ROLES:
        return True
    return not (window.is_active or window.is_dialog) and roles <= _IN_LISTS


def _leave(window: Window, now: Situation) -> Iterator[UndoWay]:
    """By its own button or Escape, unless it is a main window."""
    if not window.is_active:
        yield UndoWay(f"go to “{window.title}”", (step(None, FocusWindow(window.title)),))
        return
    inside = now.zones_in(window)
    buttons = [zone for zone in inside if zone.role is Role.BUTTON and zone.is_enabled]
    if window.is_dialog or not any(zone.role is Role.MENU for zone in inside):
        for button in called_by(LEAVING, buttons):
            yield click(button, now)
        yield press("escape")


def called_by(rows: Sequence[str], zones: Sequence[Zone]) -> Iterator[Zone]:
    """Those that a row has by their whole label, in the order of the rows."""
    for row in rows:
        yield from (zone for zone in zones if is_called(row, plain(zone.label)))
