"""Whether a return can be claimed: what of an action was seen to differ, and is as before again.

That all looks as before is no evidence by itself: what never showed does not show when it stands
either. So each action that is to count as taken back needs something that was otherwise after it,
or the thing itself that it was to change, looked at.
"""

from collections.abc import Callable

from engine.domain import actions
from engine.domain.conditions import FileExists, FileSaved
from engine.domain.history import LocalActionNode
from engine.domain.risks import StateMark
from engine.domain.verdicts import Judgement, cant_tell, seen
from engine.domain.zones import CHECKABLE_ROLES, Role
from engine.language.grave_words import is_called
from engine.language.keys import chord_of
from engine.language.labels import plain, promises_window, shortened
from engine.undo.comparing import said_otherwise, what_came_back

_TELLS_ITS_CHOICE = CHECKABLE_ROLES | {Role.TAB, Role.LIST_ITEM, Role.TREE_ITEM}
_SAVING_CHORDS = (("ctrl", "s"), ("ctrl", "shift", "s"))
_LEAVING_CHORDS = (("escape",), ("ctrl", "w"), ("alt", "f4"))
_LEAVING_ROWS = ("calls_off", "shuts", "dismisses", "goes_back")
_WRITING_ROWS = ("saves", "applies")


Evidence = tuple[str, ...]


def judged_return(
    node: LocalActionNode,
    now: StateMark,
    came_back: Callable[[LocalActionNode, StateMark, bool], Evidence],
    *,
    is_acted: bool,
) -> Judgement:
    """Of a node before which all was as it is ``now``. ``came_back`` tells what is otherwise than
    after it."""
    words = node.step.description
    if _writes(node):
        return cant_tell(f"what “{words}” wrote was not looked at")
    if _does_nothing(node):
        return seen("there was nothing to take back")
    if closed := _closed_around(node, now):
        return cant_tell(f"“{closed}” is closed, so that nothing tells what of “{words}” stands")
    evidence = came_back(node, now, is_acted) or _looked_at(node, now) or _led_back(node, now)
    if evidence:
        return seen(*evidence)
    return cant_tell(f"nothing showed what “{words}” did, so that nothing tells whether it stands")


def came_back_on_desktop(node: LocalActionNode, now: StateMark, is_acted: bool) -> Evidence:
    """A click upon a menu's entry is not judged by the menu, which closed with it; and a status bar
    only tells of it where something was done, since messages pass by themselves."""
    zone = node.before.zone(node.step.zone_id)
    is_entry = zone is not None and zone.role.is_menu_entry
    if evidence := what_came_back(node.after, now, but_menus=is_entry):
        return evidence
    return tuple(said_otherwise(node.after, now)) if is_acted else ()


def _does_nothing(node: LocalActionNode) -> bool:
    """It only looks, waits, or puts the caret somewhere."""
    match node.step.action:
        case actions.Wait() | actions.TakeScreenshot() | actions.FocusWindow() | actions.Replan():
            return True
        case actions.Click(button="left"):
            zone = node.before.zone(node.step.zone_id)
            return zone is not None and zone.is_editable and zone.role is not Role.COMBO_BOX
        case _:
            return False


def _closed_around(node: LocalActionNode, now: StateMark) -> str:
    """The window that it was done in, which stood open after it and does not now: that it is gone
    takes nothing back of what was set or written in it."""
    zone = node.before.zone(node.step.zone_id)
    if zone is None or zone.role.is_of_menu:
        return ""
    window = node.after.window_of(zone)
    return window.name if window is not None and now.window_of(zone) is None else ""


def _led_back(node: LocalActionNode, now: StateMark) -> Evidence:
    """It did nothing but leave what had been opened, and that is gone."""
    match node.step.action:
        case actions.PressKeys(keys=keys):
            leaves = chord_of(keys) in _LEAVING_CHORDS
        case actions.Click(button="left"):
            leaves = any(is_called(row, plain(node.step.zone_label)) for row in _LEAVING_ROWS)
        case _:
            leaves = False
    return what_came_back(node.before, now, but_menus=False) if leaves else ()


def _looked_at(node: LocalActionNode, now: StateMark) -> Evidence:
    """What the action was to change, where that is in sight and tells of itself: it had no effect
    there."""
    zone, was = now.zone(node.step.zone_id), node.before.zone(node.step.zone_id)
    if zone is None or was is None:
        return ()
    match node.step.action:
        case actions.Click(button="left") if zone.role in _TELLS_ITS_CHOICE:
            return (f"{zone.words} is as it was",)
        case actions.TypeText() if zone.role.is_field and zone.value:
            return (f"{zone.words} holds “{shortened(zone.value)}”, as before",)
        case actions.Scroll() | actions.ScrollTo() if zone.bounds_px == was.bounds_px:
            return (f"{zone.words} shows what it showed",)
        case _:
            return ()


def _writes(node: LocalActionNode) -> bool:
    """It wrote into a file, or put values into force, which no picture takes back."""
    step = node.step
    if node.after.windows_since(node.before):
        return False  # it asked first
    if isinstance(step.expected_change, FileSaved | FileExists):
        return True
    match step.action:
        case actions.PressKeys(keys=keys):
            return chord_of(keys) in _SAVING_CHORDS
        case actions.Click(button="left"):
            zone = node.before.zone(step.zone_id)
            presses = zone is not None and (zone.role.is_of_menu or zone.role is Role.BUTTON)
            named = any(is_called(row, plain(step.zone_label)) for row in _WRITING_ROWS)
            return presses and named and not promises_window(step.zone_label)
        case _:
            return False
