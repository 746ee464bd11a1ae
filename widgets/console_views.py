"""The views of the console and where they stand: the picture in the middle, docks around it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from widgets.actions import ConsoleActions
from widgets.approval_panel import ApprovalPanel
from widgets.banner import Banner
from widgets.dock import Dock
from widgets.goal_bar import GoalBar
from widgets.inspector import Inspector
from widgets.live_panel import LivePanel
from widgets.plan_tree import PlanTree
from widgets.run_bar import RunBar
from widgets.theme import Theme
from widgets.timeline_panel import TimelinePanel

WIDE_FROM = 1700
LEAST_APPROVAL_HEIGHT = 500
HEAD_HEIGHT = 120


class ConsoleViews:
    """Makes every view once and puts it into the window."""

    def __init__(
        self, window: QMainWindow, theme: Theme, actions: ConsoleActions, armed_after_ms: int
    ) -> None:
        self._window = window
        self._folded: list[Dock] = []
        self._height_before = 0
        self.goal_bar = GoalBar(theme)
        self.run_bar = RunBar(theme)
        self.message = Banner(theme)
        self.past_banner = Banner(
            theme, "Back to live", "Leave the past session and show what goes on now", "back"
        )
        self.live = LivePanel(theme, actions.zones, actions.labels, actions.full_size)
        self.plan = PlanTree(theme)
        self.approval = ApprovalPanel(theme, armed_after_ms)
        self.inspector = Inspector(theme)
        self.timeline = TimelinePanel(theme)
        self.plan_dock = Dock(theme, "plan", "Plan", self.plan)
        self.approval_dock = Dock(theme, "approval", "Your decision", self.approval)
        self.inspector_dock = Dock(theme, "inspector", "Inspector", self.inspector)
        self.timeline_dock = Dock(
            theme, "timeline", "Timeline and log", self.timeline, self.timeline.filter
        )
        self.docks = (
            self.plan_dock,
            self.approval_dock,
            self.inspector_dock,
            self.timeline_dock,
        )
        window.setCentralWidget(self._centre())
        window.setMenuWidget(self._head())
        self.place_docks()

    def place_docks(self) -> None:
        """The docks as on the first day."""
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        places = (
            (self.plan_dock, left),
            (self.approval_dock, right),
            (self.inspector_dock, right),
            (self.timeline_dock, Qt.DockWidgetArea.BottomDockWidgetArea),
        )
        self._window.setCorner(Qt.Corner.BottomRightCorner, right)
        for dock, area in places:
            dock.setFloating(False)
            self._window.addDockWidget(area, dock)
            dock.show()
        self._window.splitDockWidget(
            self.approval_dock, self.inspector_dock, Qt.Orientation.Vertical
        )

    def size_docks(self) -> None:
        """Sizes that leave the picture most of the window."""
        width, height = self._window.width(), self._window.height()
        is_wide = width >= WIDE_FROM
        columns = (
            [round(width * 0.10), round(width * 0.15)] if is_wide else [width * 15 // 100, 296]
        )
        self._window.resizeDocks(
            [self.plan_dock, self.approval_dock], columns, Qt.Orientation.Horizontal
        )
        self._window.resizeDocks([self.timeline_dock], [150], Qt.Orientation.Vertical)
        right = max(300, height - HEAD_HEIGHT)
        self._window.resizeDocks(
            [self.approval_dock, self.inspector_dock],
            [round(right * 0.4), round(right * 0.6)],
            Qt.Orientation.Vertical,
        )

    def bring_up_approval(self) -> None:
        """What waits for the operator can't be folded away."""
        self.approval_dock.show()
        self.approval_dock.raise_()
        # a dock just shown has no height yet; ask once the layout has settled
        QTimer.singleShot(0, self._window, self._grow_approval)

    def settle_approval(self) -> None:
        """The run is over: give back the room that its questions took."""
        if self._height_before and not self.approval_dock.isFloating():
            self._share_column(self._height_before)
        self._height_before = 0

    def toggle_picture_only(self) -> None:
        """Fold every dock away; the second time bring back those that were there."""
        shown = [dock for dock in self.docks if not dock.isHidden()]
        if shown:
            self._folded = shown
        for dock in self._folded or list(self.docks):
            dock.setVisible(not shown)

    def _share_column(self, approval_height: int) -> None:
        """Give the approval this height and the inspector what is left."""
        both = self.approval_dock.height() + self.inspector_dock.height()
        self._window.resizeDocks(
            [self.approval_dock, self.inspector_dock],
            [approval_height, max(96, both - approval_height)],
            Qt.Orientation.Vertical,
        )

    def _grow_approval(self) -> None:
        is_docked = not self.approval_dock.isFloating()
        height = self.approval_dock.height()
        if is_docked and height < LEAST_APPROVAL_HEIGHT:
            self._height_before = height
            self._share_column(LEAST_APPROVAL_HEIGHT)

    def _centre(self) -> QWidget:
        centre = QWidget()
        centre.setObjectName("centre")
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(8)
        layout.addWidget(self.past_banner)
        layout.addWidget(self.message)
        layout.addWidget(self.live, 1)
        return centre

    def _head(self) -> QWidget:
        """Menu bar, goal bar and run bar, over the docks and the picture."""
        head = QWidget()
        head.setObjectName("goalBar")
        layout = QVBoxLayout(head)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.menu_bar = self._window.menuBar()
        layout.addWidget(self.menu_bar)
        layout.addWidget(self.goal_bar)
        layout.addWidget(self.run_bar)
        return head
