"""The settings' page of the navigator: whether it asks, how long it goes on before it gives up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QCheckBox, QWidget

from engine.domain.web.limits import WebLimits
from widgets.kit.parts import quiet_label
from widgets.kit.theme import Theme
from widgets.settings.form_fields import FieldGrid, WholeNumber, lay_page
from widgets.settings.settings_form import QuestionsForm

TOLD = (
    "The limits of a run on the web, beside those of every run. It is stuck only where nothing"
    " changes any more and one of these is used up."
)
ASKS_HINT = "Otherwise a question ends the run, which says what it wanted to know."


class NavigatorPage(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.grid = FieldGrid(theme)
        self._shown = WebLimits()
        self._note = ""
        self.asks = QCheckBox("A question waits for my answer")
        self.grid.add("ask_questions", "Ask me &questions", self.asks, ASKS_HINT)
        add = self._add
        add("max_steps", "&Looks at the page", 1, "The run ends when they are used up.")
        add("recursion_limit", "&Visits to nodes", 10, "Of the state graph, in all.")
        add("max_repeats", "&Repeats", 1, "Of one action on one page.")
        add("max_stagnation", "Looks without &change", 1, "That find the same elements again.")
        add("max_no_progress", "Steps without &progress", 1)
        add("max_auto_scrolls", "&Scrolls by itself", 0, "To see more of a page.")
        hint = "At a page that shows hardly anything yet."
        add("max_sparse_retries", "L&ooks again", 0, hint)
        add("max_mapping", "&Elements told", 5, "That the thinker may choose among.")
        add("mapping_boost", "&More of them", 0, "While it looks for a way out of a loop.")
        add("max_element_failures", "&Failures of an element", 1, "Then it is avoided.")
        lay_page(self, quiet_label(TOLD), self.grid)

    def show_limits(self, limits: WebLimits) -> None:
        self._shown = limits
        for name, number in self._numbers.items():
            number.setValue(getattr(limits, name))

    @property
    def limits(self) -> WebLimits:
        """What has no field here is as it was shown."""
        numbers: dict[str, Any] = {name: number.value() for name, number in self._numbers.items()}
        return replace(self._shown, **numbers)

    def show_questions(self, form: QuestionsForm) -> None:
        self._note = form.note
        self.asks.setChecked(form.are_asked)
        self.grid.fields["ask_questions"].show_hint(" ".join((form.note, ASKS_HINT)).strip())

    @property
    def questions(self) -> QuestionsForm:
        return QuestionsForm(self.asks.isChecked(), self._note)

    @property
    def _numbers(self) -> dict[str, WholeNumber]:
        fields = self.grid.fields.items()
        return {name: each.editor for name, each in fields if isinstance(each.editor, WholeNumber)}

    def _add(self, name: str, label: str, least: int, hint: str = "") -> None:
        self.grid.add(
            name, label, WholeNumber(least, 100_000, none_is="" if least else "none"), hint
        )
