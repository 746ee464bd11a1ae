"""A question that the planner can't settle: its words, and a button for each choice."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.domain.events import QuestionAsked
from widgets.card_scroll import CardScroll

NUMBERED = 9


class QuestionCard(QFrame):
    answered = Signal(str, str)  # question_id, choice

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("requestCard")
        self.setAccessibleName("A question for you")
        self._question: QuestionAsked | None = None
        self.buttons: list[QPushButton] = []
        band = QLabel("WAITING FOR YOU")
        band.setObjectName("waitingBand")
        self._title = QLabel()
        self._title.setProperty("role", "title")
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        sheet = QWidget()
        self._choices = QVBoxLayout()
        self._choices.setSpacing(8)
        body = QVBoxLayout(sheet)
        body.setContentsMargins(12, 12, 12, 12)
        body.setSpacing(12)
        body.addWidget(self._title)
        body.addLayout(self._choices)
        body.addStretch(1)
        self.scroll = CardScroll(sheet)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        layout.addWidget(band)
        layout.addWidget(self.scroll, 1)

    def show_question(self, question: QuestionAsked) -> None:
        if question == self._question:
            return
        self._question = question
        self._title.setText(question.question)
        for button in self.buttons:
            self._choices.removeWidget(button)
            button.deleteLater()
        self.buttons = [
            self._button(number, choice) for number, choice in enumerate(question.choices, 1)
        ]
        for button in self.buttons:
            self._choices.addWidget(button)

    def forget(self) -> None:
        self._question = None

    def _button(self, number: int, choice: str) -> QPushButton:
        shown = choice.replace("&", "&&")
        has_key = number <= NUMBERED
        button = QPushButton(f"&{number}  {shown}" if has_key else shown)
        button.setProperty("look", "choice")
        button.setAccessibleName(choice)
        button.setAutoDefault(True)
        button.setToolTip(f"Answer “{choice}”" + (f"  (Alt+{number})" if has_key else ""))
        button.clicked.connect(lambda: self._answer(choice))
        return button

    def _answer(self, choice: str) -> None:
        if self._question is not None:
            question_id = self._question.question_id
            self.forget()
            for button in self.buttons:
                button.setEnabled(False)
            self.answered.emit(question_id, choice)
