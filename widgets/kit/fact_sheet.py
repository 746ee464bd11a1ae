"""Labelled facts, the technical form of things, one click away from the operator's words, and the
sheet on which facts can be read, selected and copied as JSON; and as such facts the run's whole
budget: what is used of what, what each cause has cost, what the rest of a segment will cost."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields, is_dataclass
from typing import Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from engine.domain import actions, plans, spaces
from engine.domain.limits import WARN_FROM
from engine.language.folding import shown_cut
from engine.language.sentences import figures
from engine.record.views.run_state import Forecast, RunState, forecast_of
from engine.record.views.spending import Spent
from widgets.kit.parts import quiet_label, role_label, sheet_area, tool_button
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row, set_look, widget_of


class Fact(NamedTuple):
    """``is_technical`` facts (keys, coordinates, ids) are shown in monospace."""

    label: str
    value: str
    is_technical: bool = False


def action_form(action: actions.Action) -> str:
    """The action like a call, without what is at its default: ``click(count=2)``."""
    shown = []
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name != "kind" and value != field.default:
            shown.append(f"{field.name}={value!r}")
    return f"{action.kind}({', '.join(shown)})"


def step_form(step: plans.PlanStep) -> str:
    """The step's action with its zone in front: ``button-12 → click()``."""
    return f"{step.zone_id} → {action_form(step.action)}"


def rect_form(rect: spaces.Rect) -> str:
    return f"{rect.x}, {rect.y}  {rect.width} × {rect.height}"


def point_form(point: spaces.Point | tuple[int, int]) -> str:
    x, y = (point.x, point.y) if isinstance(point, spaces.Point) else point
    return f"{x}, {y}"


def as_json(fact: object) -> str:
    """A frozen fact as readable JSON. Sets become sorted lists."""
    data = asdict(fact) if is_dataclass(fact) and not isinstance(fact, type) else fact
    return json.dumps(data, ensure_ascii=False, indent=2, default=_plain)


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, set | frozenset) else str(value)


class FactSheet(QWidget):
    """Rows are reused from one subject to the next. ``below`` holds what a view adds."""

    def __init__(self, theme: Theme, empty: str) -> None:
        super().__init__()
        self._subject: object | None = None
        self.facts: tuple[Fact, ...] = ()
        self._rows: list[tuple[QLabel, QLabel]] = []
        self._title = role_label("", "goal", wraps=True)
        self._copy = tool_button(theme, "copy", "Copy as JSON", "Copy as JSON")
        self._copy.clicked.connect(self.copy_json)
        self._empty = quiet_label(empty)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self.below = QVBoxLayout()
        self._lay_out()
        self.clear()

    def show_facts(self, subject: object, title: str, facts: Sequence[Fact]) -> None:
        """``subject`` is the frozen thing that is told of; it is what gets copied. A fact without a
        value is left out; where all are, the sheet is empty."""
        facts = tuple(fact for fact in facts if fact.value)
        if not facts:
            self.clear()
            return
        self._subject = subject
        self._empty.hide()
        self._head.show()
        if title != self._title.text():
            self._title.setText(title)
            self._scroll.verticalScrollBar().setValue(0)  # what is new is read from its head on
        if facts != self.facts:
            self.facts = facts
            self._fill(facts)

    def clear(self) -> None:
        self._subject = None
        self.facts = ()
        self._fill(())
        self._head.hide()
        self._empty.show()

    def copy_json(self) -> None:
        if self._subject is not None:
            QGuiApplication.clipboard().setText(as_json(self._subject))

    def bring_into_sight(self, part: QWidget) -> None:
        """Scroll to what stands below the facts."""
        self._scroll.ensureWidgetVisible(part)

    def _fill(self, facts: Sequence[Fact]) -> None:
        while len(self._rows) < len(facts):
            self._rows.append(self._new_row(len(self._rows)))
        for number, (label, value) in enumerate(self._rows):
            is_used = number < len(facts)
            label.setVisible(is_used)
            value.setVisible(is_used)
            if is_used:
                label.setText(facts[number].label)
                value.setText(_breakable(facts[number]))
                set_look(value, "role", "mono" if facts[number].is_technical else "value")

    def _new_row(self, number: int) -> tuple[QLabel, QLabel]:
        label = quiet_label(wraps=False)
        value = role_label("", wraps=True)
        value.setMinimumWidth(40)
        value.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(label, number, 0, top | Qt.AlignmentFlag.AlignLeft)
        self._grid.addWidget(value, number, 1, top)
        return label, value

    def _lay_out(self) -> None:
        copy = (self._copy, 0, Qt.AlignmentFlag.AlignTop)
        self._head = widget_of(lay_row((self._title, 1), copy, margins=0))
        parts = (self._head, self._empty, self._grid, self.below, STRETCH)
        sheet = widget_of(lay_column(*parts, margins=(12, 8, 12, 12), spacing=8))
        self._scroll = sheet_area(sheet)
        lay_column(self._scroll, of=self, margins=0)


def _breakable(fact: Fact) -> str:
    """Long ids and hashes get places where the line may break."""
    told = shown_cut(fact.value)
    if not fact.is_technical:
        return told
    return "\n".join(
        line if " " in line else "\u200b".join(line[i : i + 8] for i in range(0, len(line), 8))
        for line in told.split("\n")
    )


class BudgetRow(NamedTuple):
    """``limit`` is None where there is no ceiling, ``used`` where nobody knows the amount."""

    name: str
    used: float | None
    limit: float | None
    words: Callable[[float], str]
    more: str = ""

    @property
    def warning(self) -> str:
        """Empty as long as there is enough, and before anything was used."""
        if self.limit is None or not self.used or self.used < WARN_FROM * self.limit:
            return ""
        return "nearly used up" if self.used < self.limit else "used up"

    @property
    def told(self) -> str:
        """``24 of 30, 6 left``; ``12, no ceiling``."""
        used = self.words(self.used) if self.used is not None else figures.money_words(None)
        if self.limit is None:
            return f"{used}, no ceiling"
        left = f", {self.words(max(0.0, self.limit - self.used))} left" if self.used else ""
        return f"{used} of {self.words(self.limit)}{left}"


def budget_rows(state: RunState) -> tuple[BudgetRow, ...]:
    """All that a run can use up, against its ceilings; models' part where one was asked."""
    limits, spent, explore = state.limits, state.spent, state.explore
    rows: list[BudgetRow] = []
    if explore is not None:
        rows.append(
            BudgetRow("Actions", explore.actions, explore.limits.max_actions or None, whole)
        )
    rows.append(BudgetRow("Calls", state.calls_used, limits.max_calls or None, whole))
    if state.web is None and state.mode not in ("explorer", "manual"):  # there no plan is made anew
        counted = "" if limits.counts_adaptive else "after failures, in a row"
        rows.append(BudgetRow("Replans", state.replans_used, limits.max_replans, whole, counted))
    rows.append(BudgetRow("Retries", state.retries_used, limits.max_retries or None, whole))
    if state.model_calls or limits.max_tokens:
        usage = spent.usage
        same = figures.same_words(spent.same_bytes, spent.sent_bytes)
        parts = (figures.usage_words(usage), f"of the prompts {same}" if same else "")
        more = "; ".join(filter(None, parts)) if usage.total else ""
        rows.append(BudgetRow("Tokens", usage.total, limits.max_tokens or None, whole, more))
    if state.model_calls or limits.max_cost:
        rows.append(BudgetRow("Money", spent.cost, limits.max_cost or None, figures.money_words))
    waited = f"and {figures.clock_words(state.waited_secs)} of waiting for you"
    told = waited if state.waited_secs >= 1 else ""
    of_exploring = state.explore.limits.max_duration_secs if state.explore is not None else 0.0
    most_secs = min(filter(None, (limits.max_run_secs, of_exploring)), default=None)
    rows.append(BudgetRow("Time", state.worked_secs, most_secs, figures.clock_words, told))
    return tuple(rows)


def spending_facts(state: RunState) -> tuple[Fact, ...]:
    """All that stands behind the meters of the run bar."""
    if not state.session_id:
        return ()
    facts = []
    for row in budget_rows(state):
        warning = f" — ⚠ {row.warning}" if row.warning else ""
        facts.append(Fact(row.name, f"{row.told}{warning}" + (f"\n{row.more}" if row.more else "")))
    causes = state.spent_by_cause
    if causes:
        facts.append(Fact("By cause", "rounds · tokens · cost · time"))
    for cause, spent in causes.items():
        facts.append(Fact(f"· {figures.CAUSE_WORDS[cause]}", _spent_words(spent)))
    lost = state.spent_on_abandoned
    if lost.rounds:
        words = f"{_spent_words(lost)}\n(attempts that led nowhere)"
        facts.append(Fact("· of it abandoned", words))
    if state.is_running:
        facts.append(Fact("Forecast", forecast_words(forecast_of(state))))
    return tuple(facts)


def _spent_words(spent: Spent) -> str:
    """Rounds, tokens, cost and time: ``2 · 1,150 · 0.0040 · 1.6 s``."""
    parts = (whole(spent.rounds), whole(spent.usage.total), figures.money_words(spent.cost))
    return " · ".join((*parts, figures.span_words(spent.took_ms)))


def whole(number: float) -> str:
    return f"{number:,.0f}"


NO_FORECAST = "no forecast yet"


def forecast_words(forecast: Forecast | None) -> str:
    """``≈ 1 call, 1.2k tokens, 14 s to the end of this segment``."""
    if forecast is None:
        return NO_FORECAST
    parts = [figures.count_words(forecast.calls, "call")] if forecast.calls else []
    if forecast.tokens:
        parts.append(f"{figures.short_count(forecast.tokens)} tokens")
    if forecast.cost:
        parts.append(f"cost {figures.money_words(forecast.cost)}")
    secs = forecast.secs
    parts.append(f"{max(1, round(secs))} s" if secs < 90 else f"{figures.clock_words(secs)} min")
    left_out = ", without the local plan under way" if forecast.leaves_out_local else ""
    return f"≈ {', '.join(parts)} to the end of this segment{left_out}"
