"""What the run has used, in the run bar: meters, and behind them the whole budget as a table."""

import html
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from engine.language.sentences.figures import short_count
from engine.record.views.run_state import RunState
from widgets.kit.budget_rows import (
    BudgetRow,
    budget_rows,
    counts_replans,
    spending_facts,
    warning_words,
    whole,
)
from widgets.kit.laying import lay_row
from widgets.kit.theme import Theme, figures_font

BOTH_FROM_PX = 1500
"""Wide enough for tokens and money beside each other."""
ON_A_METER = {"Tokens": short_count}


class RunBudget(QWidget):
    """Money and tokens are shown where a model is used: both, or that which is shorter. An
    exploration has its actions there, and its time where that has a ceiling; what costs nothing, as
    calls without a model, is left to the table behind them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._state = RunState()
        self._is_wide = False
        self._will_explore = False
        self.explored = BudgetMeter(
            theme, "actions", "Actions of groups; walks don’t count", warns=False
        )
        self.time = BudgetMeter(theme, "time", "Time of work, without waiting for you", warns=False)
        self.calls = BudgetMeter(theme, "calls", "Calls to the thinker")
        self.replans = BudgetMeter(theme, "replans", "Plans made anew")
        self.tokens = BudgetMeter(theme, "tokens", "Tokens, sent and received")
        self.money = BudgetMeter(theme, "money", "Cost by the price table")
        meters = (self.explored, self.time, self.calls, self.replans, self.tokens, self.money)
        self._meters = {meter.name.capitalize(): meter for meter in meters}
        lay_row(*self._meters.values(), of=self, margins=0, spacing=8)
        self.show_run(RunState())

    def show_run(self, state: RunState) -> None:
        self._state = state
        table = budget_table(state)
        rows = {row.name: row for row in budget_rows(state)}
        for name, meter in self._meters.items():
            row = rows.get(name)
            if row is not None:
                words = ON_A_METER.get(name, row.words)
                meter.show_budget(row.used or 0.0, row.limit, words)
                meter.setToolTip(table)
        self._choose_meters(rows)

    def show_chosen(self, *, explores: bool) -> None:
        """Before the first run its meters are those of the mode that is chosen."""
        self._will_explore = explores
        self._choose_meters({row.name: row for row in budget_rows(self._state)})

    def fit(self, width_px: int) -> None:
        """Show as much as a run bar of this width has room for."""
        if (width_px >= BOTH_FROM_PX) != self._is_wide:
            self._is_wide = not self._is_wide
            self._choose_meters({row.name: row for row in budget_rows(self._state)})

    def _choose_meters(self, rows: dict[str, BudgetRow]) -> None:
        tokens, money = rows.get("Tokens"), rows.get("Money")
        is_money_told = money is not None and money.used is not None and money.used > 0
        is_money_shorter = money is not None and _share(money) > _share(tokens)
        will_explore = self._will_explore and not self._state.session_id
        explores = "Actions" in rows or will_explore
        thinks = self._state.mode != "manual"
        self.replans.setVisible(counts_replans(self._state) and not will_explore)
        self.explored.setVisible(explores)
        self.time.setVisible(explores and not will_explore and rows["Time"].limit is not None)
        has_calls = not explores or (not will_explore and rows["Calls"].limit is not None)
        self.calls.setVisible(thinks and has_calls)
        self.money.setVisible(is_money_told and (self._is_wide or is_money_shorter))
        self.tokens.setVisible(
            tokens is not None and (self._is_wide or not (is_money_told and is_money_shorter))
        )


def _share(row: BudgetRow | None) -> float:
    return (row.used or 0.0) / row.limit if row is not None and row.limit else 0.0


def budget_table(state: RunState) -> str:
    """The whole budget as rich text, for a tooltip."""
    lines = (
        f"<tr><td>{fact.label}&nbsp;&nbsp;</td><td>{html.escape(fact.value)}</td></tr>"
        for fact in spending_facts(state)
    )
    return f"<table cellspacing='2'>{''.join(lines)}</table>".replace("\n", "<br>")


class BudgetMeter(QLabel):
    """What is used of what, with a sign where that is nearly all."""

    def __init__(self, theme: Theme, name: str, tip: str, *, warns: bool = True) -> None:
        """Without ``warns`` it is there to be used up."""
        super().__init__()
        self._theme, self.name, self._warns = theme, name, warns
        self.figures = ""
        """``3/30``; only what is used where there is no ceiling."""
        self.is_short = False
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setFont(figures_font(self.font()))
        self.setAccessibleDescription(tip)
        theme.changed.connect(self._write)
        self.show_budget(0, None)

    def show_budget(
        self, used: float, limit: float | None, words: Callable[[float], str] = whole
    ) -> None:
        """``limit`` None stands for no ceiling; ``words`` say an amount."""
        warning = warning_words(used, limit) if self._warns else ""
        self.is_short = bool(warning)
        if limit is None:
            self.figures = words(used) if used else "–"
        else:
            self.figures = f"{words(used)}/{words(limit)}"
        ceiling = f" of {words(limit)}" if limit is not None else ", no ceiling"
        told = f"{self.name}: {words(used)}{ceiling}" + (f", {warning}" if warning else "")
        if told != self.accessibleName():
            self.setAccessibleName(told)
            widest = f"{self.name} {words(limit or 0)}/{words(limit or 0)}"
            self.setMinimumWidth(self.fontMetrics().horizontalAdvance(widest))
            self._write()

    def _write(self) -> None:
        colours = self._theme.palette.colours
        figures = self.figures
        if self.is_short:
            figures = f"<b style='color: {colours['warn']}'>{figures} ⚠</b>"
        self.setText(f"<span style='color: {colours['text_quiet']}'>{self.name}</span>  {figures}")
