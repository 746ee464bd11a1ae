"""The plan as a document: what a row's menu offers, and what of it goes out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from engine.domain.actions import PressKeys
from engine.domain.approvals import Asking
from engine.domain.performing import Revision
from engine.domain.plans import StepPlace, look_again
from engine.domain.steering import BreakAtStep, BreakBeforeGrave
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import StepState
from engine.record.views.run_state import RunState, SegmentView, StepView
from tests.support import sample_run
from tests.support.shown_words import letters_twice, shown_text
from tests.widgets.conftest import Heard
from widgets.kit.performed import next_planned
from widgets.plan.plan_rows import PlanRows
from widgets.window.by_hand import StepDialog
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


@cache
def paused_run() -> RunState:
    """The last segment has three steps to come."""
    state = sample_run.pending_run().state
    last = state.segments[-1]
    steps = tuple(replace(view, state=StepState.PLANNED) for view in last.steps[-3:])
    last = replace(last, steps=(*last.steps[:-3], *steps))
    segments = state.segments.with_entry(len(state.segments) - 1, last)
    return replace(state, segments=segments, pending=None, control="paused")


def segment() -> SegmentView:
    return paused_run().segments[-1]


def numbers() -> tuple[int, ...]:
    return tuple(view.step.step_number for view in segment().steps[-3:])


@pytest.fixture
def revised(window: MainWindow, heard: type) -> Heard:
    told: Heard = heard()
    window.plan_revised.connect(told)
    window.show_run(paused_run())
    return told


def choose(window: MainWindow, number: int, name: str) -> None:
    window.views.plan.select_step(StepPlace(segment().segment_number, number))
    place = window.views.plan.chosen
    assert place is not None
    window.views.plan.menu_wanted.emit(place, window.rect().center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = [
        *menu.actions(),
        *(a for each in menu.actions() if each.menu() for a in QMenu.actions(each.menu())),
    ]
    assert all("&" in each.text() for each in entries if each.text()), "each has its key"
    assert not letters_twice(menu)
    [entry] = [each for each in entries if each.text().replace("&", "") == name]
    entry.trigger()
    menu.close()


def only(heard: Heard) -> Revision:
    [[revision]] = heard.calls
    assert isinstance(revision, Revision)
    assert revision.based_on == numbers()
    return revision


def order(revision: Revision) -> tuple[int, ...]:
    return tuple(step.step_number for step in revision.steps)


def test_a_step_to_come_is_moved_left_out_and_struck_out(
    window: MainWindow, revised: Heard
) -> None:
    first, second, third = numbers()
    choose(window, second, "Move up")
    assert order(only(revised)) == (second, first, third)
    revised.calls.clear()
    choose(window, first, "Leave it out")
    assert only(revised).left_out == (first,)
    revised.calls.clear()
    choose(window, third, "Strike it out")
    assert order(only(revised)) == (first, second)


def test_the_step_that_is_chosen_stays_so_where_it_was_moved_or_another_was_put_in_before_it(
    window: MainWindow, revised: Heard, heard: type
) -> None:
    choose(window, numbers()[1], "Move up")
    chosen, told = window.views.plan.chosen, heard()
    window.views.plan.place_chosen.connect(told)
    last = segment()
    show_steps(window, (*last.steps[:-3], last.steps[-2], last.steps[-3], last.steps[-1]))
    assert window.views.plan.chosen == chosen and told.count == 0


@pytest.mark.parametrize("by_key", [True, False])
def test_who_strikes_a_step_out_by_key_stays_where_they_were(
    window: MainWindow, revised: Heard, by_key: bool
) -> None:
    tree = window.views.plan.view
    (tree if by_key else window.views.live.view).setFocus()
    choose(window, numbers()[1], "Strike it out")
    above = StepPlace(segment().segment_number, numbers()[0])
    show_steps(window, (*segment().steps[:-2], segment().steps[-1]))
    assert window.views.plan.chosen == (above if by_key else None)


def show_steps(window: MainWindow, steps: tuple[StepView, ...]) -> None:
    segments = paused_run().segments
    last = replace(segment(), steps=steps)
    window.show_run(replace(paused_run(), segments=segments.with_entry(len(segments) - 1, last)))


def test_a_step_is_put_in_with_a_number_of_its_own(window: MainWindow, revised: Heard) -> None:
    choose(window, numbers()[1], "Press keys…")
    [dialog] = [each for each in window.findChildren(StepDialog) if each.isVisible()]
    dialog.editor.line.setText("ctrl+s")
    dialog.do.click()
    put_in = only(revised).steps[1]
    assert put_in.action == PressKeys(("ctrl", "s"))
    assert put_in.step_number == 1 + max(view.step.step_number for view in segment().steps)


def test_a_step_whose_target_is_not_in_sight_yet_is_shown_with_it(
    window: MainWindow, revised: Heard
) -> None:
    view = next(each for each in segment().steps[-3:] if each.step.zone_label)
    zones = sample_run.pending_run().zones
    window._editing.zones = tuple(e for e in zones if e.zone_id != view.step.zone_id)
    choose(window, view.step.step_number, "Change…")
    [dialog] = [each for each in window.findChildren(StepDialog) if each.isVisible()]
    assert view.step.zone_label in dialog.editor.zones.line.placeholderText()
    assert view.title in shown_text(dialog)


def test_a_step_without_anything_to_change_is_offered_no_change(
    window: MainWindow, revised: Heard
) -> None:
    state = paused_run()
    last = replace(segment().steps[-1], step=look_again(numbers()[-1]))
    segments = replace(segment(), steps=(*segment().steps[:-1], last))
    window.show_run(
        replace(state, segments=state.segments.with_entry(len(state.segments) - 1, segments))
    )
    choose(window, numbers()[-1], "Change…")
    assert not any(each.isVisible() for each in window.findChildren(StepDialog))
    choose(window, numbers()[-2], "Change…")
    assert any(each.isVisible() for each in window.findChildren(StepDialog))


def test_what_has_begun_is_offered_no_change(window: MainWindow, revised: Heard) -> None:
    with pytest.raises(ValueError):
        choose(window, segment().steps[0].step.step_number, "Strike it out")
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()
    assert revised.count == 0


def test_it_is_told_to_run_to_a_step_and_to_stop_before_it(
    window: MainWindow, heard: type, revised: Heard
) -> None:
    runs, stops = heard(), heard()
    window.run_to_requested.connect(runs)
    window.breakpoints_set.connect(stops)
    place = StepPlace(segment().segment_number, numbers()[1])
    choose(window, numbers()[1], "Run to here")
    choose(window, numbers()[1], "Stop before this step")
    at = BreakAtStep(str(place))
    assert runs.calls == [((replace(at, once=True),),)] and stops.calls == [((at,),)]
    window.show_run(
        replace(paused_run(), breakpoints=(BreakAtStep(str(place)), BreakBeforeGrave()))
    )
    choose(window, numbers()[1], "Stop before this step")
    assert stops.calls[-1] == ((BreakBeforeGrave(),),)


def test_the_plan_says_to_which_step_it_runs() -> None:
    place = str(StepPlace(segment().segment_number, numbers()[1]))
    for once, words in ((True, "runs to here"), (False, "stops before it")):
        state = replace(paused_run(), breakpoints=(BreakAtStep(place, once=once),))
        rows = PlanRows().rows_of(state)[-1].children
        assert not callable(rows)
        told = [str(row.subject) for row in rows if words in row.words.subtitle]
        assert told == [place]


def test_in_a_pause_the_next_step_is_named_in_the_bar_the_plan_and_the_picture(
    window: MainWindow, revised: Heard
) -> None:
    coming = next_planned(paused_run())
    assert coming is not None and coming.step.step_number == numbers()[0]
    assert window.views.run_bar.status.text.startswith(f"Paused. Next: {coming.title[:12]}")
    at_done = replace(paused_run(), current_step=segment().steps[-4].step.step_number)
    rows = PlanRows().rows_of(at_done)[-1].children
    assert not callable(rows)
    lit = [row.subject for row in rows if row.is_current]
    assert lit == [StepPlace(segment().segment_number, numbers()[0])]
    left_out = replace(coming, is_left_out=True)
    steps = tuple(left_out if view is coming else view for view in segment().steps)
    segments = paused_run().segments.with_entry(
        len(paused_run().segments) - 1, replace(segment(), steps=steps)
    )
    after = next_planned(replace(paused_run(), segments=segments))
    assert after is not None and after.step.step_number == numbers()[1]


def test_how_often_it_asks_is_chosen_while_the_run_goes_on_and_offered_upon_a_denial(
    window: MainWindow, heard: type
) -> None:
    changed = heard()
    window.asking_changed.connect(changed)
    state = replace(paused_run(), control="running", asking=Asking.NEVER)
    refused = replace(segment().steps[-3], state=StepState.REJECTED, detail="ask never said no")
    steps = (*segment().steps[:-3], refused, *segment().steps[-2:])
    segments = state.segments.with_entry(len(state.segments) - 1, replace(segment(), steps=steps))
    window.show_run(replace(state, segments=segments))
    banner = window.views.message
    assert shown_text(banner).startswith("Denied, as nobody is asked")
    window.clear_run()
    banner.hide()
    ended = Outcome(Terminal.GOAL_FAILED, "no_way", "No other way is known.")
    over = replace(refused, step=replace(refused.step, description="Anew"))
    segments = segments.with_entry(len(segments) - 1, replace(segment(), steps=(over,)))
    window.show_run(replace(state, segments=segments, outcome=ended))
    assert banner.offers == ["Ask me from now on"], "also where it ended in the same moment"
    window.show_run(replace(state, segments=segments))
    box = window.goal_bar.choices.asking
    assert box.isEnabled() and box.currentData() == Asking.NEVER
    box.activated.emit(box.findData(Asking.NEVER.value))
    banner._take_offer(0)
    assert changed.calls == [(Asking.NEVER,), (Asking.RISKY,)]
    assert box.currentData() == Asking.RISKY, "so is the next run, where this one has ended"
