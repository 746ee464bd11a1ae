"""Before the first run: examples over the empty picture; and a head that fits large letters."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from tests.support import sample_run
from tests.widgets.conftest import becomes_so
from widgets.window.first_steps import EXAMPLES, FirstSteps
from widgets.window.main_window import MainWindow


def test_an_example_becomes_the_goal_and_the_examples_go_with_the_first_run(
    window: MainWindow,
) -> None:
    window.goal_bar.choices.offer(("practice",), ("offline",))
    [steps] = window.findChildren(FirstSteps)
    window.show_zones(())
    assert steps.isVisible()
    steps.buttons[-1].click()
    assert window.goal_bar.goal.text() == EXAMPLES[-1].goal and window.goal_bar.explores
    window.show_run(sample_run.pending_run().state)
    assert steps.isHidden()


def test_with_large_letters_in_a_small_window_the_boxes_leave_the_goals_row(
    window: MainWindow, qapp: QApplication
) -> None:
    window.goal_bar.choices.offer(("practice",), ("offline",))
    boxes, goal = window.goal_bar.boxes, window.goal_bar.goal
    window.resize(1280, 800)
    assert becomes_so(lambda: boxes.parentWidget() is window.goal_bar)
    font = QFont(qapp.font())
    try:
        qapp.setFont(QFont(font.family(), round(font.pointSizeF() * 1.6)))
        window.resize(1024, 700)
        assert becomes_so(lambda: boxes.parentWidget() is window.views.head)
        assert goal.width() > 12 * goal.fontMetrics().horizontalAdvance("0")
    finally:
        qapp.setFont(font)
