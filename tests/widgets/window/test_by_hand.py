"""What the operator does themselves: pointed at in the live picture, chosen from its menu."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.domain.actions import Click, Drag, TypeText
from engine.domain.local_planning import DoStep
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.spaces import Point, Rect
from engine.domain.zones import Zone
from engine.record.views.run_state import RunState
from tests.support import sample_run
from tests.support.shown_words import letters_twice
from tests.widgets.conftest import Heard
from widgets.window.by_hand import StepDialog
from widgets.window.main_window import MainWindow

ONE_WINDOW = True

BY_HAND = RunState(session_id="s", goal="By hand", mode="manual")


@pytest.fixture
def forced(window: MainWindow, heard: type) -> Heard:
    told: Heard = heard()
    window.forced.connect(told)
    return told


def at_work(window: MainWindow, state: RunState) -> dict[str, Zone]:
    run = sample_run.pending_run()
    window.show_frame(next(iter(run.pictures.values())), 0)
    window.show_zones(run.zones)
    window.show_run(state)
    return {zone.label: zone for zone in run.zones if zone.label}


def press(window: MainWindow, zone: Zone) -> None:
    view = window.views.live.view
    place = view.in_view.widget_from_frame(zone.bounds_px).center().toPoint()
    QTest.mouseMove(view, place)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def choose(name: str) -> None:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert not letters_twice(menu)
    [entry] = [each for each in menu.actions() if each.text().replace("&", "") == name]
    entry.trigger()
    menu.close()


def save_of(zones: dict[str, Zone]) -> Zone:
    return zones["Save"]


def test_a_press_upon_a_zone_offers_what_can_be_done_there_and_it_goes_out_as_a_step(
    window: MainWindow, forced: Heard
) -> None:
    save = save_of(at_work(window, BY_HAND))
    press(window, save)
    choose("Double-click")
    [[force]] = forced.calls
    assert isinstance(force, DoStep)
    assert (force.step.zone_id, force.step.action) == (save.zone_id, Click(count=2))
    assert force.step.description == "Double-click “Save”"


def test_where_there_is_no_zone_the_place_itself_is_clicked(
    window: MainWindow, forced: Heard
) -> None:
    at_work(window, BY_HAND)
    window.picture_menu.menu_for(Point(1, 1)).actions()[0].trigger()
    step = forced.calls[0][0].step
    assert step.zone_id == GLOBAL_ZONE_ID and isinstance(step.action, Click)
    image = window.views.live.view.image
    assert image is not None and step.action.at is not None
    assert step.action.at.within(Rect(0, 0, image.width(), image.height())) == Point(1, 1)


def test_what_is_written_is_done_with_the_text_that_stands_in_the_dialog(
    window: MainWindow, forced: Heard
) -> None:
    press(window, save_of(at_work(window, BY_HAND)))
    choose("Type into…")
    [dialog] = [each for each in window.findChildren(StepDialog) if each.isVisible()]
    dialog.editor.text.setPlainText("Hello")
    dialog.do.click()
    assert forced.calls[0][0].step.action == TypeText("Hello")


def test_a_drag_ends_where_the_picture_is_pressed_next(window: MainWindow, forced: Heard) -> None:
    zones = at_work(window, BY_HAND)
    save, cancel = save_of(zones), zones["Cancel"]
    press(window, save)
    choose("Drag…")
    press(window, cancel)
    assert forced.calls[0][0].step.action == Drag(to_zone_id=cancel.zone_id)


@pytest.mark.parametrize("control", ["running", "paused"])
def test_while_the_agent_acts_a_press_inspects_and_in_a_pause_it_acts(
    window: MainWindow, control: str
) -> None:
    pending = sample_run.pending_run().state
    zones = at_work(window, replace(pending, control=control))
    press(window, save_of(zones))
    menu = QApplication.activePopupWidget()
    assert (menu is not None) == (control == "paused")
    if menu is not None:
        menu.close()


def test_acting_by_hand_needs_no_goal_and_no_thinker(window: MainWindow, heard: type) -> None:
    started = heard()
    window.start_requested.connect(started)
    bar = window.goal_bar
    bar.choices.offer(("practice",), ("offline",))
    bar.choices.choose(mode="manual")
    assert bar.goal.isHidden() and not bar.choices.thinker.isEnabled()
    bar.request_start()
    assert started.calls[0][0].mode == "manual"


def test_a_new_run_by_hand_begins_at_how_it_is_run_as_there_is_no_goal_to_write(
    window: MainWindow,
) -> None:
    bar = window.views.goal_bar
    bar.choices.choose(mode="manual")
    window.views.live.view.setFocus()
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert bar.summary.hasFocus()
