"""The head of the window, two lines: what shall be reached, and the hand on the wheel.

The second line ends in what is said of the live picture, so that the picture needs no head itself.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QMenuBar, QWidget

from engine.record.views.run_state import RunState
from widgets.kit.actions import ConsoleActions
from widgets.kit.laying import lay_column, lay_row
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
        first = lay_row(
            (self.menu_bar, 0, Qt.AlignmentFlag.AlignTop),
            (goal_bar, 1),
            margins=(8, 4, 8, 0),
            spacing=8,
        )
        second = lay_row(
            (run_bar, 1), upright_separator(), live.head, margins=(8, 4, 8, 4), spacing=8
        )
        lay_column(first, second, of=self, margins=0, spacing=0)

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


def fill_menu_bar(bar: QMenuBar, actions: ConsoleActions) -> None:
    file = bar.addMenu("&File")
    file.addActions([actions.new_run, actions.sessions, actions.export])
    file.addAction(actions.settings)
    file.addSeparator()
    file.addAction(actions.quit)

    run = bar.addMenu("&Run")
    run.setToolTipsVisible(True)
    run.addActions([actions.start, actions.pause, actions.step, actions.cancel])
    run.addSeparator()
    run.addAction(actions.stop)
    run.addSeparator()
    run.addActions(actions.going_back)
    run.addSeparator()
    run.addActions([actions.approve, actions.approve_group])
    run.addActions([actions.edit, actions.reject, actions.skip])

    view = bar.addMenu("&View")
    view.addActions([actions.zones, actions.labels, actions.marks, actions.zone_filter])
    view.addActions([actions.why, actions.full_size])
    view.addSeparator()
    view.addActions(actions.folds)
    view.addAction(actions.picture_only)
    view.addAction(actions.reset_layout)
    view.addSeparator()
    go_to = view.addMenu("&Go to")
    go_to.addActions(actions.focus_views)
    go_to.addAction(actions.filter_log)
    theme = view.addMenu("&Theme")
    theme.addActions(actions.themes.actions())

    help_menu = bar.addMenu("&Help")
    help_menu.addActions([actions.shortcuts, actions.about])
