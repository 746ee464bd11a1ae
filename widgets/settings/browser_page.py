"""The settings' page of the browser, with a trial whether it opens a page."""

from __future__ import annotations

from PySide6.QtCore import Signal

from widgets.kit.forms import PageSpec, Values
from widgets.kit.laying import STRETCH, lay_row
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button
from widgets.kit.theme import Theme
from widgets.settings.form_page import FormPage

STARTING = "Starting it, to see whether it opens a page…"


class BrowserPage(FormPage):
    test_requested = Signal()
    waiting_ended = Signal()  # nobody waits for an answer any more

    def __init__(self, theme: Theme, spec: PageSpec) -> None:
        super().__init__(theme, spec)
        self.test = push_button(
            theme, "Test browser", "Start it, open an empty page, and say which one it is"
        )
        self.test.setAutoDefault(False)
        self.test.clicked.connect(self._test_or_cancel)
        self._answer = MarkedLine(theme)
        self._answer.hide()
        self._is_busy = False
        tools = lay_row(self.test, STRETCH, spacing=8)
        self.tools.addLayout(tools)
        self.tools.addWidget(self._answer)

    def show_values(self, values: Values) -> None:
        super().show_values(values)
        self._answer.hide()

    def show_busy(self) -> None:
        self._set_busy(True)
        self._show(Mark("info", "text_quiet"), STARTING)

    def show_answer(self, text: str, *, is_good: bool) -> None:
        """What the trial found."""
        self._set_busy(False)
        self._show(Mark("done", "good") if is_good else Mark("warning", "warn"), text)

    def stop_waiting(self) -> None:
        if self._is_busy:
            self._set_busy(False)
            self._answer.hide()
            self.waiting_ended.emit()

    @property
    def answer_text(self) -> str:
        return "" if self._answer.isHidden() else self._answer.text

    # -- inside ----------------------------------------------------------------------------------

    def _test_or_cancel(self) -> None:
        if self._is_busy:
            self.stop_waiting()
        else:
            self.test_requested.emit()

    def _set_busy(self, is_busy: bool) -> None:
        self._is_busy = is_busy
        self.test.setText("Cancel" if is_busy else "Test browser")
        self.test.setAccessibleName(self.test.text())

    def _show(self, mark: Mark, text: str) -> None:
        self._answer.show_line(mark, text)
        self._answer.show()
