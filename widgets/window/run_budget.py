"""What the run has used, in the run bar: as much as there is room for, and behind it the whole
budget as a table."""

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine.language.sentences.figures import short_count
from engine.record.views.run_state import RunState
from widgets.kit.fact_sheet import BudgetRow, budget_rows, spending_facts
from widgets.kit.theme import Theme, figures_font

_SPENT_BY_MODELS = ("Tokens", "Money")
_MEANT_TO_BE_USED_UP = ("Actions", "Time")
GAP = "&nbsp;&nbsp;&nbsp;"


class RunBudget(QLabel):
    """``calls 3/30   replans 0/5``, with a sign where something is nearly all."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(textFormat=Qt.TextFormat.RichText)
        self._theme = theme
        self._rows: list[BudgetRow] = []
        self._room_px = 0
        self.setFont(figures_font(self.font()))
        theme.changed.connect(lambda: self.fit(self._room_px))

    def show_run(self, state: RunState) -> None:
        self._rows = meters_of(state)
        self.setToolTip(budget_table(state))
        self.setAccessibleName("; ".join(f"{row.name}: {row.told}" for row in self._rows))
        self.fit(self._room_px)

    def fit(self, room_px: int) -> None:
        """Show the first of them that fit in so much room."""
        self._room_px = room_px
        told = [self._written(row) for row in self._rows]
        while told:
            self.setText(GAP.join(told))
            if self.sizeHint().width() <= room_px:
                break
            told.pop()
        self.setVisible(bool(told))

    def _written(self, row: BudgetRow) -> str:
        colours, figures = self._theme.palette.colours, figures_of(row)
        if row.warning and row.name not in _MEANT_TO_BE_USED_UP:
            figures = f"<b style='color: {colours['warn']}'>{figures} ⚠</b>"
        return f"<span style='color: {colours['text_quiet']}'>{row.name.lower()}</span> {figures}"


def meters_of(state: RunState) -> list[BudgetRow]:
    """The most telling first: an exploration's actions, else the calls; of tokens and money that
    which is nearer to its end. What costs nothing, or has no ceiling there, is in the table."""
    rows = {row.name: row for row in budget_rows(state)}
    if "Actions" in rows:
        return [rows["Actions"], *(rows[e] for e in ("Time", "Calls") if rows[e].limit is not None)]
    told = [rows[name] for name in ("Calls", "Replans") if name in rows and state.mode != "manual"]
    spent = [rows[name] for name in _SPENT_BY_MODELS if name in rows]
    spent = [row for row in spent if row.name == "Tokens" or row.used]
    return told + sorted(spent, key=lambda row: -(row.used or 0) / (row.limit or float("inf")))


def figures_of(row: BudgetRow) -> str:
    """``3/30``; only what is used where there is no ceiling."""
    words = short_count if row.name == "Tokens" else row.words
    used = words(row.used or 0)
    if row.limit is None:
        return used if row.used else "–"
    return f"{used}/{words(row.limit)}"


def budget_table(state: RunState) -> str:
    """The whole budget as rich text, for a tooltip."""
    lines = (
        f"<tr><td>{fact.label}&nbsp;&nbsp;</td><td>{html.escape(fact.value)}</td></tr>"
        for fact in spending_facts(state)
    )
    return f"<table cellspacing='2'>{''.join(lines)}</table>".replace("\n", "<br>")
