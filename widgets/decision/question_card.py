"""A question that the planner can't settle: its words, a button for each choice, or a field for
the operator's own words where there are no choices.

What a thinker asks on the web is put together from what the page says: it is shown as a quotation,
and never as words of Pilothouse.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.domain.events import QuestionAsked
from engine.language.sentences.figures import shortened
from widgets.kit.card_scroll import CardScroll
from widgets.kit.first_moments import ARMED_AFTER_MS, FirstMoments
from widgets.kit.parts import push_button, quiet_label
from widgets.kit.theme import Theme

NUMBERED = 9
LONGEST_WORD = 24
LONGEST_CHOICE = 32
FROM_PAGE = "The thinker asks, in words that may be the page’s:"
DECLINE_TIP = "Give no answer: the run goes another way, or ends and says so  (Esc)"
ANSWER_TIP = "It is recorded; for a password write {{secret:name}}, which is filled in unseen"


class QuestionCard(QFrame):
    answered = Signal(str, str)  # question_id, answer; an empty one declines

    def __init__(self, theme: Theme, armed_after_ms: int = ARMED_AFTER_MS) -> None:
        super().__init__()
        self.setObjectName("requestCard")
        self.setAccessibleName("A question for you")
        self._first_moments = FirstMoments(armed_after_ms)
        self._question: QuestionAsked | None = None
        self.buttons: list[QPushButton] = []
        self._whose = quiet_label(FROM_PAGE)
        self._title = QLabel()
        self._title.setProperty("role", "title")
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self.line = QLineEdit()
        self.line.setPlaceholderText("Your answer")
        self.line.setAccessibleName("Your answer")
        self.line.setToolTip(ANSWER_TIP)
        self.line.textChanged.connect(self._enable)
        self.line.returnPressed.connect(self._send)
        self.send = push_button(theme, "Answer", "Give this answer  (Enter)", "done", "accent")
        self.send.clicked.connect(self._send)
        self.decline = push_button(theme, "Don’t answer", DECLINE_TIP, "rejected")
        self.decline.clicked.connect(lambda: self._answer(""))
        self._lay_out()

    def show_question(self, question: QuestionAsked, *, is_from_page: bool = False) -> None:
        """``is_from_page``: a thinker on the web asks it."""
        if question == self._question:
            return
        self._question = question
        self._first_moments.begin()
        self._whose.setVisible(is_from_page)
        words = breakable(question.question)
        self._title.setText(f"“{words}”" if is_from_page else words)
        self.setAccessibleDescription(question.question)
        for button in self.buttons:
            self._choices.removeWidget(button)
            button.deleteLater()
        self.buttons = [
            self._button(number, choice) for number, choice in enumerate(question.choices, 1)
        ]
        for button in self.buttons:
            self._choices.addWidget(button)
        takes_words = not question.choices
        self.line.clear()
        self.line.setVisible(takes_words)
        self.send.setVisible(takes_words)
        self._enable()

    @property
    def may_answer(self) -> bool:
        """It has been shown long enough that a key is meant for it."""
        return self._first_moments.are_over

    def forget(self) -> None:
        self._question = None

    def take_focus(self) -> None:
        """Put the keyboard where the answer is given."""
        first: QWidget = self.buttons[0] if self.buttons else self.line
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat():
            self._answer("")
        else:
            super().keyPressEvent(event)

    # -- inside ----------------------------------------------------------------------------------

    def _button(self, number: int, choice: str) -> QPushButton:
        shown = shortened(choice, LONGEST_CHOICE).replace("&", "&&")
        has_key = number <= NUMBERED
        button = QPushButton(f"&{number}  {shown}" if has_key else shown)
        button.setProperty("look", "choice")
        button.setAccessibleName(choice)
        button.setMinimumWidth(1)  # it is never wider than the card
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setAutoDefault(True)
        button.setToolTip(f"Answer “{choice}”" + (f"  (Alt+{number})" if has_key else ""))
        button.clicked.connect(lambda: self._answer(choice))
        return button

    def _send(self) -> None:
        answer = self.line.text().strip()
        if answer:
            self._answer(answer)

    def _answer(self, answer: str) -> None:
        if self._question is None or not self.may_answer:
            return
        question_id = self._question.question_id
        self.forget()
        for each in (*self.buttons, self.send, self.decline):
            each.setEnabled(False)
        self.answered.emit(question_id, answer)

    def _enable(self) -> None:
        self.send.setEnabled(bool(self.line.text().strip()))
        self.decline.setEnabled(True)

    def _lay_out(self) -> None:
        band = QLabel("WAITING FOR YOU")
        band.setObjectName("waitingBand")
        sheet = QWidget()
        self._choices = QVBoxLayout()
        self._choices.setSpacing(8)
        body = QVBoxLayout(sheet)
        body.setContentsMargins(12, 12, 12, 12)
        body.setSpacing(12)
        body.addWidget(self._whose)
        body.addWidget(self._title)
        body.addLayout(self._choices)
        body.addWidget(self.line)
        body.addStretch(1)
        self.scroll = CardScroll(sheet)
        row = QHBoxLayout()
        row.setContentsMargins(10, 8, 10, 10)
        row.setSpacing(8)
        row.addWidget(self.send, 1)
        row.addWidget(self.decline, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        layout.addWidget(band)
        layout.addWidget(self.scroll, 1)
        layout.addLayout(row)


def breakable(text: str) -> str:
    """In one paragraph, with room for a line break in words that no line could hold."""
    return " ".join(
        "\u200b".join(
            word[start : start + LONGEST_WORD] for start in range(0, len(word), LONGEST_WORD)
        )
        for word in text.split()
    )
