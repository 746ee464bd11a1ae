"""The settings: the model, the limits, what is masked, the browser and the navigator in it.

It edits a form and tells; it keeps nothing.

The application answers ``test_requested`` with ``show_report``, ``find_requested`` with
``show_servers``, ``browser_test_requested`` with ``show_browser``, and ``saved`` with ``accept`` or
``show_problem``.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.domain.models import EndpointReport, FoundServer
from widgets.kit.actions import share_stop
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button
from widgets.kit.theme import Theme
from widgets.settings.browser_page import BrowserPage
from widgets.settings.form_fields import Field
from widgets.settings.limits_page import LimitsPage
from widgets.settings.masking_page import MaskingPage
from widgets.settings.model_page import ModelPage
from widgets.settings.navigator_page import NavigatorPage
from widgets.settings.settings_form import (
    MaskingForm,
    Problem,
    SettingsForm,
    problems_of,
    url_problem,
)

MASKING_TAB = 2
BROWSER_TAB = 3


class SettingsDialog(QDialog):
    """Shown with ``open()``, after ``show_form``."""

    saved = Signal(object)  # SettingsForm
    test_requested = Signal(object)  # SettingsForm
    find_requested = Signal()
    browser_test_requested = Signal(object)  # SettingsForm
    waiting_ended = Signal()  # for the answer to these; the dialog was closed, or it was cancelled
    key_place_wanted = Signal(str)  # base URL; answered by show_key_place

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        share_stop(self)
        self.setWindowTitle("Settings")
        self.resize(680, 700)
        self._has_masking = False
        self.model = ModelPage(theme)
        self.limits = LimitsPage(theme)
        self.masking = MaskingPage(theme)
        self.browser = BrowserPage(theme)
        self.navigator = NavigatorPage(theme)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("Settings")
        for page, name in (
            (self.model, "Model"),
            (self.limits, "Limits"),
            (self.masking, "Masking"),
            (self.browser, "Browser"),
            (self.navigator, "Navigator"),
        ):
            self.tabs.addTab(_scrolled(page), name)
        self._problem = MarkedLine(theme)
        self._problem.hide()
        self.save = push_button(theme, "Save", "Keep this  (Ctrl+Return)", "done", "primary")
        self.save.setShortcut("Ctrl+Return")
        self.save.clicked.connect(self._save)
        self._close = push_button(theme, "Close", "Leave all as it was  (Esc)")
        self._close.clicked.connect(self.reject)
        for button in (self.save, self._close):
            button.setAutoDefault(False)
        self._lay_out()
        self.model.test_requested.connect(self._test)
        self.model.find_requested.connect(self._find)
        self.model.waiting_ended.connect(self.waiting_ended)
        self.browser.test_requested.connect(self._test_browser)
        self.browser.waiting_ended.connect(self.waiting_ended)
        self.model.key_place_wanted.connect(self.key_place_wanted)

    @property
    def form(self) -> SettingsForm:
        """As it stands in the fields now."""
        masking = self.masking.form if self._has_masking else None
        return SettingsForm(
            self.model.form,
            self.limits.limits,
            masking,
            self.browser.form,
            self.navigator.limits,
            self.navigator.questions,
        )

    @property
    def problem_text(self) -> str:
        """What is wrong beside the fields."""
        return "" if self._problem.isHidden() else self._problem.text

    def show_form(self, form: SettingsForm) -> None:
        self.model.show_form(form.model)
        self.limits.show_limits(form.limits)
        self._has_masking = form.masking is not None
        self.tabs.setTabVisible(MASKING_TAB, self._has_masking)
        self.masking.show_form(form.masking or MaskingForm())
        self.browser.show_form(form.browser)
        self.navigator.show_limits(form.navigator)
        self.navigator.show_questions(form.questions)
        self._clear_problems()
        self._set_saving(False)
        self._stop_waiting()

    def show_report(self, report: EndpointReport) -> None:
        """The answer to ``test_requested``."""
        self.model.show_report(report)

    def show_servers(self, servers: Sequence[FoundServer]) -> None:
        """The answer to ``find_requested``."""
        self.model.show_servers(tuple(servers))

    def show_browser(self, text: str, *, is_good: bool) -> None:
        """The answer to ``browser_test_requested``: which one was found, or what is wrong."""
        self.browser.show_answer(text, is_good=is_good)

    def show_key_place(self, place: str, *, can_forget: bool) -> None:
        """Where the key of the endpoint is kept, in words; empty where there is none."""
        self.model.show_key_place(place, can_forget=can_forget)

    def show_problem(self, field: str, text: str) -> None:
        """Say at the field what is wrong with it; below the pages where no field has that name."""
        self._set_saving(False)
        self._stop_waiting()
        found = self._fields.get(field)
        if found is None:
            self._problem.show_line(Mark("warning", "bad"), text)
            self._problem.show()
            return
        found.show_problem(text)
        self._bring_up(found)

    def done(self, result: int) -> None:
        self._stop_waiting()
        super().done(result)

    # -- inside ----------------------------------------------------------------------------------

    @property
    def _fields(self) -> dict[str, Field]:
        pages = (self.model, self.limits, self.masking, self.browser, self.navigator)
        return {name: field for page in pages for name, field in page.grid.fields.items()}

    def _save(self) -> None:
        form = self.form
        self._clear_problems()
        problems = (*problems_of(form), *self.model.problems)
        for problem in reversed(problems):  # the first is that which is brought up last
            self.show_problem(*problem)
        if not problems:
            self._set_saving(True)
            self.saved.emit(form)

    def _test(self) -> None:
        self._clear_problems()
        form = self.form
        wrong = url_problem(form.model) or ("" if form.model.base_url else "Write the URL first.")
        if wrong:
            self.show_problem(*Problem("base_url", wrong))
            return
        self._stop_waiting()
        self.model.show_busy(f"Trying out {form.model.base_url}…")
        self.test_requested.emit(form)

    def _find(self) -> None:
        self._clear_problems()
        self._stop_waiting()
        self.model.show_busy("Looking for servers on this machine…")
        self.find_requested.emit()

    def _test_browser(self) -> None:
        """What stands in the form now, unless it is wrong."""
        self._clear_problems()
        form = self.form
        own = [each for each in problems_of(form) if each.field in self.browser.grid.fields]
        for problem in own:
            self.show_problem(*problem)
        if not own:
            self._stop_waiting()
            self.browser.show_busy()
            self.browser_test_requested.emit(form)

    def _stop_waiting(self) -> None:
        self.model.stop_waiting()
        self.browser.stop_waiting()

    def _clear_problems(self) -> None:
        self._problem.hide()
        for field in self._fields.values():
            field.show_problem("")

    def _set_saving(self, is_saving: bool) -> None:
        self.save.setEnabled(not is_saving)

    def _bring_up(self, field: Field) -> None:
        for number in range(self.tabs.count()):
            area = self.tabs.widget(number)
            if isinstance(area, QScrollArea) and area.isAncestorOf(field):
                self.tabs.setCurrentIndex(number)
                field.editor.setFocus()
                area.ensureWidgetVisible(field)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setContentsMargins(16, 8, 16, 16)
        buttons.setSpacing(8)
        buttons.addWidget(self._problem, 1)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs, 1)
        layout.addLayout(buttons)


def _scrolled(page: QWidget) -> QScrollArea:
    page.setObjectName("sheet")
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(page)
    return area
