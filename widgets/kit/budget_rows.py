"""The run's whole budget: what is used of what, what each cause has cost, and what the rest of a
segment will cost, in words."""

from collections.abc import Callable
from typing import NamedTuple

from engine.domain.limits import WARN_FROM
from engine.language.sentences import figures
from engine.record.views.forecast import Forecast, forecast_of
from engine.record.views.run_state import RunState
from engine.record.views.spending import Spent, spent_by_cause
from widgets.kit.fact_sheet import Fact


class BudgetRow(NamedTuple):
    """``limit`` is None where there is no ceiling, ``used`` where nobody knows the amount."""

    name: str
    used: float | None
    limit: float | None
    words: Callable[[float], str]
    more: str = ""

    @property
    def warning(self) -> str:
        return warning_words(self.used or 0.0, self.limit)

    @property
    def told(self) -> str:
        """``24 of 30, 6 left``; ``12, no ceiling``."""
        used = self.words(self.used) if self.used is not None else figures.money_words(None)
        if self.limit is None:
            return f"{used}, no ceiling"
        left = f", {self.words(max(0.0, self.limit - self.used))} left" if self.used else ""
        return f"{used} of {self.words(self.limit)}{left}"


def warning_words(used: float, limit: float | None) -> str:
    """Empty as long as there is enough, and before anything was used."""
    if limit is None or not used or used < WARN_FROM * limit:
        return ""
    return "nearly used up" if used < limit else "used up"


def budget_rows(state: RunState) -> tuple[BudgetRow, ...]:
    """Everything that a run can use up, each against its ceiling; models' part where one was
    asked."""
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
    rows.append(BudgetRow("Time", state.worked_secs, _most_secs(state), figures.clock_words, told))
    return tuple(rows)


def _most_secs(state: RunState) -> float | None:
    """The shortest of the run's ceilings of time; None where there is none."""
    explore = state.explore
    of_exploring = explore.limits.max_duration_secs if explore is not None else 0.0
    return min(filter(None, (state.limits.max_run_secs, of_exploring)), default=None)


def spending_facts(state: RunState) -> tuple[Fact, ...]:
    """All that stands behind the meters of the run bar."""
    if not state.session_id:
        return ()
    facts = []
    for row in budget_rows(state):
        warning = f" — ⚠ {row.warning}" if row.warning else ""
        facts.append(Fact(row.name, f"{row.told}{warning}" + (f"\n{row.more}" if row.more else "")))
    causes = spent_by_cause(state.model_calls)
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
