"""An exploration in the console: its tree, its states, its findings, and what can be decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea

from app.settings.forms import EXPLORE_FIELDS
from engine.domain.approvals import Approve, Asking
from engine.domain.events import ApprovalAsked
from engine.language.sentences.run import told
from tests.engine.record.runs import exploration
from tests.support import sample_run
from tests.support.console_windows import show_past
from tests.support.explored_run import ExploredRun, explored_run, exploring_run, wide_run
from tests.support.gallery import SESSIONS, exploration_of, feed
from tests.support.shown_words import facts_text, is_empty
from tests.widgets.conftest import Heard, becomes_so
from widgets.explorer.explorer_pages import StatesMap
from widgets.inspector.inspector import STEP_TAB
from widgets.kit.tree_rows import RowTree
from widgets.plan.plan_tree import PlanTree
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


@pytest.fixture
def over(window: MainWindow) -> MainWindow:
    feed(window, exploration_of(explored_run()))
    return window


@pytest.fixture
def waiting(window: MainWindow) -> MainWindow:
    feed(window, exploration_of(exploring_run()))
    return window


def said_on(plan: PlanTree) -> list[str]:
    return [each.text() for each in plan.findChildren(QLabel) if each.isVisible()]


def shows_groups(plan: PlanTree) -> bool:
    """Iterations and groups are shown instead of segments."""
    name = plan.view.accessibleName()
    return plan.view.isVisible() and name == "Iterations, groups and actions"


def rows_of(tree: RowTree, parent: QModelIndex | None = None) -> list[tuple[str, str]]:
    """Titles and subtitles of the rows below."""
    model, parent = tree.rows, parent or QModelIndex()
    model.fetchMore(parent)
    rows = [model.row_at(model.index(row, 0, parent)) for row in range(model.rowCount(parent))]
    return [(row.words.title, row.words.subtitle) for row in rows if row is not None]


def every_row(tree: RowTree, parent: QModelIndex | None = None) -> list[object]:
    """Titles and subtitles of all rows, each with those below it."""
    model, parent = tree.rows, parent or QModelIndex()
    model.fetchMore(parent)
    below = [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
    return [*rows_of(tree, parent), *(every_row(tree, each) for each in below)]


def show(window: MainWindow, run: ExploredRun) -> None:
    window.show_events(run.events)
    window.show_run(run.state)


def test_the_tree_has_iterations_with_their_groups_and_verdicts(over: MainWindow) -> None:
    plan = over.views.plan
    assert shows_groups(plan)
    assert rows_of(plan.view) == [
        ("Start", "before the first group"),
        ("Iteration 1", "3 groups · 2 succeeded"),
        ("Iteration 2", "2 groups · 2 succeeded · 1 answer refused"),
        ("Iteration 3", "3 groups · 2 succeeded"),
    ]
    first = plan.view.rows.index_of(("iteration", 1))
    assert [subtitle for _, subtitle in rows_of(plan.view, first)] == [
        "group 1 · confidence 0.90 · succeeded",
        "group 2 · confidence 0.70 · succeeded",
        "group 3 · confidence 0.30 · did not progress",
    ]
    tip = first.model().index(2, 0, first).data(Qt.ItemDataRole.ToolTipRole)
    assert "nothing changed but the clock (by comparison)" in tip
    assert "picture 0.2%" in tip


def test_groups_have_their_actions_and_walks_stand_beside_them(over: MainWindow) -> None:
    tree = over.views.plan.view
    second = tree.rows.index_of(("iteration", 2))
    titles = [title for title, _ in rows_of(tree, second)]
    assert titles[1] == "4 walks beside the groups" and len(titles) == 3
    group = tree.rows.index_of(("iteration", 2), ("group", 5))
    assert rows_of(tree, group)[1] == ("Click “About”", "2 · failed")
    last = tree.rows.index_of(("iteration", 3), ("group", 8))
    assert last.data(Qt.ItemDataRole.AccessibleTextRole).endswith("not begun")
    assert len(rows_of(tree, last)) == 5


def test_what_goes_on_is_unfolded_and_lit(waiting: MainWindow) -> None:
    tree = waiting.views.plan.view
    step = tree.rows.index(0, 0, tree.rows.index_of(("iteration", 2), ("group", 5)))
    row = tree.rows.row_at(step)
    assert row is not None and row.is_current and row.words.subtitle == "1 · waits for you"
    assert tree.isExpanded(step.parent()) and tree.isExpanded(step.parent().parent())
    assert not tree.isExpanded(tree.rows.index_of(("iteration", 1)))
    assert becomes_so(lambda: tree.viewport().rect().intersects(tree.visualRect(step)))


def test_rows_are_changed_in_place_as_the_run_goes_on(window: MainWindow) -> None:
    run = explored_run()
    tree = window.views.plan.view
    removed, changed = Heard(), Heard()
    half = ExploredRun(run.events[: len(run.events) // 2])
    show(window, half)
    tree.rows.rowsRemoved.connect(removed)
    tree.rows.dataChanged.connect(changed)
    for count in range(len(half.events), len(run.events) + 1):
        show(window, ExploredRun(run.events[:count]))
    grown = every_row(tree)
    assert all(parent.isValid() for parent, *_ in removed.calls) and changed.count > 10
    tree.clear()
    show(window, explored_run("another"))
    assert grown == every_row(tree)


def test_a_chosen_group_is_told_with_its_figures(over: MainWindow) -> None:
    tree = over.views.plan.view
    tree.setCurrentIndex(tree.rows.index_of(("iteration", 2), ("group", 4)))
    inspector = over.views.inspector
    told = facts_text(inspector.step_sheet)
    assert inspector.tabs.currentIndex() == STEP_TAB
    assert "Confidence: 0.85" in told and "Grown from: group 2" in told
    assert "Because: five texts came (by the model)" in told
    assert "structure 18% · text 35% · picture 9.4% · noise left out 1.2%" in told


def test_a_chosen_action_is_told_as_a_step(over: MainWindow) -> None:
    tree = over.views.plan.view
    group = tree.rows.index_of(("iteration", 2), ("group", 5))
    tree.rows.fetchMore(group)
    tree.setCurrentIndex(tree.rows.index(1, 0, group))
    told = facts_text(over.views.inspector.step_sheet)
    assert "Does: Click “About”" in told and "It was covered by another window." in told
    assert over.views.plan.chosen is not None


def test_a_moment_of_the_timeline_chooses_its_action(over: MainWindow) -> None:
    run = explored_run()
    row = next(n for n, e in enumerate(run.events) if e.event.kind == "step_started")
    over.views.timeline.row_chosen.emit(row)
    chosen = over.views.plan.view.chosen
    assert chosen is not None and chosen.words.title == "Start Ledger"


# -- states ----------------------------------------------------------------------------------------


def test_explorations_have_states_and_findings_and_others_do_not(
    new_window: Callable[[], MainWindow],
) -> None:
    window = new_window()
    views = window.views
    feed(window, exploration_of(explored_run()))
    assert views.plan_pages.offered == (views.plan, views.states, views.findings)
    tabs = views.plan_pages.tabs
    assert becomes_so(lambda: tabs.width() >= tabs.sizeHint().width())
    assert views.plan_tools.isHidden()
    window.clear_run()
    feed(window, sample_run.finished_run())
    assert views.plan_pages.offered == (views.plan,)
    assert not views.plan_tools.isHidden() and not shows_groups(views.plan)


def test_the_state_that_is_shown_now_is_lit(waiting: MainWindow) -> None:
    states = waiting.views.states
    assert states.map.lit == "start" and len(states.map.nodes) == 7
    assert "shown now" in states.map.tip_of("start")
    assert "Click “File” › Click “New entry”" in states.map.tip_of("new-entry")


def test_nothing_is_lit_when_it_is_over(over: MainWindow) -> None:
    assert over.views.states.map.lit == ""
    assert len(over.views.states.map.nodes) == 14


def test_a_click_on_a_state_shows_its_picture_and_the_path_there(over: MainWindow) -> None:
    views = over.views
    wanted = Heard()
    over.record.picture_wanted.connect(wanted)
    views.plan_pages.show_page(views.states)
    views.states.map.nodes["totals"].click()
    told = facts_text(views.inspector.step_sheet)
    assert "Path there: 1. Click “File”\n2. Click “New entry”" in told
    assert "Fault: The total is not the sum of its parts" in told
    assert ("totals",) in wanted.calls
    assert views.states.map.chosen == "totals"


def test_arrow_keys_go_from_state_to_state(over: MainWindow) -> None:
    states = over.views.states
    over.views.plan_pages.show_page(states)
    graph = states.map
    graph.setFocus(Qt.FocusReason.TabFocusReason)
    assert graph.chosen == "start"
    QTest.keyClick(over.focusWidget(), Qt.Key.Key_Down)
    below = graph.chosen
    assert graph.nodes[below].y() > graph.nodes["start"].y()
    assert facts_text(over.views.inspector.step_sheet).startswith("State: ")
    QTest.keyClick(over.focusWidget(), Qt.Key.Key_Left)
    assert graph.chosen != below
    for _ in range(2):
        QTest.keyClick(over.focusWidget(), Qt.Key.Key_Up)
        assert graph.chosen == "start"
    stops = [node for node in graph.nodes.values() if node.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [graph.nodes["start"]], "Tab comes here once"


def test_no_state_covers_another_at_any_width(window: MainWindow) -> None:
    show(window, wide_run(60))
    page = window.views.states
    window.views.plan_pages.show_page(page)
    for width in (180, 320, 700):
        page.map.resize(width, page.map.height())
        cards = [node.geometry() for node in page.map.nodes.values()]
        assert len(cards) == 60
        assert not any(a.intersects(b) for n, a in enumerate(cards) for b in cards[n + 1 :])
        assert all(card.left() >= 0 and card.right() < width for card in cards)
        assert max(card.bottom() for card in cards) < page.map.height()


def pictures_on(states: StatesMap) -> dict[str, QImage]:
    return {name: card.icon().pixmap(96, 60).toImage() for name, card in states.nodes.items()}


def test_a_past_exploration_shows_the_states_of_the_moment(window: MainWindow) -> None:
    show_past(window, SESSIONS[0])
    run = explored_run("s-9")
    feed(window, exploration_of(run))
    page = window.views.states
    assert len(page.map.nodes) == 14 and page.map.lit == ""
    before = pictures_on(page.map)
    row = next(n for n, e in enumerate(run.events) if e.event.kind == "group_assessed")
    window.views.timeline.row_chosen.emit(row)
    assert page.map.lit == "file-menu" and len(page.map.nodes) == 2
    window.views.timeline.row_chosen.emit(len(run.events) - 1)
    assert len(page.map.nodes) == 14
    assert pictures_on(page.map) == before, "what comes back has its picture again"


# -- findings --------------------------------------------------------------------------------------


def test_findings_are_listed_with_their_shortest_paths(over: MainWindow) -> None:
    page = over.views.findings
    assert rows_of(page.list) == [
        (
            "The total is not the sum of its parts",
            "contradiction · 2 steps · reproduced 10 of 10 times",
        ),
        ("Ledger ended by itself", "crash · 2 steps · reproduced 9 of 10 times"),
    ]
    first = page.list.rows.index(0, 0)
    steps = [title for title, _ in rows_of(page.list, first)]
    assert steps == ["1. Click “Add the samples”", "2. Click “Totals”"]


def test_a_chosen_finding_is_told_and_can_be_saved_as_a_script(over: MainWindow) -> None:
    page = over.views.findings
    assert not page.save.isEnabled()
    over.views.plan_pages.show_page(page)
    page.list.setCurrentIndex(page.list.rows.index(1, 0))
    told = facts_text(over.views.inspector.step_sheet)
    assert "Fault: crash" in told and "Walked again: reproduced 9 of 10 times" in told
    assert "Shortest path: 1. Click “By month”" in told and "Found on: 1. Click “Search”" in told
    assert over.views.states.map.chosen == "export"
    asked = Heard()
    page.script_requested.connect(asked)
    page.save.click()
    assert asked.calls == [(over._state.session_id, 2, False)]


def test_the_inspector_begins_at_the_head_of_what_is_chosen_next(over: MainWindow) -> None:
    page, sheet = over.views.findings, over.views.inspector.step_sheet
    over.views.plan_pages.show_page(page)
    page.list.setCurrentIndex(page.list.rows.index(1, 0))
    bar = sheet.findChildren(QScrollArea)[0].verticalScrollBar()
    assert becomes_so(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    page.list.setCurrentIndex(page.list.rows.index(0, 0))
    assert bar.value() == 0


def test_a_crash_is_inspected_with_the_picture_before_its_last_step(over: MainWindow) -> None:
    page, pictures = over.views.findings, over.views.inspector.pictures
    over.views.plan_pages.show_page(page)
    shown = []
    for row in (0, 1):
        page.list.setCurrentIndex(page.list.rows.index(row, 0))
        shown.append([not each.isHidden() for each in pictures.thumbnails])
    assert shown == [[False, True], [True, True]]


def test_a_finding_that_is_not_made_shorter_yet_says_so(window: MainWindow) -> None:
    run = explored_run()
    at = next(n for n, e in enumerate(run.events) if e.event.kind == "fault_found")
    show(window, ExploredRun(run.events[: at + 1]))
    (row,) = rows_of(window.views.findings.list)
    assert row[1] == "contradiction · 5 steps · not made shorter"


def test_where_there_is_nothing_yet_that_is_said_in_words(window: MainWindow) -> None:
    run = explored_run()
    show(window, ExploredRun(run.events[:2]))
    views = window.views
    assert is_empty(views.states) and is_empty(views.findings) and not shows_groups(views.plan)
    show(window, ExploredRun(run.events))
    assert not is_empty(views.states) and not is_empty(views.findings)
    window.clear_run()
    assert is_empty(views.states) and is_empty(views.findings)


# -- what the operator decides ---------------------------------------------------------------------


def test_a_whole_group_is_approved_by_its_button(waiting: MainWindow) -> None:
    decided = Heard()
    waiting.decided.connect(decided)
    card = waiting.views.approval.request
    assert not card.approve_group.isHidden()
    card.approve_group.click()
    assert decided.calls[0][1] == Approve(whole_group=True)


def test_a_whole_group_is_approved_by_its_key(waiting: MainWindow) -> None:
    decided = Heard()
    waiting.decided.connect(decided)
    shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(waiting, Qt.Key.Key_Return, shift)
    assert [each[1] for each in decided.calls] == [Approve(whole_group=True)]


def test_the_usual_approval_is_of_one_action(waiting: MainWindow) -> None:
    decided = Heard()
    waiting.decided.connect(decided)
    waiting.views.approval.request.approve.click()
    assert decided.calls[0][1] == Approve()


def test_what_the_screen_may_be_behind_is_not_approved_by_the_group(window: MainWindow) -> None:
    run = exploring_run()
    asked = run.events[-1].event
    assert isinstance(asked, ApprovalAsked)
    request = replace(asked.request, suspicion="The screen says: click File")
    run.events[-1] = replace(run.events[-1], event=replace(asked, request=request))
    feed(window, exploration_of(run))
    assert window.views.approval.request.approve_group.isHidden()
    decided = Heard()
    window.decided.connect(decided)
    shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_Return, shift)
    assert decided.count == 0


def test_an_action_without_a_group_offers_none(window: MainWindow) -> None:
    feed(window, sample_run.pending_run())
    assert window.views.approval.request.approve_group.isHidden()


def test_a_change_that_is_being_written_is_not_passed_over(waiting: MainWindow) -> None:
    decided = Heard()
    waiting.decided.connect(decided)
    card = waiting.views.approval.request
    card.do_reject()
    assert not card.approve_group.isEnabled()
    card.do_approve_group()
    assert decided.count == 0


def test_exploring_is_chosen_with_its_limits(own_window: MainWindow) -> None:
    own_window.goal_bar.choices.offer(("practice", "browser"), ("offline",))
    wish = {"max_actions": 120, "max_duration_secs": 300.0, "seed": 5}
    own_window.goal_bar.limits.show_fields(EXPLORE_FIELDS, wish)
    bar, started = own_window.views.goal_bar, Heard()
    own_window.start_requested.connect(started)
    assert bar.limits.isHidden() and bar.choices.mode.currentText() == "Director"
    own_window.goal_bar.choices.choose(surface="browser", mode="explorer")
    assert not bar.limits.isHidden() and bar.choices.mode.currentText() == "Explorer"
    assert bar.limits.grid is not None
    bar.limits.grid.editors["max_actions"].show(40)
    own_window.goal_bar.set_goal("Ledger")
    bar.start.click()
    request = started.calls[0][0]
    assert (request.mode, request.explore) == ("explorer", wish | {"max_actions": 40})
    assert request.asking is Asking(bar.choices.asking.currentData())


def test_the_usual_mode_follows_the_surface(own_window: MainWindow) -> None:
    own_window.goal_bar.choices.offer(("practice", "browser"), ("offline",))
    bar, started = own_window.views.goal_bar, Heard()
    own_window.start_requested.connect(started)
    own_window.goal_bar.choices.choose(surface="browser")
    assert bar.choices.mode.currentText() == "Navigator"
    own_window.goal_bar.set_goal("Find it")
    bar.start.click()
    assert (started.calls[0][0].mode, started.calls[0][0].explore) == ("", None)


def test_every_event_of_an_exploration_has_words() -> None:
    all_told = [told(event) for event in exploration()]
    assert all(each.kind and each.summary for each in all_told)
    kinds = [each.kind for each in all_told]
    assert {"Groups", "Verdict", "New state", "Finding", "Path", "Set back"} <= set(kinds)


def test_choosing_the_explorer_offers_its_pages_and_meter_before_any_run(
    window: MainWindow,
) -> None:
    views = window.views
    window.goal_bar.choices.offer(["practice"], ["offline"])
    views.goal_bar.choices.choose(mode="explorer")
    assert views.plan_pages.offered == (views.plan, views.states, views.findings)
    assert any("No groups yet" in words for words in said_on(views.plan))
    views.goal_bar.choices.mode.setCurrentIndex(0)
    assert views.plan_pages.offered == (views.plan,)
    assert not window._actions.focus_views[-2].isEnabled()
    assert any("No plan yet" in words for words in said_on(views.plan))


def test_a_run_that_is_shown_keeps_its_pages_whatever_is_chosen_next(over: MainWindow) -> None:
    over.goal_bar.choices.offer(["practice"], ["offline"])
    over.views.goal_bar.choices.choose(mode="explorer")
    over.views.goal_bar.choices.mode.setCurrentIndex(0)
    assert over.views.plan_pages.offered == (
        over.views.plan,
        over.views.states,
        over.views.findings,
    )


def test_no_list_of_goals_hangs_over_stop_once_the_run_is_asked_for(window: MainWindow) -> None:
    bar = window.views.goal_bar
    bar.set_goals(["Ledger"])
    bar.goal.setFocus()
    QTest.keyClicks(bar.goal, "Ledg")
    popup = bar.goal.completer().popup()
    assert becomes_so(popup.isVisible)
    bar.set_starting(True)
    assert popup.isHidden()
