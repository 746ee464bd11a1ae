"""The console's window: shows a run and tells what the operator wants. It decides nothing.

The application feeds it through the ``show_…`` methods and listens to its signals. While a past
session is shown (``showing_past``), whatever belongs to another session is kept off the views, and
STOP still reaches the run that goes on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import cast

from PySide6.QtCore import QSettings
from PySide6.QtGui import QCloseEvent, QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit

from engine.domain.events import Recorded
from engine.domain.zones import Window, Zone, holds_mask
from engine.language.labels import shortened
from engine.language.sentences.figures import day_words
from engine.record.views.run_state import RunState
from widgets.decision.waiting_card import ARMED_AFTER_MS
from widgets.kit.actions import ConsoleActions, does
from widgets.kit.forms import SessionRow
from widgets.kit.pages import Offer
from widgets.kit.parts import size_within_screen
from widgets.kit.theme import Theme, application_icon
from widgets.picture.live_panel import FileDrop
from widgets.picture.live_view import NO_PICTURE, NO_PICTURE_HINT
from widgets.settings.settings_dialog import SettingsDialog
from widgets.window import dock_layout, export_dialog, past_sessions, run_wall, screen_strip
from widgets.window.by_hand import ByHand, Driving
from widgets.window.console_commands import ConsoleCommands, ReturnKey, SpaceKey
from widgets.window.console_views import ConsoleViews, Its, OperatorWindow
from widgets.window.goal_bar import FirstSteps
from widgets.window.going_back import GoingBack
from widgets.window.inspection import Inspection
from widgets.window.plan_editing import PlanEditing
from widgets.window.run_choices import BROWSER, KEPT
from widgets.window.shown_picture import PictureMenu, ShownPicture

_WRITTEN_INTO = (QLineEdit, QPlainTextEdit, QTextEdit)
"""Where the operator may be writing; nothing takes the keyboard from there."""


class MainWindow(OperatorWindow):
    def __init__(
        self, *, settings: QSettings | None = None, armed_after_ms: int = ARMED_AFTER_MS
    ) -> None:
        super().__init__()
        application = cast(QApplication, QApplication.instance())
        self._memory = dock_layout.LayoutMemory(settings)
        self._theme = Theme(application, self._memory.theme, self)
        self._actions = ConsoleActions(self)
        self.views = ConsoleViews(self, self._theme, self._actions, armed_after_ms)
        self.goal_bar = self.views.goal_bar
        """What the next run shall reach, and how: to preselect it, and to say what is wrong."""
        self.record, self.thumbnails = self.views.record, self.views.thumbnails
        """What the views want of the record is asked there, and answered."""
        self.sessions = past_sessions.SessionsDialog(self._theme, self)
        self.settings = SettingsDialog(self._theme, self)
        its = Its(self, self._theme, self._actions, self.views)
        self._commands = ConsoleCommands(its, self._memory, self.sessions)
        self._going_back = GoingBack(its)
        self._first_steps = FirstSteps(self.views.live.view, self.views.goal_bar)
        self._editing = PlanEditing(its)
        self._going_back.filled = self._editing.fill
        self._by_hand = ByHand(its)
        self._driving = Driving(self.views.live.view, self._actions)
        self.strip_mode = screen_strip.StripMode(its)
        SpaceKey(self, application).activated.connect(self.views.run_bar.toggle_pause)
        ReturnKey(self, application)
        self._past = past_sessions.PastMode(self, self.views.record)
        self.picture_menu = PictureMenu(self.views.live.view, self._actions, self._by_hand)
        self.files = FileDrop(self.views.live.view, takes=lambda: not self._past.is_on)
        self.show_lag = self.views.live.age.show_lag
        self._shown_picture = ShownPicture(self.views, self._past)
        self.wall = run_wall.WallDoor(its, self._shown_picture, self._memory)
        self.show_runs, self.show_frame = self.wall.show_runs, self.wall.show_frame
        self.show_live_state = self._shown_picture.show_live_state
        self.forget_live_picture = self._shown_picture.forget_live
        self.show_message = partial(self.views.message.show_banner, tone="warn")
        self.start_requested, self.driven = self.goal_bar.start_requested, self._driving.driven
        self.asking_changed, self.steered = self.goal_bar.asking_changed, self.views.run_bar.steered
        self.live_requested = self.views.past_banner.left
        self.decided, self.answered = self.views.approval.decided, self.views.approval.answered
        self.ask_export = partial(export_dialog.ask_as_before, self._theme, self._memory, self)
        self._inspection = Inspection(self.views, self._past)
        self._state = RunState()
        self.may_close: Callable[[], bool] = lambda: True
        """Asked before the window closes; who says no asks the operator first, and closes it."""
        self.setWindowTitle("Pilothouse")
        self.setWindowIcon(application_icon())
        size_within_screen(self, 1280, 800)
        self._connect_views()
        self._theme.dress_application()
        self.views.head.fit_menu_bar()
        self._memory.restore_window(self)
        self.views.layout.take_over(is_own=self._memory.is_layout_own)
        self.goal_bar.set_goals(self._memory.goals)
        for surface, name in KEPT.items():
            self.goal_bar.choices.fields[surface].setText(self._memory.text(name))
        self._commands.restore_choices()
        self._commands.enable(self._state)
        self.views.goal_bar.goal.setFocus()

    def show_run(self, state: RunState) -> None:
        """Show the run as it stands. Cheap when little changed; at most some ten times a second."""
        if not self._past.belongs(state.session_id):
            self.views.run_bar.set_background_run(state.is_running)
            self.views.past_banner.show_past(self._past, state)
            self._commands.enable(self._state)
            return
        if state is self._state:
            return
        is_past = self._past.is_on
        if is_past:
            state = replace(state, pending=None, question=None)
        self._state = state
        if state.is_running and not is_past and self.views.head.has_goal_focus:
            self.views.live.view.setFocus()  # else it falls to Pause, which Return then presses
        views = self.views
        if views.message.holds_in_run and not state.is_running:
            views.message.hide()
        views.plan.show_run(state, is_live=not is_past)
        for view in (views.graph, views.states, views.findings):
            view.show_run(state)
        views.follow_mode(state)
        self._shown_picture.aim(state)
        if is_past and self.views.timeline.strip.chosen < 0:
            self._past.look_at(state.picture_hash, state.zones_hash)
        self._show_state(state)
        self._commands.enable(state)
        self._first_steps.hide()

    def _show_state(self, state: RunState) -> None:
        """Where the run stands and what can be done, be there one or none."""
        is_live = not self._past.is_on
        is_own = is_live and not self.in_front
        self.views.head.show_run(state, is_live=is_live)
        self.views.approval.show_run(state)
        self._inspection.follow(state)
        self._driving.show_run(state, is_live=is_live)
        self._going_back.show_run(state, is_live=is_live)
        for hand in (self._by_hand, self._editing):
            hand.show_run(state, is_live=is_own)
        shown = self._shown_picture
        self.strip_mode.show_run(state, shown.ends_px, shown.front_px, is_live=is_own)
        waits = (state.pending or state.question) is not None
        title = f"{state.goal} — Pilothouse" if state.goal else "Pilothouse"
        self.setWindowTitle(f"Waiting for you: {title}" if waits else title)

    def show_events(self, recorded: Sequence[Recorded], then: RunState | None = None) -> None:
        """Append events to timeline and log; those that are there already are passed over.
        ``then`` is the state after them, of a past session that is read part by part: plan and
        picture are those of the first one until it is whole, and show_run comes."""
        own = [each for each in recorded if self._past.belongs(each.session_id)]
        is_first = not self.views.timeline.strip.count()
        self.views.timeline.extend(self.views.history.extend(own, then))
        if then is not None and is_first:
            self.views.plan.show_run(then, is_live=False)
            self._past.look_at(then.picture_hash, then.zones_hash)

    def clear_run(self) -> None:
        """Empty all views of the run; the goal stays."""
        views = self.views
        self._state = RunState()
        views.history.clear()
        self._past.forget_picture()
        pages = (views.plan, views.graph, views.states, views.findings)
        for view in (*pages, views.timeline, views.inspector):
            view.clear()
        self._shown_picture.clear()
        self._show_state(self._state)
        self._follow_chosen_mode()

    def show_zones(
        self, zones: tuple[Zone, ...], windows: tuple[Window, ...] = (), source: str = ""
    ) -> None:
        """The zones that belong to the picture, all of them; views pick what they can draw."""
        if not source:
            self._editing.zones = zones
            is_first = not (self._state.session_id or self._past.is_on or self.in_front)
            self._first_steps.show_fitting(is_first and not windows)
        self._shown_picture.show_zones(zones, windows, source)

    @property
    def in_front(self) -> str:
        """The session that was joined and is shown; empty where it is this console's own run."""
        return self._shown_picture.in_front

    def put_in_front(self, source: str) -> None:
        """That is what is live from now on; show its run next."""
        self.leave_past()
        self._shown_picture.put_in_front(source)

    def shows_past(self, session_id: str) -> bool:
        return self._past.is_on and self._past.belongs(session_id)

    def showing_past(self, session: SessionRow) -> Iterator[None]:
        """Show this past session from now on, step by step; then come show_events and show_run."""
        self._past.begin(session)  # or what is live would come back as the views are emptied
        self.clear_run()
        yield
        yield from self._beginning_past(session)
        self.views.desk.show_page(self.views.approval)  # which tells how it ended
        yield

    def show_made(self, session_id: str, title: str, text: str, offers: Sequence[Offer]) -> None:
        """What that session made: in its own banner, where it is the past one that is shown."""
        if self.shows_past(session_id):
            self._past.made = (f"{title}: {text}", tuple(offers))
            self.views.past_banner.show_past(self._past)
        else:
            self.views.message.show_banner(title, text, tone="good", offers=offers)

    def _beginning_past(self, session: SessionRow) -> Iterator[None]:
        self._past.begin(session)
        views = self.views
        views.message.hide()
        views.past_banner.show_past(self._past, RunState())
        yield
        views.goal_bar.show_past(session.goal)
        views.live.show_state("from the record")
        views.live.view.show_veil("")
        views.live.age.clear()
        views.timeline.strip.setFocus()

    def _look_back(self) -> None:
        """A run that has ended is played with its own pictures, as a past session is."""
        state = self._state
        if state.outcome is not None and not self._past.is_on:
            when = datetime.fromtimestamp(state.started_at_secs).astimezone()
            row = SessionRow(state.session_id, state.goal, when, state.outcome.message)
            list(self._beginning_past(row))
            self._state = RunState()
            self.show_run(state)

    def put_again(self, script: str = "") -> None:
        """What the session that is shown was run with, or in the place of its goal a file of it;
        what of it is not there now is told."""
        was, names = self._state, ("thinker", "asking", "mode")
        surface = was.surface.partition(":")[0] if holds_mask(was.surface) else was.surface
        self.live_requested.emit()
        if not self.goal_bar.goal.isEnabled():  # a run waits behind it
            told = ("Not while a run is under way", "Do it once that has ended.", script)
            self.show_message(*told, holds_in_run=True)
            return
        means = {name: getattr(was, name) for name in names}
        plain = "navigator" if surface.startswith(BROWSER) else "director"
        means |= {"mode": plain} if script else {}
        if unknown := self.goal_bar.put(script or was.goal, surface=surface, **means):
            words = f"Not to be chosen now: {', '.join(unknown)}."
            self.show_message("Not all is as it was", words, "Choose, then press Start.")

    def leave_past(self) -> None:
        """Back to what goes on now; the run, if there is one, is to be shown again."""
        if not self._past.is_on:
            return
        self._past.begin(None)
        self.views.past_banner.hide()
        self.views.run_bar.set_background_run(False)
        self.views.goal_bar.leave_past()
        self.clear_run()

    def show_broken_off(self, session: SessionRow) -> None:
        """Say once, quietly, that this session has no end, and offer to open it."""
        if self._memory.text(dock_layout.BROKEN_OFF) == session.session_id:
            return
        self._memory.settings.setValue(dock_layout.BROKEN_OFF, session.session_id)
        look = partial(self.sessions.session_chosen.emit, session.session_id)
        self.views.message.show_banner(
            "The last session was broken off",
            f"“{shortened(session.goal)}”, {day_words(session.when)}.",
            "All that was recorded is there.",
            offers=[Offer("Open it", "Look at what was recorded of it", look)],
        )

    def set_busy_starting(self, text: str | None) -> None:
        """``Starting the practice desktop…`` until there is a run, then None."""
        if text is not None and self.views.head.has_goal_focus:
            self.views.live.view.setFocus()
        self.views.goal_bar.set_starting(text is not None)
        self.views.run_bar.set_starting(text)
        title = text if text is not None else NO_PICTURE
        hint = "The picture appears as soon as it is there." if text else NO_PICTURE_HINT
        self.views.live.view.show_empty(title, hint)
        self._commands.enable(self._state)
        if text is None and not self._state.is_running:
            self.views.goal_bar.goal.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        self._memory.remember_window(self, is_own=self.views.layout.is_own)
        self._memory.goals = self.goal_bar.goals
        for surface, name in KEPT.items():
            written = self.goal_bar.choices.fields[surface].text().strip()
            self._memory.settings.setValue(name, written)
        self._memory.settings.sync()
        self.closing.emit()
        super().closeEvent(event)

    def _connect_views(self) -> None:
        goal_bar = self.views.goal_bar
        self.views.approval.waiting_changed.connect(self._follow_waiting)
        self.views.record.came.connect(self._show_recorded)
        goal_bar.can_start_changed.connect(lambda: self._commands.enable(self._state))
        goal_bar.problem_changed.connect(self.views.run_bar.set_refused)
        self.views.timeline.playback.begun.connect(self._look_back)
        does(self._actions.run_again, self.put_again)
        does(self._actions.go_on, lambda: self.sessions.go_on_requested.emit(self._past.resumable))
        goal_bar.mode_chosen.connect(self._follow_chosen_mode)
        goal_bar.start_requested.connect(self.views.message.hide)
        self.sessions.go_on_requested.connect(self.views.message.hide)

    def _show_recorded(self, content_hash: str, thing: object) -> None:
        if isinstance(thing, QImage):
            self.views.approval.request.show_picture(content_hash, thing)
        self._shown_picture.show_past(content_hash, thing)

    def _follow_waiting(self, is_waiting: bool) -> None:
        self.views.mark_waiting(is_waiting)
        if is_waiting:
            self.views.bring_up_approval()
            if not isinstance(QApplication.focusWidget(), _WRITTEN_INTO):
                self.views.approval.take_focus()
        self._commands.enable(self._state)

    def _follow_chosen_mode(self) -> None:
        """As long as there is no run, the views are those of the mode that is chosen."""
        if not self._state.session_id:
            self.views.follow_mode(self._state)
            self._commands.enable(self._state)
