"""A dock with a quiet title of our own: a name, what the view adds, and a button to fold it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from widgets.parts import tool_button
from widgets.theme import Theme


class Dock(QDockWidget):
    def __init__(
        self, theme: Theme, name: str, title: str, body: QWidget, extra: QWidget | None = None
    ) -> None:
        super().__init__(title)
        self.setObjectName(name)
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        self.setTitleBarWidget(self._title_bar(theme, title, extra))
        frame = QWidget()
        frame.setObjectName("dockBody")
        layout = QVBoxLayout(frame)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(body)
        self.setWidget(frame)
        self.setAccessibleName(title)

    def _title_bar(self, theme: Theme, title: str, extra: QWidget | None) -> QWidget:
        bar = QWidget()
        bar.setObjectName("dockTitle")
        row = QHBoxLayout(bar)
        row.setContentsMargins(8, 2, 2, 2)
        row.setSpacing(8)
        row.addWidget(QLabel(title.upper()))
        row.addStretch(1)
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
