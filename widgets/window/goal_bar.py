"""The goal bar: what the agent shall reach, and in a summary where, by whom and how it asks; and
what stands over the empty picture before the first run: what this is, and examples to choose."""

import html
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCompleter, QFrame, QLineEdit, QPushButton, QWidget

from engine.domain.approvals import Asking
from engine.language.sentences.run import ASKING_WORDS
from engine.record.views.run_state import RunState
from widgets.decision.waiting_card import ARMED_AFTER_MS
from widgets.kit.forms import StartRequest
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, line_field, push_button, quiet_label, role_label, tip_with
from widgets.kit.theme import Theme, fitted_words, lay_column, lay_row, set_look
from widgets.window.run_choices import CHOICE_WORDS, DISPLAY, SEAT, VNC, RunChoices

GOALS_REMEMBERED = 30
SUMMARY_SHARE = 0.4
"""Of the row beside Start; the rest is the goal's."""
HELD_TIMES = 3
"""Who is about to answer needs longer to see that nothing is asked any more than what is asked."""
PLACEHOLDER = "What shall be reached? Open Mousepad, type “Hello” and save it as hello.txt"


WHICH = {
    DISPLAY: "Which display? Write its number, such as :1.",
    SEAT: "Which machine? Write its name as ssh knows it, such as studio.",
    VNC: "Which VNC server? Write it as studio:5901, or studio:1 for its display :1.",
}
BY_HAND = "By hand"
BY_HAND_WORDS = "You act yourself: start, then click in the picture."
EXPLORE_PLACEHOLDER = "What shall be explored? The name of an application, or what to look for"


class GoalBar(QWidget):
    start_requested = Signal(object)  # StartRequest
    can_start_changed = Signal()
    problem_changed = Signal(bool)  # whether the goal was refused
    mode_chosen = Signal()
    asking_changed = Signal(object)  # Asking, while a run goes on

    def __init__(self, theme: Theme, armed_after_ms: int = ARMED_AFTER_MS) -> None:
        super().__init__()
        self.setObjectName("goalBar")
        self._held = QTimer(self, singleShot=True, interval=HELD_TIMES * armed_after_ms)
        self._held.timeout.connect(self._enable)
        self._is_running = False
        self._is_starting = False
        self._own_goal: str | None = None
        self.goals: list[str] = []
        """Those of before, newest first."""
        self._goals_model = QStringListModel(self)
        self.goal = self._goal_field()
        self.choices = RunChoices(theme, self)
        self.choices.written.connect(self.clear_problem)
        self.choices.changed.connect(self._show_mode)
        self.choices.asking_chosen.connect(
            lambda asking: self.asking_changed.emit(asking) if self._is_running else None
        )
        self.limits = self.choices.limits
        self.summary = push_button(theme, "", "", "chevron-down")
        self.summary.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.summary.clicked.connect(self.open_choices)
        self._past_words = ""
        self._by_hand = quiet_label(BY_HAND_WORDS)
        self._by_hand.hide()
        self.start = push_button(theme, "Start", "Start the run  (Ctrl+Return)", "play", "primary")
        self.start.clicked.connect(self.request_start)
        self.problem = MarkedLine(theme, Mark("warning", "bad"))
        self.problem.hide()
        fields = self.choices.fields
        words = ((self.goal, 3), (self._by_hand, 3), *((each, 1) for each in fields.values()))
        row = lay_row(*words, self.summary, self.start, spacing=8)
        lay_column(row, self.problem, of=self, margins=0, spacing=4)
        self._fields = (self.goal, *fields.values())
        self._enable()

    def request_start(self) -> None:
        """Emit the request, where there is a goal and nothing runs."""
        is_by_hand = self.choices.is_by_hand
        goal = BY_HAND if is_by_hand else self.goal.text().strip()
        if not goal:
            self.goal.setFocus()
            self.show_problem("There is no goal yet.", remedy="Say in a sentence what to reach.")
            return
        if not self.start.isEnabled():
            return
        if (surface := self.choices.surface_key) in WHICH:
            self._show_problem_at(self.choices.fields[surface], WHICH[surface])
            return
        self.clear_problem()
        if not is_by_hand:
            self.set_goals([goal, *(each for each in self.goals if each != goal)])
        self.start_requested.emit(
            StartRequest(
                goal,
                surface,
                self.choices.thinker.currentData() or "",
                Asking(self.choices.asking.currentData()),
                self.choices.mode.currentData() or "",
                self.limits.values if self.choices.explores else None,
            )
        )

    def open_choices(self) -> None:
        """The form of what the summary says, below it."""
        form = self.choices
        form.show()
        self._place_choices()  # its letters have their size by then
        first = next((box for box in form.boxes.values() if box.isEnabled()), form)
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place_choices(self) -> None:
        below = self.summary.mapToGlobal(self.summary.rect().bottomRight())
        self.choices.fit(self.screen().availableGeometry().bottom() - below.y())
        self.choices.move(below - QPoint(self.choices.width(), 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_summary()

    def set_goal(self, goal: str) -> None:
        self.goal.setText(goal)
        self.goal.setCursorPosition(0)

    def put(self, goal: str, **chosen: Any) -> list[str]:
        """In place for the next run, as ``RunChoices.choose`` takes it; nothing is started yet."""
        self.set_goal(goal)
        self.start.setFocus()
        return self.choices.choose(**chosen)

    def show_how(self, state: RunState | None) -> None:
        """How the past session was run, or the script is walked; without, as is chosen."""
        self._past_words = ""
        if state is not None:
            named = [CHOICE_WORDS.get(e, (e,))[0] for e in (state.surface, state.thinker)]
            said = (named[0], state.mode.capitalize(), named[1], ASKING_WORDS[state.asking])
            self._past_words = " · ".join(filter(None, (*said, *state.granted)))
        self._show_summary()

    def show_past(self, goal: str) -> None:
        """The goal of a past session; what the operator had written comes back afterwards."""
        if self._own_goal is None:
            self._own_goal = self.goal.text()
        self.clear_problem()
        self.set_goal(goal)
        self._enable()

    def leave_past(self) -> None:
        if self._own_goal is not None:
            self.set_goal(self._own_goal)
            self._own_goal, self._past_words = None, ""
            self._enable()
            self._show_summary()

    def set_running(self, is_running: bool) -> None:
        """Right after a run's end Start is held: the key that approves is the key that starts."""
        if self._is_running and not is_running:
            self._held.start()
        self._is_running = is_running
        self._enable()

    def set_starting(self, is_starting: bool) -> None:
        self._is_starting = is_starting
        self.start.setText("Starting…" if is_starting else "Start")
        self._enable()

    def show_problem(self, message: str, words: Sequence[str] = (), remedy: str = "") -> None:
        """Say under the field what is wrong, with the goal's unreadable words emphasised, where
        they are not all of it."""
        text, goal = html.escape(message), self.goal.text()
        if words and goal.strip() not in words:
            text += f" In “{emphasised(goal, words)}”."
        if remedy:
            text += f" {html.escape(remedy)}"
        self._show_problem_at(self.goal, text, is_rich=True)
        self.problem_changed.emit(True)

    def show_address_problem(self, message: str, remedy: str) -> None:
        """The same of the start page, or the server; what is said of the run stays."""
        field = self.choices.fields.get(self.choices.surface.currentData(), self.choices.address)
        self._show_problem_at(field, f"{message} {remedy}".strip())

    def clear_problem(self) -> None:
        if not self.problem.isHidden():
            self.problem.hide()
            for field in self._fields:
                _mark(field, has_problem=False)
            self.problem_changed.emit(False)

    def set_goals(self, goals: Sequence[str]) -> None:
        self.goals = list(goals)[:GOALS_REMEMBERED]
        self._goals_model.setStringList(self.goals)

    def _enable(self) -> None:
        is_open = not (self._is_running or self._is_starting or self._own_goal is not None)
        is_past = self._own_goal is not None
        may_ask_otherwise = is_open or (self._is_running and not is_past)
        self.goal.setEnabled(is_open)
        self.choices.set_open(is_open, may_ask_otherwise=may_ask_otherwise)
        self.summary.setEnabled(may_ask_otherwise)
        self.start.setEnabled(is_open and not self._held.isActive())
        self.goal.setClearButtonEnabled(is_open)
        if not is_open and (popup := self._completer.popup()) is not None:
            popup.hide()  # it hangs over STOP
        self.can_start_changed.emit()

    def _show_mode(self) -> None:
        self._show_summary()
        if self.choices.isVisible():
            self._place_choices()
        self.goal.setVisible(not self.choices.is_by_hand)
        self._by_hand.setVisible(self.choices.is_by_hand)
        self.goal.setPlaceholderText(EXPLORE_PLACEHOLDER if self.choices.explores else PLACEHOLDER)
        self.mode_chosen.emit()

    def _show_summary(self) -> None:
        is_past = self._own_goal is not None or bool(self._past_words)
        words = self._past_words if is_past else self.choices.words
        metrics, button = self.fontMetrics(), self.summary
        edge_px = button.sizeHint().width() - metrics.horizontalAdvance(button.text())
        room_px = SUMMARY_SHARE * (self.width() - self.start.sizeHint().width()) - edge_px
        button.setText(fitted_words(metrics, words, room_px))
        self.summary.setAccessibleName(f"How it is run: {words}")
        self.summary.setToolTip(tip_with(words if is_past else self.choices.told))

    def _show_problem_at(self, field: QLineEdit, text: str, *, is_rich: bool = False) -> None:
        self.problem.show_line(Mark("warning", "bad"), text, is_rich=is_rich)
        for each in self._fields:
            _mark(each, has_problem=each is field)
        self.problem.show()
        field.setFocus()
        field.setAccessibleDescription(self.problem.text)

    def _goal_field(self) -> QLineEdit:
        tip = "The goal, in plain words  (Ctrl+N to come here, Ctrl+Return to start)"
        field = line_field("Goal", tip, PLACEHOLDER)
        field.setObjectName("goalField")
        field.setMinimumWidth(160)
        field.setClearButtonEnabled(True)
        self._completer = QCompleter(self._goals_model, self, filterMode=Qt.MatchFlag.MatchContains)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        field.setCompleter(self._completer)
        field.textEdited.connect(self.clear_problem)
        return field


def _mark(field: QLineEdit, *, has_problem: bool) -> None:
    field.setAccessibleDescription("")
    set_look(field, "problem", has_problem)


def emphasised(goal: str, words: Sequence[str]) -> str:
    """The goal as rich text with these parts of it bold and underlined."""
    wanted = sorted(filter(None, words), key=len, reverse=True)
    parts = re.split(f"({'|'.join(map(re.escape, wanted)) or '(?!)'})", goal, flags=re.IGNORECASE)
    parts = [html.escape(part) for part in parts]
    parts[1::2] = [f"<b><u>{part}</u></b>" for part in parts[1::2]]
    return "".join(parts)


WHAT = "Say what shall be reached, and an agent does it here, step by step."
WIDTH_PX = 520
ROOM_PX = 8
PADDING_PX = 16
"""Of a choice's style, above and below its words."""


class Example(NamedTuple):
    words: str
    goal: str
    mode: str = "director"


EXAMPLES = (
    Example(
        "Turn on a setting",
        "In the Practice app, open Settings and turn on Autosave, then click OK",
    ),
    Example("Add an entry to a list", "In the Practice app, on the List page, click Add"),
    Example(
        "Write and save a note",
        "Open Mousepad, type 'Hello' and save it as note.txt in the practice folder",
    ),
    Example("Compute 12 × 7", "Open Galculator and press 1, 2, *, 7, ="),
    Example("Explore a program", "Practice", "explorer"),
)
"""The first two, and the exploration, need nothing but what comes with Pilothouse."""


class FirstSteps(QFrame):
    def __init__(self, over: QWidget, goal_bar: GoalBar) -> None:
        super().__init__(over)
        self._goal_bar = goal_bar
        self.setObjectName("firstSteps")
        self.setProperty("role", "banner")
        self.buttons = [self._button(each) for each in EXAMPLES]
        words = role_label(WHAT, "goal", wraps=True)
        self._hint = quiet_label("Choose an example, or write a goal above; then press Start.")
        lay_column(words, self._hint, *self.buttons, of=self, margins=12, spacing=4)
        over.installEventFilter(self)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False

    def show_fitting(self, is_first: bool) -> None:
        """Nothing was run yet, and there is nothing to see."""
        self.setVisible(is_first)
        if is_first:
            self._place()

    def _place(self) -> None:
        over = self.parentWidget()
        if over is None:
            return
        width = min(WIDTH_PX, over.width() - ROOM_PX)
        room = over.height() - 2 * ROOM_PX
        parts = (self._hint, *reversed(self.buttons))
        for part in parts:
            part.show()
        for part in parts:  # rather fewer of them than cut ones
            if self.heightForWidth(width) > room:
                part.hide()
        height = min(self.heightForWidth(width), room)
        self.setGeometry((over.width() - width) // 2, (over.height() - height) // 2, width, height)

    def _button(self, example: Example) -> QPushButton:
        button = QPushButton(example.words)
        button.setProperty("look", "choice")
        button.setToolTip(f"{example.goal}: taken as the goal, nothing is started yet")
        button.setMinimumWidth(1)
        button.setMinimumHeight(button.fontMetrics().height() + PADDING_PX)
        button.clicked.connect(
            lambda: self._goal_bar.put(example.goal, surface="practice", mode=example.mode)
        )
        return button
