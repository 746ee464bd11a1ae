"""The options of an action, one below the other: tried, next, or to be tried by a press."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.language.sentences.local import state_number
from widgets.inspector.local_options import OptionView
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button
from widgets.kit.theme import Theme

TRIED, NEXT, UNTRIED = Mark("done", "text_quiet"), Mark("play", "accent"), Mark("planned", "text")


class OptionRow(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.name = ""
        self.line = MarkedLine(theme)
        self.button = push_button(theme, "Try this next", "", "play")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.line, 1)
        layout.addWidget(self.button)

    def show_option(self, option: OptionView, step_number: int, *, can_try: bool) -> None:
        self.name = option.name
        mark, standing = _standing(option, step_number)
        words = f"{option.description or option.name}\n{option.name} · {standing}"
        self.line.show_line(mark, words)
        self.button.setVisible(option.is_untried and can_try)
        self.button.setToolTip(f"Follow “{option.name}” next, whatever the rule says")
        self.button.setAccessibleName(f"Try {option.name} next")


class OptionList(QWidget):
    """Rows are reused from one action to the next."""

    option_wanted = Signal(str)  # the name of the option to try next

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._options: list[OptionRow] = []
        self._head = QLabel()
        self._head.setProperty("role", "caption")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 8, 0, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(self._head)
        self.hide()

    def show_options(
        self, options: Sequence[OptionView], step_number: int, branching: int, *, can_try: bool
    ) -> None:
        """``branching`` is the state whose action they belong to; none hides the list."""
        self.setVisible(bool(options))
        self._head.setText(f"OPTIONS OF {state_number(step_number, branching)}")
        while len(self._options) < len(options):
            self._options.append(self._new_row())
        for number, row in enumerate(self._options):
            row.setVisible(number < len(options))
            if number < len(options):
                row.show_option(options[number], step_number, can_try=can_try)

    @property
    def buttons(self) -> list[QPushButton]:
        """Those that can be pressed now."""
        return [row.button for row in self._options if row.button.isVisibleTo(self)]

    @property
    def shown_text(self) -> str:
        return "\n".join(row.line.text for row in self._options if row.isVisibleTo(self))

    def _new_row(self) -> OptionRow:
        row = OptionRow(self._theme)
        row.button.clicked.connect(lambda: self.option_wanted.emit(row.name))
        self._layout.addWidget(row)
        return row


def _standing(option: OptionView, step_number: int) -> tuple[Mark, str]:
    if option.is_next:
        return NEXT, "comes next"
    if option.tried_by:
        by = ", ".join(state_number(step_number, number) for number in option.tried_by)
        return TRIED, f"tried in {by}"
    return UNTRIED, "untried"
