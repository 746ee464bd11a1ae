"""What stands over the empty picture before the first run: what this is, and examples to choose."""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from widgets.kit.parts import quiet_label, role_label
from widgets.kit.theme import lay_column
from widgets.window.goal_bar import GoalBar

WHAT = "Say what shall be reached, and an agent does it here, step by step."
WIDTH_PX = 520
ROOM_PX = 16
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
        lay_column(words, self._hint, *self.buttons, of=self, margins=12, spacing=6)
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
        over, layout = self.parentWidget(), self.layout()
        if over is None or layout is None:
            return
        width = min(WIDTH_PX, over.width() - 2 * ROOM_PX)
        room = over.height() - 2 * ROOM_PX
        parts = (self._hint, *reversed(self.buttons))
        for part in parts:
            part.show()
        for part in parts:  # rather fewer of them than cut ones
            if layout.heightForWidth(width) > room:
                part.hide()
        height = min(layout.heightForWidth(width), room)
        self.setGeometry((over.width() - width) // 2, (over.height() - height) // 2, width, height)

    def _button(self, example: Example) -> QPushButton:
        button = QPushButton(example.words)
        button.setProperty("look", "choice")
        button.setToolTip(f"{example.goal}: taken as the goal, nothing is started yet")
        button.setMinimumWidth(1)
        button.setMinimumHeight(button.fontMetrics().height() + PADDING_PX)
        button.clicked.connect(lambda: self._take(example))
        return button

    def _take(self, example: Example) -> None:
        self._goal_bar.choices.choose(surface="practice", mode=example.mode)
        self._goal_bar.set_goal(example.goal)
        self._goal_bar.start.setFocus()
