"""Leaving what an action opened: menus, lists that dropped down, dialogs, windows, tabs.

Only what cannot lose anything is pressed. A window that asks whether to save is left by its
Cancel or by Escape, so that it stays, and the reversal ends honestly without it being closed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.domain.actions import FocusWindow
from engine.domain.history import LocalActionNode
from engine.domain.plans import Situation
from engine.domain.risks import StateMark, UndoWay
from engine.domain.zones import MENU_ROLES, Role, Window, Zone
from engine.language.grave_words import is_called
from engine.language.labels import plain
from engine.states.marking import windows_that_matter
from engine.undo.opposites import click, press, step

LEAVING = ("calls_off", "shuts", "dismisses", "goes_back")
"""What is pressed to leave a dialog, the best first, as rows of the words."""
_BESIDE_PX = 2
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
    yield from _close_tab(before, now)
    yield from _leave_editor(before, now)


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
    if same is not None and not same.is_active and not _is_popup_in_front(now):
        yield UndoWay(f"go to “{same.title}”", (step(None, FocusWindow(same.title)),))


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
    """A menu, or a list that dropped down: it holds nothing else. A list's window never has the
    keyboard itself."""
    roles = {zone.role for zone in now.zones_in(window)}
    if roles and roles <= MENU_ROLES:
        return True
    return not (window.is_active or window.is_dialog) and roles <= _IN_LISTS


def _is_popup_in_front(now: Situation) -> bool:
    front = min(windows_that_matter(now), key=lambda window: window.order, default=None)
    return front is not None and _is_popup(front, now)


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


def _close_tab(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """A tab that was not there, in a window that was: the key that closes the current one. Where
    tabs came and went, such as with a pane, it might be another's."""
    old, new = (
        Counter(zone.label for zone in zones if zone.role is Role.TAB)
        for zones in (before.zones, now.zones_in_sight)
    )
    come, gone = new - old, old - new
    if not gone and (come.total() == 1 or (come and not old)):
        yield press("ctrl", "w")


def _leave_editor(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """A field that came to be typed into, such as over a name that is being changed."""
    known = {zone.zone_id for zone in before.zones}
    focused: Zone | None = now.focused_zone
    if focused is not None and focused.is_editable and focused.zone_id not in known:
        yield press("escape")
