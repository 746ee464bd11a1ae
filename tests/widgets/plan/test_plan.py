"""The plan's model announces what changed and no more; the tree follows the current segment."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from engine.domain.actions import Click, Replan
from engine.domain.plans import PlanStep, ReplanKind, StepPlace
from engine.domain.verdicts import StepState
from engine.record.views.fold import fold, fold_all
from engine.record.views.run_state import RunState, Segments, SegmentView, StepView
from tests.engine.record.runs import long_run, recorded_run
from tests.support import sample_run
from tests.support.shown_words import facts_text
from tests.widgets.conftest import Heard
from widgets.kit.marks import Mark
from widgets.kit.picture_view import Thumbnails
from widgets.kit.row_painter import RowWords
from widgets.kit.theme import Theme
from widgets.kit.tree_rows import RowTree, TreeRow, TreeRowModel
from widgets.plan import plan_rows
from widgets.plan.plan_tree import PlanTree
from widgets.plan.plan_words import PlanGroup, group_subtitle, step_subtitle
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


def checked(model: TreeRowModel) -> QAbstractItemModelTester:
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    return QAbstractItemModelTester(model, mode)


def words_of(tree: PlanTree, place: StepPlace) -> RowWords:
    row = tree.view.rows.row_at(tree.view.rows.index_for(place))
    assert row is not None
    return row.words


def test_the_model_is_sound_all_along_a_run(theme: Theme, heard: type) -> None:
    tree = PlanTree(theme, Thumbnails())
    model = tree.view.rows
    tester = checked(model)
    inserts, removals = heard(), heard()
    model.rowsRemoved.connect(removals)
    model.rowsInserted.connect(inserts)
    state = RunState()
    for recorded in sample_run.failed_run().events:
        state = fold(state, recorded)
        tree.show_run(state)
    assert model.rowCount() == 3
    assert [model.rowCount(model.index(row, 0)) for row in range(3)] == [2, 4, 2]
    assert inserts.count == 3
    assert removals.count == 0
    assert tester is not None


def test_another_session_shows_none_of_what_was_before(theme: Theme, heard: type) -> None:
    tree = PlanTree(theme, Thumbnails())
    tree.show_run(sample_run.finished_run("one").state)
    segments = tree.view.rows.rowCount()
    removals: Heard = heard()
    tree.view.rows.rowsRemoved.connect(removals)
    tree.show_run(sample_run.failed_run("two").state)
    assert removals.count == 1 and removals.calls[0][1:] == (0, segments - 1)
    tree.clear()
    assert tree.view.rows.rowCount() == 0


def test_a_changed_step_is_announced_alone(theme: Theme, heard: type) -> None:
    events = sample_run.pending_run().events
    tree = PlanTree(theme, Thumbnails())
    before = RunState()
    for recorded in events[:-1]:
        before = fold(before, recorded)
    tree.show_run(before)
    changed: Heard = heard()
    tree.view.rows.dataChanged.connect(changed)
    tree.show_run(fold(before, events[-1]))
    rows = {(top.parent().row(), top.row(), bottom.row()) for top, bottom, *_ in changed.calls}
    assert rows == {(1, 3, 3)}


def test_an_unchanged_state_announces_nothing(theme: Theme, heard: type) -> None:
    state = sample_run.pending_run().state
    tree = PlanTree(theme, Thumbnails())
    tree.show_run(state)
    changed: Heard = heard()
    tree.view.rows.dataChanged.connect(changed)
    tree.show_run(state)
    assert changed.count == 0


def test_rows_say_what_and_how_it_went(theme: Theme) -> None:
    tree = PlanTree(theme, Thumbnails())
    state = sample_run.failed_run().state
    tree.show_run(state)
    assert words_of(tree, StepPlace(2, 1)).subtitle == "1 · done · seen"
    assert words_of(tree, StepPlace(2, 2)).subtitle == "2 · failed · 3 attempts"
    assert state.segments[2].steps[1].state is StepState.ABANDONED
    assert words_of(tree, StepPlace(3, 2)).is_quiet
    segment = tree.view.rows.row_at(tree.view.rows.index(2, 0))
    assert segment is not None and segment.words.subtitle == "another way · 1 of 2 steps"
    first = tree.view.rows.row_at(tree.view.rows.index(0, 0))
    assert first is not None and first.words.subtitle == "first plan · segment done"


def test_steps_by_hand_are_told_apart_where_a_segment_has_more_than_one() -> None:
    segment = sample_run.failed_run().state.segments[1]
    by_hand = replace(segment, replan_kind=ReplanKind.BY_HAND)
    assert len(by_hand.steps) > 1
    told = [step_subtitle(view, by_hand).partition(" · ")[0] for view in by_hand.steps]
    assert told == [f"2.{view.step.step_number}" for view in by_hand.steps]
    alone = replace(by_hand, steps=by_hand.steps[:1])
    assert step_subtitle(alone.steps[0], alone).startswith("2 · ")


def test_the_keyboard_in_the_plan_is_seen_at_the_step_that_goes_on(window: MainWindow) -> None:
    window.show_run(sample_run.pending_run().state)
    state = sample_run.pending_run().state
    window._actions.focus_views[1].trigger()
    assert window.views.plan.view.hasFocus()
    assert window.views.plan.chosen == StepPlace(state.current_segment, state.current_step)


def test_only_the_current_segment_is_open(window: MainWindow) -> None:
    state = RunState()
    tree = window.views.plan
    for recorded in sample_run.failed_run().events:
        state = fold(state, recorded)
        window.show_run(state)
    opened = [tree.view.isExpanded(tree.view.rows.index(row, 0)) for row in range(3)]
    assert opened == [False, False, True]


def test_the_steps_of_folded_segments_are_made_once_they_are_looked_at(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def noted(segment: SegmentView, view: StepView, **how: bool) -> TreeRow:
        made.append(view.title)
        return step_row(segment, view, **how)

    step_row = plan_rows.step_row
    monkeypatch.setattr(plan_rows, "step_row", noted)
    tree, state = window.views.plan, sample_run.finished_run().state
    window.show_run(state)
    QApplication.processEvents()
    first, last = state.segments[0], state.segments[-1]
    assert made == [view.title for view in last.steps]
    tree.view.expand(tree.view.rows.index(0, 0))
    QApplication.processEvents()
    assert made[len(last.steps) :] == [view.title for view in first.steps]
    assert tree.view.rows.rowCount(tree.view.rows.index(0, 0)) == len(first.steps)


def test_a_segment_that_is_gone_back_to_shows_its_steps(theme: Theme) -> None:
    tree, state = PlanTree(theme, Thumbnails()), sample_run.finished_run().state
    tree.show_run(state)
    tree.show_run(replace(state, current_segment=1, current_step=1, outcome=None))
    model = tree.view.rows
    assert tree.view.isExpanded(model.index(0, 0))
    assert model.rowCount(model.index(0, 0)) == len(state.segments[0].steps)
    row = model.row_at(model.index(0, 0, model.index(0, 0)))
    assert row is not None and row.is_current
    tree.show_run(state)
    row = model.row_at(model.index(0, 0, model.index(0, 0)))
    assert row is not None and not row.is_current


def test_a_chosen_step_is_told_completely(window: MainWindow) -> None:
    run = sample_run.finished_run()
    window.show_events(run.events)
    window.show_run(run.state)
    wanted: list[str] = []
    window.record.picture_wanted.connect(wanted.append)
    tree = window.views.plan
    tree.view.setCurrentIndex(tree.view.rows.index_for(StepPlace(2, 4)))
    text = facts_text(window.views.inspector.step_sheet)
    assert "Does: Click “Save” in “Save As”" in text
    assert "Expects: the file /home/practice/note.txt is saved with exactly that text" in text
    assert "Technical: button-save → click()" in text
    assert "Hit at: 904, 573" in text
    assert wanted == ["typed", "typed"], "before and after were the same picture here"


def test_a_thousand_steps_are_shown(window: MainWindow, heard: type) -> None:
    run = sample_run.long_run(1000)
    states = [RunState()]
    for recorded in run.events:
        states.append(fold(states[-1], recorded))
    window.show_run(states[-3])
    changed, removals = heard(), heard()
    window.views.plan.view.rows.dataChanged.connect(changed)
    window.views.plan.view.rows.rowsRemoved.connect(removals)
    window.show_run(states[-1])
    assert removals.count == 0
    assert changed.count <= 8


def test_of_a_long_run_one_row_stands_for_dozens_of_older_segments(theme: Theme) -> None:
    state = fold_all(recorded_run(*long_run(300)))
    tree = PlanTree(theme, Thumbnails())
    tree.show_run(state, is_live=False)
    model = tree.view.rows
    heads = [model.row_at(model.index(place, 0)) for place in range(model.rowCount())]
    titles = [head.words.title for head in heads if head is not None]
    assert titles[:3] == ["Segments 1 to 64", "Segments 65 to 128", "Segments 129 to 192"]
    assert titles[3:] == [f"Segment {number}" for number in range(193, 301)]
    assert heads[1] is not None and heads[1].words.subtitle == "192 steps done"
    made = [model.rowCount(model.index(place, 0)) for place in range(3)]
    assert made == [0, 0, 0] and model.hasChildren(model.index(0, 0))
    tree.select_step(StepPlace(100, 2))
    assert tree.chosen == StepPlace(100, 2)
    made = [model.rowCount(model.index(place, 0)) for place in range(3)]
    assert made == [0, 64, 0], "nothing but what was looked for"


def test_what_has_become_older_goes_below_one_row(theme: Theme) -> None:
    events, tree = recorded_run(*long_run(200)), PlanTree(theme, Thumbnails())
    state, tops = RunState(), []
    for number, recorded in enumerate(events):
        state = fold(state, recorded)
        if number % 300 == 0:
            tree.show_run(state)
            tops.append(tree.view.rows.rowCount())
    tree.show_run(state)
    assert max(tops) <= 2 * Segments.WIDTH + 2


def test_of_many_rows_only_what_changed_is_asked_for(theme: Theme) -> None:
    def row(number: int, words: str = "") -> TreeRow:
        return TreeRow((number,), RowWords(f"{number} {words}", "", Mark("done", "good")))

    tree, rows = RowTree(theme, "Rows"), [row(number) for number in range(400)]
    tree.show_rows(tuple(rows))
    rows[-1] = replace(row(399, "now"), is_current=True)
    asked = 0

    def count(_frame: object, event: str, called: object) -> None:
        nonlocal asked
        asked += event == "c_call" and getattr(called, "__name__", "") == "data"

    sys.setprofile(count)
    try:
        tree.show_rows(tuple(rows))
    finally:
        sys.setprofile(None)
    assert tree.rows.data(tree.rows.index_of((399,))) == "399 now"
    assert 0 < asked < 40


def test_a_segment_is_done_though_it_ends_with_looking_again() -> None:
    clicked = StepView(PlanStep(1, "z1", "File", Click(), "Click File"), state=StepState.DONE)
    look = StepView(PlanStep(2, "__replan__", "", Replan(), "Look again"))
    segment = SegmentView(1, ReplanKind.ADAPTIVE, (clicked, look), finishes=False)
    assert group_subtitle(PlanGroup((segment,))).endswith("segment done")
