"""Says beforehand what going back will take back, and what was declared of each of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QScrollArea,
    QWidget,
)

from engine.domain.plans import StepPlace
from engine.domain.reversal import Degree
from engine.language.sentences.figures import count_words
from engine.language.sentences.local import place_words, reversibility_words
from widgets.kit.actions import share_stop
from widgets.kit.laying import STRETCH, lay_column, lay_row
from widgets.kit.marks import DEGREE_MARKS, Mark
from widgets.kit.parts import MarkedLine, push_button, quiet_label, role_label, sheet_area
from widgets.kit.performed import PerformedAction
from widgets.kit.theme import Theme

UNKNOWN = Mark("question", "text_quiet")
MOST_LIST_PX = 320
HOW = (
    "Each is taken back by itself and looked at before the next; it stops where the state before"
    " is not seen again. Then the run is paused."
)


class RevertDialog(QDialog):
    """Shown with ``open()``."""

    confirmed = Signal(object)  # StepPlace

    def __init__(
        self,
        theme: Theme,
        place: StepPlace,
        undone: Sequence[PerformedAction],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        share_stop(self)
        self._place = place
        self.setWindowTitle("Revert to here")
        self.resize(520, 0)
        words = f"Go back to before {place_words(place)} of segment {place.segment_number}"
        title = role_label(words, "title", wraps=True)
        self._lines = [_line(theme, action, place.segment_number) for action in undone]
        self._warning = MarkedLine(theme)
        self._show_warning(undone)
        layout = lay_column(title, of=self, margins=(24, 24, 24, 16), spacing=12)
        count = count_words(len(undone), "action")
        layout.addWidget(quiet_label(f"{count} will be taken back, newest first:", wraps=False))
        layout.addWidget(self._list())
        layout.addWidget(self._warning)
        layout.addWidget(quiet_label(HOW))
        layout.addLayout(self._buttons(theme))

    @property
    def shown_text(self) -> str:
        lines = [line.text for line in self._lines]
        return "\n".join([*lines, self._warning.text] if self._warning.isVisibleTo(self) else lines)

    def _show_warning(self, undone: Sequence[PerformedAction]) -> None:
        never = [
            place_words(each.place, self._place.segment_number)
            for each in undone
            if each.declared is not None and each.declared.degree is Degree.IRREVERSIBLE
        ]
        self._warning.setVisible(bool(never))
        names = ", ".join(never)
        words = f"{names} was declared irreversible. It will most likely stop there."
        self._warning.show_line(Mark("warning", "warn"), words)

    def _list(self) -> QScrollArea:
        sheet = QWidget()
        lay_column(*self._lines, STRETCH, of=sheet, margins=0, spacing=8)
        scroll = sheet_area(sheet)
        scroll.setAccessibleName("What will be taken back")
        scroll.setMinimumHeight(min(MOST_LIST_PX, 44 * len(self._lines)))
        return scroll

    def _buttons(self, theme: Theme) -> QHBoxLayout:
        self.revert = push_button(
            theme, "Revert to here", "Take them back now  (Enter)", "undo", "primary"
        )
        self.keep = push_button(theme, "Leave it as it is", "Take nothing back  (Esc)")
        self.revert.setDefault(True)
        self.revert.clicked.connect(self._confirm)
        self.keep.clicked.connect(self.reject)
        return lay_row(STRETCH, self.keep, self.revert, spacing=8)

    def _confirm(self) -> None:
        self.accept()
        self.confirmed.emit(self._place)


def _line(theme: Theme, action: PerformedAction, segment_number: int) -> MarkedLine:
    declared = action.declared
    mark = DEGREE_MARKS[declared.degree] if declared is not None else UNKNOWN
    said = reversibility_words(declared) if declared is not None else "nothing was declared"
    name = place_words(action.place, segment_number)
    line = MarkedLine(theme)
    line.show_line(Mark(mark.icon, mark.tone), f"{name}  {action.step.description}\n{said}")
    return line
