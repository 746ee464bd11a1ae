"""The head of the window, two lines: what shall be reached, and the hand on the wheel.

The second line ends in what is said of the live picture, so that the picture needs no head itself.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenuBar, QVBoxLayout, QWidget

from engine.record.views.run_state import RunState
from widgets.kit.parts import upright_separator
from widgets.picture.live_panel import LivePanel
from widgets.window.goal_bar import GoalBar
from widgets.window.run_bar import RunBar

AGE_FROM_PX = 1400


class ConsoleHead(QWidget):
    def __init__(self, goal_bar: GoalBar, run_bar: RunBar, live: LivePanel) -> None:
        super().__init__()
        self.setObjectName("consoleHead")
        self._goal_bar, self._run_bar, self._live = goal_bar, run_bar, live
        self.menu_bar = QMenuBar()
        self.menu_bar.setNativeMenuBar(False)
        first = QHBoxLayout()
        first.setContentsMargins(8, 4, 8, 0)
        first.setSpacing(8)
        first.addWidget(self.menu_bar, 0, Qt.AlignmentFlag.AlignTop)
        first.addWidget(goal_bar, 1)
        second = QHBoxLayout()
        second.setContentsMargins(8, 4, 8, 4)
        second.setSpacing(8)
        second.addWidget(run_bar, 1)
        second.addWidget(upright_separator())
        second.addWidget(live.head)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(first)
        layout.addLayout(second)

    def show_run(self, state: RunState, *, is_live: bool) -> None:
        """Where the run stands; its goal can't be changed while it goes on."""
        self._run_bar.show_run(state, is_live=is_live)
        self._goal_bar.set_running(state.is_running and is_live)
        if state.is_running and is_live:
            self._goal_bar.set_goal(state.goal)

    @property
    def has_goal_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and self._goal_bar.isAncestorOf(focused)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._live.age.set_roomy(self.width() >= AGE_FROM_PX)

    def fit_menu_bar(self) -> None:
        """As wide as its menus, once they are in it."""
        self.menu_bar.setFixedWidth(self.menu_bar.sizeHint().width())
