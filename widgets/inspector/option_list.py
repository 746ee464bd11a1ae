"""The options of an action, one below the other: tried, next, or to be tried by a press."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QPushButton, QWidget

from engine.language.sentences.local import state_number
from engine.record.views.local_views import LocalPlanView, LocalStateView
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button, role_label, tip_with
from widgets.kit.theme import Theme, lay_column, lay_row


@dataclass(frozen=True, slots=True)
class OptionView:
    """``tried_by`` are the numbers of the local states that followed it."""

    name: str
    description: str
    tried_by: tuple[int, ...] = ()
    is_next: bool = False

    @property
    def is_untried(self) -> bool:
        return not self.tried_by and not self.is_next


def branching_of(plan: LocalPlanView, state: LocalStateView) -> LocalStateView:
    """The state whose options matter here: its own, or those of the one that it follows."""
    if state.options or not state.tries_of:
        return state
    return plan.state_at(state.tries_of) or state


def options_of(plan: LocalPlanView, branching: LocalStateView) -> tuple[OptionView, ...]:
    """All options of the action that led to this state, as they stand now."""
    number = branching.number
    tried = [(each.tries, each.number) for each in plan.states if each.tries_of == number]
    coming = _coming(plan, number) if plan.is_open else ""
    return tuple(
        OptionView(
            option.name,
            option.description,
            tuple(by for name, by in tried if name == option.name),
            is_next=option.name == coming and all(name != coming for name, _ in tried),
        )
        for option in branching.options
    )


def _coming(plan: LocalPlanView, branching: int) -> str:
    """The option that the newest decision wants to follow."""
    decided = [each for each in plan.states if each.decision and not each.is_reverted]
    if not decided:
        return ""
    newest = decided[-1]
    return newest.next_option if branching in (newest.number, newest.tries_of) else ""


TRIED, NEXT, UNTRIED = Mark("done", "text_quiet"), Mark("play", "accent"), Mark("planned", "text")


class OptionRow(QWidget):
    def __init__(self, theme: Theme, wanted: SignalInstance) -> None:
        super().__init__()
        self.name = ""
        self.line = MarkedLine(theme)
        self.button = push_button(theme, "Try this next", "", "play")
        self.button.clicked.connect(lambda: wanted.emit(self.name))
        lay_row((self.line, 1), self.button, of=self, margins=0, spacing=8)

    def show_option(self, option: OptionView, step_number: int, *, can_try: bool) -> None:
        self.name = option.name
        mark, standing = _standing(option, step_number)
        words = f"{option.description or option.name}\n{option.name} · {standing}"
        self.line.show_line(mark, words)
        self.button.setVisible(option.is_untried and can_try)
        self.button.setToolTip(tip_with(f"Follow “{option.name}” next, whatever the rule says"))
        self.button.setAccessibleName(f"Try {option.name} next")


class OptionList(QWidget):
    """Rows are reused from one action to the next."""

    option_wanted = Signal(str)  # the name of the option to try next

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._options: list[OptionRow] = []
        self._head = role_label("", "caption")
        self._layout = lay_column(self._head, of=self, margins=(0, 8, 0, 0), spacing=8)
        self.hide()

    def show_options(
        self, options: Sequence[OptionView], step_number: int, branching: int, *, can_try: bool
    ) -> None:
        """``branching`` is the state whose action they belong to; none hides the list."""
        self.setVisible(bool(options))
        self._head.setText(f"OPTIONS OF {state_number(step_number, branching)}")
        while len(self._options) < len(options):
            self._options.append(OptionRow(self._theme, self.option_wanted))
            self._layout.addWidget(self._options[-1])
        for number, row in enumerate(self._options):
            row.setVisible(number < len(options))
            if number < len(options):
                row.show_option(options[number], step_number, can_try=can_try)

    @property
    def buttons(self) -> list[QPushButton]:
        """Those that can be pressed now."""
        return [row.button for row in self._options if row.button.isVisibleTo(self)]


def _standing(option: OptionView, step_number: int) -> tuple[Mark, str]:
    if option.is_next:
        return NEXT, "comes next"
    if option.tried_by:
        by = ", ".join(state_number(step_number, number) for number in option.tried_by)
        return TRIED, f"tried in {by}"
    return UNTRIED, "untried"
