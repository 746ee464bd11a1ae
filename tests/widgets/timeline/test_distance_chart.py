"""The chart: how far each local state was from the goal, and what was decided there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from engine.domain.plans import StepPlace
from tests.support import local_run, sample_run
from tests.support.sample_run import SampleRun
from tests.support.shown_words import facts_text
from tests.widgets.conftest import Heard
from tests.widgets.window.test_layout import becomes_so
from widgets.kit.theme import ThemeChoice
from widgets.timeline.distance_chart import WANTED_HEIGHT, DistanceChart, DistancePoint
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


def chart_of(window: MainWindow, run: SampleRun) -> DistanceChart:
    window.show_events(run.events)
    window.show_run(run.state)
    window.views.timeline.show_page(window.views.timeline.chart)
    chart = window.views.timeline.chart
    assert becomes_so(lambda: chart.height() >= WANTED_HEIGHT)
    return chart


def drawn(points: tuple[DistancePoint, ...]) -> list[tuple[str, float, str, bool]]:
    return [(p.number, p.distance, p.mark.icon if p.mark else "", p.is_standing) for p in points]


def test_the_distances_are_drawn_in_the_order_of_the_states(window: MainWindow) -> None:
    chart = chart_of(window, local_run.finished_run())
    assert drawn(chart.points) == [
        ("1.0", 1.0, "", True),
        ("1.1", 4.0, "retain", False),
        ("1.2", 3.0, "explore", False),
        ("1.3", 3.0, "explore", False),
        ("1.4", 1.0, "undo", False),
        ("1.5", 1.0, "undo", True),
        ("1.6", 4.0, "retain", True),
        ("1.7", 10.0, "goal", True),
    ]
    assert [point.number for point in chart.points if point.is_revert] == ["1.5"]
    heights = [chart.place_of(number).y() for number in (0, 1, 7)]
    assert heights == sorted(heights, reverse=True), "nearer to the goal is further up"


def test_a_forced_revert_is_a_step_back(window: MainWindow) -> None:
    chart = chart_of(window, local_run.taken_back_run())
    assert drawn(chart.points)[-2:] == [("1.7", 10.0, "goal", False), ("1.8", 4.0, "undo", True)]


def test_arrow_keys_go_from_state_to_state_and_tell(window: MainWindow) -> None:
    chart = chart_of(window, local_run.finished_run())
    QTest.keyClick(window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    assert chart.hasFocus()
    QTest.keyClick(chart, Qt.Key.Key_Home)
    for _ in range(2):
        QTest.keyClick(chart, Qt.Key.Key_Right)
    assert "State: 1.2 of segment 2" in facts_text(window.views.inspector.step_sheet)
    assert str(window.views.plan.chosen) == "2.1.2"
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert str(window.views.plan.chosen) == "2.1.1"


def test_a_click_chooses_and_the_pointer_is_told_the_reason(
    window: MainWindow, heard: type
) -> None:
    chart = chart_of(window, local_run.finished_run())
    told: Heard = heard()
    chart.place_chosen.connect(told)
    at = chart.place_of(3).toPoint()
    QTest.mouseMove(chart, at)
    assert QToolTip.text().startswith("1.3  iteration 3: Scroll down in “Format”\n3.0 → 3.0")
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=at)
    assert told.calls == [(StepPlace(2, 1, 3),)]


def test_it_follows_the_plan_under_way_until_another_is_chosen(window: MainWindow) -> None:
    chart = chart_of(window, local_run.exploring_run("run"))
    assert chart.shown_text == "1.0: 1.0, 1.1: 4.0, 1.2: 3.0, 1.3: 3.0"
    window.show_run(local_run.pending_run("run").state)
    assert chart.shown_text.endswith("1.6: 4.0")
    window.views.plan.place_chosen.emit(StepPlace(1, 1))
    assert chart.shown_text.endswith("1.6: 4.0"), "that step has no plan of its own"


def test_without_a_local_plan_it_says_what_would_be_here(window: MainWindow) -> None:
    chart = chart_of(window, sample_run.finished_run())
    assert chart.points == ()
    window.clear_run()
    assert chart.points == ()


def choose_theme(window: MainWindow, choice: ThemeChoice) -> None:
    actions = window._actions.themes.actions()
    next(each for each in actions if each.data() == choice.value).trigger()


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
@pytest.mark.parametrize("run", [local_run.finished_run, sample_run.finished_run])
def test_it_is_painted_in_light_and_dark(
    window: MainWindow, choice: ThemeChoice, run: Callable[[], SampleRun]
) -> None:
    choose_theme(window, choice)
    chart = chart_of(window, run())
    image: QImage = chart.grab().toImage()
    palette = window._theme.palette
    assert image.pixelColor(QPoint(2, 2)) == palette.colour("panel")
    inks = {QColor(image.pixel(x, y)).name() for x in range(0, 400, 2) for y in range(10, 120, 2)}
    assert len(inks) > 3
    choose_theme(window, ThemeChoice.LIGHT)
