"""The window: starting a run, what is remembered, what the docks do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from engine.domain.approvals import Asking
from engine.domain.plans import StepPlace
from engine.domain.terminals import Outcome, Terminal
from tests.support import sample_run, web_run
from tests.support.console_windows import discard
from tests.support.shown_words import facts_text, shown_text
from tests.widgets.conftest import Heard, becomes_so, let_work
from widgets.kit.forms import StartRequest
from widgets.kit.parts import ElidedLabel
from widgets.kit.theme import ThemeChoice
from widgets.window.console_commands import ShortcutsDialog
from widgets.window.dock_layout import THEME, LayoutMemory
from widgets.window.goal_bar import emphasised
from widgets.window.main_window import MainWindow

ONE_WINDOW = True

NEVER_MS = 3_600_000


def test_ctrl_return_starts_the_goal(window: MainWindow, heard: type) -> None:
    started: Heard = heard()
    window.start_requested.connect(started)
    window.goal_bar.choices.offer(("practice", "screen"), ("offline",))
    window.goal_bar.choices.choose(surface="screen", asking=Asking.RISKY)
    QTest.keyClicks(window.views.goal_bar.goal, "Open Mousepad")
    QTest.keyClick(
        window.views.goal_bar.goal, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
    )
    assert started.calls == [(StartRequest("Open Mousepad", "screen", "offline", Asking.RISKY),)]


def test_an_empty_goal_starts_nothing_and_says_so(window: MainWindow, heard: type) -> None:
    started: Heard = heard()
    window.start_requested.connect(started)
    QTest.mouseClick(window.views.goal_bar.start, Qt.MouseButton.LeftButton)
    assert started.count == 0
    assert "no goal" in window.views.goal_bar.problem.text


def test_words_not_understood_are_emphasised_and_go_away_with_typing(window: MainWindow) -> None:
    window.goal_bar.set_goal("Open <Mousepad> and frobnicate")
    window.goal_bar.show_problem("Not understood.", (window.goal_bar.goal.text(),))
    assert window.goal_bar.problem.text == "Not understood.", "all of it is not said twice"
    window.goal_bar.show_problem("Not understood.", ("frobnicate",), "Say it otherwise.")
    text = window.views.goal_bar.problem.text
    assert "<b><u>frobnicate</u></b>" in text
    assert "&lt;Mousepad&gt;" in text
    QTest.keyClicks(window.views.goal_bar.goal, "!")
    assert window.views.goal_bar.problem.text == ""


def test_emphasis_survives_odd_words() -> None:
    assert emphasised("a (b) c", ("(b)", "")) == "a <b><u>(b)</u></b> c"
    assert emphasised("a & b", ()) == "a &amp; b"


def test_no_second_run_while_one_goes_on(window: MainWindow, heard: type) -> None:
    started: Heard = heard()
    window.start_requested.connect(started)
    window.show_run(sample_run.asking_run().state)
    assert window.views.goal_bar.goal.text() == sample_run.GOAL
    QTest.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert started.count == 0


def test_a_key_that_comes_too_late_to_approve_starts_no_new_run(
    qapp: QApplication, settings_file: Path, heard: type
) -> None:
    started: Heard = heard()
    for armed_after_ms in (NEVER_MS, 50):
        window = MainWindow(
            settings=QSettings(str(settings_file), QSettings.Format.IniFormat),
            armed_after_ms=armed_after_ms,
        )
        window.show()
        window.start_requested.connect(started)
        window.show_run(sample_run.pending_run().state)
        window.show_run(sample_run.finished_run().state)
        let_work(50)  # the keys come in a turn of their own
        start = (window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        if armed_after_ms == NEVER_MS:
            QTest.keyClick(*start)
            assert started.count == 0
            assert not window.views.goal_bar.start.isEnabled()
        else:
            assert becomes_so(window.views.goal_bar.start.isEnabled)
            QTest.keyClick(*start)
            assert started.count == 1
        discard(window)


def test_a_refused_goal_is_not_answered_by_the_run_before(window: MainWindow) -> None:
    window.show_run(sample_run.finished_run().state)
    ended = window.views.run_bar.status.text
    assert ended.startswith("Goal reached")
    window.goal_bar.set_goal("frobnicate the gizmo")
    window.goal_bar.show_problem("Not understood.", ("frobnicate",))
    assert window.views.run_bar.status.text == "Not started: the goal can’t be read"
    QTest.keyClicks(window.views.goal_bar.goal, "!")
    assert window.views.run_bar.status.text == ended


def test_the_layout_and_the_goals_are_remembered(
    new_window: Callable[[], MainWindow], heard: type
) -> None:
    first = new_window()
    first.views.timeline_dock.hide()
    first.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, first.views.plan_dock)
    first._actions.marks.setChecked(True)
    first.goal_bar.set_goal("Open Mousepad")
    first.views.goal_bar.request_start()
    written = {"browser": "shop.example", "vnc": "studio:5901", "seat": "studio"}
    for surface, text in written.items():
        first.goal_bar.choices.fields[surface].setText(f" {text}")
    first.close()
    second = new_window()
    assert {name: second.goal_bar.choices.fields[name].text() for name in written} == written
    assert second.views.timeline_dock.isHidden()
    area = second.dockWidgetArea(second.views.plan_dock)
    assert area == Qt.DockWidgetArea.RightDockWidgetArea
    assert second._actions.marks.isChecked()
    assert second.views.goal_bar.goals == ["Open Mousepad"]


def test_a_theme_that_is_none_is_that_of_the_system(tmp_path: Path) -> None:
    memory = LayoutMemory(QSettings(str(tmp_path / "memory"), QSettings.Format.IniFormat))
    assert memory.theme is ThemeChoice.SYSTEM
    for kept, theme in (("dark", ThemeChoice.DARK), ("of old", ThemeChoice.SYSTEM)):
        memory.settings.setValue(THEME, kept)
        assert memory.theme is theme


def test_the_docks_fold_away_and_come_back(window: MainWindow) -> None:
    window.views.plan_dock.hide()
    QTest.keyClick(window, Qt.Key.Key_F11)
    assert all(dock.isHidden() for dock in window.views.docks)
    QTest.keyClick(window, Qt.Key.Key_F11)
    shown = [dock.isVisible() for dock in window.views.docks]
    assert shown == [False, True, True]


def test_a_chosen_event_is_told_and_shown_everywhere(window: MainWindow) -> None:
    run = sample_run.pending_run()
    window.show_events(run.events)
    window.show_run(run.state)
    last = len(run.events) - 1
    window.views.timeline.log.select_row(last)
    text = facts_text(window.views.inspector.event_sheet)
    assert "Undo: irreversible: It can’t be taken back." in text
    assert window.views.timeline.strip.chosen == last


def test_the_log_is_filtered_by_words(window: MainWindow) -> None:
    run = sample_run.failed_run()
    window.show_events(run.events)
    window.show_events(run.events)
    table = window.views.timeline.log
    assert table.model().rowCount() == len(run.events), "events are not shown twice"
    window.views.timeline.filter.setText("warning picture")
    assert table.model().rowCount() == 1
    window.views.timeline.filter.clear()
    assert table.model().rowCount() == len(run.events)


def test_all_keys_are_read_within_the_screen(window: MainWindow) -> None:
    window._actions.shortcuts.trigger()
    [dialog] = window.findChildren(ShortcutsDialog)
    room = dialog.screen().availableGeometry()
    assert dialog.height() < room.height() and dialog.width() <= room.width()
    assert dialog.leave.geometry().bottom() < dialog.height()
    [area] = dialog.findChildren(QScrollArea)
    inside = area.viewport().width()
    for label in dialog.findChildren(QLabel):
        right = label.mapTo(area.viewport(), label.rect().topRight()).x()
        assert right <= inside, f"“{label.text()}” is cut"
    dialog.close()


def test_a_script_that_is_walked_is_told_as_one_and_its_file_stays(window: MainWindow) -> None:
    bar, state = window.goal_bar, sample_run.pending_run().state
    bar.set_goal("out/mine.toml")
    window.show_run(replace(state, mode="script"))
    assert "Script" in bar.summary.accessibleName()
    assert bar.goal.text() == "out/mine.toml"
    ended = Outcome(Terminal.GOAL_SATISFIED, "done", "")
    window.show_run(replace(state, mode="script", outcome=ended))
    assert "Script" not in bar.summary.accessibleName(), "the next run is as it is chosen"
    assert bar.goal.text() == "out/mine.toml"


def test_a_script_is_not_put_in_place_of_a_run_that_is_under_way_and_that_is_said(
    window: MainWindow,
) -> None:
    running = sample_run.pending_run().state
    window.show_run(running)
    window.put_again("out/mine.toml")
    assert window.goal_bar.goal.text() == running.goal
    assert shown_text(window.views.message).startswith("Not while a run is under way")


def test_a_script_of_the_web_is_put_in_place_without_a_word(window: MainWindow) -> None:
    window.goal_bar.choices.offer(("practice", "browser"), ("offline",))
    state = sample_run.finished_run().state
    window.show_run(replace(state, surface="browser:http://a.example/", mode="explorer"))
    window.put_again("out/mine.toml")
    assert window.goal_bar.goal.text() == "out/mine.toml"
    assert window.goal_bar.choices.surface_key == "browser:http://a.example/"
    assert not window.views.message.isVisible(), shown_text(window.views.message)


def test_a_message_is_a_banner_that_can_be_closed(window: MainWindow) -> None:
    window.show_message("The record is full.", "Nothing more is written.", "Free some space.")
    banner = window.views.message
    assert "Free some space." in shown_text(banner)
    close = banner.findChild(QAbstractButton)
    assert close is not None
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert not banner.isVisible()


def test_the_live_picture_stays_when_a_new_run_begins(window: MainWindow) -> None:
    window.show_live_state("Live")
    window.show_frame(QImage(64, 48, QImage.Format.Format_RGB32), age_ms=1.0)
    window.clear_run()
    assert window.views.live.view.image is not None
    said = [each.text for each in window.views.live.head.findChildren(ElidedLabel)]
    assert "Live" in said


def test_clearing_empties_every_view(window: MainWindow) -> None:
    run = sample_run.pending_run()
    window.show_events(run.events)
    window.show_run(run.state)
    window.clear_run()
    assert window.views.plan.view.rows.rowCount() == 0
    assert window.views.timeline.log.log.rowCount() == 0
    assert not window.views.approval.is_waiting
    assert window.windowTitle() == "Pilothouse"


@pytest.mark.parametrize("kind", [QAbstractButton, QLineEdit, QComboBox])
def test_every_control_has_a_name_and_a_tip(window: MainWindow, kind: type) -> None:
    window.show_run(sample_run.pending_run().state)
    for control in window.findChildren(kind):
        if control.isVisibleTo(window) and not control.objectName().startswith("qt_"):
            own = control.parentWidget()
            if isinstance(own, QLineEdit | QComboBox):
                continue  # the clear button and the line inside a box are Qt's
            assert control.accessibleName() or control.text(), control
            assert control.toolTip(), control.accessibleName()


def test_a_hasty_return_after_the_start_presses_no_button(window: MainWindow) -> None:
    window.views.goal_bar.goal.setFocus()
    window.show_run(web_run.navigating_run().state)
    assert window.focusWidget() is window.views.live.view


@pytest.mark.parametrize("run", [None, sample_run.pending_run, sample_run.finished_run])
def test_wherever_the_keyboard_comes_by_key_that_is_seen(
    window: MainWindow, run: Callable[[], sample_run.SampleRun] | None
) -> None:
    if run is not None:
        shown = run()
        window.show_events(shown.events)
        window.show_frame(shown.live, 10)
        window.show_zones(shown.zones)
        window.show_run(shown.state)
        if shown.state.outcome is not None:
            window.views.plan.place_chosen.emit(StepPlace(2, 3))

    def tabbed() -> QWidget:
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        let_work(5)
        return QApplication.focusWidget() or window

    first, stops = tabbed(), list[QWidget]()
    while first not in stops:
        stops.append(tabbed())
    assert len(stops) > 8
    for stop in stops:
        place = QRect(stop.mapTo(window, QPoint()), stop.size())
        before = window.grab(place).toImage()
        assert tabbed() is stop
        assert window.grab(place).toImage() != before, stop.accessibleName()


def test_the_form_of_how_it_is_run_grows_with_what_it_says_of_a_choice(window: MainWindow) -> None:
    window.goal_bar.choices.offer(("practice", "screen"), ("offline",))
    window.goal_bar.open_choices()
    form = window.goal_bar.choices
    (area,) = form.findChildren(QScrollArea)
    heights = set[int]()
    for asking in Asking:
        form.choose(asking=asking)
        let_work(30)
        assert area.verticalScrollBar().maximum() == 0, asking
        heights.add(form.height())
    assert len(heights) > 1, "what is said of one needs another line"
    form.hide()
