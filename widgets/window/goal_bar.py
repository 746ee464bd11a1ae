"""The goal bar: what the agent shall reach, where, with which thinker, and how it asks."""

import html
import re
from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, QTimer, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from engine.domain.approvals import Asking
from widgets.decision.waiting_card import ARMED_AFTER_MS
from widgets.kit.form_fields import Editor, editor_of
from widgets.kit.forms import FieldSpec, Values
from widgets.kit.intents import StartRequest
from widgets.kit.laying import lay_column, lay_row
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button, quiet_label
from widgets.kit.theme import Theme, set_look
from widgets.window.run_choices import DISPLAY, RunChoices


class ExploreLimitsLine(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.editors: dict[str, Editor] = {}
        self._row = lay_row(of=self, margins=0, spacing=8)
        words = "Tries groups of actions, goes on with what leads further, and looks for faults."
        self._row.addWidget(quiet_label(words, wraps=False))
        self._row.addStretch(1)

    def show_fields(self, specs: Sequence[FieldSpec], values: Values) -> None:
        """The fields are the same each time."""
        if not self.editors:
            self._add(specs)
        for name, value in values.items():
            self.editors[name].show(value)

    @property
    def values(self) -> Values:
        return {name: editor.read() for name, editor in self.editors.items()}

    def _add(self, specs: Sequence[FieldSpec]) -> None:
        """Before the line's words."""
        for number, spec in enumerate(specs):
            editor = self.editors[spec.name] = editor_of(spec)
            editor.widget.setAccessibleName(spec.label)
            editor.widget.setToolTip(spec.hint)
            editor.widget.setFixedWidth(104)
            label = quiet_label(spec.label, wraps=False)
            label.setBuddy(editor.widget)
            self._row.insertWidget(3 * number, label)
            self._row.insertWidget(3 * number + 1, editor.widget)
            self._row.insertSpacing(3 * number + 2, 8)


GOALS_REMEMBERED = 30
GOAL_DIGITS = 24
HELD_TIMES = 3
"""Who is about to answer needs longer to see that nothing is asked any more than what is asked."""
PLACEHOLDER = "What shall be reached? Open Mousepad, type “Hello” and save it as hello.txt"


WHICH_DISPLAY = "Which display? Write its number, such as :1."
BY_HAND = "By hand"
BY_HAND_WORDS = "You act yourself: start, then click in the picture."
EXPLORE_PLACEHOLDER = "What shall be explored? The name of an application, or what to look for"


class GoalBar(QWidget):
    start_requested = Signal(object)  # StartRequest
    can_start_changed = Signal()
    problem_changed = Signal(bool)  # whether the goal was refused
    setup_requested = Signal()  # of a model
    mode_chosen = Signal()
    asking_changed = Signal(object)  # Asking, while a run goes on

    def __init__(self, theme: Theme, armed_after_ms: int = ARMED_AFTER_MS) -> None:
        super().__init__()
        self.setObjectName("goalBar")
        self._held = QTimer(self)
        self._held.setSingleShot(True)
        self._held.setInterval(HELD_TIMES * armed_after_ms)
        self._held.timeout.connect(self._enable)
        self._is_running = False
        self._is_starting = False
        self._own_goal: str | None = None
        self.goals: list[str] = []
        """Those of before, newest first."""
        self._goals_model = QStringListModel(self)
        self.goal = self._goal_field()
        self.choices = RunChoices(self)
        self.choices.written.connect(self.clear_problem)
        self.choices.setup_requested.connect(self.setup_requested)
        self.choices.mode_shown.connect(self._show_mode)
        self.choices.asking_chosen.connect(self._take_asking)
        self._by_hand = quiet_label(BY_HAND_WORDS)
        self._by_hand.hide()
        self.limits = ExploreLimitsLine()
        self.limits.hide()
        self.start = push_button(theme, "Start", "Start the run  (Ctrl+Return)", "play", "primary")
        self.start.clicked.connect(self.request_start)
        self.problem = MarkedLine(theme, Mark("warning", "bad"))
        self.problem.hide()
        address, *boxes = self.choices.widgets
        self.boxes = QWidget()
        lay_row(*boxes, of=self.boxes, margins=0, spacing=8)
        words = ((self.goal, 3), (self._by_hand, 3), (address, 1))
        self._row = row = lay_row(*words, self.boxes, self.start, spacing=8)
        lay_column(row, self.limits, self.problem, of=self, margins=0, spacing=4)
        self._fields = (self.goal, self.choices.address, self.choices.display)
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
        if self.choices.surface_key == DISPLAY:
            self._show_problem_at(self.choices.display, WHICH_DISPLAY)
            return
        self.clear_problem()
        if not is_by_hand:
            self.set_goals([goal, *(each for each in self.goals if each != goal)])
        self.start_requested.emit(
            StartRequest(
                goal,
                self.choices.surface_key,
                self.choices.thinker.currentData() or "",
                Asking(self.choices.asking.currentData()),
                self.choices.mode.currentData() or "",
                self.limits.values if self.explores else None,
            )
        )

    def set_goal(self, goal: str) -> None:
        self.goal.setText(goal)
        self.goal.setCursorPosition(0)

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
            self._own_goal = None
            self._enable()

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
        """Say under the field what is wrong, with the goal's unreadable words emphasised."""
        text = html.escape(message)
        if words:
            text += f" In “{emphasised(self.goal.text(), words)}”."
        if remedy:
            text += f" {html.escape(remedy)}"
        self._show_problem_at(self.goal, text, is_rich=True)
        self.problem_changed.emit(True)

    def show_address_problem(self, message: str, remedy: str) -> None:
        """The same of the start page; what is said of the run stays."""
        self._show_problem_at(self.choices.address, f"{message} {remedy}".strip())

    def clear_problem(self) -> None:
        if not self.problem.isHidden():
            self.problem.hide()
            for field in self._fields:
                _mark(field, has_problem=False)
            self.problem_changed.emit(False)

    def has_room_for(self, boxes: QWidget, width_px: int) -> bool:
        """Whether the goal can still be read beside them."""
        goal_px = GOAL_DIGITS * self.fontMetrics().horizontalAdvance("0")
        needs_px = boxes.sizeHint().width() + self.start.sizeHint().width() + goal_px
        return needs_px <= width_px

    def take_boxes(self) -> None:
        """Back beside the goal."""
        self._row.insertWidget(self._row.count() - 1, self.boxes)

    @property
    def explores(self) -> bool:
        return self.choices.explores

    def set_goals(self, goals: Sequence[str]) -> None:
        self.goals = list(goals)[:GOALS_REMEMBERED]
        self._goals_model.setStringList(self.goals)

    def _enable(self) -> None:
        is_open = not (self._is_running or self._is_starting or self._own_goal is not None)
        for widget in (self.goal, *self.choices.widgets):
            widget.setEnabled(is_open)
        is_past = self._own_goal is not None
        self.choices.asking.setEnabled(is_open or (self._is_running and not is_past))
        self.limits.setVisible(self.explores and is_open)  # else the picture needs the room
        self.start.setEnabled(is_open and not self._held.isActive())
        self.goal.setClearButtonEnabled(is_open)
        if not is_open and (popup := self._completer.popup()) is not None:
            popup.hide()  # it hangs over STOP
        self.choices.show_surface()
        self.can_start_changed.emit()

    def _show_mode(self) -> None:
        self.limits.setVisible(self.explores and self.goal.isEnabled())
        self.goal.setVisible(not self.choices.is_by_hand)
        self._by_hand.setVisible(self.choices.is_by_hand)
        self.goal.setPlaceholderText(EXPLORE_PLACEHOLDER if self.explores else PLACEHOLDER)
        self.mode_chosen.emit()

    def _show_problem_at(self, field: QLineEdit, text: str, *, is_rich: bool = False) -> None:
        self.problem.show_line(Mark("warning", "bad"), text, is_rich=is_rich)
        for each in self._fields:
            _mark(each, has_problem=each is field)
        self.problem.show()
        field.setFocus()
        field.setAccessibleDescription(self.problem.text)

    def _goal_field(self) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName("goalField")
        field.setMinimumWidth(160)
        field.setPlaceholderText(PLACEHOLDER)
        field.setAccessibleName("Goal")
        field.setToolTip("The goal, in plain words  (Ctrl+N to come here, Ctrl+Return to start)")
        field.setClearButtonEnabled(True)
        self._completer = QCompleter(self._goals_model, self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        field.setCompleter(self._completer)
        field.textEdited.connect(self.clear_problem)
        return field

    def _take_asking(self, asking: Asking) -> None:
        if self._is_running:
            self.asking_changed.emit(asking)


def _mark(field: QLineEdit, *, has_problem: bool) -> None:
    field.setAccessibleDescription("")
    set_look(field, "problem", has_problem)


def emphasised(goal: str, words: Sequence[str]) -> str:
    """The goal as rich text with these parts of it bold and underlined."""
    wanted = sorted({word for word in words if word}, key=len, reverse=True)
    if not wanted:
        return html.escape(goal)
    pattern = re.compile("(" + "|".join(re.escape(word) for word in wanted) + ")", re.IGNORECASE)
    parts = pattern.split(goal)
    return "".join(
        f"<b><u>{html.escape(part)}</u></b>" if number % 2 else html.escape(part)
        for number, part in enumerate(parts)
    )
