"""Saying beforehand whether and how an action can be taken back.

It is said from what is pressed and where, before anything is performed; whether it came true is
seen afterwards. The words of risk stand in ``engine.execution.risks``.
"""

from __future__ import annotations

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    FocusWindow,
    Launch,
    PressKeys,
    Replan,
    Scroll,
    TypeText,
    Wait,
)
from engine.domain.reversal import Degree, Reversibility
from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, MENU_ROLES, Role, Zone

_SELECTED_ROLES = (Role.TAB, Role.RADIO_BUTTON, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL)
NEVER = Reversibility(Degree.IRREVERSIBLE, "It can't be taken back.")


def reversibility_of_action(action: Action, zone: Zone | None) -> Reversibility:
    """How this kind of action on this zone is taken back, whatever its words say."""
    match action:
        case Wait() | FocusWindow() | Replan():
            return _fully("Nothing to take back.")
        case Scroll():
            return _fully("Scroll back.")
        case PressKeys():
            return Reversibility(Degree.PARTLY, "Press the opposite key or undo.")
        case TypeText():
            return _fully("Undo (Ctrl+Z), or type the old text again.")
        case Launch():
            return _fully("Close its window.")
        case Drag():
            return _fully("Drag it back.")
        case Click():
            return _of_click(zone)


def _of_click(zone: Zone | None) -> Reversibility:
    if zone is None:
        return Reversibility(Degree.PARTLY, "Not known beforehand.")
    if zone.role in CHECKABLE_ROLES and zone.role is not Role.RADIO_BUTTON:
        return _fully("Click it again.")
    if zone.role in EDITABLE_ROLES:
        return _fully("Nothing to take back: it only takes the focus.")
    if zone.role in MENU_ROLES or zone.label.endswith(("…", "...")):
        return _fully("Escape or Cancel closes what it opens.")
    if zone.role in _SELECTED_ROLES:
        return _fully("Select what was selected before.")
    words = "Cancel, Close or Escape of what it opens; otherwise undo, if there is one."
    return Reversibility(Degree.PARTLY, words)


def _fully(how: str) -> Reversibility:
    return Reversibility(Degree.REVERSIBLE, how)
