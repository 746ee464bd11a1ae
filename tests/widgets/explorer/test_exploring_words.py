"""What the console says of an exploration: what it does, what is part of what, how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from engine.domain.events import SegmentPlanned, StepStarted
from engine.domain.exploring.limits import CompletionReason, ExploreLimits
from engine.domain.limits import Limits
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import StepState
from engine.language.sentences.run import ending_title
from engine.record.views.run_state import RunState, Segments
from tests.support.explored_run import ExploredRun, explored_run, exploring_run
from tests.support.gallery import exploration_of, feed
from tests.support.sample_run import pending_run
from tests.support.shown_words import told_by
from tests.widgets.conftest import Heard
from widgets.kit.explore_words import belonging_of
from widgets.kit.performed import last_action
from widgets.plan.plan_words import is_changed
from widgets.window.going_back import NO_PLANS, ONLY_IN_GROUP
from widgets.window.main_window import MainWindow
from widgets.window.run_bar import status_of
from widgets.window.run_budget import figures_of, meters_of

ONE_WINDOW = True


def up_to(run: ExploredRun, kind: str, number: int = 0) -> ExploredRun:
    """The run until its first event of that kind, or a further one, that one included."""
    at = [n for n, each in enumerate(run.events) if each.event.kind == kind][number]
    return ExploredRun(run.events[: at + 1])


def exploring(**changes: object) -> RunState:
    state = exploring_run().state
    explored = state.explore
    assert explored is not None
    limits = replace(ExploreLimits(max_actions=20), **changes)  # type: ignore[arg-type]
    return replace(state, limits=Limits(max_calls=0), explore=replace(explored, limits=limits))


def on_a_walk(run: ExploredRun) -> RunState:
    walks = (
        n
        for n, each in enumerate(run.events)
        if isinstance(each.event, SegmentPlanned) and each.event.segment.reason.startswith("Walk")
    )
    at = next(walks)
    event = next(e.event for e in run.events[at:] if isinstance(e.event, StepStarted))
    number = next(n for n in range(at, len(run.events)) if run.events[n].event == event)
    return ExploredRun(run.events[: number + 1]).state


def test_the_meters_are_of_actions_and_of_time_where_it_has_a_ceiling(window: MainWindow) -> None:
    budget = window.views.run_bar.budget
    window.show_run(exploring())
    assert [(row.name, figures_of(row)) for row in meters_of(exploring())] == [("Actions", "7/20")]
    assert "no ceiling" in budget.toolTip() and "1,000,000" not in budget.toolTip()
    _, time = meters_of(exploring(max_duration_secs=300.0))
    assert time.name == "Time" and figures_of(time).endswith("/5:00")
    assert [row.name for row in meters_of(pending_run().state)] == ["Calls", "Replans"]


def test_actions_are_there_to_be_used_up(window: MainWindow) -> None:
    window.show_run(exploring(max_actions=7))
    assert "⚠" not in told_by(window.views.run_bar.budget)


def test_the_status_names_group_and_action_and_walks_as_such() -> None:
    assert status_of(exploring())[1] == "waits for you · group 5 · action 1 of 3"
    going_on = replace(exploring(), pending=None)
    assert status_of(going_on)[1] == "trying · group 5 · action 1 of 3"
    assert (
        status_of(on_a_walk(explored_run()))[1] == "walking · Walk 1 for finding 1, at most 69 more"
    )


def test_what_is_approved_with_the_group_is_said() -> None:
    state = exploring()
    assert belonging_of(state).approval == "Approve this group (this and 2 more)"
    last = replace(state, current_step=3)
    assert belonging_of(last).approval == "Approve this group (its last action)"
    first = up_to(explored_run(), "step_started", 1).state
    assert belonging_of(first).approval == "Approve this group (its only action)"
    assert belonging_of(first).words.startswith("part of group 1, action 1 of 1: Open the File")
    walk = belonging_of(on_a_walk(explored_run()))
    assert walk.words.startswith("Walk 1 for finding 1") and "Approve this walk" in walk.approval
    asked = replace(state.pending, group="all walks for finding 1") if state.pending else None
    walks = belonging_of(replace(on_a_walk(explored_run()), pending=asked))
    assert walks.approval == "Approve all walks for finding 1"
    start = belonging_of(up_to(explored_run(), "step_started").state)
    assert (start.words, start.approval) == ("Ledger is started, to be explored.", "")


def test_what_is_looked_up_again_is_not_told_as_changed_by_the_operator() -> None:
    state = explored_run().state
    view = next(each for each in state.segments[1].steps if each.performed is not None)
    assert view.performed is not None
    assert not is_changed(replace(view, performed=replace(view.performed, zone_id="z99")))
    other = replace(view.performed, description="Click “Other”")
    assert is_changed(replace(view, performed=other))


def test_a_walk_that_is_over_is_folded_again(window: MainWindow) -> None:
    run, tree = explored_run(), window.views.plan.view
    on_first = on_a_walk(run)
    count = next(n for n, each in enumerate(run.events) if each.seq == on_first.last_seq)
    window.show_run(on_first)
    walk = ("segment", on_first.current_segment)
    assert tree.isExpanded(tree.rows.index_of(("iteration", 2), walk))
    state = ExploredRun(run.events[: count + 20]).state
    assert state.current_segment > on_first.current_segment
    window.show_run(state)
    beside = ("beside", on_first.current_segment)
    assert not tree.isExpanded(tree.rows.index_of(("iteration", 2), beside, walk))


def test_a_rejected_action_is_no_reason_for_the_next_of_its_group(window: MainWindow) -> None:
    """It was proposed before; the groups of the next iteration know of it."""
    state = exploring()
    segment = state.segments[-1]
    rejected = replace(
        segment.steps[0], state=StepState.REJECTED, detail="operator said no: not this one"
    )
    steps = (rejected, *segment.steps[1:])
    segments = Segments((*state.segments[:-1], replace(segment, steps=steps)))
    window.show_run(replace(state, segments=segments, current_step=2))
    assert not window.views.approval.request._knowing.isVisible()
    window.show_run(replace(state, segments=segments, pending=None))
    assert window.views.approval._message.text().endswith(
        "The groups of the next iteration are proposed knowing this."
    )


def test_bands_of_the_timeline_are_groups_and_walks(window: MainWindow) -> None:
    feed(window, exploration_of(explored_run()))
    words = window.views.timeline.strip.bands
    assert words[:3] == ["Ledger is started, to be explored.", "group 1", "group 2"]
    assert "Walk 1 for finding 1, at most 69 more" in words


def test_what_makes_no_sense_says_why(window: MainWindow) -> None:
    window.show_run(replace(exploring(), mode="explorer"))
    actions = window._actions
    for action in (actions.retain, actions.try_option, actions.cancel_local, actions.revert_here):
        assert not action.isEnabled() and NO_PLANS in action.toolTip()
    assert ONLY_IN_GROUP in window.views.run_bar.revert.toolTip()
    window.show_run(pending_run().state)
    assert NO_PLANS not in actions.retain.toolTip()


def test_walks_are_not_taken_back(window: MainWindow) -> None:
    run = explored_run()
    window.show_run(up_to(run, "step_ended", 2).state)
    assert window._actions.revert_last.isEnabled()
    begun = on_a_walk(run)
    at = next(n for n, each in enumerate(run.events) if each.seq == begun.last_seq)
    ended = next(n for n in range(at, at + 9) if run.events[n].event.kind == "step_ended")
    state = ExploredRun(run.events[: ended + 1]).state
    last = last_action(state)
    assert last is not None and last.place.segment_number == state.current_segment
    window.show_run(state)
    assert not window._actions.revert_last.isEnabled()


@pytest.mark.parametrize(
    ("reason", "terminal", "words"),
    [
        ("fault_came_up", Terminal.GOAL_FAILED, "The fault came up"),
        ("fault_stayed_away", Terminal.GOAL_SATISFIED, "The fault stayed away"),
    ],
)
def test_a_replay_ends_by_whether_the_fault_came_up(
    reason: str, terminal: Terminal, words: str
) -> None:
    assert ending_title(terminal, reason) == words


@pytest.mark.parametrize(
    ("reason", "terminal", "words"),
    [
        (CompletionReason.LLM_COMPLETE, Terminal.GOAL_SATISFIED, "Explored to the end"),
        (CompletionReason.ZERO_SUCCESSFUL_GROUPS, Terminal.LOOP_STUCK, "Nothing led further"),
        (CompletionReason.MAX_ACTIONS, Terminal.BUDGET_EXHAUSTED, "All actions done"),
        (CompletionReason.MAX_DURATION, Terminal.BUDGET_EXHAUSTED, "Time is over"),
        (CompletionReason.BUDGET_LIMIT, Terminal.BUDGET_EXHAUSTED, "Budget nearly used up"),
        (CompletionReason.OPERATOR, Terminal.CANCELLED, "Cancelled"),
        (CompletionReason.ERROR, Terminal.FAILED, "Failed"),
    ],
)
def test_each_end_is_told_in_plain_words(
    window: MainWindow, reason: CompletionReason, terminal: Terminal, words: str
) -> None:
    outcome = Outcome(terminal, reason.value, "So it was.")
    window.show_run(replace(explored_run().state, outcome=outcome))
    assert window.views.run_bar.status.text == f"{words}: So it was."
    assert ending_title(terminal, reason.value) == words
    assert window.views.approval._badge.accessibleName() == words


def test_keys_go_to_the_tree_the_map_and_the_findings(window: MainWindow) -> None:
    feed(window, exploration_of(explored_run()))
    views, control = window.views, Qt.KeyboardModifier.ControlModifier
    for key, view in (
        (Qt.Key.Key_2, views.plan.view),
        (Qt.Key.Key_7, views.states.map),
        (Qt.Key.Key_8, views.findings.list),
    ):
        QTest.keyClick(window, key, control)
        focused = window.focusWidget()
        assert view.isVisible() and (focused is view or focused.parent() is view)
    window.show_run(pending_run().state)
    assert not window._actions.focus_views[-1].isEnabled()


def test_a_script_is_asked_for_with_its_finding(window: MainWindow) -> None:
    feed(window, exploration_of(explored_run()))
    page, asked = window.views.findings, Heard()
    window.views.findings.script_requested.connect(asked)
    assert not page.save.isEnabled()
    page.list.setCurrentIndex(page.list.rows.index(1, 0))
    page.save.click()
    page.walk.click()
    session_id = explored_run().state.session_id
    assert asked.calls == [(session_id, 2, False), (session_id, 2, True)]


@pytest.mark.parametrize(
    ("surface", "asked", "written"),
    [
        ("display", "Which display?", ":7"),
        ("seat", "Which machine?", "me@studio"),
        ("vnc", "Which VNC server?", "studio:1"),
    ],
)
def test_another_display_or_a_server_is_named_or_asked_for(
    own_window: MainWindow, heard: Callable[[], Heard], surface: str, asked: str, written: str
) -> None:
    own_window.goal_bar.choices.offer(
        ("practice", "display", "seat", "vnc", "browser"), ("offline",)
    )
    bar, started = own_window.views.goal_bar, heard()
    own_window.start_requested.connect(started)
    field = bar.choices.fields[surface]
    assert not field.isVisible()
    own_window.goal_bar.choices.choose(surface=surface, mode="explorer")
    own_window.goal_bar.set_goal("the editor")
    bar.start.click()
    assert started.count == 0 and bar.problem.text.startswith(asked)
    QTest.keyClicks(field, written)
    assert bar.problem.text == ""
    bar.start.click()
    assert started.calls[0][0].surface == f"{surface}:{written}"
    bar.show_address_problem("It is none.", "Say another.")
    assert field.property("problem") and not bar.choices.address.property("problem")
    own_window.goal_bar.choices.choose(surface=f"{surface}:8")
    assert field.text() == "8" and not bar.choices.address.isVisible()


def test_the_picture_of_a_surface_that_is_given_up_is_not_live(window: MainWindow) -> None:
    image = QImage(64, 40, QImage.Format.Format_RGB32)
    window.show_live_state("Live")
    window.show_frame(image, 0.0)
    assert window.views.live.view.image is not None
    window.forget_live_picture()
    window.set_busy_starting("Starting the browser…")
    assert window.views.live.view.image is None
    assert window.views.live.state.text == "No picture"
