"""The Form page: three steps with Back, Next and Finish, like the wizards of installers.

A step tells its complaint as a text, empty where all is well. It is left forwards only without one;
backwards always, and nothing is lost."""

from __future__ import annotations

import re

from PySide6.QtCore import QDate
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDateEdit,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QStackedWidget,
    QWidget,
)

from app.practice_app.pages import SPACE_PX, named
from tests.practice_app.controls import Page, in_line, label_for, page_layout, telling_label
from tests.practice_app.theme import accentuate

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_COUNTRIES = ("Argentina", "Canada", "France", "Germany", "India", "Japan", "Kenya", "Norway")
_PLANS = {"Basic": "Ba&sic", "Plus": "Pl&us", "Pro": "Pr&o"}
_SHORTEST_PASSWORD = 8
_WIDEST_PX = 64 * SPACE_PX


def _step_layout(step: QWidget) -> QFormLayout:
    layout = QFormLayout(step)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setHorizontalSpacing(2 * SPACE_PX)
    layout.setVerticalSpacing(2 * SPACE_PX)
    layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    return layout


class PersonStep(QWidget):
    """Who registers."""

    title = "Who are you?"

    def __init__(self) -> None:
        super().__init__()
        self._name = named(QLineEdit(), "Name")
        self._email = named(QLineEdit(), "E-mail")
        self._email.setPlaceholderText("name@example.org")
        layout = _step_layout(self)
        layout.addRow(label_for(self._name, "N&ame"), self._name)
        layout.addRow(label_for(self._email, "&E-mail"), self._email)

    @property
    def name(self) -> str:
        """Return the name without spaces around it."""
        return self._name.text().strip()

    @property
    def email(self) -> str:
        """Return the address without spaces around it."""
        return self._email.text().strip()

    def complaint(self) -> str:
        """Return what is wrong, and put the cursor there."""
        if not self.name:
            self._name.setFocus()
            return "Enter your name."
        if not _EMAIL.fullmatch(self.email):
            self._email.setFocus()
            return "Enter an e-mail address like name@example.org."
        return ""

    def reset(self) -> None:
        """Empty the fields."""
        self._name.clear()
        self._email.clear()


class PlanStep(QWidget):
    """What is wanted, where and from when on."""

    title = "What would you like?"

    def __init__(self) -> None:
        super().__init__()
        self._plans = {plan: named(QRadioButton(text), plan) for plan, text in _PLANS.items()}
        box = named(QGroupBox("Plan"), "Plan")
        in_line(QHBoxLayout(box), *self._plans.values(), None)
        self._country = named(QComboBox(), "Country")
        self._country.addItems(_COUNTRIES)
        self._country.setPlaceholderText("Choose a country")
        self._start = named(QDateEdit(), "Start date")
        self._start.setDisplayFormat("yyyy-MM-dd")
        self._start.setCalendarPopup(True)
        layout = _step_layout(self)
        layout.addRow(box)
        layout.addRow(label_for(self._country, "Countr&y"), self._country)
        layout.addRow(label_for(self._start, "Start &date"), self._start)
        self.reset()

    @property
    def plan(self) -> str:
        """Return the chosen plan, or an empty text."""
        return next((plan for plan, button in self._plans.items() if button.isChecked()), "")

    @property
    def country(self) -> str:
        """Return the chosen country, or an empty text."""
        return self._country.currentText()

    @property
    def start_date(self) -> str:
        """Return the date as year, month, day."""
        return self._start.text()

    def complaint(self) -> str:
        """Return what is wrong, and put the cursor there."""
        if not self.plan:
            return "Choose a plan."
        if not self.country:
            self._country.setFocus()
            return "Choose a country."
        return ""

    def reset(self) -> None:
        """Choose nothing; the date becomes today."""
        for button in self._plans.values():
            # Exclusive buttons can't be unchecked, so they are let go for a moment.
            button.setAutoExclusive(False)
            button.setChecked(False)
            button.setAutoExclusive(True)
        self._country.setCurrentIndex(-1)
        self._start.setDate(QDate.currentDate())


class AgreementStep(QWidget):
    """The last look at everything, a password and a yes."""

    title = "Is this right?"

    def __init__(self) -> None:
        super().__init__()
        self._summary = QLabel()
        self._summary.setObjectName("form_summary")
        self._summary.setWordWrap(True)
        self._password = named(
            QLineEdit(), "Password", tip=f"At least {_SHORTEST_PASSWORD} characters"
        )
        self._password.setEchoMode(QLineEdit.EchoMode.Password)
        self._agree = named(QCheckBox("I a&gree"), "I agree")
        layout = _step_layout(self)
        layout.addRow("Summary", self._summary)
        layout.addRow(label_for(self._password, "&Password"), self._password)
        layout.addRow("", self._agree)

    def summarise(self, person: PersonStep, plan: PlanStep) -> None:
        """Show what the steps before were told."""
        self._summary.setText(
            f"{person.name} ({person.email})\n"
            f"{plan.plan} plan in {plan.country}, from {plan.start_date}"
        )

    def complaint(self) -> str:
        """Return what is wrong, and put the cursor there."""
        if len(self._password.text()) < _SHORTEST_PASSWORD:
            self._password.setFocus()
            return f"Enter a password of at least {_SHORTEST_PASSWORD} characters."
        if not self._agree.isChecked():
            self._agree.setFocus()
            return "Agree before you finish."
        return ""

    def reset(self) -> None:
        """Forget the password and the yes."""
        self._password.clear()
        self._agree.setChecked(False)


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
        layout = page_layout(self, "Form", "Register in three steps.")
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
