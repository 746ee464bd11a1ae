"""The views of the console: each made once, the picture in the middle, the docks around it; and
what the operator wants that several of them tell of."""

from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMenuBar, QWidget

from engine.record.views.run_state import RunState
from widgets.decision.approval_panel import ApprovalPanel
from widgets.explorer.explorer_pages import FindingsPage, StatesPage
from widgets.inspector.inspector import Inspector
from widgets.inspector.run_history import RunHistory
from widgets.kit.actions import ConsoleActions
from widgets.kit.marks import WAITING
from widgets.kit.pages import Banner, Pages, widen_arrow
from widgets.kit.parts import spoken, upright_separator
from widgets.kit.picture_view import FromRecord, Thumbnails
from widgets.kit.theme import Theme, lay_column, lay_row, widget_of
from widgets.picture.live_panel import LivePanel
from widgets.plan.plan_tree import PlanTools, PlanTree
from widgets.timeline.timeline_panel import TimelinePanel
from widgets.web.graph_page import GraphPage
from widgets.window.dock_layout import Dock, DockLayout
from widgets.window.goal_bar import GoalBar
from widgets.window.past_sessions import PastBanner
from widgets.window.run_bar import RunBar
from widgets.window.run_tabs import RunTabs

AGE_FROM_PX = 1400
TOOLS_FROM_DIGITS, WORDS_FROM_DIGITS, MENUS_FROM_DIGITS = 150, 120, 90


class ConsoleHead(QWidget):
    def __init__(self, goal_bar: GoalBar, run_bar: RunBar, live: LivePanel) -> None:
        super().__init__()
        self.setObjectName("consoleHead")
        self._goal_bar, self._run_bar, self._live = goal_bar, run_bar, live
        self.menu_bar, self._menus_px = QMenuBar(nativeMenuBar=False), 0
        parts = (self.menu_bar, (run_bar, 1), upright_separator(), live.head)
        first = lay_row(*parts, margins=(8, 4, 8, 0), spacing=8)
        second = lay_row((goal_bar, 1), margins=(8, 4, 8, 4))
        lay_column(first, second, of=self, margins=0, spacing=0)

    def show_run(self, state: RunState, *, is_live: bool) -> None:
        """Where the run stands; its goal can't be changed while it goes on."""
        self._run_bar.show_run(state, is_live=is_live)
        self._goal_bar.set_running(state.is_running and is_live)
        walks = is_live and state.is_running and state.mode == "script"
        self._goal_bar.show_how(state if walks or not is_live else None)
        if state.is_running and is_live:
            if not (walks and self._goal_bar.goal.text().endswith(".toml")):
                self._goal_bar.set_goal(state.goal)  # else a file is there, to be walked again
            self._goal_bar.choices.choose(asking=state.asking)

    @property
    def has_goal_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and self._goal_bar.isAncestorOf(focused)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._live.age.set_roomy(self.width() >= AGE_FROM_PX)
        digits = self.width() / self.fontMetrics().horizontalAdvance("0")
        self._live.tools.setVisible(digits >= TOOLS_FROM_DIGITS)  # else they are left to the menu
        self._live.state.setVisible(digits >= WORDS_FROM_DIGITS)  # else its mark says enough
        menus_px = self._menus_px if digits >= MENUS_FROM_DIGITS else self._menus_px * 2 // 5
        self.menu_bar.setFixedWidth(menus_px)  # what has no room is behind its arrow

    def fit_menu_bar(self) -> None:
        """As wide as its menus, once they are in it."""
        self._menus_px = self.menu_bar.sizeHint().width()
        widen_arrow(self.menu_bar)
        self.menu_bar.setFixedWidth(self._menus_px)


MENUS = {
    "&File": (),
    "&Run": ("Goi&ng back", "&What waits for you"),
    "&View": ("&Go to",),
    "&Help": (),
}
"""The menus, with those in them: with large letters one of all would cover the window."""


def fill_menu_bar(bar: QMenuBar, actions: ConsoleActions) -> None:
    def add(menu: QMenu) -> QMenu:
        menu.setToolTipsVisible(True)
        menu.addActions(actions.groups[spoken(menu.title())])
        return menu

    for name, below in MENUS.items():
        menu = add(bar.addMenu(name))
        menu.addSeparator()
        for each in below:
            add(menu.addMenu(each))
        if name == "&View":
            menu.addMenu("The&me").addActions(actions.themes.actions())


DESK_SHOWS_ALL_FROM_PX = 880
"""High enough for a whole card above and an inspector of use below it."""
PLAN_SHOWS_ALL_FROM_PX = 960
"""High enough for a plan of use above and the whole graph below it."""


class ConsoleViews:
    def __init__(
        self, window: QMainWindow, theme: Theme, actions: ConsoleActions, armed_after_ms: int
    ) -> None:
        self._theme = theme
        self._folded: list[Dock] = []
        self._shown_session = ""
        self.goal_bar = GoalBar(theme, armed_after_ms)
        self.run_bar = RunBar(theme)
        self.runs = RunTabs(theme)
        self.message = Banner(theme)
        self.past_banner = PastBanner(theme, actions)
        self.live = LivePanel(theme, actions)
        self.record, self.thumbnails = FromRecord(window), Thumbnails(window)
        self.plan = PlanTree(theme, self.thumbnails)
        self.graph = GraphPage(theme)
        self.states = StatesPage(theme, self.thumbnails)
        self.findings = FindingsPage(theme)
        self.approval = ApprovalPanel(theme, armed_after_ms)
        self.inspector = Inspector(theme, self.record)
        self.history = RunHistory()
        self.timeline = TimelinePanel(theme, self.thumbnails, self.history.events)
        self.approval.request.picture_wanted.connect(self.record.picture_wanted)
        theme.changed.connect(lambda: self.mark_waiting(self.approval.is_waiting))
        self.desk = Pages(
            "Decision and inspector",
            (("Your decision", self.approval), ("Inspector", self.inspector)),
            all_from_px=DESK_SHOWS_ALL_FROM_PX,
        )
        self.plan_pages = Pages(
            "Plan and state graph",
            (
                ("Plan", self.plan),
                ("Graph", self.graph),
                ("States", self.states),
                ("Findings", self.findings),
            ),
            all_from_px=PLAN_SHOWS_ALL_FROM_PX,
            shares_evenly=True,
        )
        self.plan_pages.offer((self.plan,))
        self.plan_tools = PlanTools(theme, actions)
        self.desk.page_chosen.connect(self._take_up)
        self.plan_dock = Dock(theme, "plan", "Plan and graph", self.plan_pages, self.plan_tools)
        self.desk_dock = Dock(theme, "desk", "Decision and inspector", self.desk)
        its_tools = self.timeline.tools
        self.timeline_dock = Dock(theme, "timeline", "Timeline and log", self.timeline, its_tools)
        self.docks = (self.plan_dock, self.desk_dock, self.timeline_dock)
        self.head = ConsoleHead(self.goal_bar, self.run_bar, self.live)
        fill_menu_bar(self.head.menu_bar, actions)
        parts = (self.runs, self.past_banner, self.message, (self.live, 1))
        centre = widget_of(lay_column(*parts, margins=0, spacing=4))
        centre.setObjectName("centre")
        window.setCentralWidget(centre)
        window.setMenuWidget(self.head)
        self.layout = DockLayout(window, *self.docks, self.plan, self.approval, self.timeline)

    def follow_mode(self, state: RunState) -> None:
        """A run on the web begins with its graph beside the picture, another with its plan; an
        exploration has its states and findings there, before its start too."""
        chosen = self.goal_bar.choices.explores if not state.session_id else False
        explores = chosen or state.mode == "explorer" or state.explore is not None
        is_web = state.web is not None or (not state.session_id and self.goal_bar.choices.is_web)
        graph = (self.graph,) if is_web else ()
        self.plan_pages.offer((self.plan, *((self.states, self.findings) if explores else graph)))
        self.plan_tools.setVisible(not explores)  # without local plans there is no use for them
        self.plan.show_what_comes(explores=explores)
        if state.session_id != self._shown_session:
            self._shown_session = state.session_id
            begins_with_graph = state.web is not None and not explores
            self.plan_pages.show_page(self.graph if begins_with_graph else self.plan)

    def in_this_mode(self, view: QWidget) -> QWidget:
        """What an exploration has in the place of that view."""
        if self.states not in self.plan_pages.offered:
            return view
        return self.states.map if view is self.graph.graph else view

    def bring_up_approval(self) -> None:
        """What waits for the operator can't be folded away, nor be hidden behind the inspector."""
        self.desk_dock.show()
        self.desk_dock.raise_()
        self.desk.show_page(self.approval)

    def bring_up_inspector(self) -> None:
        """Show what was chosen, but not over a change that is being written."""
        if not (self.approval.is_waiting and self.approval.request.is_editing):
            self.desk.show_page(self.inspector)

    def _take_up(self, page: QWidget) -> None:
        """Who goes back to the question by its tab answers it by key."""
        if page is self.approval:
            self.approval.take_focus()

    def mark_waiting(self, is_waiting: bool) -> None:
        icon = self._theme.icon(*WAITING) if is_waiting else QIcon()
        self.desk.mark_page(self.approval, icon)

    def toggle_picture_only(self) -> None:
        """Fold every dock away; the second time bring back those that were there."""
        shown = [dock for dock in self.docks if not dock.isHidden()]
        if shown:
            self._folded = shown
        for dock in self._folded or list(self.docks):
            dock.setVisible(not shown)


class OperatorWindow(QMainWindow):
    """What several parts tell of; what one part tells is that one's own signal."""

    forced = Signal(object)  # Force: go back, keep, try an option, cancel the local plan
    plan_revised = Signal(object)  # Revision
    breakpoints_set = Signal(object)  # tuple of Breakpoint: all that there are from now on
    run_to_requested = Signal(object)  # the same
    revoked = Signal(str)  # grant_id
    sessions_requested = Signal()  # the list is being opened: show_sessions, please
    reset_requested = Signal()  # of the practice desktop
    glanced = Signal(object)  # frozenset of sessions of runs on this machine that are in sight now
    decided_together = Signal(object, object)  # Asked by session_id, OperatorAnswer
    stop_all_requested = Signal()
    closing = Signal()


class Its(NamedTuple):
    """What each has to do with that does a part of what the operator wants in the window."""

    window: OperatorWindow
    theme: Theme
    actions: ConsoleActions
    views: ConsoleViews
