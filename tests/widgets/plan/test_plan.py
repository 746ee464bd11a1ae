"""The plan's model announces what changed and no more; the tree follows the current segment."""

from __future__ import annotations

from PySide6.QtTest import QAbstractItemModelTester

from engine.domain.lifecycle import StepState
from engine.record.views.fold import fold
from engine.record.views.run_state import RunState
from tests.support import sample_run
from tests.widgets.conftest import Heard
from widgets.kit.theme import Theme
from widgets.plan.plan_model import PlanModel
from widgets.plan.plan_words import group_subtitle, step_subtitle
from widgets.window.main_window import MainWindow


def checked(model: PlanModel) -> QAbstractItemModelTester:
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    return QAbstractItemModelTester(model, mode)


def test_the_model_is_sound_all_along_a_run(theme: Theme, heard: type) -> None:
    model = PlanModel()
    tester = checked(model)
    resets, inserts = heard(), heard()
    model.modelReset.connect(resets)
    model.rowsInserted.connect(inserts)
    state = RunState()
    for recorded in sample_run.failed_run().events:
        state = fold(state, recorded)
        model.show(state)
    assert model.rowCount() == 3
    assert [model.rowCount(model.index(row, 0)) for row in range(3)] == [2, 4, 2]
    assert inserts.count == 3
    assert resets.count == 1, "only the change of session resets"
    assert tester is not None


def test_another_session_resets(theme: Theme, heard: type) -> None:
    model = PlanModel()
    tester = checked(model)
    model.show(sample_run.finished_run("one").state)
    resets: Heard = heard()
    model.modelReset.connect(resets)
    model.show(sample_run.failed_run("two").state)
    assert resets.count == 1
    model.clear()
    assert model.rowCount() == 0
    assert tester is not None


def test_a_changed_step_is_announced_alone(theme: Theme, heard: type) -> None:
    events = sample_run.pending_run().events
    model = PlanModel()
    before = RunState()
    for recorded in events[:-1]:
        before = fold(before, recorded)
    model.show(before)
    changed: Heard = heard()
    model.dataChanged.connect(changed)
    model.show(fold(before, events[-1]))
    rows = {(top.parent().row(), top.row(), bottom.row()) for top, bottom, *_ in changed.calls}
    assert rows == {(1, 3, 3), (-1, 1, 1)}


def test_an_unchanged_state_announces_nothing(theme: Theme, heard: type) -> None:
    state = sample_run.pending_run().state
    model = PlanModel()
    model.show(state)
    changed: Heard = heard()
    model.dataChanged.connect(changed)
    model.show(state)
    assert changed.count == 0


def test_rows_say_what_and_how_it_went(theme: Theme) -> None:
    model = PlanModel()
    model.show(sample_run.failed_run().state)
    typed = model.step_at(model.index_of(2, 1))
    pressed = model.step_at(model.index_of(2, 2))
    left = model.step_at(model.index_of(3, 2))
    assert typed is not None and pressed is not None and left is not None
    assert step_subtitle(typed) == "1 · done · confirmed"
    assert step_subtitle(pressed) == "2 · failed · 3 attempts"
    assert left.state is StepState.ABANDONED
    segment = model.group_at(model.index_of(3))
    assert segment is not None
    assert group_subtitle(segment) == "after an error · 1 of 2"


def test_only_the_current_segment_is_open(window: MainWindow) -> None:
    state = RunState()
    tree = window.views.plan
    for recorded in sample_run.failed_run().events:
        state = fold(state, recorded)
        window.show_run(state)
    opened = [tree.view.isExpanded(tree.model.index_of(number)) for number in (1, 2, 3)]
    assert opened == [False, False, True]


def test_a_chosen_step_is_told_completely(window: MainWindow) -> None:
    run = sample_run.finished_run()
    window.show_events(run.events)
    window.show_run(run.state)
    wanted: list[str] = []
    window.picture_wanted.connect(wanted.append)
    tree = window.views.plan
    tree.view.setCurrentIndex(tree.model.index_of(2, 4))
    text = window.views.inspector.step_sheet.shown_text
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
    changed, resets = heard(), heard()
    window.views.plan.model.dataChanged.connect(changed)
    window.views.plan.model.modelReset.connect(resets)
    window.show_run(states[-1])
    assert resets.count == 0
    assert changed.count <= 8
