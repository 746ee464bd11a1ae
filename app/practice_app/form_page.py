"""The Form page: three steps with Back, Next and Finish, like the wizards of installers.

A step is left forwards only once it has no complaint; backwards always, and nothing is lost.
"""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QWidget

from app.practice_app.controls import (
    SPACE_PX,
    Page,
    explanation,
    heading,
    in_line,
    named,
    page_layout,
    telling_label,
)
from app.practice_app.form_steps import AgreementStep, PersonStep, PlanStep
from app.practice_app.theme import accentuate

_WIDEST_PX = 64 * SPACE_PX


class FormPage(Page):
    """Steps in a stack; the buttons below follow the step that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self._person = PersonStep()
        self._plan = PlanStep()
        self._agreement = AgreementStep()
        self._steps = (self._person, self._plan, self._agreement)
        self._stack = named(QStackedWidget(), "Registration steps")
        for step in self._steps:
            self._stack.addWidget(step)
        self._where = QLabel()
        self._where.setObjectName("form_step")
        self._message = telling_label("form_message")
        self._result = telling_label("form_result")
        self._back = named(QPushButton("Bac&k"), "Back")
        self._next = accentuate(named(QPushButton("Ne&xt"), "Next"))
        self._finish = accentuate(named(QPushButton("F&inish"), "Finish"))
        self._again = named(QPushButton("Start a&gain"), "Start again")
        self._lay_out()
        self._back.clicked.connect(self._go_back)
        self._next.clicked.connect(self._go_on)
        self._finish.clicked.connect(self._register)
        self._again.clicked.connect(self._start_again)
        self._show_step(0)

    def _lay_out(self) -> None:
        column = QWidget()
        column.setMaximumWidth(_WIDEST_PX)
        inner = page_layout(column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self._where)
        inner.addWidget(self._stack)
        inner.addWidget(self._message)
        buttons = (self._again, self._back, self._next, self._finish)
        inner.addLayout(in_line(QHBoxLayout(), None, *buttons))
        inner.addWidget(self._result)
        inner.addStretch(1)
        layout = page_layout(self)
        layout.addWidget(heading("Form"))
        layout.addWidget(explanation("Register in three steps."))
        layout.addWidget(column, 1)

    def _show_step(self, index: int) -> None:
        last = len(self._steps) - 1
        step = self._steps[index]
        self._stack.setCurrentIndex(index)
        self._where.setText(f"Step {index + 1} of {last + 1}: {step.title}")
        self._message.clear()
        self._back.setEnabled(index > 0)
        self._next.setVisible(index < last)
        self._finish.setVisible(index == last)
        self._again.hide()

    def _go_back(self) -> None:
        self._show_step(self._stack.currentIndex() - 1)

    def _go_on(self) -> None:
        index = self._stack.currentIndex()
        complaint = self._steps[index].complaint()
        if complaint:
            self._message.setText(complaint)
            return
        self._agreement.summarise(self._person, self._plan)
        self._show_step(index + 1)

    def _register(self) -> None:
        complaint = self._agreement.complaint()
        if complaint:
            self._message.setText(complaint)
            return
        self._message.clear()
        self._result.setText(f"Registered: {self._person.name}")
        self._set_settled(True)
        self.said.emit(self._result.text())

    def _start_again(self) -> None:
        for step in self._steps:
            step.reset()
        self._result.clear()
        self._set_settled(False)
        self._show_step(0)

    def _set_settled(self, settled: bool) -> None:
        self._stack.setEnabled(not settled)
        self._back.setEnabled(not settled)
        self._finish.setEnabled(not settled)
        self._again.setVisible(settled)
