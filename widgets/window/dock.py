"""A dock with a quiet title of our own: a name, what the view adds, and a button to fold it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QWidget

from widgets.kit.laying import STRETCH, lay_column, lay_row
from widgets.kit.parts import tool_button
from widgets.kit.theme import Theme

FRAME_PX = 1


class Dock(QDockWidget):
    def __init__(
        self,
        theme: Theme,
        name: str,
        title: str,
        body: QWidget,
        *,
        head: QWidget | None = None,
        extra: QWidget | None = None,
    ) -> None:
        """``head`` stands in the title's place, ``extra`` beside it."""
        super().__init__(title)
        self.setObjectName(name)
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        self.setTitleBarWidget(self._title_bar(theme, title, head or QLabel(title.upper()), extra))
        frame = QWidget()
        frame.setObjectName("dockBody")
        lay_column(body, of=frame, margins=FRAME_PX)
        self.setWidget(frame)
        self.setAccessibleName(title)

    @property
    def frame_height(self) -> int:
        """What the dock itself takes, above and around its body."""
        return self.titleBarWidget().sizeHint().height() + 2 * FRAME_PX

    def _title_bar(self, theme: Theme, title: str, head: QWidget, extra: QWidget | None) -> QWidget:
        bar = QWidget()
        bar.setObjectName("dockTitle")
        row = lay_row(
            head, STRETCH, of=bar, margins=(0 if head.layout() else 8, 0, 2, 0), spacing=8
        )
        if extra is not None:
            extra.setMaximumWidth(280)
            row.addWidget(extra, 2)
        fold = tool_button(
            theme, "close", f"Fold {title}", f"Fold this away; the View menu brings {title} back"
        )
        fold.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys meant for a field must not fold it away
        fold.clicked.connect(self.close)
        row.addWidget(fold)
        return bar
