"""The live view, and what is said of it: what is seen, how old it is, and how it is shown.

``head`` stands in the window's head, so that the picture has all the height beside it.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QToolButton, QWidget

from widgets.kit.actions import ConsoleActions
from widgets.kit.laying import lay_column, lay_row
from widgets.kit.marks import Mark
from widgets.kit.parts import ElidedLabel, MarkLabel, spoken, tool_button
from widgets.kit.theme import Theme
from widgets.picture.age_label import AgeLabel
from widgets.picture.live_view import LiveView
from widgets.picture.zone_filter import ZoneCounts, ZoneFilter
from widgets.picture.zone_filter_panel import ZoneFilterPanel

STATE_PX = 160


class LivePanel(QWidget):
    """``view`` is the picture itself, ``head`` what is said of it."""

    state_shown = Signal(str)

    def __init__(self, theme: Theme, actions: ConsoleActions) -> None:
        super().__init__()
        self.view = LiveView(theme)
        self.age = AgeLabel(theme)
        self.tools = ZoneTools(theme, actions)
        self._mark = MarkLabel(theme, Mark("eye", "text_quiet"))
        self._state = ElidedLabel("No picture", role="quiet")
        self._state.setMaximumWidth(STATE_PX)
        self.head = self._head()
        actions.zones.toggled.connect(lambda on: self.view.change_look(with_boxes=on))
        actions.labels.toggled.connect(lambda on: self.view.change_look(with_labels=on))
        actions.marks.toggled.connect(lambda on: self.view.change_look(with_marks=on))
        actions.full_size.toggled.connect(lambda is_full: self.view.set_fit(not is_full))
        lay_column((self.view, 1), of=self, margins=0, spacing=0)

    def show_frame(self, image: QImage, age_ms: float) -> None:
        self.view.show_frame(image)
        self.age.show_frame(age_ms, f"The picture has {image.width()} × {image.height()} pixels")

    def show_state(self, text: str, tone: str = "text_quiet") -> None:
        """``live``, ``paused picture``, or why there is none."""
        self._state.show_text(text)
        icon = "warning" if tone in ("warn", "bad") else "eye"
        self._mark.show_mark(Mark(icon, tone))
        self.state_shown.emit(text)

    def clear(self) -> None:
        self.view.clear()
        self.age.clear()
        self.show_state("No picture")

    def _head(self) -> QWidget:
        head = QWidget()
        lay_row(self._mark, self._state, self.age, self.tools, of=head, margins=0, spacing=8)
        return head


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
        button = tool_button(self._theme, icon, spoken(action.text()), action.toolTip())
        button.setCheckable(True)
        button.setChecked(action.isChecked())
        button.toggled.connect(action.setChecked)

        def follow(checked: bool) -> None:
            with QSignalBlocker(button):
                button.setChecked(checked)

        action.toggled.connect(follow)
        return button
