"""The live view, and what is said of it: what is seen, how old it is, and how it is shown.

``head`` stands in the window's head, so that the picture has all the height beside it.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from widgets.live_view import LiveView
from widgets.marks import Mark
from widgets.parts import ElidedLabel, MarkLabel, figures_label, tool_button
from widgets.theme import Theme
from widgets.words import span_words

STATE_PX = 160
AGE_STEP_MS = 10.0
"""The age is told in steps, so that the figure is readable and seldom repainted."""


class LivePanel(QWidget):
    """``view`` is the picture itself, ``head`` what is said of it."""

    state_shown = Signal(str)

    def __init__(self, theme: Theme, zones: QAction, labels: QAction, full_size: QAction) -> None:
        super().__init__()
        self._theme = theme
        self.view = LiveView(theme)
        self._mark = MarkLabel(theme, Mark("eye", "text_quiet"))
        self._state = ElidedLabel("No picture", role="quiet")
        self._state.setMaximumWidth(STATE_PX)
        self._age = figures_label()
        self._age.setProperty("role", "small")
        toggles = ((zones, "zones"), (labels, "tag"), (full_size, "actual-size"))
        self.head = self._head([self._toggle(action, icon) for action, icon in toggles])
        zones.toggled.connect(self.view.set_zones_shown)
        labels.toggled.connect(self.view.set_labels_shown)
        full_size.toggled.connect(lambda is_full: self.view.set_fit(not is_full))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view, 1)

    def show_frame(self, image: QImage, age_ms: float) -> None:
        self.view.show_frame(image)
        age = span_words(round(age_ms / AGE_STEP_MS) * AGE_STEP_MS) + " old"
        if age != self._age.text():
            size = f"{image.width()} × {image.height()} pixels"
            self._age.setText(age)
            self._age.setToolTip(f"How old the picture of {size} was when it was shown")

    def show_state(self, text: str, tone: str = "text_quiet") -> None:
        """``live``, ``paused picture``, or why there is none."""
        self._state.show_text(text)
        icon = "warning" if tone in ("warn", "bad") else "eye"
        self._mark.show_mark(Mark(icon, tone))
        self.state_shown.emit(text)

    def set_age_shown(self, is_shown: bool) -> None:
        """In a narrow window the figure gives way to what the run does."""
        self._age.setVisible(is_shown)

    def clear(self) -> None:
        self.view.clear()
        self._age.setText("")
        self.show_state("No picture")

    def _head(self, toggles: list[QToolButton]) -> QWidget:
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self._mark, self._state, self._age):
            row.addWidget(widget)
        for button in toggles:
            row.addWidget(button)
        return head

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
