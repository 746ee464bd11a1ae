"""What the rest of a segment will take is told from what was; without a basis nothing is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.events import (
    Event,
    ModelCalled,
    PhaseChanged,
    QuestionAnswered,
    QuestionAsked,
    SegmentPlanned,
    StepEnded,
    StepStarted,
    ThinkerAsked,
)
from engine.domain.models import TokenUsage
from engine.domain.performing import LocalPlanningStarted
from engine.domain.plans import PlanSegment, ReplanKind
from engine.domain.verdicts import Phase, Verdict
from engine.record.views.fold import fold_all
from engine.record.views.run_state import RunState, forecast_of
from tests.engine.record.runs import (
    BOLD,
    ENDED,
    LAUNCH,
    LOOK_AGAIN,
    STARTED,
    TYPE,
    called,
    recorded_run,
)

STEPS = (LAUNCH, TYPE, replace(LOOK_AGAIN, step_number=3))
FIRST = SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment(STEPS, False))
LAST = SegmentPlanned(2, ReplanKind.ADAPTIVE, PlanSegment((LAUNCH, TYPE, BOLD), True))


def after(*events: Event) -> RunState:
    return fold_all(recorded_run(STARTED, PhaseChanged(Phase.PLANNING), *events))


def planned(tokens: int, ms: float, cost: float | None = 0.002, failure: str = "") -> ModelCalled:
    call = called("plan", TokenUsage(tokens - 100, 0, 100), 0.0)
    return replace(call, took_ms=ms, cost=cost, failure=failure)


def done(segment: int, step: int, ms: float) -> tuple[Event, ...]:
    ended = StepEnded(segment, step, "done", Verdict.SEEN, took_ms=ms)
    return (StepStarted(segment, step), ended)


def test_steps_left_and_the_next_plan_make_the_forecast() -> None:
    state = after(planned(1300, 4000), ThinkerAsked("plan", "m"), FIRST, *done(1, 1, 500))
    forecast = forecast_of(state)
    assert forecast is not None
    assert (forecast.calls, forecast.tokens) == (1, 1300)
    assert forecast.secs == pytest.approx(4.5)
    assert forecast.cost == pytest.approx(0.002)


def test_a_segment_that_finishes_needs_no_more_calls() -> None:
    state = after(planned(1300, 4000), FIRST, *done(1, 1, 500), *done(1, 2, 900), LAST)
    forecast = forecast_of(state)
    assert forecast is not None
    assert (forecast.calls, forecast.tokens, forecast.cost) == (0, 0, 0.0)
    assert forecast.secs == pytest.approx(3 * 0.7)


def test_a_plan_costs_what_its_failed_rounds_cost_too() -> None:
    failed = planned(900, 2000, failure="The reply is not JSON.")
    state = after(failed, replace(planned(1000, 3000), is_repair=True), FIRST, *done(1, 1, 500))
    forecast = forecast_of(state)
    assert forecast is not None
    assert forecast.tokens == 1900
    assert forecast.secs == pytest.approx(5.5)


def test_one_slow_plan_does_not_spoil_the_forecast() -> None:
    calls = [planned(1000, 1000), planned(1100, 1200), planned(9000, 60_000)]
    state = after(*calls, FIRST, *done(1, 1, 500))
    forecast = forecast_of(state)
    assert forecast is not None
    assert forecast.tokens == 1100
    assert forecast.secs == pytest.approx(1.7)


def test_without_a_price_no_money_is_foretold() -> None:
    state = after(planned(1000, 1000, cost=None), FIRST, *done(1, 1, 500))
    forecast = forecast_of(state)
    assert forecast is not None and forecast.cost is None


def test_the_thinker_without_a_model_needs_a_call_and_no_tokens() -> None:
    state = after(ThinkerAsked("plan", "offline"), FIRST, *done(1, 1, 500))
    forecast = forecast_of(state)
    assert forecast is not None
    assert (forecast.calls, forecast.tokens, forecast.cost) == (1, 0, 0.0)


@pytest.mark.parametrize(
    "events",
    [
        (),
        (planned(1300, 4000),),
        (planned(1300, 4000), FIRST),  # no step is done yet
        (planned(1300, 4000), FIRST, *done(1, 1, 500), ENDED),
    ],
)
def test_there_is_no_forecast_without_a_basis(events: tuple[Event, ...]) -> None:
    assert forecast_of(after(*events)) is None


def test_a_local_plan_under_way_is_said_to_be_left_out() -> None:
    began = LocalPlanningStarted(1, 2, "the text is there", "no field", 10, "p0")
    basis = (planned(1300, 4000), FIRST, *done(1, 1, 500))
    before, inside = forecast_of(after(*basis)), forecast_of(after(*basis, began))
    assert before is not None and not before.leaves_out_local
    assert inside is not None and inside.leaves_out_local


def test_the_time_that_the_operator_took_is_not_expected_again() -> None:
    asked, answered = QuestionAsked("q1", "Which one?", ("A",)), QuestionAnswered("q1", "A", "you")
    began, ended = done(1, 1, 1500)
    state = after(planned(1300, 4000), FIRST, began, asked, answered, ended)
    forecast = forecast_of(state)
    assert forecast is not None
    assert forecast.secs == pytest.approx(0.5 + 4.0), "a second of the 1.5 went into the answer"
