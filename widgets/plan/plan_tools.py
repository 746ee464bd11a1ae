"""Tools in the plan's title: what can be done with what was done, by pointer."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from widgets.kit.actions import ConsoleActions
from widgets.kit.laying import STRETCH, lay_row
from widgets.kit.parts import tool_button
from widgets.kit.theme import Theme


class PlanTools(QWidget):
    """Each button does what its action does, and can be pressed when that can."""

    def __init__(self, theme: Theme, actions: ConsoleActions) -> None:
        super().__init__()
        row = lay_row(STRETCH, of=self, margins=0, spacing=2)
        for action, icon in (
            (actions.revert_here, "revert-here"),
            (actions.retain, "retain"),
            (actions.try_option, "explore"),
            (actions.cancel_local, "cancel-local"),
        ):
            row.addWidget(_button_of(theme, action, icon))


def _button_of(theme: Theme, action: QAction, icon: str) -> QToolButton:
    name = action.text().replace("&", "").rstrip("…")
    button = tool_button(theme, icon, name, f"{name}: {action.toolTip()}")
    button.setEnabled(action.isEnabled())
    button.clicked.connect(action.trigger)
    action.enabledChanged.connect(button.setEnabled)
    return button
