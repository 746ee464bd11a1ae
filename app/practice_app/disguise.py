"""Other labels and another order for the same menus, so that nothing can be known by heart.

An agent that finds its way in both has read the screen. What the dialogs are called stays.
"""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QPushButton, QWidget

_OTHER_NAMES = {
    "File": "Document",
    "View": "Display",
    "Tools": "Extras",
    "Help": "Support",
    "Settings…": "Preferences…",
    "Export…": "Publish…",
    "Add Files": "Insert documents",
    "More": "Others",
    "From disk…": "Browse…",
    "Clear list": "Empty list",
}


def disguise(window: QWidget) -> None:
    """Rename what has another name, and turn the order of all menus round."""
    for bar in window.findChildren(QMenuBar):
        _turn_round(bar)
    for menu in window.findChildren(QMenu):
        _turn_round(menu)
        for action in menu.actions():
            _rename(action)
    for button in window.findChildren(QPushButton):
        other = _OTHER_NAMES.get(_plain(button.text()))
        if other is not None:
            button.setText(other)
            button.setAccessibleName(other)


def _turn_round(holder: QMenu | QMenuBar) -> None:
    actions = holder.actions()
    for action in actions:
        holder.removeAction(action)
    holder.addActions(actions[::-1])
    for action in actions:
        _rename(action)


def _rename(action: QAction) -> None:
    other = _OTHER_NAMES.get(_plain(action.text()))
    if other is not None:
        action.setText(other)
        menu = action.menu()
        if isinstance(menu, QMenu):
            menu.setAccessibleName(other)


def _plain(text: str) -> str:
    return text.replace("&", "")
