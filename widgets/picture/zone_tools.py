"""The buttons for how the zones are drawn, and the one that says how many of them are."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from widgets.kit.actions import ConsoleActions
from widgets.kit.laying import lay_row
from widgets.kit.parts import tool_button
from widgets.kit.theme import Theme
from widgets.picture.zone_filter import ZoneCounts, ZoneFilter
from widgets.picture.zone_filter_panel import ZoneFilterPanel


class ZoneTools(QWidget):
    """The filter's button has words beside its icon while the filter hides something."""

    filter_changed = Signal(object)  # ZoneFilter

    def __init__(self, theme: Theme, actions: ConsoleActions) -> None:
        super().__init__()
        self._theme = theme
        self._filter_tip = actions.zone_filter.toolTip()
        self.filter = tool_button(theme, "filter", "Filter the zones", self._filter_tip)
        self.filter.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.panel = ZoneFilterPanel(theme, self)
        self.panel.filter_changed.connect(self.filter_changed)
        self.filter.clicked.connect(self.open_filter)
        actions.zone_filter.triggered.connect(self.open_filter)
        row = lay_row(of=self, margins=0, spacing=8)
        for action, icon in ((actions.zones, "zones"), (actions.labels, "tag")):
            row.addWidget(self._toggle(action, icon))
        row.addWidget(self._toggle(actions.marks, "numbers"))
        row.addWidget(self.filter)
        row.addWidget(self._toggle(actions.full_size, "actual-size"))

    def open_filter(self) -> None:
        self.panel.open_below(self.filter)

    def show_filter(self, zone_filter: ZoneFilter) -> None:
        self.panel.show_filter(zone_filter)

    def show_counts(self, counts: ZoneCounts, *, is_narrowed: bool) -> None:
        """``is_narrowed``: the operator has chosen to see less than on the first day."""
        self.panel.show_counts(counts)
        text = f"{counts.shown} of {counts.total}" if is_narrowed else ""
        if text != self.filter.text():
            self.filter.setText(text)
            style = Qt.ToolButtonStyle
            beside = style.ToolButtonTextBesideIcon if text else style.ToolButtonIconOnly
            self.filter.setToolButtonStyle(beside)
        self.filter.setToolTip(f"{self._filter_tip}\n{counts.words}")
        self.filter.setAccessibleDescription(counts.words)

    def _toggle(self, action: QAction, icon: str) -> QToolButton:
        """A button that follows the menu's action and is followed by it."""
        button = tool_button(self._theme, icon, action.text().replace("&", ""), action.toolTip())
        button.setCheckable(True)
        button.setChecked(action.isChecked())
        button.toggled.connect(action.setChecked)

        def follow(checked: bool) -> None:
            with QSignalBlocker(button):
                button.setChecked(checked)

        action.toggled.connect(follow)
        return button
