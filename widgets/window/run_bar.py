"""The run bar: the operator's hand on the wheel, where the run stands, and what it has used."""

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from engine.domain import approvals, plans, verdicts
from engine.language.labels import shortened
from engine.language.sentences import local, run, web
from engine.language.sentences.figures import CAUSE_WORDS, clock_words, count_words
from engine.record.views.run_state import RunState
from widgets.kit import explore_words, marks, performed
from widgets.kit.parts import ElidedLabel, MarkLabel, figures_label, push_button, upright_separator
from widgets.kit.theme import Theme, lay_row, set_look, set_tone, widget_of
from widgets.window.run_budget import RunBudget

CLOCK_STEP_MS = 1000
SPACING_PX = 8
SECS_IN_FULL = 100
LONGEST_MODEL = 24
STATE_DIGITS = 32
"""So much of where the run stands is seen before anything else in the bar, but for the buttons."""
LEAST_DIGITS, ROOMY_DIGITS, VERY_ROOMY_DIGITS = 14, 34, 57
"""So many the buttons leave to what follows them where Pause, most and all of them are named; where
they would leave less than the least, two that the Run menu has as well are not there."""
GAP_PX = 4
PAUSE = "Pause before the next action  (Space or F6)"
CANCEL = "End the run after the present action  (Ctrl+Shift+Backspace)"
STOP = "Stop the hands now and let go of every key  (Ctrl+Shift+Esc or F12)"
TAKE_OVER = "Take over: your mouse and keys go straight on, the agent’s are refused  (Shift+F6)"
HAND_BACK = "Hand back: the agent looks anew and goes on  (Shift+F6)"
YOUR_TURN = "your turn: click in the picture"
REFUSED = (marks.Mark("warning", "warn"), "Not started: the goal can’t be read")


class RunBar(QWidget):
    steered = Signal(str)  # pause, resume, step, take_over_or_hand_back, cancel or stop

    def __init__(self, theme: Theme, wall_clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self.setObjectName("runBar")
        self._theme = theme
        self._wall_clock = wall_clock
        self._state = RunState()
        self._is_live = True
        self._starting = ""
        self._is_background = False
        self._is_refused = False
        self.pause = push_button(theme, "Pause", PAUSE, "pause")
        self.step = push_button(theme, "Step", "Do one step, then pause  (F10)", "step")
        self.take_over = push_button(theme, "Take over", "", "by-hand")
        self.revert = push_button(theme, "Revert", "Take the last action back  (F7)", "undo")
        self.revert.setEnabled(False)
        self.cancel = push_button(theme, "Cancel plan", CANCEL, "cancel-plan")
        self.stop = push_button(theme, "STOP", STOP, "stop", "stop")
        self._mark = MarkLabel(theme)
        self.status = ElidedLabel("Ready")
        self.budget = RunBudget(theme)
        self._elapsed = figures_label("0:00")
        self._elapsed.setToolTip("Time since the run began")
        self._elapsed.setAccessibleName("Elapsed time")
        self.elapsed = widget_of(lay_row(upright_separator(), self._elapsed, margins=0, spacing=8))
        self._laid_out = QTimer(self, singleShot=True)
        self._laid_out.timeout.connect(self._give_room)
        self._clock = QTimer(self, interval=CLOCK_STEP_MS)
        self._clock.timeout.connect(self._tick)
        self._lay_out()
        for pressed, verb in (
            (self.step.clicked, "step"),
            (self.take_over.clicked, "take_over_or_hand_back"),
            (self.cancel.clicked, "cancel"),
            (self.stop.pressed, "stop"),
        ):
            pressed.connect(lambda *_, verb=verb: self.steered.emit(verb))
        self.pause.clicked.connect(self.toggle_pause)
        self._show()

    def show_run(self, state: RunState, *, is_live: bool = True) -> None:
        """Show where the run stands. A run that is not live can't be steered."""
        if state is self._state and is_live == self._is_live:
            return
        self._state, self._is_live = state, is_live
        self._show()

    def set_starting(self, text: str | None) -> None:
        """While the surface comes up there is no run yet, but STOP works already."""
        self._starting = text or ""
        self._show()

    def set_background_run(self, is_running: bool) -> None:
        """A run goes on that isn't the one shown: STOP must reach it."""
        if is_running != self._is_background:
            self._is_background = is_running
            self._show()

    def set_refused(self, is_refused: bool) -> None:
        """The goal was refused: what is said of the run before must not be taken for its answer."""
        self._is_refused = is_refused
        self._show_status()

    def toggle_pause(self) -> None:
        if self.pause.isEnabled():
            self.steered.emit("resume" if self._state.control == "paused" else "pause")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._laid_out.start()
        self._name_buttons()

    def _lay_out(self) -> None:
        buttons = (self.pause, self.step, self.take_over, self.revert, self.cancel, self.stop)
        told = (self._mark, (self.status, 1), self.budget, self.elapsed)
        self._row = lay_row(*buttons, GAP_PX, *told, of=self, margins=0, spacing=SPACING_PX)
        self._stop_px = max(112, self.stop.sizeHint().width())
        self._pause_px = max(96, self.pause.sizeHint().width() + 8)
        self._elapsed.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._elapsed.setMinimumWidth(self._elapsed.fontMetrics().horizontalAdvance("00:00:0"))

    def _show(self) -> None:
        state = self._state
        steers = state.is_running and self._is_live
        can_end = self._is_live and performed.may_be_steered(state)
        is_paused = state.control == "paused"
        name = "Resume" if is_paused else "Pause"
        self.pause.setAccessibleName(name)
        self._theme.dress(self.pause, "play" if is_paused else "pause")
        self.pause.setToolTip("Go on  (Space or F6)" if is_paused else PAUSE)
        is_by_hand = state.is_running and state.mode == "manual"
        drives = performed.is_driven(state)
        for button in (self.pause, self.step):
            button.setEnabled(can_end and not is_by_hand and not drives)
        self.cancel.setEnabled(can_end)
        self.take_over.setEnabled(self.cancel.isEnabled() and state.mode != "explorer")
        self.take_over.setToolTip(HAND_BACK if drives else TAKE_OVER)
        set_look(self.take_over, "look", "driving" if drives else "")
        self._theme.dress(self.take_over, "by-hand", "on_driving" if drives else "text")
        self.cancel.setAccessibleName("End" if is_by_hand else "Cancel plan")
        self.take_over.setAccessibleName("Hand back" if drives else "Take over")
        self._name_buttons()
        self.stop.setEnabled(steers or bool(self._starting) or self._is_background)
        self._show_status()
        self.budget.show_run(state)
        self._show_elapsed()
        if steers and not self._clock.isActive():
            self._clock.start()
        elif not steers:
            self._clock.stop()

    def _name_buttons(self) -> None:
        """By their icon alone where there is no room, but for the way out of what is unusual."""
        digit_px = self.fontMetrics().horizontalAdvance("0")
        levels = enumerate((LEAST_DIGITS, ROOMY_DIGITS, VERY_ROOMY_DIGITS), 1)
        level = sum(self._room_px(level) >= digits * digit_px for level, digits in levels)
        for button, is_there, least_px, name in self._buttons_at(level):
            button.setVisible(is_there)
            button.setMinimumWidth(least_px)
            button.setText(name)

    def _buttons_at(self, level: int) -> Iterator[tuple[QPushButton, bool, int, str]]:
        """Whether each is there, its least width and its words; the more the higher the level."""
        drives = performed.is_driven(self._state)
        may_act = level >= 2 or not drives  # Pause and Step do nothing then
        for button, is_there, least_px, named_from in (
            (self.pause, may_act, self._pause_px, 1),
            (self.step, may_act, 0, 2),
            (self.take_over, True, 0, 0 if drives else 3),
            (self.revert, level >= 1, 0, 2),
            (self.cancel, level >= 1, 0, 2),
            (self.stop, True, self._stop_px, 0),
        ):
            is_named = level >= named_from
            yield button, is_there, *((least_px, button.accessibleName()) if is_named else (0, ""))

    def _room_px(self, level: int) -> int:
        """What the buttons leave of the bar behind the mark."""
        room = self.width() - GAP_PX - self._mark.width() - SPACING_PX
        for button, is_there, least_px, name in self._buttons_at(level):
            words_px = button.fontMetrics().horizontalAdvance
            icon_px = button.sizeHint().width() - words_px(button.text())
            room -= is_there * (max(least_px, icon_px + words_px(name)) + SPACING_PX)
        return room

    def _show_status(self) -> None:
        is_starting = bool(self._starting) and not self._state.is_running
        mark, text = REFUSED if self._is_refused else status_of(self._state, self._now_secs)
        if is_starting:  # how the run before it ended is not how this one stands
            mark, text = marks.Mark("running", "accent"), self._starting
        self._mark.show_mark(mark)
        self._mark.setVisible(mark is not None)
        self.status.show_text(text)
        self._laid_out.start()
        has_ended = self._state.outcome is not None and not is_starting
        is_told = self._is_refused or has_ended or performed.is_driven(self._state)
        set_tone(self.status, mark.tone if mark is not None and is_told else "text")

    def _give_room(self) -> None:
        """Where what it does now does not fit, what was used goes first, and then the clock."""
        self._row.activate()
        room, metrics = self.width() - self.status.x(), self.status.fontMetrics()
        doing = self.status.text.partition(" · ")[0]
        least = min(
            metrics.horizontalAdvance(f"{doing} ·…"), STATE_DIGITS * metrics.horizontalAdvance("0")
        )
        clock_px = self.elapsed.sizeHint().width() + SPACING_PX
        self.elapsed.setVisible(clock_px <= room - least)
        room -= clock_px if clock_px <= room - least else 0
        whole = metrics.horizontalAdvance(self.status.text) + SPACING_PX
        self.budget.fit(room - whole - SPACING_PX)

    @property
    def _now_secs(self) -> float:
        """Wall clock time; in a past session that of its last event."""
        state = self._state
        if not (state.is_running and self._is_live):
            return state.last_at_secs
        return max(state.last_at_secs, self._wall_clock())

    def _tick(self) -> None:
        self._show_elapsed()
        if self._state.asked:
            self._show_status()

    def _show_elapsed(self) -> None:
        text = clock_words(self._now_secs - self._state.started_at_secs - self._state.away_secs)
        if text != self._elapsed.text():
            self._elapsed.setText(text)


def status_of(state: RunState, now_secs: float = 0.0) -> tuple[marks.Mark | None, str]:
    """Where the run stands: ``acting · segment 2 · step 2``; while a model is waited for
    ``asks qwen · 12 s · planning``, up to ``now_secs``."""
    if not state.session_id:
        return None, "Ready"
    if state.outcome is not None:
        mark = marks.ending_mark(state.outcome.terminal, state.outcome.reason)
        return mark, run.ending_sentence(state.outcome)
    if performed.is_driven(state):
        return marks.Mark("by-hand", "driving"), "You drive · Shift+F6 hands back"
    if coming := _coming_words(state):
        return marks.Mark("pause", "text"), f"Paused. {coming}"
    control = run.CONTROL_WORDS.get(state.control, state.control)
    parts = _asking(state, now_secs) or [_doing(state.pending, state)]
    if control:
        parts.append(control)
    parts += _place_words(state)
    is_waiting = state.pending is not None or state.question is not None
    mark = marks.WAITING if is_waiting else marks.Mark("running", "accent")
    if state.control == "paused":
        mark = marks.Mark("pause", "text")
    return mark, " · ".join(parts)


def _coming_words(state: RunState) -> str:
    """In a pause in which nothing is asked: what comes next, or is held in its midst; where nothing
    was planned since the operator acted or went back, that it is looked
    first. Empty where none is known."""
    coming, segment = performed.next_planned(state), state.segment_at(state.current_segment)
    if coming is not None and not performed.is_going_back(state):
        words = "In the midst of" if coming.state is verdicts.StepState.RUNNING else "Next"
        return f"{words}: {coming.title}"
    is_asked = state.pending is not None or state.question is not None
    is_free = state.control == "paused" and not is_asked and not performed.is_going_back(state)
    is_own = segment is not None and segment.replan_kind is plans.ReplanKind.BY_HAND
    has_acted = is_own or performed.is_overruled(state)
    return "Next: look again, and go on" if is_free and has_acted and not coming else ""


def _place_words(state: RunState) -> list[str]:
    """``segment 2``, ``step 4``; in a local plan its state, ``state 4.2``, says both."""
    plan = performed.open_plan(state)
    if plan is not None and plan[1].states:
        number = local.state_number(plan[0].step_number, plan[1].states[-1].number)
        return [f"state {number} of segment {state.current_segment}"]
    if state.mode == "manual":
        done = sum(tally.completed for _, tally in state.segments.parts)
        return [count_words(done, "step")]
    if state.web is not None:
        return [state.web.stage.value, f"pass {state.web.step}"] if state.web.step else []
    if state.explore is not None:
        return explore_words.place_words(state)
    if not state.current_segment:
        return []
    segment = f"segment {state.current_segment}"
    return [segment, f"step {state.current_step}"] if state.current_step else [segment]


def _asking(state: RunState, now_secs: float) -> list[str]:
    """``asks qwen``, ``12 s``, ``planning``: the model that is waited for longest."""
    if not state.asked or state.pending is not None or state.question is not None:
        return []
    asked = state.asked[0]
    secs = int(max(0.0, now_secs - asked.at_secs))
    waited = f"{secs} s" if secs < SECS_IN_FULL else clock_words(secs)
    name = shortened(asked.event.model, LONGEST_MODEL)
    return [f"asks {name}", waited, CAUSE_WORDS[asked.event.cause]]


def _doing(pending: approvals.ApprovalRequest | None, state: RunState) -> str:
    if pending is not None:
        return "waits for you"
    if state.question is not None:
        return "has a question"
    if performed.is_going_back(state):
        return "going back"
    if state.mode == "manual":
        last = state.segments[-1].steps[-1].state if state.segments else None
        is_free = performed.may_act_by_hand(state) and last is not verdicts.StepState.RUNNING
        return YOUR_TURN if is_free else "acting for you"
    if state.web is not None and state.web.node is not None:
        return web.DOING_WORDS[state.web.node]
    if state.explore is not None:
        return explore_words.doing_words(state)
    return "planning locally" if performed.open_plan(state) else run.PHASE_WORDS[state.phase]
