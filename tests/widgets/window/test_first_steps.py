"""Before the first run: examples over the empty picture; and a head that fits large letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from engine.domain.approvals import Asking
from tests.support import sample_run
from tests.support.console_windows import discard, show_past
from tests.widgets.conftest import becomes_so
from widgets.decision.waiting_card import height_at
from widgets.kit.forms import FieldSpec, SessionRow
from widgets.kit.theme import Theme
from widgets.window.goal_bar import EXAMPLES, FirstSteps, GoalBar
from widgets.window.main_window import MainWindow
from widgets.window.run_bar import RunBar


def test_an_example_becomes_the_goal_and_the_examples_go_with_the_first_run(
    window: MainWindow,
) -> None:
    window.goal_bar.choices.offer(("practice",), ("offline",))
    [steps] = window.findChildren(FirstSteps)
    window.show_zones(())
    assert steps.isVisible()
    steps.buttons[-1].click()
    assert window.goal_bar.goal.text() == EXAMPLES[-1].goal and window.goal_bar.choices.explores
    window.show_run(sample_run.pending_run().state)
    assert steps.isHidden()


def test_over_a_low_picture_no_words_of_the_examples_are_cut(theme: Theme) -> None:
    over, bar = QWidget(), GoalBar(theme)
    over.resize(380, 250)
    steps = FirstSteps(over, bar)
    over.show()
    steps.show_fitting(True)
    shown = [each for each in steps.buttons if each.isVisible()]
    assert len(shown) >= 4
    assert becomes_so(lambda: all(each.height() >= each.sizeHint().height() for each in shown))
    labels = [each for each in steps.findChildren(QLabel) if each.isVisible()]
    assert labels
    assert becomes_so(
        lambda: all(each.height() >= height_at(each, each.width()) for each in labels)
    )
    discard(over, bar)


def test_with_large_letters_in_a_small_window_the_goal_is_read_and_how_it_runs_one_press_away(
    new_window: Callable[[], MainWindow], qapp: QApplication
) -> None:
    font = QFont(qapp.font())
    qapp.setFont(QFont(font.family(), round(font.pointSizeF() * 2.2)))
    window = new_window()  # which takes its letters from there
    window.goal_bar.choices.offer(("practice", "browser"), ("offline",))
    bar, goal = window.goal_bar, window.goal_bar.goal
    try:
        window.resize(1024, 700)
        assert becomes_so(lambda: window.width() == 1024)
        assert goal.width() > 12 * goal.fontMetrics().horizontalAdvance("0")
        bar.limits.show_fields([FieldSpec(f"Limit {n}", name=str(n)) for n in range(9)], {})
        bar.choices.choose(mode="explorer")
        bar.summary.click()
        assert becomes_so(bar.choices.isVisible)
        boxes = bar.choices.boxes.values()
        assert becomes_so(lambda: all(each.height() >= each.sizeHint().height() for each in boxes))
        assert bar.choices.geometry().bottom() <= bar.screen().availableGeometry().bottom()
        bar.choices.surface.setCurrentIndex(bar.choices.surface.findData("browser"))
        assert bar.choices.words.startswith("Browser · Explorer · Offline thinker · ")
        assert bar.summary.accessibleName() == f"How it is run: {bar.choices.words}"
        assert bar.choices.words in bar.summary.accessibleName()
        QTest.keyClick(bar.choices, Qt.Key.Key_Escape)
        assert becomes_so(bar.choices.isHidden)
    finally:
        bar.choices.hide()
        qapp.setFont(font)


def test_how_it_is_run_is_seen_whole_from_the_first_opening_on(
    new_window: Callable[[], MainWindow],
) -> None:
    bar = new_window().goal_bar
    bar.choices.offer(("practice", "browser"), ("offline",))
    bar.summary.click()
    try:
        area = bar.choices.findChild(QScrollArea)
        assert becomes_so(lambda: bar.choices.isVisible() and area.widget().isVisible())
        assert becomes_so(lambda: area.verticalScrollBar().maximum() == 0)
    finally:
        bar.choices.hide()


def test_a_past_session_shows_how_it_was_run(window: MainWindow) -> None:
    window.goal_bar.choices.offer(("practice", "browser"), ("offline",))
    chosen = window.goal_bar.summary.accessibleName()
    run = sample_run.finished_run()
    state = replace(run.state, surface="screen", thinker="qwen", asking=Asking.NEVER)
    show_past(window, SessionRow(state.session_id, state.goal, datetime.now(), "Goal reached"))
    window.show_run(state)
    told = window.goal_bar.summary.accessibleName()
    assert told == "How it is run: This screen · Director · qwen · Never ask"
    assert not window.goal_bar.summary.isEnabled()
    window.leave_past()
    assert window.goal_bar.summary.accessibleName() == chosen


def test_in_a_narrow_bar_nothing_lies_over_stop(theme: Theme) -> None:
    host = QWidget()
    bar = RunBar(theme)
    bar.setParent(host)
    bar.setGeometry(0, 0, 50 * bar.fontMetrics().horizontalAdvance("0"), 40)
    host.show()
    in_row = (bar.pause, bar.step, bar.take_over, bar.stop, bar.status)
    assert becomes_so(lambda: bar.status.width() > 0 and bar.pause.text() == "")
    assert becomes_so(lambda: all(a.geometry().right() < b.x() for a, b in pairwise(in_row)))
    assert all(each.width() >= each.minimumSizeHint().width() for each in in_row)
    discard(host)
