"""The hand on the wheel: STOP at once, pause by Space, budgets that warn in time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.domain.conditions import TextShown
from engine.domain.events import ModelAsked
from engine.domain.plans import ReplanKind, StepPlace, look_again
from engine.domain.verdicts import StepState
from engine.record.views.run_state import AskedView, Segments, StepView
from tests.support import local_run, sample_run, web_run
from tests.support.console_windows import discard
from tests.support.shown_words import told_by
from tests.widgets.conftest import Heard, becomes_so
from widgets.kit.parts import ElidedLabel
from widgets.kit.performed import next_planned
from widgets.kit.theme import Theme, fitted_words
from widgets.window.main_window import MainWindow
from widgets.window.run_bar import RunBar, status_of

ONE_WINDOW = True
BUTTONS_PX = 312
"""What icons, gaps and STOP take of the narrowest bar; they do not follow the font."""


def running(window: MainWindow) -> None:
    run = sample_run.pending_run()
    run.events = run.events[:-1]
    window.show_run(run.state)


def test_stop_tells_on_press_not_on_release(window: MainWindow, heard: type) -> None:
    steered: Heard = heard()
    window.steered.connect(steered)
    running(window)
    QTest.mousePress(window.views.run_bar.stop, Qt.MouseButton.LeftButton)
    assert steered.calls == [("stop",)]
    QTest.mouseRelease(window.views.run_bar.stop, Qt.MouseButton.LeftButton)
    assert steered.count == 1


def test_stop_by_both_of_its_keys_even_from_a_text_field(window: MainWindow, heard: type) -> None:
    steered: Heard = heard()
    window.steered.connect(steered)
    running(window)
    field = window.views.timeline.filter
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_F12)
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(field, Qt.Key.Key_Escape, modifiers)
    assert steered.calls == [("stop",), ("stop",)]


@pytest.mark.parametrize("name", ["sessions", "shortcuts", "settings", "revert", "look"])
def test_stop_reaches_the_run_from_every_dialog(window: MainWindow, heard: type, name: str) -> None:
    steered: Heard = heard()
    window.steered.connect(steered)
    running(window)
    match name:
        case "settings":
            window.settings.open()
        case "revert":
            window.show_run(local_run.pending_run().state)
            window.views.plan.select_step(StepPlace(2, 1, 6))
            window._actions.revert_here.trigger()
        case "look":
            window.views.inspector.call_page.prompt.enlarge_body()
        case _:
            getattr(window._actions, name).trigger()
    assert becomes_so(QApplication.activeModalWidget)
    dialog = QApplication.activeModalWidget()
    assert dialog is not window
    QTest.keyClick(dialog, Qt.Key.Key_F12)
    assert steered.calls == [("stop",)]
    dialog.close()


def test_stop_works_while_paused_waiting_and_starting(window: MainWindow) -> None:
    state = sample_run.pending_run().state
    window.show_run(replace(state, control="paused"))
    assert window.views.run_bar.stop.isEnabled()
    window.show_run(replace(state, control="cancelling"))
    assert window.views.run_bar.stop.isEnabled()
    window.clear_run()
    assert not window.views.run_bar.stop.isEnabled()
    window.set_busy_starting("Starting the practice desktop…")
    assert window.views.run_bar.stop.isEnabled()
    assert window.views.run_bar.status.text == "Starting the practice desktop…"


def test_how_the_run_before_ended_is_not_told_of_the_one_that_starts(theme: Theme) -> None:
    bar = RunBar(theme)
    bar.show_run(sample_run.finished_run().state)
    ended = bar._mark._mark, bar.status.property("tone")
    bar.set_starting("Starting on the practice surface…")
    assert bar.status.text.startswith("Starting")
    assert bar.status.property("tone") != ended[1] and bar._mark._mark != ended[0]
    bar.set_starting(None)
    assert (bar._mark._mark, bar.status.property("tone")) == ended
    discard(bar)


def test_space_pauses_and_resumes_outside_of_fields(window: MainWindow, heard: type) -> None:
    steered = heard()
    window.steered.connect(steered)
    running(window)
    window.views.live.view.setFocus()
    QTest.keyClick(window.views.live.view, Qt.Key.Key_Space)
    assert steered.calls == [("pause",)]
    window.show_run(replace(sample_run.pending_run().state, control="paused"))
    window.views.live.view.setFocus()
    QTest.keyClick(window.views.live.view, Qt.Key.Key_Space)
    assert steered.calls == [("pause",), ("resume",)]
    window.views.timeline.filter.setFocus()
    QTest.keyClick(window.views.timeline.filter, Qt.Key.Key_Space)
    assert steered.count == 2
    assert window.views.timeline.filter.text() == " "


def test_space_presses_a_button_that_has_the_keyboard(window: MainWindow, heard: type) -> None:
    steered = heard()
    window.steered.connect(steered)
    running(window)
    window.views.run_bar.step.setFocus()
    QTest.keyClick(window.views.run_bar.step, Qt.Key.Key_Space)
    assert steered.calls == [("step",)]


def test_step_and_cancel_by_key(window: MainWindow, heard: type) -> None:
    steered = heard()
    window.steered.connect(steered)
    running(window)
    QTest.keyClick(window, Qt.Key.Key_F10)
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_Backspace, modifiers)
    assert steered.calls == [("step",), ("cancel",)]


def test_nothing_can_be_steered_without_a_run(own_window: MainWindow) -> None:
    bar = own_window.views.run_bar
    for button in (bar.pause, bar.step, bar.cancel, bar.stop):
        assert not button.isEnabled()


def test_the_status_says_where_the_run_stands() -> None:
    assert status_of(sample_run.pending_run().state)[1] == "waits for you · segment 2 · step 4"
    ended = status_of(sample_run.finished_run().state)
    assert ended[1].startswith("Goal reached: ")
    assert ended[0] is not None and ended[0].tone == "good"


def test_where_it_stands_is_said_before_the_clock_and_what_was_used(theme: Theme) -> None:
    window, bar = QWidget(), RunBar(theme)
    bar.setParent(window)
    bar.show_run(sample_run.pending_run().state)
    bar.resize(700, 30)
    window.show()
    status = bar.status
    metrics = status.fontMetrics()

    def shows(digits: int, is_told: bool) -> bool:
        """Of a bar that is as wide as that: what stands before it moves up while it narrows."""
        bar.resize(status.x() + digits * metrics.horizontalAdvance("0"), 30)
        has_room = metrics.horizontalAdvance("waits for you ·…") <= status.width()
        return bar._elapsed.isVisible() is is_told and has_room

    assert becomes_so(lambda: shows(18, False))
    assert becomes_so(lambda: shows(40, True))
    discard(window)


@pytest.mark.parametrize("control", ["running", "taken over"])
def test_what_it_waits_for_is_never_cut_in_favour_of_a_button(theme: Theme, control: str) -> None:
    state = replace(sample_run.pending_run().state, control=control)
    state = replace(state, pending=None) if control != "running" else state
    bar = RunBar(theme)
    bar.show()
    bar.show_run(state)
    digit_px, metrics = bar.fontMetrics().horizontalAdvance("0"), bar.status.fontMetrics()
    needs = metrics.horizontalAdvance(f"{bar.status.text.partition(' · ')[0]} ·…")

    def has_room(width: int) -> bool:
        bar.resize(width, 30)
        return needs <= bar.status.width()

    widths = range(BUTTONS_PX + needs, 120 * digit_px, 2 * digit_px)
    for width in (*widths, *reversed(widths)):
        assert becomes_so(lambda width=width: has_room(width)), f"cut at {width}"  # type: ignore[misc]
    discard(bar)


def test_a_pause_in_the_midst_of_a_step_tells_of_that_step() -> None:
    state = local_run.pending_run().state
    segment = state.segments[-1]
    held, coming = segment.steps[0], segment.steps[1]
    steps = (replace(held, state=StepState.RUNNING), replace(coming, state=StepState.PLANNED))
    paused = replace(
        state,
        pending=None,
        control="paused",
        segments=Segments((*state.segments[:-1], replace(segment, steps=steps))),
    )
    assert status_of(paused)[1].startswith(f"Paused. In the midst of: {held.title[:9]}")
    done = (replace(held, state=StepState.DONE), steps[1])
    paused = replace(
        paused, segments=Segments((*state.segments[:-1], replace(segment, steps=done)))
    )
    assert status_of(paused)[1].startswith(f"Paused. Next: {coming.title[:9]}")


def test_a_pause_after_a_step_by_hand_tells_that_it_is_looked_next() -> None:
    state = sample_run.pending_run().state
    done = replace(state.segments[-1].steps[0], state=StepState.DONE)
    own = replace(state.segments[-1], replan_kind=ReplanKind.BY_HAND, steps=(done,))
    own = replace(own, segment_number=len(state.segments) + 1)
    state = replace(
        state,
        pending=None,
        control="paused",
        segments=state.segments.plus(own),
        current_segment=own.segment_number,
    )
    assert status_of(state)[1] == "Paused. Next: look again, and go on"
    under_way = replace(own, steps=(replace(done, state=StepState.RUNNING),))
    segments = state.segments.with_entry(len(state.segments) - 1, under_way)
    told = status_of(replace(state, segments=segments))[1]
    assert told == f"Paused. In the midst of: {done.title}"
    assert status_of(replace(state, control="running"))[1].startswith("acting")


def test_a_pause_after_going_back_tells_that_it_is_looked_next() -> None:
    """What was planned before it, and was to come, is planned anew."""
    state = local_run.taken_back_run().state
    assert status_of(state)[1] == "Paused. Next: look again, and go on"
    to_come = replace(state.segments[-1].steps[-1], state=StepState.PLANNED)
    left = replace(state.segments[-1], steps=(*state.segments[-1].steps, to_come))
    segments = state.segments.with_entry(len(state.segments) - 1, left)
    state = replace(state, segments=segments)
    assert next_planned(state) is None
    assert status_of(state)[1] == "Paused. Next: look again, and go on"


def test_where_the_operator_came_in_between_a_step_the_one_behind_it_does_not_come_next() -> None:
    """The question was withdrawn as they took over, and nothing of the plan was done."""
    state = sample_run.pending_run().state
    held, coming = state.segments[-1].steps[:2]
    steps = (replace(held, state=StepState.ABANDONED), replace(coming, state=StepState.PLANNED))
    segments = state.segments.with_entry(
        len(state.segments) - 1, replace(state.segments[-1], steps=steps)
    )
    paused = replace(state, pending=None, control="paused", segments=segments)
    paused = replace(paused, current_step=held.step.step_number)
    assert next_planned(paused) is None
    assert status_of(paused)[1] == "Paused. Next: look again, and go on"


def test_a_look_on_the_way_that_was_passed_does_not_come_next() -> None:
    state = sample_run.pending_run().state
    held, coming = state.segments[-1].steps[:2]
    passed = StepView(look_again(7, TextShown("Saved")))
    steps = (replace(held, state=StepState.DONE), passed, replace(coming, state=StepState.DONE))
    steps += (replace(coming, state=StepState.PLANNED),)
    segments = state.segments.with_entry(
        len(state.segments) - 1, replace(state.segments[-1], steps=steps)
    )
    paused = replace(state, pending=None, control="paused", segments=segments)
    assert status_of(paused)[1] == f"Paused. Next: {coming.title}"


def test_a_long_path_is_cut_in_its_middle_and_told_whole(theme: Theme) -> None:
    label = ElidedLabel()
    words = "Next: Type “/home/ada/work/harbour/2026/november/soundings/low water at nine.txt”"
    label.show_text(words)
    label.resize(label.fontMetrics().horizontalAdvance(words) // 2, 30)
    label.show()
    shown = fitted_words(label.fontMetrics(), words, label.width())
    assert shown.startswith("Next: Type “/home") and "…" in shown and shown.endswith("nine.txt”")
    assert becomes_so(lambda: label.toolTip() == words)
    plain = "Click the button that has a label without an end to it, as pages have them"
    assert fitted_words(label.fontMetrics(), plain, label.width()).endswith("…")
    discard(label)


def test_a_budget_warns_from_four_fifths_on(window: MainWindow) -> None:
    state = sample_run.pending_run().state
    window.resize(1600, 900)
    budget = window.views.run_bar.budget
    window.show_run(replace(state, calls_used=23))
    assert becomes_so(lambda: "calls 23/30" in told_by(budget)) and "⚠" not in told_by(budget)
    window.show_run(replace(state, calls_used=24))
    assert becomes_so(lambda: "calls 24/30 ⚠" in told_by(budget))
    assert "nearly used up" in budget.toolTip() and "24 of 30" in budget.toolTip()


def test_it_shows_which_model_is_waited_for_and_how_long(theme: Theme) -> None:
    run = sample_run.pending_run()
    asked = AskedView(ModelAsked("replan", "qwen"), run.state.last_at_secs)
    state = replace(run.state, pending=None, asked=(asked,))
    now_secs = [state.last_at_secs]
    bar = RunBar(theme, wall_clock=lambda: now_secs[0])
    bar.show_run(state)
    assert bar.status.text.startswith("asks qwen · 0 s · replanning")
    now_secs[0] += 12
    assert becomes_so(lambda: bar.status.text.startswith("asks qwen · 12 s · replanning"))
    assert bar.stop.isEnabled() and bar.cancel.isEnabled()


def test_a_long_wait_is_told_in_minutes_and_a_question_comes_first() -> None:
    run = sample_run.pending_run()
    asked = AskedView(ModelAsked("plan", "a-model-with-a-very-long-name-q4_k_m"), 1000.0)
    waiting = replace(run.state, asked=(asked,))
    assert status_of(waiting, 1125.0)[1].startswith("waits for you")
    words = status_of(replace(waiting, pending=None), 1125.0)[1]
    assert words.startswith("asks a-model-with-a-very-lon… · 2:05 · planning")


def test_on_the_web_no_replans_are_counted_and_the_status_is_whole_in_a_small_window(
    window: MainWindow,
) -> None:
    bar = window.views.run_bar
    window.show_run(sample_run.pending_run().state)
    assert "Replans" in bar.budget.accessibleName()
    window.show_run(web_run.rejected_run().state)
    assert "Replans" not in bar.budget.accessibleName()
    assert "Replans" not in bar.budget.toolTip()
    assert bar.status.text == "waits for you · locate · pass 5"
    assert becomes_so(lambda: not bar.status.toolTip())  # it holds what is cut
