"""Local states in the tree: under their step, numbered, with what was decided and taken back."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest

from engine.domain.performing import LocalPlanningStarted
from engine.domain.plans import StepPlace
from engine.record.views.fold import fold, fold_all
from engine.record.views.run_state import RunState, Segments
from tests.engine.record.runs import recorded_run, typical_run
from tests.support import local_run
from tests.widgets.conftest import Heard, becomes_so, let_work
from widgets.kit.picture_view import MOST_KEPT, Thumbnails
from widgets.kit.row_painter import RowDetails, RowPainter, smaller
from widgets.kit.theme import Theme
from widgets.kit.tree_rows import TreeRow
from widgets.plan.plan_tree import PlanTree
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


def rows(tree: PlanTree, segment: int = 2, step: int = 1) -> list[TreeRow]:
    model = tree.view.rows
    parent = model.index_for(StepPlace(segment, step))
    found = [model.row_at(model.index(row, 0, parent)) for row in range(model.rowCount(parent))]
    return [row for row in found if row is not None]


def shown(theme: Theme, state: RunState) -> PlanTree:
    tree = PlanTree(theme, Thumbnails())
    tree.show_run(state)
    return tree


def details(row: TreeRow) -> RowDetails:
    assert row.words.details is not None
    return row.words.details


def test_local_states_stand_numbered_under_their_step(theme: Theme) -> None:
    shelf = rows(shown(theme, local_run.pending_run().state))
    assert [details(row).number for row in shelf] == [f"1.{number}" for number in range(8)]
    assert shelf[0].words.title == "Local plan: the window “Settings” is there"
    assert shelf[0].words.subtitle == "iteration 6 of 10"
    decided = [details(row).badge for row in shelf]
    badges = [badge[1] if badge else "" for badge in decided]
    assert badges == ["", "retain", "explore", "explore", "revert", "", "retain", ""]
    assert shelf[3].words.spoken == (
        "1.3, Scroll down in “Format”, 3.0 → 3.0, explore, taken back, options 1 of 2, 2 calls"
    )
    assert shelf[7].words.subtitle == "waits for you"


def test_what_stands_beside_the_pictures_has_a_line_for_each_in_any_font(theme: Theme) -> None:
    tree = shown(theme, local_run.pending_run().state)
    words = next(row.words for row in rows(tree) if len(details(row).aside) == 3)
    font = QFont(tree.font())
    font.setPixelSize(30)
    three = 3 * QFontMetrics(smaller(font)).lineSpacing()
    assert RowPainter(theme).extra_height(words, font) >= three


def test_a_revert_is_a_row_of_its_own_and_what_it_took_back_is_greyed(theme: Theme) -> None:
    shelf = rows(shown(theme, local_run.pending_run().state))
    quiet = [details(row).number for row in shelf if row.words.is_quiet]
    assert quiet == ["1.1", "1.2", "1.3", "1.4"]
    revert = shelf[5].words
    assert revert.title == "Taken back: 1.4, 1.3, 1.2, 1.1"
    assert revert.subtitle == "was back already · a dead end"
    kept = details(shelf[2]).pictures
    assert kept == ("menu", "dialog"), "abandoned branches keep their pictures"


def test_a_revert_tells_how_and_a_step_that_was_taken_back_says_so(theme: Theme) -> None:
    tree = shown(theme, local_run.taken_back_run().state)
    revert = rows(tree)[-1].words
    assert revert.title == "Taken back: click “Autosave” again, then click “Cancel”"
    assert revert.subtitle == "restored · by you"
    model = tree.view.rows
    settings = model.row_at(model.index_for(StepPlace(2, 1)))
    autosave = model.row_at(model.index_for(StepPlace(2, 2)))
    assert settings is not None and autosave is not None
    assert settings.words.subtitle.startswith("1 · taken back · was done")
    assert autosave.words.subtitle == "2 · taken back · was done"


def test_a_revert_that_stopped_names_what_stands(theme: Theme) -> None:
    state = local_run.taken_back_run().state
    segment = state.segments[1]
    plan = segment.steps[0].local
    assert plan is not None
    stuck = replace(plan.states[-1], undone=(), returned="not restored", evidence=("a window",))
    plan = replace(plan, states=(*plan.states[:-1], stuck))
    steps = (replace(segment.steps[0], local=plan), *segment.steps[1:])
    segments = Segments((state.segments[0], replace(segment, steps=steps)))
    row = rows(shown(theme, replace(state, segments=segments)))[-1]
    assert row.words.title == "Not taken back: step 2, 1.7"
    assert row.words.mark.tone == "bad" and "a window" in row.tip


def test_the_model_is_sound_all_along_local_plans(theme: Theme) -> None:
    runs = (
        local_run.finished_run("one").events,
        recorded_run(*typical_run()),
        local_run.taken_back_run("two").events,
    )
    for events in runs:
        tree = PlanTree(theme, Thumbnails())
        tester = QAbstractItemModelTester(
            tree.view.rows, QAbstractItemModelTester.FailureReportingMode.Fatal
        )
        state = RunState()
        for recorded in events:
            state = fold(state, recorded)
            tree.show_run(replace(state, explore=None))
        assert tester is not None
        assert len(rows(tree)) >= 5


def test_an_attempt_that_was_never_assessed_has_no_half_a_pair(theme: Theme) -> None:
    state = local_run.exploring_run().state
    assert all(details(rows(shown(theme, state))[-1]).pictures)
    segment = state.segments[1]
    plan = segment.steps[0].local
    assert plan is not None
    half = replace(plan.states[-1], picture_before_hash="")
    plan = replace(plan, states=(*plan.states[:-1], half))
    steps = (replace(segment.steps[0], local=plan), *segment.steps[1:])
    segments = Segments((state.segments[0], replace(segment, steps=steps)))
    row = rows(shown(theme, replace(state, segments=segments)))[-1]
    assert details(row).pictures == ("", "")


def test_a_decision_is_announced_as_that_row_alone(theme: Theme, heard: type) -> None:
    events = local_run.exploring_run().events
    before = RunState()
    for recorded in events[:-1]:
        before = fold(before, recorded)
    tree = shown(theme, before)
    changed: Heard = heard()
    tree.view.rows.dataChanged.connect(changed)
    tree.show_run(fold(before, events[-1]))
    texts = {top.data(Qt.ItemDataRole.DisplayRole) for top, *_ in changed.calls}
    assert "Scroll down in “Format”" in texts and "Click “Export…”" not in texts


def test_only_the_current_steps_local_plan_is_open(window: MainWindow) -> None:
    tree = window.views.plan
    pending = local_run.pending_run("run")
    window.show_run(pending.state)
    assert tree.view.isExpanded(tree.view.rows.index_for(StepPlace(2, 1)))
    window.show_run(local_run.finished_run("run").state)
    assert not tree.view.isExpanded(tree.view.rows.index_for(StepPlace(2, 1)))


def test_the_thumbnails_are_asked_for_once_when_they_come_into_sight(
    window: MainWindow, heard: type
) -> None:
    wanted: Heard = heard()
    window.thumbnails.wanted.connect(wanted)
    window.resize(1280, 1400)
    window.show_run(local_run.exploring_run().state)
    assert becomes_so(lambda: wanted.count >= 3)
    assert sorted(wanted.calls) == [("dialog",), ("main",), ("menu",)]
    window.thumbnails.take("menu", QImage(160, 100, QImage.Format.Format_RGB32))
    let_work(50)
    assert wanted.count == 3
    assert window.views.plan.thumbnails.image("menu") is not None


def test_old_thumbnails_are_forgotten(theme: Theme) -> None:
    shelf = Thumbnails()
    for number in range(MOST_KEPT + 1):
        shelf.take(str(number), QImage(16, 10, QImage.Format.Format_RGB32))
    assert shelf.image("0") is None
    assert shelf.image("1") is not None


def test_a_click_on_the_chevron_folds_the_local_plan(window: MainWindow) -> None:
    tree = window.views.plan
    window.show_run(local_run.exploring_run().state)
    index = tree.view.rows.index_for(StepPlace(2, 1))
    tree.view.scrollTo(index)
    spot = tree.view.visualRect(index).center()
    spot.setX(tree.view.visualRect(index).right() - 10)
    QTest.mouseClick(tree.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert not tree.view.isExpanded(index)


def test_a_local_plan_that_has_just_begun_is_current_by_its_first_row(theme: Theme) -> None:
    run = local_run.exploring_run()
    begun = next(
        number
        for number, each in enumerate(run.events, 1)
        if isinstance(each.event, LocalPlanningStarted)
    )
    first = rows(shown(theme, fold_all(run.events[:begun])))[0]
    assert first.is_current and details(first).number == "1.0"
