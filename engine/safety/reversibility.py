"""Saying beforehand whether and how an action can be taken back.

It is said from what is pressed and where, before anything is performed; whether it came true is
seen afterwards. The words of risk stand in ``engine.safety.risks``.
"""

from __future__ import annotations

from engine.domain import actions
from engine.domain.actions import Action
from engine.domain.reversal import Degree, Reversibility
from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, MENU_ROLES, Role, Zone
from engine.language.action_words import chord_words
from engine.language.keys import chord_of, opposites_of
from engine.language.labels import plain, promises_window

_SELECTED_ROLES = frozenset(
    {Role.TAB, Role.RADIO_BUTTON, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.COMBO_BOX}
)
_CLOSING_CHORDS = (("alt", "f4"), ("ctrl", "w"), ("ctrl", "q"), ("ctrl", "f4"))
_DELETING_KEYS = (("delete",), ("backspace",), ("ctrl", "delete"), ("ctrl", "backspace"))
_SAVING_CHORDS = (("ctrl", "s"), ("ctrl", "shift", "s"))
_UNDO = "Undo (Ctrl+Z)"
_IF_CLOSED = "Open it again. What is not saved is asked for before, or is gone."
_IF_SAVED = "Undo and save again: the file's former content is not kept."
_IF_LEFT = "Open it again. What was entered there is gone."
_IF_APPLIED = "Open it again and put the former values back."
_OF_LABELS = {
    **dict.fromkeys(("close", "quit", "exit", "close tab", "close window"), _IF_CLOSED),
    **dict.fromkeys(("save", "save as", "save all"), _IF_SAVED),
    **dict.fromkeys(("cancel", "no", "back", "dismiss"), _IF_LEFT),
    **dict.fromkeys(("ok", "apply", "done", "yes"), _IF_APPLIED),
}
NEVER = Reversibility(Degree.IRREVERSIBLE, "It can't be taken back.")


def reversibility_of_action(
    action: Action, zone: Zone | None, focused: Zone | None = None
) -> Reversibility:
    """How this kind of action on this zone is taken back, whatever its words say.

    ``focused`` is what has the keyboard.
    """
    match action:
        case actions.Wait() | actions.FocusWindow() | actions.Replan():
            return _fully("Nothing to take back.")
        case actions.Scroll():
            return _fully("Scroll back.")
        case actions.PressKeys(keys=keys):
            return _of_keys(chord_of(keys), focused)
        case actions.TypeText():
            return _of_typing(zone or focused)
        case actions.Launch():
            return _fully("Close its window.")
        case actions.Drag():
            return _fully("Drag it back.")
        case actions.Click(button="right"):
            return _fully("Escape closes the menu.")
        case actions.Click():
            return _of_click(zone)
        case actions.ScrollTo():
            return _fully("Scroll back.")
        case actions.TakeScreenshot():
            return _fully("Nothing to take back.")
        case actions.GoBack() | actions.GoForward() | actions.Navigate():
            return _fully("Go back in the tab's history.")
        case actions.SwitchTab() | actions.CloseTab():
            return _fully("Switch to the tab that was shown before.")
        case actions.Search():
            return _fully("Go back in the tab's history.")


def _of_click(zone: Zone | None) -> Reversibility:
    if zone is None:
        return _partly("Not known beforehand.")
    how = _OF_LABELS.get(plain(zone.label))
    if how is not None and zone.role in MENU_ROLES | {Role.BUTTON, Role.LINK}:
        return _partly(how)
    if zone.role in CHECKABLE_ROLES and zone.role is not Role.RADIO_BUTTON:
        return _fully("Click it again.")
    if zone.role in _SELECTED_ROLES:
        return _fully("Select what was selected before.")
    if zone.role in EDITABLE_ROLES:
        return _fully("Nothing to take back: it only takes the focus.")
    if zone.role in MENU_ROLES or promises_window(zone.label):
        return _fully("Escape or Cancel closes what it opens.")
    words = f"Cancel, Close or Escape of what it opens; otherwise {_UNDO}, if there is one."
    return _partly(words)


def _of_keys(chord: tuple[str, ...], focused: Zone | None) -> Reversibility:
    opposites = opposites_of(chord)
    is_writing = focused is not None and focused.is_editable
    if chord in _CLOSING_CHORDS:
        return _partly(_IF_CLOSED)
    if chord in _SAVING_CHORDS:
        return _partly(_IF_SAVED)
    if chord in _DELETING_KEYS and not is_writing:
        return _partly(f"{_UNDO} or the wastebasket, if there is one.")
    if is_writing and (chord in _DELETING_KEYS or len(chord) == 1):
        return _fully(f"{_UNDO}, or type the old text again.")
    if opposites:
        return _fully(f"Press {chord_words(opposites[0])}.")
    return _partly(f"Leave what it opens, press it again, or {_UNDO}.")


def _of_typing(zone: Zone | None) -> Reversibility:
    if zone is not None and zone.role is Role.PASSWORD_FIELD:
        return _partly("Clear it: what stood there before can't be read.")
    return _fully(f"{_UNDO}, or type the old text again.")


def _fully(how: str) -> Reversibility:
    return Reversibility(Degree.REVERSIBLE, how)


def _partly(how: str) -> Reversibility:
    return Reversibility(Degree.PARTLY, how)
