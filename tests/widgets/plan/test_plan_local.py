"""Local states in the tree: under their step, numbered, with what was decided and taken back."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest

from engine.domain.local_events import LocalPlanningStarted
from engine.record.views.fold import fold, fold_all
from engine.record.views.run_state import RunState
from tests.engine.record.runs import recorded_run, typical_run
from tests.support import local_run
from tests.widgets.conftest import Heard, becomes_so
from widgets.kit.local_rows import LocalRow
from widgets.kit.theme import Theme
from widgets.kit.thumbnails import MOST_KEPT, Thumbnails
from widgets.plan.plan_model import PlanModel
from widgets.plan.plan_words import step_subtitle
from widgets.window.main_window import MainWindow


def rows(model: PlanModel, segment: int = 2, step: int = 1) -> list[LocalRow]:
    parent = model.index_of(segment, step)
    found = [model.local_at(model.index(row, 0, parent)) for row in range(model.rowCount(parent))]
    return [row for row in found if row is not None]


def test_local_states_stand_numbered_under_their_step(theme: Theme) -> None:
    model = PlanModel()
    model.show(local_run.pending_run().state)
    shown = rows(model)
    assert [row.number for row in shown] == [f"1.{number}" for number in range(8)]
    assert shown[0].title == "Local plan: the window “Settings” is there"
    assert shown[0].subtitle == "iteration 6 of 10"
    badges = [row.badge[1] if row.badge else "" for row in shown]
    assert badges == ["", "retain", "explore", "explore", "revert", "", "retain", ""]
    assert shown[3].all_words == (
        "1.3, Scroll down in “Format”, 3.0 → 3.0, explore, taken back, options 1 of 2, 2 calls"
    )
    assert shown[7].subtitle == "waits for you"


def test_a_revert_is_a_row_of_its_own_and_what_it_took_back_is_greyed(theme: Theme) -> None:
    model = PlanModel()
    model.show(local_run.pending_run().state)
    shown = rows(model)
    assert [row.number for row in shown if row.is_quiet] == ["1.1", "1.2", "1.3", "1.4"]
    revert = shown[5]
    assert revert.title == "Taken back: 1.4, 1.3, 1.2, 1.1"
    assert revert.subtitle == "was back already · a dead end"
    assert shown[2].pictures == ("menu", "dialog"), "abandoned branches keep their pictures"


def test_a_revert_tells_how_and_a_step_that_was_taken_back_says_so(theme: Theme) -> None:
    model = PlanModel()
    model.show(local_run.taken_back_run().state)
    revert = rows(model)[-1]
    assert revert.title == "Taken back: click “Autosave” again, then click “Cancel”"
    assert revert.subtitle == "restored · by you"
    settings = model.step_at(model.index_of(2, 1))
    assert settings is not None and step_subtitle(settings).startswith("1 · taken back · was done")
    autosave = model.step_at(model.index_of(2, 2))
    assert autosave is not None and step_subtitle(autosave) == "2 · taken back · was done"


def test_a_revert_that_stopped_names_what_stands(theme: Theme) -> None:
    state = local_run.taken_back_run().state
    segment = state.segments[1]
    plan = segment.steps[0].local
    assert plan is not None
    stuck = replace(plan.states[-1], undone=(), returned="not restored", differences=("a window",))
    plan = replace(plan, states=(*plan.states[:-1], stuck))
    steps = (replace(segment.steps[0], local=plan), *segment.steps[1:])
    model = PlanModel()
    model.show(replace(state, segments=(state.segments[0], replace(segment, steps=steps))))
    row = rows(model)[-1]
    assert row.title == "Not taken back: step 2, 1.7"
    assert row.mark.tone == "bad" and "a window" in row.tip


def test_the_model_is_sound_all_along_local_plans(theme: Theme, heard: type) -> None:
    runs = (
        local_run.finished_run("one").events,
        recorded_run(*typical_run()),
        local_run.taken_back_run("two").events,
    )
    for events in runs:
        model = PlanModel()
        tester = QAbstractItemModelTester(
            model, QAbstractItemModelTester.FailureReportingMode.Fatal
        )
        resets: Heard = heard()
        model.modelReset.connect(resets)
        state = RunState()
        for recorded in events:
            state = fold(state, recorded)
            model.show(state)
        assert resets.count == 1 and tester is not None
        assert len(rows(model)) >= 5


def test_an_attempt_that_was_never_assessed_has_no_half_a_pair(theme: Theme) -> None:
    model = PlanModel()
    model.show(local_run.exploring_run().state)
    row = rows(model)[-1]
    assert row.state is not None and all(row.pictures)
    row = replace(row, state=replace(row.state, picture_before_hash=""))
    assert row.pictures == ("", "")


def test_a_decision_is_announced_as_that_row_alone(theme: Theme, heard: type) -> None:
    events = local_run.exploring_run().events
    before = RunState()
    for recorded in events[:-1]:
        before = fold(before, recorded)
    model = PlanModel()
    model.show(before)
    changed: Heard = heard()
    model.dataChanged.connect(changed)
    model.show(fold(before, events[-1]))
    texts = {model.data(top, Qt.ItemDataRole.DisplayRole) for top, *_ in changed.calls}
    assert "Scroll down in “Format”" in texts and "Click “Export…”" not in texts


def test_only_the_current_steps_local_plan_is_open(window: MainWindow) -> None:
    tree = window.views.plan
    pending = local_run.pending_run("run")
    window.show_run(pending.state)
    assert tree.view.isExpanded(tree.model.index_of(2, 1))
    window.show_run(local_run.finished_run("run").state)
    assert not tree.view.isExpanded(tree.model.index_of(2, 1))


def test_the_thumbnails_are_asked_for_once_when_they_come_into_sight(
    window: MainWindow, heard: type
) -> None:
    wanted: Heard = heard()
    window.thumbnail_wanted.connect(wanted)
    window.resize(1280, 1400)
    window.show_run(local_run.exploring_run().state)
    assert becomes_so(lambda: wanted.count >= 3)
    assert sorted(wanted.calls) == [("dialog",), ("main",), ("menu",)]
    window.show_thumbnail("menu", QImage(160, 100, QImage.Format.Format_RGB32))
    QTest.qWait(50)
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
    index = tree.model.index_of(2, 1)
    tree.view.scrollTo(index)
    spot = tree.view.visualRect(index).center()
    spot.setX(tree.view.visualRect(index).right() - 10)
    QTest.mouseClick(tree.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert not tree.view.isExpanded(index)


def test_a_local_plan_that_has_just_begun_is_current_by_its_first_row(theme: Theme) -> None:
    model = PlanModel()
    run = local_run.exploring_run()
    begun = next(
        number
        for number, each in enumerate(run.events, 1)
        if isinstance(each.event, LocalPlanningStarted)
    )
    model.show(fold_all(run.events[:begun]))
    (row,) = (row for row in rows(model) if row.state is None)
    index = model.index_of(2, 1)
    assert model.is_current(model.index(0, 0, index)) and row.plan.states == ()
