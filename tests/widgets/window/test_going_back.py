"""The operator's hand on what was done: what can be forced when, what is said before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.domain.events import ActionStarted, StepEnded, StepStarted
from engine.domain.local_planning import CancelLocalPlan, ForceRetain, ForceRevert, TryOption
from engine.domain.plans import StepPlace
from engine.domain.risks import Degree, Reversibility
from engine.domain.verdicts import Verdict
from engine.record.views.run_state import RunState
from tests.support import local_run, sample_run
from tests.support.console_windows import show_past
from tests.support.sample_run import SampleRun, Writer
from tests.support.shown_words import shown_text
from tests.widgets.conftest import Heard
from widgets.kit.performed import performed_actions, taken_back_by
from widgets.plan.plan_tree import PlanTools
from widgets.window.going_back import RevertDialog
from widgets.window.main_window import MainWindow

ONE_WINDOW = True

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def forced(window: MainWindow, heard: type) -> Heard:
    """What the window tells that the operator forces."""
    told: Heard = heard()
    window.forced.connect(told)
    return told


def shown(window: MainWindow, run: SampleRun) -> SampleRun:
    window.show_events(run.events)
    window.show_run(run.state)
    return run


def dialog_of(window: MainWindow) -> RevertDialog:
    [dialog] = [each for each in window.findChildren(RevertDialog) if each.isVisible()]
    return dialog


def irreversible_run() -> SampleRun:
    """The button of the last step leaves the machine."""
    run = sample_run.pending_run()
    writer = Writer()
    writer.events, writer.at = list(run.events[:-1]), run.events[-2].at_secs
    step = sample_run.SECOND_STEPS[3]
    never = Reversibility(Degree.IRREVERSIBLE, "It can't be taken back.")
    writer.add(ActionStarted("a", 2, step, None, 0, never))
    writer.add(StepEnded(2, 4, "done", Verdict.SEEN, "", "typed", 20))
    return SampleRun(writer.events, run.zones, run.pictures, run.live)


def test_f7_takes_the_last_action_back(window: MainWindow, forced: Heard) -> None:
    shown(window, local_run.exploring_run())
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert forced.calls == [(ForceRevert(),)]


def test_the_button_does_too_while_an_approval_waits(window: MainWindow, forced: Heard) -> None:
    shown(window, local_run.pending_run())
    QTest.mouseClick(window.views.run_bar.revert, Qt.MouseButton.LeftButton)
    assert forced.calls == [(ForceRevert(),)]


def test_a_run_of_another_program_is_gone_back_in_too(window: MainWindow, forced: Heard) -> None:
    run = local_run.pending_run()
    window.put_in_front(run.state.session_id)
    shown(window, run)
    assert window._actions.cancel_local.isEnabled() and not window._actions.redo.isEnabled()
    QTest.mouseClick(window.views.run_bar.revert, Qt.MouseButton.LeftButton)
    window.put_in_front("")
    assert forced.calls == [(ForceRevert(),)]


def test_what_was_declared_irreversible_is_not_taken_back_without_a_word(
    window: MainWindow, forced: Heard
) -> None:
    shown(window, irreversible_run())
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert forced.count == 0
    dialog = dialog_of(window)
    assert "step 4 was declared irreversible" in shown_text(dialog)
    QTest.mouseClick(dialog.revert, Qt.MouseButton.LeftButton)
    assert forced.calls == [(ForceRevert("2.4"),)]


def test_a_local_plan_can_be_kept_cancelled_and_turned(window: MainWindow, forced: Heard) -> None:
    run = local_run.exploring_run()
    decided = run.events[-1]
    run.events[-1] = replace(decided, event=replace(decided.event, next_option=""))  # type: ignore[type-var]
    shown(window, run)
    QTest.keyClick(window, Qt.Key.Key_F7, CTRL)
    QTest.keyClick(window, Qt.Key.Key_F7, CTRL | SHIFT)
    QTest.keyClick(window, Qt.Key.Key_T, CTRL)
    focused = QApplication.focusWidget()
    assert focused is window.views.inspector.options.buttons[0]
    assert focused.visibleRegion().boundingRect() == focused.rect(), "it was scrolled into sight"
    QTest.keyClick(focused, Qt.Key.Key_Return)
    assert forced.calls == [(ForceRetain(),), (CancelLocalPlan(),), (TryOption("click_cancel"),)]


def test_shift_f7_goes_back_to_the_chosen_step_after_a_word(
    window: MainWindow, forced: Heard
) -> None:
    shown(window, local_run.pending_run())
    tree = window.views.plan
    tree.view.setCurrentIndex(tree.view.rows.index_for(StepPlace(1, 1)))
    QTest.keyClick(window, Qt.Key.Key_F7, SHIFT)
    dialog = dialog_of(window)
    assert shown_text(dialog).splitlines()[2:-1] == [
        "1.6 of segment 2  Click “Tools”",
        "reversible: Escape or Cancel closes what it opens.",
        "step 1  Launch Practice",
        "reversible: Close its window.",
    ]
    assert forced.count == 0
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert forced.count == 0 and not dialog.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F7, SHIFT)
    QTest.keyClick(dialog_of(window), Qt.Key.Key_Return)
    assert forced.calls == [(ForceRevert("1.1"),)]


def test_the_state_before_a_local_plan_is_a_place_to_go_back_to(
    window: MainWindow, forced: Heard
) -> None:
    shown(window, local_run.exploring_run())
    tree = window.views.plan
    step = tree.view.rows.index_for(StepPlace(2, 1))
    tree.view.setCurrentIndex(tree.view.rows.index(0, 0, step))
    window._actions.revert_here.trigger()
    dialog_of(window).revert.click()
    assert forced.calls == [(ForceRevert("2.1.1"),)]


def test_the_context_menu_goes_back_and_tries_options(window: MainWindow, forced: Heard) -> None:
    run = local_run.exploring_run()
    decided = run.events[-1]
    run.events[-1] = replace(decided, event=replace(decided.event, next_option=""))  # type: ignore[type-var]
    shown(window, run)
    tree = window.views.plan
    index = tree.view.rows.index_for(StepPlace(2, 1, 2))
    tree.view.scrollTo(index)
    tree.view.setCurrentIndex(index)
    tree.view.customContextMenuRequested.emit(tree.view.visualRect(index).center())
    [menu] = [each for each in window.findChildren(QMenu) if each.isVisible()]
    entries = {each.text(): each for each in menu.actions() if each.text()}
    assert list(entries) == [
        "&Revert to here…",
        "Try “click_cancel” next",
        "&Keep the last action",
        "Ca&ncel local plan",
    ]
    entries["Try “click_cancel” next"].trigger()
    entries["&Revert to here…"].trigger()
    menu.close()
    dialog_of(window).revert.click()
    assert forced.calls == [(TryOption("click_cancel"),), (ForceRevert("2.1.2"),)]


def going_back(window: MainWindow) -> Iterator[QAction]:
    yield from window._actions.going_back


@pytest.mark.parametrize(
    "run, can",
    [
        (RunState, (False, False, False, False, False)),
        (lambda: local_run.exploring_run().state, (True, True, True, False, True)),
        (lambda: local_run.taken_back_run().state, (True, False, False, False, False)),
        (lambda: local_run.finished_run().state, (False, False, False, False, False)),
        (
            lambda: replace(local_run.exploring_run().state, control="cancelling"),
            (False, False, False, False, False),
        ),
    ],
)
def test_only_what_applies_can_be_done(
    window: MainWindow, run: Callable[[], RunState], can: tuple[bool, ...]
) -> None:
    window.show_run(run())
    tree = window.views.plan
    tree.view.setCurrentIndex(tree.view.rows.index_for(StepPlace(2, 1, 1)))
    assert tuple(action.isEnabled() for action in going_back(window)) == can
    tools = window.views.plan_dock.findChild(PlanTools)
    assert tools.text(), "it says what it is"
    assert [each.isEnabled() for each in tools.menu().actions()][: len(can)] == list(can)


def test_a_past_run_cannot_be_taken_back(window: MainWindow, forced: Heard) -> None:
    from tests.widgets.window.test_past_sessions import PAST

    show_past(window, PAST)
    shown(window, local_run.exploring_run("s-9"))
    assert not any(action.isEnabled() for action in going_back(window))
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert forced.count == 0


def test_after_going_back_it_says_so_and_what_to_do_next(own_window: MainWindow) -> None:
    steered, forced = Heard(), Heard()
    own_window.forced.connect(forced)
    own_window.steered.connect(steered)
    own_window.views.desk.show_page(own_window.views.inspector)
    run = shown(own_window, local_run.taken_back_run())
    card = own_window.views.approval.reverted
    assert card.isVisible()
    assert shown_text(card).splitlines() == [
        "Taken back: step 2, 1.7",
        "1. click “Autosave” again",
        "2. click “Cancel”",
        "seen: restored",
        "The run is paused. Resume: it looks again and plans on from here."
        " Or go further back, or cancel the plan.",
    ]
    card.further.click()
    assert forced.calls == [(ForceRevert(),)]
    card.resume.click()
    assert steered.calls == [("resume",)]
    own_window.show_run(replace(run.state, control="running"))
    assert not card.isVisible()


def test_where_it_had_to_stop_is_said(window: MainWindow) -> None:
    run = local_run.taken_back_run()
    ended = run.events[-1]
    went = replace(
        ended.event,  # type: ignore[type-var]
        verdict=Verdict.CONTRADICTED,
        undone=("2.2",),
        evidence=("the window “Settings” is there",),
        why="No way is known to take it back.",
    )
    run.events[-1] = replace(ended, event=went)
    shown(window, run)
    text = shown_text(window.views.approval.reverted)
    assert text.startswith("Taken back: step 2\n")
    assert "seen: not restored\nthe window “Settings” is there" in text
    assert "It stopped before 1.7. No way is known to take it back." in text


def test_while_it_goes_back_nothing_more_can_be_forced(window: MainWindow) -> None:
    run = local_run.taken_back_run()
    run.events.pop()
    shown(window, run)
    assert window.views.run_bar.status.text.startswith("going back")
    assert not any(action.isEnabled() for action in going_back(window))


def test_a_step_in_the_making_is_the_last_action(qapp: QApplication) -> None:
    run = irreversible_run()
    run.events.pop()
    places = [str(action.place) for action in performed_actions(run.state)]
    assert places == ["1.1", "2.1", "2.2", "2.3", "2.4"]
    begun = Writer()
    begun.events, begun.at = run.events[:-1], run.events[-1].at_secs
    assert isinstance(begun.events[-1].event, StepStarted)
    places = [str(action.place) for action in performed_actions(SampleRun(begun.events, ()).state)]
    assert places[-1] == "2.3", "what waits has not been done"


def test_what_was_taken_back_is_not_taken_back_again(qapp: QApplication) -> None:
    state = local_run.taken_back_run().state
    assert [str(each.place) for each in performed_actions(state)] == ["1.1", "2.1.6"]
    assert taken_back_by(state, StepPlace(2, 1, 2)) == ()
    assert [str(each.place) for each in taken_back_by(state, StepPlace(2, 1))] == ["2.1.6"]
