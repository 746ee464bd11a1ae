"""The live view, and what is said of it: what is seen, how old it is, and how it is shown.

``head`` stands in the window's head, so that the picture has all the height beside it.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from widgets.kit.actions import ConsoleActions
from widgets.kit.laying import lay_column, lay_row
from widgets.kit.marks import Mark
from widgets.kit.parts import ElidedLabel, MarkLabel
from widgets.kit.theme import Theme
from widgets.picture.age_label import AgeLabel
from widgets.picture.live_view import LiveView
from widgets.picture.zone_tools import ZoneTools

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
