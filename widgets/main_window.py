"""The console's window: shows a run and tells what the operator wants. It decides nothing.

The application feeds it through the ``show_…`` methods and listens to its signals. While a past
session is shown (``show_past``), whatever belongs to another session is kept off the views, and
STOP still reaches the run that goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent, QImage, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from engine.domain.approvals import Asking
from engine.domain.events import Recorded
from engine.domain.zones import Zone
from engine.record.projection import RunState
from widgets.about_dialog import AboutDialog
from widgets.actions import ConsoleActions
from widgets.console_views import ConsoleViews
from widgets.icons import application_icon
from widgets.intention import intended_target
from widgets.intents import Choice, SessionRow
from widgets.layout_memory import LayoutMemory
from widgets.live_view import NO_PICTURE, NO_PICTURE_HINT
from widgets.menus import fill_menu_bar
from widgets.request_card import ARMED_AFTER_MS
from widgets.run_history import RunHistory
from widgets.sessions_dialog import SessionsDialog
from widgets.shortcuts_dialog import ShortcutsDialog
from widgets.space_key import SpaceKey
from widgets.theme import Theme, ThemeChoice
from widgets.words import day_words


class MainWindow(QMainWindow):
    # what the operator wants
    start_requested = Signal(object)  # StartRequest
    pause_requested = Signal()
    resume_requested = Signal()
    step_requested = Signal()
    cancel_requested = Signal()
    stop_requested = Signal()
    decided = Signal(str, object)  # request_id, Verdict
    answered = Signal(str, str)  # question_id, choice
    sessions_requested = Signal()  # the list is being opened: show_sessions, please
    session_chosen = Signal(str)  # session_id
    live_requested = Signal()  # away from the past session: leave_past, and show the run again
    export_requested = Signal(str)  # session_id
    picture_wanted = Signal(str)  # content hash; answered by show_picture
    zones_wanted = Signal(str)  # zones hash of a past picture; answered by show_recorded_zones
    closing = Signal()

    def __init__(
        self, *, settings: QSettings | None = None, armed_after_ms: int = ARMED_AFTER_MS
    ) -> None:
        super().__init__()
        application = cast(QApplication, QApplication.instance())
        self._memory = LayoutMemory(settings)
        self._theme = Theme(application, self._memory.theme, self)
        self._actions = ConsoleActions(self)
        self._views = ConsoleViews(self, self._theme, self._actions, armed_after_ms)
        self._sessions = SessionsDialog(self._theme, self)
        self._space = SpaceKey(self, application)
        self._history = RunHistory()
        self._state = RunState()
        self._zones: tuple[Zone, ...] = ()
        self._live_frame: QImage | None = None
        self._live_words = ("No picture", False)
        self._past: SessionRow | None = None
        self._past_picture = ""
        self._past_zones = ""
        self._is_placed = False
        self.setWindowTitle("Pilothouse")
        self.setWindowIcon(application_icon())
        self.resize(1280, 800)
        fill_menu_bar(self._views.menu_bar, self._actions, self._views.docks)
        self._connect_intents()
        self._connect_views()
        self._connect_actions()
        self._restore()
        self._enable_actions()
        self._views.goal_bar.goal.setFocus()

    # -- what it shows ---------------------------------------------------------------------------

    def show_run(self, state: RunState) -> None:
        """Show the run as it stands. Cheap when little changed; at most some ten times a second."""
        if self._past is not None and state.session_id != self._past.session_id:
            self._note_live_run(state)
            return
        if state is self._state:
            return
        is_past = self._past is not None
        if is_past:
            state = replace(state, pending=None, question=None)
        self._state = state
        views = self._views
        views.run_bar.show_run(state, is_live=not is_past)
        if state.is_running and self._has_focus(views.goal_bar):
            views.live.view.setFocus()
        views.goal_bar.set_running(state.is_running or is_past)
        if state.is_running or is_past:
            views.goal_bar.set_goal(state.goal)
        views.plan.show_run(state)
        views.approval.show_run(state)
        views.inspector.show_run(state, self._picture_before(views.inspector.inspected_step))
        views.live.view.show_target(*intended_target(state, self._zones))
        if state.outcome is not None:
            views.settle_approval()
        if is_past:
            self._show_past_picture(*self._history.last_picture)
        self._enable_actions()
        self._show_title()

    def show_events(self, recorded: Sequence[Recorded]) -> None:
        """Append events to timeline and log; those that are there already are passed over."""
        if self._past is not None:
            past_id = self._past.session_id
            recorded = [each for each in recorded if each.session_id == past_id]
        self._views.timeline.extend(self._history.extend(recorded))

    def clear_run(self) -> None:
        """Empty all views of the run; the goal stays."""
        views = self._views
        self._state = RunState()
        self._history.clear()
        self._zones = ()
        self._past_picture = self._past_zones = ""
        for view in (views.plan, views.timeline, views.inspector, views.live):
            view.clear()
        views.run_bar.show_run(self._state)
        views.approval.show_run(self._state)
        views.goal_bar.set_running(False)
        self._enable_actions()
        self._show_title()

    def show_frame(self, image: QImage, age_ms: float) -> None:
        """The next live picture; its buffer must not be overwritten while it is shown."""
        self._live_frame = image
        if self._past is None:
            self._views.live.show_frame(image, age_ms)
            self._views.approval.show_frame(image)

    def show_zones(self, zones: tuple[Zone, ...]) -> None:
        """The zones that belong to the picture, all of them; views pick what they can draw."""
        if self._past is None:
            self._take_zones(zones)

    def show_recorded_zones(self, zones_hash: str, zones: tuple[Zone, ...]) -> None:
        """The answer to ``zones_wanted``."""
        if self._past is not None and zones_hash == self._past_zones:
            self._take_zones(zones)

    def _take_zones(self, zones: tuple[Zone, ...]) -> None:
        self._zones = zones
        self._views.live.view.show_zones(zones)
        self._views.approval.show_zones(zones)
        self._views.inspector.show_zones(zones)
        self._views.live.view.show_target(*intended_target(self._state, zones))

    def show_live_state(self, text: str, *, is_trouble: bool = False) -> None:
        """``live``, ``paused picture``; with ``is_trouble`` the picture is veiled and says why."""
        self._live_words = (text, is_trouble)
        if self._past is None:
            self._views.live.show_state(text, "warn" if is_trouble else "text_quiet")
            self._views.live.view.show_veil(text if is_trouble else "")

    def show_picture(self, content_hash: str, image: QImage) -> None:
        """The answer to ``picture_wanted``."""
        self._views.approval.show_picture(content_hash, image)
        self._views.inspector.show_picture(content_hash, image)
        if self._past is not None and content_hash == self._past_picture:
            self._views.live.view.show_frame(image)

    def show_sessions(self, sessions: Sequence[SessionRow]) -> None:
        self._sessions.show_sessions(sessions)

    def show_message(self, title: str, text: str, remedy: str = "", tone: str = "warn") -> None:
        """A plain banner, never a dialog. ``tone``: text, good, warn or bad."""
        self._views.message.show_banner(title, text, remedy, tone)

    def clear_message(self) -> None:
        self._views.message.hide()

    def show_goal_problem(self, message: str, words: Sequence[str] = (), remedy: str = "") -> None:
        """The goal can't be read; ``words`` are its parts that were not understood."""
        self._views.goal_bar.show_problem(message, words, remedy)

    def set_goal(self, goal: str) -> None:
        self._views.goal_bar.set_goal(goal)
        self._enable_actions()

    def set_choices(
        self, surfaces: Sequence[Choice | str], thinkers: Sequence[Choice | str]
    ) -> None:
        self._views.goal_bar.set_choices(surfaces, thinkers)

    def choose(self, *, surface: str = "", thinker: str = "", asking: Asking | None = None) -> None:
        """Preselect what the next run uses."""
        self._views.goal_bar.choose(surface=surface, thinker=thinker, asking=asking)

    def set_busy_starting(self, text: str | None) -> None:
        """``Starting the practice desktop…`` until there is a run, then None."""
        self._views.goal_bar.set_starting(text is not None)
        self._views.run_bar.set_starting(text)
        if text is None:
            self._views.live.view.show_empty(NO_PICTURE, NO_PICTURE_HINT)
        else:
            self._views.live.view.show_empty(text, "The picture appears as soon as it is there.")
        self._enable_actions()

    def show_past(self, session: SessionRow) -> None:
        """From now on show this past session; feed it with show_events and show_run."""
        self.clear_run()
        self._past = session
        words = past_words(session)
        self._views.past_banner.show_banner("Viewing a past session", words)
        self._views.goal_bar.set_goal(session.goal)
        self._views.goal_bar.set_running(True)
        self._views.live.show_state("picture from the record")
        self._views.live.view.show_veil("")
        self._views.timeline.strip.setFocus()

    def leave_past(self) -> None:
        """Back to what goes on now; the run, if there is one, is to be shown again."""
        if self._past is None:
            return
        self._past = None
        self._views.past_banner.hide()
        self._views.run_bar.set_background_run(False)
        self.clear_run()
        text, is_trouble = self._live_words
        self.show_live_state(text, is_trouble=is_trouble)
        if self._live_frame is not None:
            self._views.live.view.show_frame(self._live_frame)

    @property
    def views(self) -> ConsoleViews:
        """The views themselves, for tests and for taking pictures of them."""
        return self._views

    # -- Qt --------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_placed:
            self._is_placed = True
            self._views.size_docks()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._memory.remember_window(self)
        self._memory.goals = self._views.goal_bar.goals
        self._memory.flush()
        self.closing.emit()
        super().closeEvent(event)

    # -- wiring ----------------------------------------------------------------------------------

    def _connect_intents(self) -> None:
        views = self._views
        views.goal_bar.start_requested.connect(self.start_requested)
        views.goal_bar.text_changed.connect(self._enable_actions)
        views.run_bar.pause_requested.connect(self.pause_requested)
        views.run_bar.resume_requested.connect(self.resume_requested)
        views.run_bar.step_requested.connect(self.step_requested)
        views.run_bar.cancel_requested.connect(self.cancel_requested)
        views.run_bar.stop_requested.connect(self.stop_requested)
        views.approval.decided.connect(self.decided)
        views.approval.answered.connect(self.answered)
        views.approval.picture_wanted.connect(self.picture_wanted)
        views.inspector.picture_wanted.connect(self.picture_wanted)
        views.past_banner.action_requested.connect(self.live_requested)
        self._sessions.session_chosen.connect(self.session_chosen)
        self._sessions.export_requested.connect(self.export_requested)

    def _connect_views(self) -> None:
        views = self._views
        views.live.view.zone_pinned.connect(self._inspect_zone)
        views.plan.step_chosen.connect(self._inspect_step)
        views.timeline.row_chosen.connect(self._inspect_event)
        views.approval.waiting_changed.connect(self._follow_waiting)

    def _connect_actions(self) -> None:
        actions, views = self._actions, self._views
        card = views.approval.request
        for action, do in (
            (actions.new_run, self._begin_goal),
            (actions.sessions, self._open_sessions),
            (actions.export, self._export_shown),
            (actions.quit, self.close),
            (actions.start, views.goal_bar.request_start),
            (actions.pause, views.run_bar.toggle_pause),
            (actions.step, views.run_bar.step.click),
            (actions.cancel, views.run_bar.cancel.click),
            (actions.stop, self.stop_requested.emit),
            (actions.approve, card.do_approve),
            (actions.edit, card.do_edit),
            (actions.reject, card.do_reject),
            (actions.skip, card.do_skip),
            (actions.picture_only, views.toggle_picture_only),
            (actions.reset_layout, self._reset_layout),
            (actions.filter_log, self._go_to_filter),
            (actions.shortcuts, self._open_shortcuts),
            (actions.about, self._open_about),
        ):
            action.triggered.connect(lambda _checked=False, do=do: do())
        for action, name in ((actions.zones, "zones"), (actions.labels, "labels")):
            action.toggled.connect(lambda on, name=name: self._memory.remember_flag(name, on))
        actions.themes.triggered.connect(
            lambda action: self._choose_theme(ThemeChoice(action.data()))
        )
        for action, view in zip(actions.focus_views, self._focus_targets(), strict=True):
            action.triggered.connect(lambda _checked=False, view=view: self._go_to(view))
        self._space.activated.connect(views.run_bar.toggle_pause)

    def _focus_targets(self) -> tuple[QWidget, ...]:
        views = self._views
        return (
            views.live.view,
            views.plan.view,
            views.approval,
            views.inspector.tabs,
            views.timeline.strip,
        )

    # -- slots -----------------------------------------------------------------------------------

    @staticmethod
    def _has_focus(view: QWidget) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and view.isAncestorOf(focused)

    def _inspect_zone(self, zone: Zone) -> None:
        self._views.inspector.inspect_zone(zone)
        if self._views.approval.request.is_editing:
            self._views.approval.request.editor.zones.choose(zone.zone_id)

    def _inspect_step(self, segment: int, step: int) -> None:
        before = self._picture_before((segment, step))
        self._views.inspector.inspect_step(self._state, segment, step, before)

    def _inspect_event(self, row: int) -> None:
        recorded = self._history.event(row)
        if recorded is None:
            return
        self._views.inspector.inspect_event(recorded, self._history.started_at_secs)
        step = self._history.step_at(row)
        if step is not None:
            self._views.plan.select_step(*step)
        if self._past is not None:
            self._show_past_picture(*self._history.picture_at(row))

    def _follow_waiting(self, is_waiting: bool) -> None:
        if is_waiting:
            self._views.bring_up_approval()
            focused = QApplication.focusWidget()
            if focused is None or focused is self._views.live.view:
                self._views.approval.take_focus()
        self._enable_actions()

    def _note_live_run(self, state: RunState) -> None:
        """A run goes on behind the past session that is shown."""
        self._views.run_bar.set_background_run(state.is_running)
        if self._past is None:
            return
        waits = state.pending is not None or state.question is not None
        words = past_words(self._past)
        if state.is_running:
            words += " · A run goes on" + (" and waits for you." if waits else ".")
        self._views.past_banner.show_banner(
            "Viewing a past session", words, tone="warn" if state.is_running and waits else "text"
        )
        self._enable_actions()

    def _show_past_picture(self, picture_hash: str, zones_hash: str) -> None:
        if picture_hash and picture_hash != self._past_picture:
            self._past_picture = picture_hash
            self.picture_wanted.emit(picture_hash)
        if zones_hash != self._past_zones:
            self._past_zones = zones_hash
            self._take_zones(())
            if zones_hash:
                self.zones_wanted.emit(zones_hash)

    def _picture_before(self, step: tuple[int, int] | None) -> str:
        return self._history.picture_before_step(*step) if step else ""

    def _enable_actions(self) -> None:
        actions, bar = self._actions, self._views.run_bar
        can_start = self._views.goal_bar.start.isEnabled()
        actions.start.setEnabled(can_start)
        actions.new_run.setEnabled(can_start)
        actions.pause.setEnabled(bar.pause.isEnabled())
        actions.step.setEnabled(bar.step.isEnabled())
        actions.cancel.setEnabled(bar.cancel.isEnabled())
        actions.stop.setEnabled(bar.stop.isEnabled())
        actions.export.setEnabled(bool(self._state.session_id))
        asks = self._views.approval.request.request is not None
        for action in (actions.approve, actions.edit, actions.reject, actions.skip):
            action.setEnabled(asks and self._views.approval.is_waiting)

    def _show_title(self) -> None:
        goal = self._state.goal
        waits = self._state.pending is not None or self._state.question is not None
        title = f"{goal} — Pilothouse" if goal else "Pilothouse"
        self.setWindowTitle(f"Waiting for you: {title}" if waits else title)

    def _begin_goal(self) -> None:
        self._views.goal_bar.goal.setFocus()
        self._views.goal_bar.goal.selectAll()

    def _open_sessions(self) -> None:
        self.sessions_requested.emit()
        self._sessions.open()
        self._sessions.search.setFocus()

    def _export_shown(self) -> None:
        self.export_requested.emit(self._state.session_id)

    def _open_shortcuts(self) -> None:
        ShortcutsDialog(self._theme, self._actions, self).open()

    def _open_about(self) -> None:
        AboutDialog(self._theme, self).open()

    def _go_to(self, view: QWidget) -> None:
        for dock in self._views.docks:
            if dock.isAncestorOf(view):
                dock.show()
        if view is self._views.approval:
            self._views.approval.take_focus()
        else:
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go_to_filter(self) -> None:
        self._views.timeline_dock.show()
        self._views.timeline.filter.setFocus()

    def _choose_theme(self, choice: ThemeChoice) -> None:
        self._memory.theme = choice
        self._theme.choose(choice)

    def _reset_layout(self) -> None:
        self._memory.forget_window()
        self._views.place_docks()
        self._views.size_docks()

    def _restore(self) -> None:
        self._is_placed = self._memory.restore_window(self)
        self._views.goal_bar.set_goals(self._memory.goals)
        self._actions.zones.setChecked(self._memory.flag("zones", True))
        self._actions.labels.setChecked(self._memory.flag("labels", False))
        for action in self._actions.themes.actions():
            action.setChecked(action.data() == self._theme.choice.value)


def past_words(session: SessionRow) -> str:
    return f"{day_words(session.when)} · {session.outcome}"
