"""On one's own screen the console is a strip, which answers for what it shows whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QCursor

from engine.domain.actions import TypeText
from engine.domain.approvals import Approve, Reject
from engine.domain.risks import Risk, RiskClass
from engine.record.views.run_state import RunState
from tests.support import local_run
from tests.widgets.conftest import Heard, becomes_so
from widgets.window.main_window import MainWindow
from widgets.window.screen_strip import FULL_WINDOW, StripMode

SENDS = Risk.final(RiskClass.LEAVES_MACHINE, "it sends")


@pytest.fixture
def run(window: MainWindow) -> RunState:
    return replace(local_run.pending_run().state, surface="screen")


@pytest.fixture
def mode(window: MainWindow) -> Iterator[StripMode]:
    yield window.strip_mode
    window.clear_run()
    assert not window.strip_mode.is_on and not window.isMinimized()


def test_it_is_there_as_long_as_a_run_works_on_this_screen(
    window: MainWindow, mode: StripMode, run: RunState
) -> None:
    window.show_run(replace(run, surface="practice"))
    assert not mode.strip.isVisible() and not mode.is_shrinking
    window.show_run(run)
    assert mode.strip.isVisible() and window.isMinimized()
    assert mode.is_shrinking, "this platform shows what is minimized"
    window.hide()
    assert becomes_so(lambda: not mode.is_shrinking)
    assert run.pending is not None and mode.strip.doing.text == run.pending.step.description
    window.show_run(replace(run, pending=None, outcome=local_run.finished_run().state.outcome))
    assert not mode.strip.isVisible() and not window.isMinimized()


@pytest.mark.parametrize(("button", "answer"), [("approve", Approve()), ("reject", Reject())])
def test_its_buttons_and_keys_answer(
    window: MainWindow,
    mode: StripMode,
    run: RunState,
    heard: Callable[[], Heard],
    button: str,
    answer: object,
) -> None:
    decided = heard()
    window.decided.connect(decided)
    window.show_run(run)
    assert [*mode.keys] == [FULL_WINDOW, ("ctrl", "enter"), ("f8",)]
    getattr(mode.strip, button).click()
    assert decided.calls == [(run.pending, answer)]


@pytest.mark.parametrize("grave", [{"risk": SENDS}, {"suspicion": "It follows the screen."}])
def test_what_is_grave_or_suspected_is_answered_in_the_full_window(
    window: MainWindow, mode: StripMode, run: RunState, grave: dict[str, object]
) -> None:
    assert run.pending is not None
    window.show_run(replace(run, pending=replace(run.pending, **grave)))
    assert not mode.strip.approve.isVisible() and [*mode.keys] == [FULL_WINDOW]
    assert mode.strip.full.text() == "Look and answer"
    mode.strip.full.click()
    assert not mode.strip.isVisible() and not window.isMinimized()


def test_the_operators_choice_between_strip_and_window_stays(
    window: MainWindow, mode: StripMode, run: RunState
) -> None:
    window.show_run(run)
    mode.toggle()
    window.show_run(replace(run, pending=None))
    assert not mode.strip.isVisible()
    mode.toggle()
    assert mode.strip.isVisible()


def test_it_keeps_clear_of_the_target(window: MainWindow, mode: StripMode, run: RunState) -> None:
    window.show_run(run)
    room = mode.strip.screen().availableGeometry()
    at_top = QRect(room.left(), room.top(), room.width(), 40)
    at_bottom = at_top.translated(0, room.height() - 40)

    def is_above() -> bool:
        return mode.strip.y() < room.center().y()

    QCursor.setPos(room.center())
    mode.strip.hide()
    mode.strip.keep_clear_of([], QRect())
    assert not is_above(), "heads of windows tell more than their feet"
    mode.strip.show()
    mode.strip.keep_clear_of([at_top], QRect())
    assert not is_above()
    mode.strip.keep_clear_of([room.adjusted(0, 200, 0, -200), at_bottom], QRect())
    assert is_above(), "a drag ends below"
    mode.strip.keep_clear_of([], QRect())
    assert is_above(), "it moves only where it must"
    mode.strip.keep_clear_of([], at_top)
    assert not is_above(), "the window in front is above"
    mode.strip.keep_clear_of([], at_bottom)
    assert is_above()
    mode.strip.keep_clear_of([], room)
    assert not is_above(), "of a window that fills the screen its head is seen"
    QCursor.setPos(mode.strip.geometry().center())
    mode.strip.keep_clear_of([], at_bottom)
    assert not is_above(), "the operator is about to press it"
    mode.strip.keep_clear_of([at_bottom], at_bottom)
    assert is_above(), "the hands must reach what was approved"
    QCursor.setPos(at_bottom.center())
    mode.strip.keep_clear_of([], at_top)
    assert is_above(), "it is not put under the pointer"


def test_nothing_waits_for_a_state_without_a_place(window: MainWindow, mode: StripMode) -> None:
    window.show_run(RunState(session_id="s", goal="Tidy up", surface="screen"))
    assert mode.strip.doing.text == "Tidy up" and [*mode.keys] == [FULL_WINDOW]
    assert mode.strip.geometry().intersects(mode.strip.screen().availableGeometry())


def test_it_says_why_it_asks_again(window: MainWindow, mode: StripMode, run: RunState) -> None:
    assert run.pending is not None
    again = replace(run.pending, asked_again_because="since the approval “4” has moved")
    window.show_run(replace(run, pending=again))
    assert mode.strip.status.text == "asked again: since the approval “4” has moved"


def test_it_is_handed_back_by_key_while_another_program_has_the_keyboard(
    window: MainWindow, mode: StripMode, run: RunState, heard: Callable[[], Heard]
) -> None:
    steered = heard()
    window.steered.connect(steered)
    window.show_run(replace(run, pending=None, control="taken over"))
    mode.keys["shift", "f6"]()
    assert steered.calls == [("take_over_or_hand_back",)]


def test_it_grows_for_what_is_asked_before_it_sends_the_operator_to_the_full_window(
    window: MainWindow, mode: StripMode, run: RunState
) -> None:
    assert run.pending is not None
    window.show_run(run)
    doing, usual_px = mode.strip.doing, mode.strip.width()
    description = f"Click “{run.pending.step.zone_label}” "
    while doing.fontMetrics().horizontalAdvance(description) <= doing.width():
        description += "i"
    step = replace(run.pending.step, description=description)
    window.show_run(replace(run, pending=replace(run.pending, step=step)))
    assert mode.strip.approve.isVisible() and not doing.is_cut
    assert usual_px < mode.strip.width() <= mode.strip.screen().availableGeometry().width()
    window.show_run(replace(run, control="running"))
    assert mode.strip.width() == usual_px


def test_it_says_what_is_really_done_where_the_words_of_the_step_do_not(
    window: MainWindow, mode: StripMode, run: RunState
) -> None:
    assert run.pending is not None
    step = replace(run.pending.step, action=TypeText("rm -rf ~"), description="Type the note")
    window.show_run(replace(run, pending=replace(run.pending, step=step)))
    assert "That is: Type “rm -rf ~”" in mode.strip.doing.text
    assert "\n" not in mode.strip.doing.text
    step = replace(step, action=TypeText("l" * 300 + "; rm -rf ~"))
    window.show_run(replace(run, pending=replace(run.pending, step=step)))
    assert not mode.strip.answers, "nobody sees its end there"


def test_what_has_no_room_is_answered_in_the_full_window(
    window: MainWindow, mode: StripMode, run: RunState
) -> None:
    assert run.pending is not None
    step = replace(run.pending.step, description="Type “never the whole of this” " * 9)
    window.show_run(replace(run, pending=replace(run.pending, step=step)))
    assert not mode.strip.approve.isVisible() and [*mode.keys] == [FULL_WINDOW]
    assert mode.strip.full.text() == "Look and answer"
    mode.toggle()
    window.show_run(replace(run, control="running", pending=replace(run.pending, step=step)))
    assert [*mode.keys] == [FULL_WINDOW, ("ctrl", "enter"), ("f8",)], "the window shows it"
