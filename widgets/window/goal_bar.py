"""The goal bar: what the agent shall reach, where, with which thinker, and how it asks."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, QTimer, Signal
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from engine.domain.approvals import Asking
from engine.language.sentences.run import ASKING_WORDS
from widgets.explorer.explore_limits import ExploreLimitsLine
from widgets.kit.first_moments import ARMED_AFTER_MS
from widgets.kit.intents import Choice, StartRequest
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button
from widgets.kit.theme import Theme
from widgets.window.choice_boxes import choice_box, fill_choices
from widgets.window.start_fields import address_field, display_field

GOALS_REMEMBERED = 30
SET_UP = Choice("set up a model", "Set up a model…", "Opens the settings  (Ctrl+,)")
"""The last of the thinkers: not one itself, but the way to one."""
BROWSER, DISPLAY = "browser", "display"
"""The surfaces of which more is to be said: the page at which it begins, and which one."""
HELD_TIMES = 3
"""Who is about to answer needs longer to see that nothing is asked any more than what is asked."""
SURFACE_TIP = "Where the agent looks and acts"
PLACEHOLDER = "What shall be reached? Open Mousepad, type “Hello” and save it as hello.txt"

ASKING_HINTS: dict[Asking, str] = {
    Asking.EACH: "Nothing is done before you approve it",
    Asking.RISKY: "You are asked before what can’t be undone or leaves the machine",
    Asking.NEVER: "Nobody is asked; what can’t be undone or leaves the machine is refused",
}
WHICH_DISPLAY = "Which display? Write its number, such as :1."
EXPLORE_PLACEHOLDER = "What shall be explored? The name of an application, or what to look for"
DIRECTOR = Choice("", "Director", "Plans a part, does it, looks again, and plans on")
NAVIGATOR = Choice("", "Navigator", "One action at a time, with a stage to reach by each")
EXPLORER = Choice("explorer", "Explorer", "Tries groups of actions and looks for faults")


class GoalBar(QWidget):
    start_requested = Signal(object)  # StartRequest
    text_changed = Signal(str)

    can_start_changed = Signal()
    problem_changed = Signal(bool)  # whether the goal was refused
    setup_requested = Signal()  # of a model
    mode_chosen = Signal()

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
        self._goals: list[str] = []
        self._goals_model = QStringListModel(self)
        self.goal = self._goal_field()
        self.address, self.display = address_field(), display_field()
        for field in (self.address, self.display):
            field.textEdited.connect(self.clear_problem)
        self.surface = choice_box("Surface", SURFACE_TIP)
        self.surface.currentIndexChanged.connect(self._show_address)
        self.mode = choice_box("Mode", "How the agent goes about it")
        self.mode.currentIndexChanged.connect(self._show_mode)
        self.limits = ExploreLimitsLine()
        self.limits.hide()
        self.thinker = choice_box("Thinker", "Who decides what to do next")
        self._thinker_key = ""
        self.thinker.activated.connect(self._take_thinker)
        self.asking = choice_box("Asking", "When you are asked before something is done")
        self.set_askings()
        self.start = push_button(theme, "Start", "Start the run  (Ctrl+Return)", "play", "primary")
        self.start.clicked.connect(self.request_start)
        self._problem = MarkedLine(theme, Mark("warning", "bad"))
        self._problem.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.goal, 3)
        row.addWidget(self.address, 1)
        row.addWidget(self.display)
        for widget in (self.surface, self.mode, self.thinker, self.asking, self.start):
            row.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.limits)
        layout.addWidget(self._problem)
        self._enable()

    def request_start(self) -> None:
        """Emit the request, where there is a goal and nothing runs."""
        goal = self.goal.text().strip()
        if not goal:
            self.goal.setFocus()
            self.show_problem("There is no goal yet.", (), "Say in a sentence what to reach.")
            return
        if not self.start.isEnabled():
            return
        if self._surface_key() == DISPLAY:
            self._problem.show_line(Mark("warning", "bad"), WHICH_DISPLAY)
            self._show_problem_at(self.display)
            return
        self.clear_problem()
        self._remember(goal)
        self.start_requested.emit(
            StartRequest(
                goal,
                self._surface_key(),
                self.thinker.currentData() or "",
                Asking(self.asking.currentData()),
                self.mode.currentData() or "",
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

    def set_choices(
        self, surfaces: Sequence[Choice | str], thinkers: Sequence[Choice | str]
    ) -> None:
        """Choices, or bare keys, which are then shown in our own words."""
        fill_choices(self.surface, surfaces)
        self._show_modes()
        fill_choices(self.thinker, (*thinkers, SET_UP) if thinkers else ())
        if thinkers:
            self.thinker.insertSeparator(self.thinker.count() - 1)
        self._keep_thinker()
        self._enable()

    def set_askings(self) -> None:
        fill_choices(
            self.asking,
            [Choice(each.value, ASKING_WORDS[each], ASKING_HINTS[each]) for each in Asking],
        )

    def choose(
        self,
        *,
        surface: str = "",
        thinker: str = "",
        asking: Asking | None = None,
        mode: str = "",
    ) -> None:
        """Preselect by key; an unknown key is left alone."""
        surface, _, more = surface.partition(":")
        if more:
            field = self.address if surface == BROWSER else self.display
            field.setText(more)
            field.setCursorPosition(0)
        wanted = ((self.surface, surface), (self.thinker, thinker), (self.asking, asking or ""))
        for box, key in wanted:
            index = box.findData(str(key)) if key else -1
            if index >= 0:
                box.setCurrentIndex(index)
        if mode:
            self.mode.setCurrentIndex(max(0, self.mode.findData(mode)))
        self._keep_thinker()

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

    def show_problem(self, message: str, words: Sequence[str], remedy: str) -> None:
        """Say under the field what is wrong, with the goal's unreadable words emphasised."""
        text = html.escape(message)
        if words:
            text += f" In “{emphasised(self.goal.text(), words)}”."
        if remedy:
            text += f" {html.escape(remedy)}"
        self._problem.show_line(Mark("warning", "bad"), text, is_rich=True)
        self._show_problem_at(self.goal)
        self.problem_changed.emit(True)

    def show_address_problem(self, message: str, remedy: str) -> None:
        """The same of the start page; what is said of the run stays."""
        self._problem.show_line(Mark("warning", "bad"), f"{message} {remedy}".strip())
        self._show_problem_at(self.address)

    def clear_problem(self) -> None:
        if not self._problem.isHidden():
            self._problem.hide()
            for field in (self.goal, self.address, self.display):
                _mark(field, has_problem=False)
            self.problem_changed.emit(False)

    @property
    def explores(self) -> bool:
        return bool(self.mode.currentData() == EXPLORER.key)

    @property
    def problem_text(self) -> str:
        return "" if self._problem.isHidden() else self._problem.text

    @property
    def goals(self) -> list[str]:
        """The goals of before, newest first."""
        return list(self._goals)

    def set_goals(self, goals: Sequence[str]) -> None:
        self._goals = list(goals)[:GOALS_REMEMBERED]
        self._goals_model.setStringList(self._goals)

    def _take_thinker(self, index: int) -> None:
        """Setting up a model leaves the chosen thinker as it is."""
        if self.thinker.itemData(index) == SET_UP.key:
            self.thinker.setCurrentIndex(self.thinker.findData(self._thinker_key))
            self.setup_requested.emit()
        self._keep_thinker()

    def _keep_thinker(self) -> None:
        self._thinker_key = self.thinker.currentData() or ""
        hint = self.thinker.itemData(self.thinker.currentIndex(), Qt.ItemDataRole.ToolTipRole)
        words = self.thinker.currentText()
        self.thinker.setToolTip(f"Thinker: {words}. {hint or ''}".strip() if words else "Thinker")

    def _remember(self, goal: str) -> None:
        self.set_goals([goal, *(each for each in self._goals if each != goal)])

    def _enable(self) -> None:
        is_open = not (self._is_running or self._is_starting or self._own_goal is not None)
        boxes = (self.surface, self.mode, self.thinker, self.asking)
        for widget in (self.goal, self.address, self.display, *boxes):
            widget.setEnabled(is_open)
        self.limits.setVisible(self.explores and is_open)  # else the picture needs the room
        self.start.setEnabled(is_open and not self._held.isActive())
        self.goal.setClearButtonEnabled(is_open)
        if not is_open:
            self.goal.completer().popup().hide()  # it hangs over STOP
        for box in (self.surface, self.mode, self.thinker):
            box.setVisible(box.count() > 0)
        self._show_address()
        self.can_start_changed.emit()

    def _surface_key(self) -> str:
        """With what more is to be said behind a colon: a browser's address, a display's number."""
        surface = self.surface.currentData() or ""
        fields = {BROWSER: self.address, DISPLAY: self.display}
        more = fields[surface].text().strip() if surface in fields else ""
        return f"{surface}:{more}" if more else surface

    def _show_address(self) -> None:
        """And what the surface means for the run."""
        hint = self.surface.itemData(self.surface.currentIndex(), Qt.ItemDataRole.ToolTipRole)
        words = self.surface.currentText()
        self.surface.setToolTip(f"{words}: {hint[0].lower()}{hint[1:]}" if hint else SURFACE_TIP)
        self.surface.setAccessibleDescription(hint or SURFACE_TIP)
        self.address.setVisible(self.surface.currentData() == BROWSER)
        self.display.setVisible(self.surface.currentData() == DISPLAY)
        self._show_modes()
        if not self.address.hasFocus():
            self.address.setCursorPosition(0)

    def _show_modes(self) -> None:
        """What goes with the surface, and exploring, which goes with each."""
        if self.surface.count():
            fitting = NAVIGATOR if self.surface.currentData() == BROWSER else DIRECTOR
            fill_choices(self.mode, (fitting, EXPLORER))
            self._show_mode()

    def _show_mode(self) -> None:
        self.limits.setVisible(self.explores and self.goal.isEnabled())
        hint = self.mode.itemData(self.mode.currentIndex(), Qt.ItemDataRole.ToolTipRole)
        self.mode.setToolTip(f"{self.mode.currentText()}: {hint[0].lower()}{hint[1:]}")
        self.goal.setPlaceholderText(EXPLORE_PLACEHOLDER if self.explores else PLACEHOLDER)
        self.mode_chosen.emit()

    def _show_problem_at(self, field: QLineEdit) -> None:
        for each in (self.goal, self.address, self.display):
            _mark(each, has_problem=each is field)
        self._problem.show()
        field.setFocus()
        field.setAccessibleDescription(self._problem.text)

    def _goal_field(self) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName("goalField")
        field.setPlaceholderText(PLACEHOLDER)
        field.setAccessibleName("Goal")
        field.setToolTip("The goal, in plain words  (Ctrl+N to come here, Ctrl+Return to start)")
        field.setClearButtonEnabled(True)
        completer = QCompleter(self._goals_model, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        field.setCompleter(completer)
        field.textEdited.connect(self._take_edit)
        return field

    def _take_edit(self, text: str) -> None:
        self.clear_problem()
        self.text_changed.emit(text)


def _mark(field: QLineEdit, *, has_problem: bool) -> None:
    field.setProperty("problem", has_problem)
    field.setAccessibleDescription("")
    field.style().unpolish(field)
    field.style().polish(field)


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
