"""What the run has used, in the run bar: meters, and behind them the whole budget as a table."""

from __future__ import annotations

import html
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.language.sentences.figures import money_words, short_count, span_words
from engine.record.views.forecast import forecast_of
from engine.record.views.run_state import RunState
from widgets.kit.budget_rows import (
    BudgetRow,
    budget_rows,
    cause_rows,
    counts_replans,
    forecast_words,
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
        self._meters = {
            "Actions": self.explored,
            "Time": self.time,
            "Calls": self.calls,
            "Replans": self.replans,
            "Tokens": self.tokens,
            "Money": self.money,
        }
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


BAR_WIDTH = 32
BAR_HEIGHT = 4
GAP = 6
SIGN_PX = 14


class BudgetMeter(QWidget):
    def __init__(self, theme: Theme, name: str, tip: str, *, warns: bool = True) -> None:
        """Without ``warns`` it is there to be used up."""
        super().__init__()
        self._warns = warns
        self._theme = theme
        self._name = name
        self._tip = tip
        self._used = 0.0
        self._limit: float | None = None
        self._words: Callable[[float], str] = whole
        self._is_narrow = False
        self.setFont(figures_font(self.font()))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.update)
        self.show_budget(0, None)

    @property
    def is_short(self) -> bool:
        return self._warns and bool(warning_words(self._used, self._limit))

    @property
    def figures(self) -> str:
        """``3/30``; only what is used where there is no ceiling."""
        if self._limit is None:
            return self._words(self._used) if self._used else "–"
        return f"{self._words(self._used)}/{self._words(self._limit)}"

    def show_budget(
        self, used: float, limit: float | None, words: Callable[[float], str] = whole
    ) -> None:
        """``limit`` None stands for no ceiling; ``words`` say an amount."""
        if (used, limit) == (self._used, self._limit) and self.accessibleName():
            return
        self._used, self._limit, self._words = used, limit, words
        ceiling = f" of {words(limit)}" if limit is not None else ", no ceiling"
        warning = f", {warning_words(used, limit)}" if self.is_short else ""
        self.setAccessibleName(f"{self._name}: {words(used)}{ceiling}{warning}")
        self.setAccessibleDescription(self._tip)
        self.updateGeometry()
        self.update()

    def set_narrow(self, is_narrow: bool) -> None:
        """Without the bar, where there is little room; the sign stays."""
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self.updateGeometry()
            self.update()

    @property
    def _has_bar(self) -> bool:
        return not self._is_narrow and (self._limit is not None or not self._used)

    def sizeHint(self) -> QSize:
        bold = QFont(self.font())
        bold.setBold(True)
        metrics = QFontMetrics(bold)
        widest = self._words(self._limit or 0)
        figures = max((self.figures, f"{widest}/{widest}"), key=len)
        name = QFontMetrics(self.font()).horizontalAdvance(self._name)
        width = name + GAP + metrics.horizontalAdvance(figures)
        sign = GAP + SIGN_PX if self.is_short else 0
        return QSize(
            width + (GAP + BAR_WIDTH if self._has_bar else sign), max(24, metrics.height())
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetrics(self.font())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        middle = self.height() / 2
        painter.setPen(palette.colour("text_quiet"))
        painter.drawText(self.rect(), flags, self._name)
        left = metrics.horizontalAdvance(self._name) + GAP
        bold = QFont(self.font())
        bold.setBold(self.is_short)
        painter.setFont(bold)
        tone = "warn" if self.is_short else "text"
        painter.setPen(palette.colour(tone))
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), flags, self.figures)
        if self._has_bar:
            self._paint_bar(painter, middle)
        if self.is_short:
            sign = self._theme.pixmap("warning", "warn", SIGN_PX, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(self.width() - SIGN_PX, middle - SIGN_PX / 2), sign)

    def _paint_bar(self, painter: QPainter, middle: float) -> None:
        palette = self._theme.palette
        left = self.width() - BAR_WIDTH
        bar = QRectF(left, middle - BAR_HEIGHT / 2, BAR_WIDTH, BAR_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.colour("border"))
        painter.drawRoundedRect(bar, 2, 2)
        share = min(1.0, self._used / self._limit) if self._limit else 0.0
        if share:
            painter.setBrush(palette.colour("warn" if self.is_short else "text_quiet"))
            painter.drawRoundedRect(
                QRectF(bar.topLeft(), bar.bottomLeft()).adjusted(0, 0, BAR_WIDTH * share, 0), 2, 2
            )
