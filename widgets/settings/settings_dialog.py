"""The settings: the model, the limits, what is masked, the browser and the navigator in it, and the
rules of the operator's policy.

It edits a form and tells; it knows no setting and keeps nothing. The application hands over its
pages and answers ``test_requested`` with the model page's ``show_report`` or another page's
``show_answer``, ``saved`` with ``accept``, and both with ``show_problems`` where something is
wrong. What the model page wants to know is asked by its own signals."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QScrollArea, QTabWidget, QWidget

from widgets.kit.actions import share_stop
from widgets.kit.form_fields import Editor, Field
from widgets.kit.forms import PageSpec, Problem, SettingsForm
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button, sheet_area, size_within_screen
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row
from widgets.settings.model_page import FormPage, LimitsPage, ModelPage, TrialPage

POLICY_LINES = 12


class BrowserPage(TrialPage):
    test_words = ("Test browser", "Start it, open an empty page, and say which one it is")
    busy_words = "Starting it, to see whether it opens a page…"


class PolicyPage(TrialPage):
    """The text of a file that is no part of the form."""

    test_words = ("&Try over past sessions", "What it would have allowed, asked about and denied")
    busy_words = "Ruling anew…"

    def __init__(self, theme: Theme, spec: PageSpec) -> None:
        text = QPlainTextEdit(lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap, tabChangesFocus=True)
        text.setProperty("role", "mono")
        text.setPlaceholderText(spec.fields[0].example)
        text.setMinimumHeight(POLICY_LINES * text.fontMetrics().lineSpacing())
        super().__init__(theme, spec, {"text": Editor(text, text.setPlainText, text.toPlainText)})
        text.textChanged.connect(lambda: self.grid.fields["text"].show_problem(""))
        for forget in (self.stop_waiting, self.sheet.hide):  # it was found of other rules
            text.textChanged.connect(forget)


class SettingsDialog(QDialog):
    """Shown with ``open()``, after ``set_pages`` and ``show_form``."""

    saved = Signal(object)  # SettingsForm
    test_requested = Signal(str, object)  # of this page; SettingsForm, beside it policy_text
    waiting_ended = Signal()  # for the answer to it; the dialog was closed, or it was cancelled
    limits_changed = Signal(object)  # SettingsForm; answered by limits.show_limits
    model: ModelPage
    limits: LimitsPage
    browser: BrowserPage
    policy: PolicyPage
    """Pages that can do more than others, once they were set."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        share_stop(self)
        self.setWindowTitle("Settings")
        size_within_screen(self, 680, 700)
        self._theme = theme
        self.pages: dict[str, FormPage] = {}
        self.tabs = QTabWidget(documentMode=True)
        self.tabs.setAccessibleName("Settings")
        self.problem = MarkedLine(theme)
        self.problem.hide()
        self.save = push_button(theme, "Save", "Keep this  (Ctrl+Return)", "done", "primary")
        self.save.setShortcut("Ctrl+Return")
        self.save.clicked.connect(self._save)
        self._close = push_button(theme, "Close", "Leave all as it was  (Esc)")
        self._close.clicked.connect(self.reject)
        for button in (self.save, self._close):
            button.setAutoDefault(False)
        parts = ((self.problem, 1), STRETCH, self._close, self.save)
        buttons = lay_row(*parts, margins=(16, 8, 16, 16), spacing=8)
        lay_column((self.tabs, 1), buttons, of=self, margins=(0, 8, 0, 0), spacing=0)

    def set_pages(self, specs: Sequence[PageSpec]) -> None:
        """Once; among them one named ``model``, one ``browser`` and one ``policy``."""
        kinds: dict[str, type[FormPage]] = {
            "model": ModelPage,
            "browser": BrowserPage,
            "limits": LimitsPage,
            "policy": PolicyPage,
        }
        for spec in specs:
            page = kinds.get(spec.name, FormPage)(self._theme, spec)
            self.pages[spec.name] = page
            if spec.name in kinds:
                setattr(self, spec.name, page)
            if isinstance(page, TrialPage):
                page.test_requested.connect(partial(self._try, spec.name, page))
                page.waiting_ended.connect(self.waiting_ended)
            area = sheet_area(page)
            bar_px = area.verticalScrollBar().sizeHint().width()  # nothing is cut off at the side
            area.setMinimumWidth(page.minimumSizeHint().width() + bar_px)
            self.tabs.addTab(area, spec.title)
        self.limits.changed.connect(lambda: self.limits_changed.emit(self.form))

    @property
    def policy_text(self) -> str:
        return str(self.policy.values["text"])

    @property
    def form(self) -> SettingsForm:
        """As it stands in the fields now."""
        key = self.model.key
        values = {name: page.values for name, page in self.pages.items() if page is not self.policy}
        return SettingsForm(values, key.new_key, key.forget.isChecked() and not key.new_key)

    def show_form(self, form: SettingsForm) -> None:
        for name, values in form.values.items():
            self.pages[name].show_values(values)
        self._clear_problems()
        self.save.setEnabled(True)
        self._stop_waiting()
        self.limits_changed.emit(self.form)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Say at each field what is wrong with it, and bring the first one up."""
        self.save.setEnabled(True)
        self._stop_waiting()
        for page, name, text in reversed(problems):  # the first is brought up last
            field = self.pages[page].grid.fields.get(name) if page in self.pages else None
            if field is None:
                self.problem.show_line(Mark("warning", "bad"), text)
                self.problem.show()
            else:
                field.show_problem(text)
                self._bring_up(field)

    def done(self, result: int) -> None:
        self._stop_waiting()
        super().done(result)

    def _save(self) -> None:
        self._clear_problems()
        self.save.setEnabled(False)
        self.saved.emit(self.form)

    def _try(self, name: str, page: TrialPage) -> None:
        """What stands in the form now."""
        self._clear_problems()
        self._stop_waiting()
        page.show_busy()
        self.test_requested.emit(name, self.form)

    def _stop_waiting(self) -> None:
        for page in self.pages.values():
            page.stop_waiting()

    def _clear_problems(self) -> None:
        self.problem.hide()
        for page in self.pages.values():
            for field in page.grid.fields.values():
                field.show_problem("")

    def _bring_up(self, field: Field) -> None:
        for number in range(self.tabs.count()):
            area = self.tabs.widget(number)
            if isinstance(area, QScrollArea) and area.isAncestorOf(field):
                self.tabs.setCurrentIndex(number)
                field.editor.setFocus()
                area.ensureWidgetVisible(field)
