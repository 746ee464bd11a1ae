"""The settings' page of the limits: what one run may use up at most."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from engine.domain.limits import Limits
from widgets.kit.parts import quiet_label
from widgets.kit.theme import Theme
from widgets.settings.form_fields import NO_CEILING, Amount, FieldGrid, WholeNumber, lay_page

TOLD = (
    "A run that has used one of these up ends there, with what it achieved so far. From four fifths"
    " on the console warns."
)


class LimitsPage(QWidget):
    """Limits that have no field here stay as they are."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._limits = Limits()
        self.max_calls = WholeNumber(1, 100_000, "calls")
        self.max_replans = WholeNumber(0, 1000, none_is="none")
        self.max_step_retries = WholeNumber(0, 100, none_is="none")
        self.max_retries = WholeNumber(0, 10_000, none_is=NO_CEILING)
        self.max_tokens = WholeNumber(0, 2_000_000_000, "tokens", none_is=NO_CEILING)
        self.max_tokens.setSingleStep(10_000)
        self.max_cost = Amount(0, 1_000_000, decimals=4, none_is=NO_CEILING)
        self.max_run_secs = Amount(0, 1_000_000, "s", none_is=NO_CEILING)
        self.max_run_secs.setSingleStep(60)
        self.grid = FieldGrid(theme)
        add = self.grid.add
        add("max_calls", "&Calls", self.max_calls, "To the thinker, with or without a model.")
        add("max_replans", "&Replans", self.max_replans, "Plans made anew in mid-run.")
        add("max_step_retries", "Retries of a &step", self.max_step_retries)
        add("max_retries", "Retries in &all", self.max_retries, "Of all steps together.")
        add("max_tokens", "&Tokens", self.max_tokens, "Sent and received together.")
        hint = "In the currency of the prices; counts only where they are known."
        add("max_cost", "&Money", self.max_cost, hint)
        hint = "Of work; what it waits for you does not count."
        add("max_run_secs", "T&ime", self.max_run_secs, hint)
        lay_page(self, quiet_label(TOLD), self.grid)

    def show_limits(self, limits: Limits) -> None:
        self._limits = limits
        for name, field in self.grid.fields.items():
            editor = field.editor
            if isinstance(editor, WholeNumber):
                editor.setValue(int(getattr(limits, name)))
            elif isinstance(editor, Amount):
                editor.setValue(float(getattr(limits, name)))

    @property
    def limits(self) -> Limits:
        return replace(
            self._limits,
            max_calls=self.max_calls.value(),
            max_replans=self.max_replans.value(),
            max_step_retries=self.max_step_retries.value(),
            max_retries=self.max_retries.value(),
            max_tokens=self.max_tokens.value(),
            max_cost=self.max_cost.value(),
            max_run_secs=self.max_run_secs.value(),
        )
