"""What the menus and keys do: steer, answer, go somewhere, open a dialog, change the look.

Intents that reach beyond the views come out as the window's signals.

The dialogs of the Help menu are here too: all keys at a glance, and what this is."""

from collections.abc import Callable
from functools import partial
from importlib.metadata import version

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from engine.record.views.run_state import RunState
from widgets.kit import parts
from widgets.kit.actions import ConsoleActions, does, shortcut_words
from widgets.kit.theme import Theme, ThemeChoice, lay_column, lay_row
from widgets.window.console_views import Its
from widgets.window.dock_layout import THEME, LayoutMemory
from widgets.window.past_sessions import GO_ON, SessionsDialog

COLUMNS = (("File", "Run", "Going back", "What waits for you"), ("View", "Go to", "Help"))
ALSO = {
    "Run": (("Pause or resume, outside of fields and buttons", "Space"),),
    "What waits for you": (
        ("Approve, while the card has the keyboard", "Return"),
        ("Answer a question by number", "Alt+1 … Alt+9"),
        ("Turn what has no room on the card", "Page Up, Page Down"),
        ("Back out of editing", "Esc"),
    ),
    "Go to": (
        ("From zone to zone in the picture", "Arrows"),
        ("Inspect the zone", "Return"),
        ("From event to event in the timeline", "Left, Right"),
        ("From state to state in the chart", "Left, Right"),
    ),
}


class ShortcutsDialog(parts.ClosingDialog):
    """Two columns of headings with their keys."""

    def __init__(self, theme: Theme, actions: ConsoleActions, parent: QWidget) -> None:
        super().__init__(theme, "Keyboard shortcuts", parent)
        rows = {
            heading: [
                (parts.spoken(action.text()), " or ".join(words))
                for action in members
                if (words := shortcut_words(action))
            ]
            + list(ALSO.get(heading, ()))
            for heading, members in actions.groups.items()
        }
        columns = [_column({each: rows[each] for each in headings}) for headings in COLUMNS]
        width_px = sum(each.sizeHint().width() + 48 for each in columns)
        lay = lay_row if width_px < self.screen().availableGeometry().width() else lay_column
        lay(*columns, of=(sheet := QWidget()), margins=24, spacing=48)
        self.lay_parts((parts.sheet_area(sheet), 1), margins=16, spacing=0)
        hint = sheet.sizeHint()
        parts.size_within_screen(self, hint.width() + 48, hint.height() + 72)


def _column(blocks: dict[str, list[tuple[str, str]]]) -> QWidget:
    """Headings with their keys below, all keys at one edge."""
    column = QWidget()
    form = QFormLayout(column, horizontalSpacing=24, verticalSpacing=6)
    form.setContentsMargins(0, 0, 0, 0)
    for heading, rows in blocks.items():
        title = parts.role_label(heading, "goal")
        title.setContentsMargins(0, 16 if form.rowCount() else 0, 0, 0)
        form.addRow(title)
        for name, keys in rows:
            form.addRow(parts.quiet_label(name, wraps=False), parts.role_label(keys, "mono"))
    return column


WHAT = (
    "A desktop console from which a person supervises agents that use a computer: it shows what "
    "the agent sees and what it means to do, and keeps the wheel in your hands."
)


class ConsoleCommands(QObject):
    def __init__(self, its: Its, memory: LayoutMemory, sessions: SessionsDialog) -> None:
        super().__init__(its.window)
        self._window, self._theme, self._actions, self._views = its
        self._memory, self._sessions = memory, sessions
        self._session_id = ""
        self._connect()
        self._connect_choices()

    def enable(self, state: RunState) -> None:
        """Enable just what can be done now; a disabled action's key does nothing."""
        actions, bar = self._actions, self._views.run_bar
        can_start = self._views.goal_bar.start.isEnabled()
        actions.start.setEnabled(can_start)
        is_past = not self._views.past_banner.isHidden()
        actions.new_run.setEnabled(self._views.goal_bar.goal.isEnabled() or is_past)
        actions.go_on.setEnabled(GO_ON in self._views.past_banner.offers)
        is_over = "Export…" in self._views.past_banner.offers  # as what is done again
        actions.run_again.setEnabled(is_over and bool(state.session_id))
        for name in ("pause", "step", "take_over", "cancel", "stop"):
            getattr(actions, name).setEnabled(getattr(bar, name).isEnabled())
        self._session_id = state.session_id
        actions.export.setEnabled(bool(state.session_id))
        asks = self._views.approval.request.request is not None
        for action in (actions.approve, actions.edit, actions.reject, actions.skip):
            action.setEnabled(asks and self._views.approval.is_waiting)
        offered = self._views.plan_pages.offered
        actions.focus_views[-1].setEnabled(self._views.findings in offered)
        actions.focus_views[-2].setEnabled(len(offered) > 1)  # the graph, or the states' map
        offers_group = not self._views.approval.request.approve_group.isHidden()
        actions.approve_group.setEnabled(actions.approve.isEnabled() and offers_group)

    def restore_choices(self) -> None:
        """Zones, numbers, folded docks, the page below and theme as they were left."""
        if self._memory.flag("log", False):
            self._views.timeline.show_page(self._views.timeline.log)
        for action, dock in zip(self._actions.folds, self._views.docks, strict=True):
            action.setChecked(not dock.isHidden())
        self._actions.zones.setChecked(self._memory.flag("zones", True))
        self._actions.marks.setChecked(self._memory.flag("marks", False))
        for action in self._actions.themes.actions():
            action.setChecked(action.data() == self._theme.choice.value)

    def _connect(self) -> None:
        actions, views = self._actions, self._views
        card = views.approval.request
        for action, do in (
            (actions.new_run, self._begin_goal),
            (actions.sessions, self._open_sessions),
            (actions.export, lambda: self._sessions.export_requested.emit(self._session_id)),
            (actions.walk_script, self._choose_script),
            (actions.reset_desktop, self._window.reset_requested.emit),
            (actions.play, self._views.timeline.playback.toggle),
            (actions.quit, self._window.close),
            (actions.start, views.goal_bar.request_start),
            (actions.pause, views.run_bar.toggle_pause),
            (actions.step, views.run_bar.step.click),
            (actions.take_over, views.run_bar.take_over.click),
            (actions.cancel, views.run_bar.cancel.click),
            (actions.stop, lambda: views.run_bar.steered.emit("stop")),
            (actions.approve, lambda: self._answer(card.do_approve)),
            (actions.approve_group, lambda: self._answer(card.do_approve_group)),
            (actions.edit, lambda: self._answer(card.do_edit)),
            (actions.reject, lambda: self._answer(card.do_reject)),
            (actions.skip, lambda: self._answer(card.do_skip)),
            (actions.next_waiting, views.runs.choose_waiting),
            (actions.picture_only, views.toggle_picture_only),
            (actions.reset_layout, self._reset_layout),
            (actions.filter_log, self._go_to_filter),
            (actions.settings, views.goal_bar.choices.setup_requested.emit),
            (actions.shortcuts, lambda: ShortcutsDialog(self._theme, actions, self._window).open()),
            (actions.about, self._open_about),
        ):
            does(action, do)
        targets = (
            views.live.view,
            views.plan.view,
            views.approval,
            views.inspector.tabs,
            views.timeline.strip,
            views.timeline.chart,
            views.graph.graph,
            views.findings.list,
        )
        for action, view in zip(actions.focus_views, targets, strict=True):
            does(action, partial(self._go_to, view))

    def _connect_choices(self) -> None:
        actions = self._actions
        for action, name in ((actions.zones, "zones"), (actions.marks, "marks")):
            action.toggled.connect(lambda on, name=name: self._memory.remember_flag(name, on))
        timeline = self._views.timeline
        timeline.page_changed.connect(
            lambda: self._memory.remember_flag("log", timeline.current is timeline.log)
        )
        for action, dock in zip(actions.folds, self._views.docks, strict=True):
            action.triggered.connect(lambda on, dock=dock: dock.setVisible(on))
            dock.toggleViewAction().toggled.connect(action.setChecked)
        actions.themes.triggered.connect(self._choose_theme)

    def _begin_goal(self) -> None:
        """Write a new goal, or choose how to run; a past session that is shown is left for it."""
        if not self._views.past_banner.isHidden():
            self._views.past_banner.left.emit()
        bar = self._views.goal_bar
        (bar.summary if bar.choices.is_by_hand else bar.goal).setFocus()
        bar.goal.selectAll()

    def _answer(self, do: Callable[[], None]) -> None:
        """What is out of sight is not decided upon: the first key brings the card up."""
        if self._views.approval.request.isVisible():
            do()
        else:
            self._views.bring_up_approval()

    def _choose_script(self) -> None:
        """Its file stands in the place of the goal then."""
        taken = self._views.goal_bar.set_goal
        parts.choose_path(self._window, "Do a script again", taken, "Scripts (*.toml)")

    def _open_sessions(self) -> None:
        self._window.sessions_requested.emit()
        self._sessions.open()
        self._sessions.search.setFocus()

    def _open_about(self) -> None:
        words = (WHAT, "MIT licence. Icons and drawings are our own.")
        self._views.message.show_banner(f"Pilothouse {version('pilothouse')}", *words)

    def _go_to(self, named: QWidget) -> None:
        view = self._views.in_this_mode(named)
        for dock in self._views.docks:
            if dock.isAncestorOf(view):
                dock.show()
        for pages in (self._views.plan_pages, self._views.desk, self._views.timeline):
            pages.show_page_of(view)
        if view is self._views.approval:
            self._views.approval.take_focus()
        else:
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go_to_filter(self) -> None:
        self._views.timeline_dock.show()
        self._views.timeline.show_page(self._views.timeline.log)
        self._views.timeline.filter.setFocus()

    def _choose_theme(self, action: QAction) -> None:
        self._memory.settings.setValue(THEME, action.data())
        self._theme.choose(ThemeChoice(action.data()))

    def _reset_layout(self) -> None:
        self._memory.settings.remove("window")
        self._views.layout.reset()
        if self._views.approval.is_waiting:
            self._views.bring_up_approval()


NEED_SPACE = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTabBar)


class SpaceKey(QShortcut):
    def __init__(self, window: QWidget, application: QApplication) -> None:
        super().__init__(QKeySequence(Qt.Key.Key_Space), window, autoRepeat=False)
        application.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        self.setEnabled(not isinstance(now, NEED_SPACE))


class ReturnKey(QObject):
    """Return presses whatever button has the keyboard: of a tool button, and of one that is not to
    answer for a field beside it, Qt leaves it to what is around, be that an approval."""

    def __init__(self, window: QWidget, application: QApplication) -> None:
        super().__init__(window)
        application.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, QToolButton | QPushButton):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_return and isinstance(watched, QAbstractButton) and not event.isAutoRepeat():
            watched.click()
        return is_return
