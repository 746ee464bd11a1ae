"""What the run has used, in the run bar: meters, and behind them the whole budget as a table."""

from __future__ import annotations

import html

from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.language.sentences.figures import span_words
from engine.language.sentences.spending import money_words, short_count
from engine.record.views.forecast import forecast_of
from engine.record.views.run_state import RunState
from widgets.kit.budget_rows import BudgetRow, budget_rows, cause_rows, counts_replans
from widgets.kit.spending_words import forecast_words
from widgets.kit.theme import Theme
from widgets.window.budget_meter import BudgetMeter

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
        self._meters = {
            "Actions": self.explored,
            "Time": self.time,
            "Calls": self.calls,
            "Replans": self.replans,
            "Tokens": self.tokens,
            "Money": self.money,
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for meter in self._meters.values():
            row.addWidget(meter)
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
        self.replans.setVisible(counts_replans(self._state) and not will_explore)
        self.explored.setVisible(explores)
        self.time.setVisible(explores and not will_explore and rows["Time"].limit is not None)
        self.calls.setVisible(
            not explores or (not will_explore and rows["Calls"].limit is not None)
        )
        self.money.setVisible(is_money_told and (self._is_wide or is_money_shorter))
        for meter in self._meters.values():
            meter.set_narrow(not self._is_wide)
        self.tokens.setVisible(
            tokens is not None and (self._is_wide or not (is_money_told and is_money_shorter))
        )


def _share(row: BudgetRow | None) -> float:
    return (row.used or 0.0) / row.limit if row is not None and row.limit else 0.0


def budget_table(state: RunState) -> str:
    """The whole budget as rich text, for a tooltip."""
    lines = [
        f"<tr><td>{row.name}&nbsp;&nbsp;</td><td>{html.escape(_told(row))}</td></tr>"
        for row in budget_rows(state)
    ]
    parts = [f"<table cellspacing='2'>{''.join(lines)}</table>"]
    causes = "".join(
        f"<tr><td>{row.name}&nbsp;&nbsp;</td>{_cells(row.spent.rounds, row.spent.usage.total)}"
        f"{_cells(money_words(row.spent.cost), span_words(row.spent.took_ms))}</tr>"
        for row in cause_rows(state)
    )
    if causes:
        head = "".join(
            f"<th align='right'>&nbsp;&nbsp;{each}</th>"
            for each in ("rounds", "tokens", "cost", "time")
        )
        parts.append(
            f"<hr><table cellspacing='2'><tr><th align='left'>For</th>{head}</tr>{causes}</table>"
        )
    if state.is_running:
        parts.append(f"<hr>{html.escape(forecast_words(forecast_of(state)))}")
    return "".join(parts)


def _told(row: BudgetRow) -> str:
    warning = f" ⚠ {row.warning}" if row.warning else ""
    more = f" ({row.more})" if row.more else ""
    return f"{row.told}{warning}{more}"


def _cells(*values: object) -> str:
    shown = (f"{each:,}" if isinstance(each, int) else str(each) for each in values)
    return "".join(f"<td align='right'>&nbsp;&nbsp;{html.escape(each)}</td>" for each in shown)
