"""What a run has used of what: on meters, in a table, in words, with a warning in time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QLabel

from engine.domain.limits import Limits
from engine.domain.plans import ReplanKind
from engine.language.sentences.figures import money_words, short_count
from engine.record.views.run_state import Calls, Forecast, RunState
from tests.support import local_run, model_run, sample_run
from tests.support.console_windows import show_past
from tests.support.shown_words import told_by
from tests.widgets.conftest import Heard, becomes_so
from widgets.kit.fact_sheet import budget_rows, forecast_words
from widgets.window.main_window import MainWindow
from widgets.window.run_budget import budget_table, figures_of, meters_of

ONE_WINDOW = True


def pending(**limits: float) -> RunState:
    state = model_run.pending_run().state
    return replace(state, limits=replace(Limits(), **limits))


def forecast_on(window: MainWindow) -> str:
    """What stands below the plan; empty where nothing does."""
    labels = window.views.plan.findChildren(QLabel)
    (label,) = [each for each in labels if each.accessibleName() == "Forecast"]
    return label.text() if label.isVisible() else ""


def test_tokens_are_shown_where_a_model_is_used(window: MainWindow) -> None:
    budget = window.views.run_bar.budget
    window.resize(2000, 1000)
    window.show_run(sample_run.pending_run().state)
    assert becomes_so(lambda: told_by(budget).startswith("calls ")) and "tokens" not in told_by(
        budget
    )
    window.show_run(pending())
    assert becomes_so(lambda: "tokens 16k" in told_by(budget))
    assert "Tokens: 15,681, no ceiling" in budget.accessibleName()


def test_where_there_is_little_room_what_is_shorter_is_shown(window: MainWindow) -> None:
    budget = window.views.run_bar.budget
    window.show_run(pending(max_tokens=100_000, max_cost=0.01))
    names = [row.name for row in meters_of(pending(max_tokens=100_000, max_cost=0.01))]
    assert names == ["Calls", "Replans", "Money", "Tokens"]
    names = [row.name for row in meters_of(pending(max_tokens=16_000, max_cost=1.0))]
    assert names == ["Calls", "Replans", "Tokens", "Money"]
    budget.fit(10_000)
    assert told_by(budget).startswith("calls 14/30   replans 1/5   money ") and "⚠" in told_by(
        budget
    )
    budget.fit(budget.sizeHint().width() - 1)
    assert told_by(budget) and "tokens" not in told_by(budget)
    budget.fit(10)
    assert told_by(budget) == ""


def test_a_meter_without_a_ceiling_never_warns(window: MainWindow) -> None:
    window.show_run(pending())
    budget = window.views.run_bar.budget
    assert "⚠" not in told_by(budget) and "nearly" not in budget.toolTip()


def test_a_ceiling_of_none_at_all_is_told_and_warns_of_nothing() -> None:
    state = replace(pending(max_replans=0), replans_used=0)
    (replans,) = [row for row in meters_of(state) if row.name == "Replans"]
    assert (figures_of(replans), replans.warning) == ("0/0", "")
    assert "0 of 0" in budget_table(state)


def test_the_warning_comes_at_four_fifths_by_sign_and_words() -> None:
    used = model_run.pending_run().state.spent.usage.total
    below, at = pending(max_tokens=used * 5 // 4 + 1), pending(max_tokens=used * 5 // 4)
    assert "⚠" not in budget_table(below)
    assert "⚠ nearly used up" in budget_table(at)
    assert "⚠ used up" in budget_table(pending(max_tokens=used))


def test_the_table_has_everything() -> None:
    table = budget_table(pending(max_retries=4, max_run_secs=600.0))
    for told in (
        "14 of 30",
        "1 of 5",
        "0 of 4",
        "prompt 14,602 (of it cached 9,400), completion 1,079, estimated",
        "0.0095, no ceiling",
        "0:22 of 10:00",
        "local planning",
        "abandoned",
        "6,812",
        "to the end of this segment",
    ):
        assert told in table, told


def test_waiting_is_not_counted_as_time() -> None:
    rows = {row.name: row for row in budget_rows(replace(pending(), waited_secs=20.0))}
    assert rows["Time"].told == "0:02, no ceiling"
    assert rows["Time"].more == "and 0:20 of waiting for you"


def test_money_without_a_price_is_not_told_as_nothing() -> None:
    state = pending(max_cost=1.0)
    calls = (replace(state.model_calls[0], cost=None), *state.model_calls[1:])
    rows = {row.name: row for row in budget_rows(replace(state, model_calls=Calls(calls)))}
    assert rows["Money"].told == "no price known of 1.00"
    assert not rows["Money"].warning


def test_the_plan_says_what_is_still_to_come(window: MainWindow) -> None:
    window.show_run(local_run.pending_run().state)
    assert forecast_on(window) == (
        "≈ 1 s to the end of this segment, without the local plan under way"
    )
    window.show_run(sample_run.finished_run().state)
    assert forecast_on(window) == ""
    state = sample_run.pending_run().state
    own = replace(state.segments[-1], replan_kind=ReplanKind.BY_HAND)
    window.show_run(replace(state, segments=state.segments.plus(own)))
    assert forecast_on(window) == "", "what the operator does is not foretold"


def test_without_a_basis_the_plan_says_so(window: MainWindow) -> None:
    run = sample_run.pending_run()
    run.events = run.events[:6]
    window.show_run(run.state)
    assert forecast_on(window) == "no forecast yet"


def test_a_past_session_has_no_forecast(window: MainWindow, heard: Callable[[], Heard]) -> None:
    from tests.support.gallery import SESSIONS

    show_past(window, SESSIONS[0])
    run = model_run.pending_run(SESSIONS[0].session_id)
    window.show_events(run.events)
    window.show_run(run.state)
    assert forecast_on(window) == ""


def test_a_forecast_is_short() -> None:
    forecast = Forecast(1, 1240, 0.0021, 13.6)
    assert forecast_words(forecast) == (
        "≈ 1 call, 1.2k tokens, cost 0.0021, 14 s to the end of this segment"
    )
    assert forecast_words(Forecast(0, 0, 0.0, 200.0)) == "≈ 3:20 min to the end of this segment"


def test_amounts_are_written_as_people_read_them() -> None:
    assert [short_count(count) for count in (0, 999, 1_240, 45_600, 999_600, 1_250_000)] == [
        "0",
        "999",
        "1.2k",
        "46k",
        "1.0M",
        "1.2M",
    ]
    assert [money_words(cost) for cost in (None, 0.0, 0.00001, 0.0041, 0.5, 12.0)] == [
        "no price known",
        "0.00",
        "under 0.0001",
        "0.0041",
        "0.50",
        "12.00",
    ]
