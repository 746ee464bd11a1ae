"""Pages of the settings dialog, made from their descriptions; the model's: where it is, what is
known of it, whether it answers, and what trying it out showed; and that of the limits: those of a
profile, and what is set by hand beside it."""

from collections.abc import Mapping
from typing import cast

from PySide6 import QtWidgets
from PySide6.QtCore import QSignalBlocker, Signal

from engine.domain.models import EndpointReport
from engine.language.sentences.figures import count_words, span_words
from widgets.kit.form_fields import Editor, FormGrid, WriteOrChoose
from widgets.kit.forms import PageSpec, Values
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button, quiet_label
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row, set_tone

GOOD, LIMITED, BAD = Mark("done", "good"), Mark("info", "text_quiet"), Mark("warning", "bad")
LINES = 5


class EndpointSheet(QtWidgets.QFrame):
    """Hidden until there is something to say."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "banner")
        self._busy = QtWidgets.QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._busy.setFixedHeight(4)
        self._title = quiet_label()
        self._title.setProperty("role", "goal")
        self._lines = [MarkedLine(theme) for _ in range(LINES)]
        lay_column(
            self._title, self._busy, *self._lines, of=self, margins=(12, 8, 12, 8), spacing=4
        )
        self.hide()

    def show_busy(self, words: str) -> None:
        self._begin(words, "text")
        self._busy.show()

    def show_answer(self, text: str, *, is_good: bool) -> None:
        self._begin("Tried out", "good" if is_good else "warn")
        self._tell((GOOD if is_good else Mark("warning", "warn"), text))

    def show_report(self, report: EndpointReport) -> None:
        if report.models and not report.model:
            self._begin("It answers. Which model?", "text")
            listed = f"It lists {count_words(len(report.models), 'model')}; the first is filled in."
            self._tell((GOOD, listed), (LIMITED, "Choose one, then test it."))
        elif report.problem:
            self._begin("It can’t be used like this", "bad")
            self._tell((BAD, report.problem), (LIMITED, report.remedy))
        else:
            self._begin(f"“{report.model or 'The endpoint'}” can be used", "good")
            forms = ", ".join(form.value for form in report.forms)
            whole = "Replies come as a whole: no streaming"
            streams = "Replies stream in" if report.can_stream else whole
            sees = "Sees pictures" if report.can_see else "Does not see pictures: text only"
            kept, took = forms or "none was kept to", span_words(report.took_ms)
            self._tell(
                (GOOD, f"Answers; all questions together took {took}"),
                (GOOD if forms else LIMITED, f"Reply forms, the best first: {kept}"),
                (GOOD if report.can_stream else LIMITED, streams),
                (GOOD if report.can_see else LIMITED, sees),
                (LIMITED, f"Lists {count_words(len(report.models), 'model')}"),
            )

    @property
    def is_busy(self) -> bool:
        return not self.isHidden() and not self._busy.isHidden()

    def _begin(self, title: str, tone: str) -> None:
        self._title.setText(title)
        self.setAccessibleName(title)
        set_tone(self, tone)
        for widget in (self._busy, *self._lines):
            widget.hide()
        self.show()

    def _tell(self, *lines: tuple[Mark, str]) -> None:
        said = [(mark, words) for mark, words in lines if words]
        for line, (mark, words) in zip(self._lines, said, strict=False):
            line.show_line(mark, words)
            line.show()
        told = "\n".join(words for _, words in said)
        self.setAccessibleDescription(told)


class FormPage(QtWidgets.QWidget):
    def __init__(
        self, theme: Theme, spec: PageSpec, own: Mapping[str, Editor] | None = None
    ) -> None:
        """``own`` editors by the names of their fields; ``tools`` stand above the fields."""
        super().__init__()
        self.grid = FormGrid(theme, spec.fields, own)
        self.tools = QtWidgets.QVBoxLayout()
        self.tools.setSpacing(12)
        layout = lay_column(of=self, margins=16, spacing=12)
        if spec.told:
            layout.addWidget(quiet_label(spec.told))
        layout.addLayout(self.tools)
        layout.addLayout(self.grid)
        layout.addStretch(1)

    def show_values(self, values: Values) -> None:
        self.grid.show_values(values)

    @property
    def values(self) -> Values:
        return self.grid.values

    def stop_waiting(self) -> None:
        """Nothing is tried any more; a page that tries nothing has nothing to stop."""


class TrialPage(FormPage):
    """A page whose values can be tried out; while that goes on its button gives it up."""

    test_words: tuple[str, str]
    """What the button says, and its tip."""
    busy_words: str
    """What is told while it is tried."""
    test_requested = Signal()
    waiting_ended = Signal()  # nobody waits for an answer any more

    def __init__(
        self, theme: Theme, spec: PageSpec, own: Mapping[str, Editor] | None = None
    ) -> None:
        super().__init__(theme, spec, own)
        self.sheet = EndpointSheet(theme)
        self.test = push_button(theme, *self.test_words)
        self.test.setAutoDefault(False)
        self.test.clicked.connect(self._test_or_cancel)
        self.buttons = lay_row(self.test, STRETCH, spacing=8)
        self.tools.addLayout(self.buttons)
        self.tools.addWidget(self.sheet)

    def show_values(self, values: Values) -> None:
        super().show_values(values)
        self.sheet.hide()

    def show_busy(self) -> None:
        self.set_busy(True)
        self.sheet.show_busy(self.busy_words)

    def show_answer(self, text: str, *, is_good: bool) -> None:
        """What the trial found, in a sentence."""
        self.set_busy(False)
        self.sheet.show_answer(text, is_good=is_good)

    def stop_waiting(self) -> None:
        """Nothing is tried any more; what was found stays."""
        if self.sheet.is_busy:
            self.sheet.hide()
            self.waiting_ended.emit()
        self.set_busy(False)

    def set_busy(self, is_busy: bool) -> None:
        self.test.setText("Cancel" if is_busy else self.test_words[0])
        self.test.setAccessibleName(self.test.text())

    def _test_or_cancel(self) -> None:
        if self.sheet.is_busy:
            self.stop_waiting()
        else:
            self.test_requested.emit()


KEPT = "Kept {place}. A new one goes into the system’s keyring; left empty, this one stays."
NONE_KEPT = "None is kept; servers of your own need none. A new one goes into the system’s keyring."
DOTS = "••••••••"
FORGOTTEN = "It will be forgotten when you save."


class KeyField(QtWidgets.QWidget):
    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._place = ""
        self.line = QtWidgets.QLineEdit(echoMode=QtWidgets.QLineEdit.EchoMode.Password)
        self.line.textEdited.connect(self._take_edit)
        self.forget = push_button(theme, "Forget", "Remove the key from where it is kept")
        self.forget.setAutoDefault(False)
        self.forget.setCheckable(True)
        self.forget.toggled.connect(self._show)
        lay_row((self.line, 1), self.forget, of=self, margins=0, spacing=8)
        self.setFocusProxy(self.line)
        self.show_place("", can_forget=False)

    def show_place(self, place: str, *, can_forget: bool) -> None:
        """``place`` is where the key is: ``in the system’s keyring``; empty where there is none."""
        self._place = place
        self.forget.setChecked(False)
        self.forget.setEnabled(can_forget)
        self._show()

    def clear(self) -> None:
        self.line.clear()
        self.forget.setChecked(False)

    @property
    def new_key(self) -> str:
        return self.line.text().strip()

    @property
    def told(self) -> str:
        """Where the key is, and what becomes of it."""
        if self.forget.isChecked():
            return FORGOTTEN
        return KEPT.format(place=self._place) if self._place else NONE_KEPT

    def setAccessibleName(self, name: str) -> None:
        self.line.setAccessibleName(name)
        self.forget.setAccessibleName(f"Forget the {name}")

    def setAccessibleDescription(self, words: str) -> None:
        self.line.setAccessibleDescription(words)

    def _take_edit(self, text: str) -> None:
        if text:
            self.forget.setChecked(False)
        self.changed.emit()

    def _show(self) -> None:
        is_kept = bool(self._place) and not self.forget.isChecked()
        self.line.setPlaceholderText(DOTS if is_kept else "")
        self.changed.emit()


class ModelPage(TrialPage):
    test_words = ("Test connection", "Ask the model something small, and see what it supports")
    facts_wanted = Signal(str, str)  # of this base URL and model; answered by show_facts
    key_place_wanted = Signal(str)  # of this base URL; answered by key.show_place

    def __init__(self, theme: Theme, spec: PageSpec) -> None:
        key = KeyField(theme)
        own = {"api_key": Editor(key, lambda _: None, lambda: None)}
        super().__init__(theme, spec, own)
        self.key = key
        self._asked_url = ""
        self.base_url = cast(QtWidgets.QLineEdit, self.grid.editors["base_url"].widget)
        self.name, self.vision_model = (
            cast(WriteOrChoose, self.grid.editors[name].widget) for name in ("name", "vision_model")
        )
        key_field = self.grid.fields["api_key"]
        key.changed.connect(lambda: key_field.show_hint(key.told))
        key_field.show_hint(key.told)
        self.base_url.textChanged.connect(lambda _text: self.sheet.hide())
        self.base_url.editingFinished.connect(self._ask_for_key_place)
        for changed in (self.base_url.textChanged, self.name.editTextChanged):
            changed.connect(self._ask_for_facts)

    def show_busy(self) -> None:
        self.busy_words = f"Trying out {self.base_url.text().strip()}…"
        super().show_busy()

    def show_values(self, values: Values) -> None:
        self._asked_url = str(values["base_url"])
        self.key.clear()
        super().show_values(values)

    def show_report(self, report: EndpointReport) -> None:
        self.set_busy(False)
        self.sheet.show_report(report)
        if report.models:
            self.name.offer(report.models)
            self.vision_model.offer(report.models)
            if not self.name.words:
                self.name.setEditText(report.model or report.models[0])

    def show_facts(self, words: str) -> None:
        """What is known of the model that is written."""
        self.grid.fields["name"].show_hint(words)

    def _ask_for_facts(self) -> None:
        self.facts_wanted.emit(self.base_url.text().strip(), self.name.words)

    def _ask_for_key_place(self) -> None:
        if (url := self.base_url.text().strip()) != self._asked_url:
            self._asked_url = url
            self.key_place_wanted.emit(url)


class LimitsPage(FormPage):
    changed = Signal()  # answered by show_limits

    def __init__(self, theme: Theme, spec: PageSpec) -> None:
        super().__init__(theme, spec)
        self._hints = {each.name: each.hint for each in spec.fields}
        for editor in self.grid.editors.values():
            match editor.widget:
                case QtWidgets.QComboBox() as choosing:
                    choosing.currentIndexChanged.connect(self.changed)
                case QtWidgets.QDoubleSpinBox() as number:
                    number.valueChanged.connect(self.changed)

    def show_limits(self, values: Values, hints: Mapping[str, str]) -> None:
        """``hints`` stand before what a field says of itself."""
        with QSignalBlocker(self):
            for name, value in values.items():
                if self.grid.values[name] != value:
                    self.grid.show_values({name: value})
        for name, field in self.grid.fields.items():
            field.show_hint(" ".join(filter(None, (hints.get(name), self._hints[name]))))

    def show_values(self, values: Values) -> None:
        with QSignalBlocker(self):
            super().show_values(values)
