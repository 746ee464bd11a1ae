"""A page of the settings dialog, made from its description."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.kit.form_fields import Editor, FormGrid
from widgets.kit.forms import PageSpec, Values
from widgets.kit.parts import push_button, quiet_label
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row
from widgets.settings.endpoint_sheet import EndpointSheet


class FormPage(QWidget):
    def __init__(
        self,
        theme: Theme,
        spec: PageSpec,
        own: Mapping[str, Editor] | None = None,
    ) -> None:
        """``own`` editors are by the names of their fields. What is put into ``tools`` stands above
        the fields."""
        super().__init__()
        self.grid = FormGrid(theme, spec.fields, own)
        self.tools = QVBoxLayout()
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
    test_requested = Signal()
    waiting_ended = Signal()  # nobody waits for an answer any more

    def __init__(
        self,
        theme: Theme,
        spec: PageSpec,
        own: Mapping[str, Editor] | None = None,
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
        self.sheet.clear()

    def show_busy(self, words: str) -> None:
        self.set_busy(True)
        self.sheet.show_busy(words)

    def show_answer(self, text: str, *, is_good: bool) -> None:
        """What the trial found, in a sentence."""
        self.set_busy(False)
        self.sheet.show_answer(text, is_good=is_good)

    def stop_waiting(self) -> None:
        """Nothing is tried any more; what was found stays."""
        if self.sheet.is_busy:
            self.sheet.clear()
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
