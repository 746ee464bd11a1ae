"""A local state is told completely: why it was decided so, what is left to try, how to go back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.domain.plans import StepPlace
from engine.domain.verdicts import Verdict
from engine.record.views.run_state import RunState
from tests.engine.record.runs import recorded_run, typical_run
from tests.support import local_run
from tests.support.sample_run import SampleRun
from tests.support.shown_words import facts_text, shown_text
from tests.widgets.conftest import Heard, becomes_so
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


def told(window: MainWindow, run: SampleRun, local: int) -> str:
    window.show_events(run.events)
    window.show_run(run.state)
    window.views.plan.place_chosen.emit(StepPlace(2, 1, local))
    return facts_text(window.views.inspector.step_sheet)


def test_the_inputs_of_a_decision_are_told(window: MainWindow) -> None:
    text = told(window, local_run.exploring_run(), 2)
    for fact in (
        "State: 1.2 of segment 2, iteration 2",
        "Decision: explore: it stands; another option is tried next",
        "Decided: by the rule",
        "Reason: Further away: 4.0 → 3.0; 2 of 2 options untried.",
        "Next: option “try_different_export_type”",
        "Nearness: 4.0 → 3.0 of 10 (−1.0, further away)",
        "Visits: 1 time in this state",
        "Regressions: 1 in a row",
        "Untried: 2 of 2 options",
        "Declared: reversible: Escape or Cancel closes what it opens.",
        "Cost: 2 calls to the thinker",
    ):
        assert fact in text, fact


def test_what_the_rule_said_is_told_where_the_operator_overruled(window: MainWindow) -> None:
    run = SampleRun(list(recorded_run(*typical_run())), ())
    text = told(window, run, 2)
    assert "Decided: by you; the rule said retain" in text
    assert "Follows: option “try_keys” of 1.1" in text
    assert "Taken back: by 1.3 · press Escape · restored" in text


def test_of_what_was_left_it_is_said_that_it_cannot_be_told(window: MainWindow) -> None:
    run = local_run.taken_back_run()
    ended = run.events[-1]
    why = "nothing showed what “Tick” did"
    went = replace(
        ended.event,  # type: ignore[type-var]
        verdict=Verdict.CANT_TELL,
        undone=(),
        untold=("2.2", "2.1.7"),
        evidence=(why,),
    )
    run.events[-1] = replace(ended, event=went)
    text = told(window, run, 8)
    assert "Taken back: nothing" in text and "Can't be told of: step 2, 1.7" in text
    assert "Seen after: can't tell whether it is as before" in text
    assert "Still stands" not in text


def test_a_revert_tells_the_ways_tried_and_what_differs(window: MainWindow) -> None:
    run = local_run.taken_back_run()
    ended = run.events[-1]
    went = replace(
        ended.event,  # type: ignore[type-var]
        verdict=Verdict.CONTRADICTED,
        undone=("2.2",),
        evidence=("the window “Settings” is there",),
    )
    run.events[-1] = replace(ended, event=went)
    text = told(window, run, 8)
    for fact in (
        "Wanted by: you",
        "To take back: step 2, 1.7",
        "Taken back: step 2",
        "Still stands: 1.7",
        "Ways tried: 1. click “Autosave” again\n2. click “Cancel”",
        "Seen after: not restored",
        "Evidence: The window “Settings” is there.",
    ):
        assert fact in text, fact


def test_an_untried_option_can_be_tried_next(window: MainWindow, heard: type) -> None:
    run = local_run.exploring_run()
    decided = run.events[-1]
    run.events[-1] = replace(decided, event=replace(decided.event, next_option=""))  # type: ignore[type-var]
    told(window, run, 2)
    options = window.views.inspector.options
    assert shown_text(options).splitlines()[1:] == [
        "Choose another type in “Format”",
        "try_different_export_type · tried in 1.3",
        "Click “Cancel”",
        "click_cancel · untried",
    ]
    wanted: Heard = heard()
    window.views.inspector.options.option_wanted.connect(wanted)
    [button] = options.buttons
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert wanted.calls == [("click_cancel",)]


def test_what_comes_next_is_marked_and_needs_no_button(window: MainWindow) -> None:
    told(window, local_run.exploring_run(), 3)
    options = window.views.inspector.options
    assert "click_cancel · comes next" in shown_text(options)
    assert options.buttons == []


@pytest.mark.parametrize("run", [local_run.finished_run, local_run.pending_run])
def test_options_of_what_was_taken_back_cannot_be_tried(
    window: MainWindow, run: Callable[[], SampleRun]
) -> None:
    told(window, run(), 2)
    options = window.views.inspector.options
    assert "tried in 1.4" in shown_text(options)
    assert options.buttons == []


def test_the_pictures_of_a_local_state_are_large(window: MainWindow, heard: type) -> None:
    wanted: Heard = heard()
    window.record.picture_wanted.connect(wanted)
    told(window, local_run.exploring_run(), 2)
    assert {("menu",), ("dialog",)} <= set(wanted.calls)
    before, after = window.views.inspector.pictures.thumbnails
    assert becomes_so(lambda: before.width() > window.views.inspector.width() * 0.8)
    assert becomes_so(lambda: after.y() > before.y() + before.height() / 2)


def test_the_step_itself_tells_of_its_local_plan(window: MainWindow) -> None:
    run = local_run.finished_run()
    window.show_run(run.state)
    window.views.plan.place_chosen.emit(StepPlace(2, 1))
    text = facts_text(window.views.inspector.step_sheet)
    assert "Towards: the window “Settings” is there" in text
    assert "Local plan: reached, at most 10 iterations" in text
    window.show_run(RunState())


def test_the_status_names_the_local_state(window: MainWindow) -> None:
    window.show_run(local_run.exploring_run().state)
    assert window.views.run_bar.status.text == ("planning locally · state 1.3 of segment 2")
