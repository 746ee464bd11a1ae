"""The picture comes first: its share of the window, and what the docks do with the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import combinations
from math import ceil

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QTabBar, QToolButton, QWidget

from engine.domain.plans import StepPlace
from tests.support import local_run, sample_run
from tests.support.console_windows import show_past
from tests.support.explored_run import explored_run
from tests.support.gallery import exploration_of, feed
from tests.support.lanes import varies
from tests.support.shown_words import letters_twice, shown_text
from tests.widgets.conftest import Heard, becomes_so, let_work
from widgets.decision.waiting_card import CardScroll, height_at
from widgets.kit.forms import SessionRow
from widgets.kit.pages import Offer
from widgets.window.dock_layout import BESIDE_PX, LEAST_DESK_PX, PICTURE_SHARE, columns_for
from widgets.window.main_window import MainWindow

SIZES = [(1280, 800), (1440, 900), (1920, 1080), (2560, 1440)]
AT_SIZES = [SIZES[0], *map(varies, SIZES[1:3]), SIZES[3]]


def sized(window: MainWindow, size: tuple[int, int]) -> MainWindow:
    window.resize(*size)
    assert becomes_so(lambda: (window.width(), window.height()) == size)
    let_work(50)  # a layout that changes once more would be caught in the act
    return window


def cut_off(panel: QWidget) -> list[str]:
    """The texts that have less room than their lines need."""
    lines = [each for each in panel.findChildren(QLabel) if each.isVisible()]
    return [each.text() for each in lines if each.height() < height_at(each, each.width())]


def whole_in(panel: QWidget, part: QWidget) -> bool:
    place = QRect(part.mapTo(panel, QPoint()), part.size())
    return panel.rect().contains(place) and part.width() >= part.minimumSizeHint().width()


def tabs_cut_off(window: MainWindow) -> list[str]:
    """The words of tabs that are shortened, or not in sight whole."""
    cut = list[str]()
    for tabs in (each for each in window.findChildren(QTabBar) if each.isVisible()):
        for number in (each for each in range(tabs.count()) if tabs.isTabVisible(each)):
            room = tabs.tabRect(number).intersected(tabs.visibleRegion().boundingRect())
            if room.width() < tabs.fontMetrics().horizontalAdvance(tabs.tabText(number)) + 8:
                cut.append(tabs.tabText(number))
    return cut


def picture_share(window: MainWindow) -> float:
    view = window.views.live.view
    return view.width() * view.height() / (window.width() * window.height())


@pytest.mark.parametrize("size", AT_SIZES)
def test_the_picture_has_most_of_the_window(window: MainWindow, size: tuple[int, int]) -> None:
    sized(window, size)
    assert all(dock.isVisible() for dock in window.views.docks)
    assert becomes_so(lambda: picture_share(window) >= PICTURE_SHARE)


@pytest.mark.parametrize("size", AT_SIZES)
def test_what_waits_is_seen_whole_and_the_picture_keeps_its_share(
    window: MainWindow, size: tuple[int, int]
) -> None:
    sized(window, size)
    run = sample_run.pending_run()
    window.show_events(run.events)
    window.show_frame(run.live, 10)
    window.show_run(run.state)
    card, plan = window.views.approval.request, window.views.plan
    assert card.isVisible()
    area, bar = card.sheet_area, card.sheet_area.verticalScrollBar()
    current = plan.view.rows.index_for(StepPlace(run.state.current_segment, run.state.current_step))

    def gives_no_more() -> bool:
        """In some fonts five rows of the plan and the whole card are higher than a small window."""
        row_px = plan.view.visualRect(current).height()
        return size == SIZES[0] and plan.view.viewport().height() < 5.5 * row_px

    assert becomes_so(lambda: area.height() >= area.full_height or gives_no_more())
    assert becomes_so(lambda: bar.maximum() == 0 or gives_no_more()), "something is out of sight"
    assert bar.maximum() <= 2 * card.fontMetrics().lineSpacing()
    assert card.approve.visibleRegion().boundingRect() == card.approve.rect()
    assert becomes_so(lambda: plan.view.viewport().rect().contains(plan.view.visualRect(current)))
    assert picture_share(window) >= PICTURE_SHARE


@pytest.mark.parametrize("larger_px", [0, 4])
def test_beside_a_tall_card_the_plan_keeps_five_rows(window: MainWindow, larger_px: int) -> None:
    """Whatever the font."""
    sized(window, (1280, 800))
    tree = window.views.plan.view
    font, was = QFont(tree.font()), QFont(tree.font())
    font.setPixelSize(tree.fontInfo().pixelSize() + larger_px)
    tree.setFont(font)
    run = sample_run.pending_run()
    assert run.state.pending is not None
    request = replace(run.state.pending, suspicion="It follows what stands on the screen. " * 12)
    window.show_events(run.events)
    window.show_run(replace(run.state, pending=request))
    area = window.views.approval.request.sheet_area
    let_work(100)  # until the card has got what it gets
    assert becomes_so(lambda: area.height() < area.full_height), "the card is taller than its room"
    place = StepPlace(run.state.current_segment, run.state.current_step)
    row = tree.rows.index_for(place)
    assert becomes_so(lambda: tree.viewport().height() >= 5 * tree.visualRect(row).height() > 0)
    tree.setFont(was)


@pytest.mark.parametrize("size", [(853, 533), (665, 420)])
def test_a_long_warning_in_a_small_window_leaves_the_buttons_whole_and_is_read_by_key(
    window: MainWindow, size: tuple[int, int]
) -> None:
    run = sample_run.pending_run()
    assert run.state.pending is not None
    request = replace(run.state.pending, suspicion="It follows what stands on the screen. " * 7)
    window.show_events(run.events)
    window.show_run(replace(run.state, pending=request))
    sized(window, size)
    card = window.views.approval.request
    buttons = [each for each in card.findChildren(QAbstractButton) if each.isVisible()]
    let_work(100)
    assert all(whole_in(card, each) for each in buttons)
    assert all(each.height() >= each.minimumSizeHint().height() for each in buttons)
    places = [QRect(each.mapTo(card, QPoint()), each.size()) for each in buttons]
    assert not any(one.intersects(other) for one, other in combinations(places, 2))
    bars = [each.verticalScrollBar() for each in card.findChildren(CardScroll)]
    assert all(each.maximum() > 0 == each.value() for each in bars)
    card.first_button.setFocus()
    for _ in range(20):
        QTest.keyClick(card.first_button, Qt.Key.Key_PageDown)
    assert all(each.value() == each.maximum() for each in bars)
    QTest.keyClick(card.first_button, Qt.Key.Key_PageUp)
    assert all(each.value() < each.maximum() for each in bars)


@pytest.mark.parametrize("size", AT_SIZES)
@pytest.mark.parametrize("run", [local_run.pending_run, local_run.taken_back_run])
def test_a_local_plan_and_a_revert_leave_the_picture_its_share(
    window: MainWindow, size: tuple[int, int], run: Callable[[], sample_run.SampleRun]
) -> None:
    sized(window, size)
    shown = run()
    window.show_events(shown.events)
    window.show_frame(shown.live, 10)
    window.show_run(shown.state)
    plan = window.views.plan
    newest = plan.view.rows.index_for(StepPlace(2, 1, 8 if run is local_run.taken_back_run else 7))
    viewport = plan.view.viewport()
    assert becomes_so(lambda: viewport.rect().contains(plan.view.visualRect(newest)))
    assert becomes_so(lambda: picture_share(window) >= PICTURE_SHARE)


@pytest.mark.parametrize("size", [(1024, 700), (1440, 879)])
def test_how_a_run_ended_has_its_room_as_soon_as_it_is_laid_out(
    window: MainWindow, size: tuple[int, int]
) -> None:
    sized(window, size)
    run = sample_run.finished_run()
    beginning = replace(run.state, outcome=None)
    window.show_run(beginning)
    assert becomes_so(lambda: not cut_off(window.views.approval))
    window.show_run(run.state)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    lines = [each for each in window.views.approval.findChildren(QLabel) if each.isVisible()]
    assert {"Goal reached", "Nothing waits for you."} <= {each.text() for each in lines}
    assert cut_off(window.views.approval) == []


def test_how_a_run_ended_is_read_whole_in_a_small_window_by_key(window: MainWindow) -> None:
    run = sample_run.finished_run()
    assert run.state.outcome is not None
    outcome = replace(run.state.outcome, message="What the goal asks for was done. " * 12)
    window.show_run(replace(run.state, outcome=outcome))
    sized(window, (665, 420))
    panel = window.views.approval
    area = next(each for each in panel.findChildren(CardScroll) if each.isVisible())
    assert becomes_so(lambda: not cut_off(panel)), cut_off(panel)
    assert area.verticalScrollBar().maximum() > 0
    window.views.desk.tabs.setFocus()
    QTest.keyClick(window.views.desk.tabs, Qt.Key.Key_Tab)
    assert area.hasFocus()
    for _ in range(9):
        QTest.keyClick(area, Qt.Key.Key_PageDown)
    assert area.verticalScrollBar().value() == area.verticalScrollBar().maximum()


def test_in_a_narrow_window_the_goal_and_what_waits_keep_their_room(window: MainWindow) -> None:
    window.show_run(sample_run.pending_run().state)
    goal_bar, run_bar = window.views.goal_bar, window.views.run_bar
    sized(window, (1024, 700))
    assert becomes_so(lambda: run_bar.cancel.text() == "")
    assert run_bar.cancel.accessibleName() == "Cancel plan"
    assert goal_bar.goal.width() >= 0.4 * window.width()
    middles = {each.geometry().center().y() for each in (goal_bar.goal, goal_bar.summary)}
    assert max(middles) - min(middles) <= 1 and run_bar.y() < goal_bar.y()
    status = run_bar.status
    needs = status.fontMetrics().horizontalAdvance("waits for you ·…")
    assert becomes_so(lambda: status.width() >= needs)
    sized(window, (1920, 1080))
    assert becomes_so(lambda: run_bar.cancel.text() == "Cancel plan")


def test_the_plan_stands_beside_the_picture_only_where_there_is_room() -> None:
    assert columns_for(2560, 1440, 1280).plan_px > 0
    narrow = columns_for(1280, 800, 640)
    assert narrow.plan_px == 0 and narrow.desk_px >= LEAST_DESK_PX


def test_the_log_opens_to_a_dozen_rows_and_gives_the_room_back(window: MainWindow) -> None:
    run = sample_run.finished_run()
    window.show_events(run.events)
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    log, strip = window.views.timeline.log, window.views.docks[-1]
    row = log.verticalHeader().defaultSectionSize()
    needs = 12 * row + strip.frame_height  # for which the share of 800 is too low in some fonts
    sized(window, (1280, max(800, ceil(needs / 0.4))))
    assert becomes_so(lambda: log.viewport().height() // row >= 12)
    assert log.isVisible() and window.views.timeline.filter.hasFocus()
    QTest.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert window.views.timeline.strip.isVisible() and not log.isVisible()
    assert becomes_so(lambda: picture_share(window) >= PICTURE_SHARE)


def test_the_log_leaves_the_picture_most_of_the_height_with_large_letters(
    own_window: MainWindow,
) -> None:
    strip, log = own_window.views.docks[-1], own_window.views.timeline.log
    sized(own_window, (1280, 800))
    log.verticalHeader().setDefaultSectionSize(38)  # as at QT_FONT_DPI=144
    QTest.keyClick(own_window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert becomes_so(log.isVisible)
    assert becomes_so(lambda: 200 < strip.height() <= 0.45 * own_window.height()), strip.height()


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_dock_is_folded_by_one_key_and_stays_folded(
    new_window: Callable[[], MainWindow], number: int
) -> None:
    keys = (Qt.Key.Key_F3, Qt.Key.Key_F4, Qt.Key.Key_F5)
    first = new_window()
    QTest.keyClick(first, keys[number])
    folded = [each is first.views.docks[number] for each in first.views.docks]
    assert [dock.isHidden() for dock in first.views.docks] == folded
    first.close()
    second = new_window()
    assert becomes_so(lambda: [dock.isHidden() for dock in second.views.docks] == folded)
    assert becomes_so(lambda: picture_share(second) >= PICTURE_SHARE)
    QTest.keyClick(second, keys[number])
    assert all(dock.isVisible() for dock in second.views.docks)
    assert becomes_so(lambda: picture_share(second) >= PICTURE_SHARE)


def test_the_operators_own_layout_is_left_alone(new_window: Callable[[], MainWindow]) -> None:
    first = new_window()
    edge = first.views.desk_dock.geometry().topLeft() + QPoint(-3, 80)
    assert first.childAt(edge) is None, "the edge between the picture and the desk"
    QTest.mousePress(first, Qt.MouseButton.LeftButton, pos=edge)
    QTest.mouseRelease(first, Qt.MouseButton.LeftButton, pos=edge)
    first.resizeDocks([first.views.desk_dock], [420], Qt.Orientation.Horizontal)
    assert becomes_so(lambda: first.views.desk_dock.width() > 400)
    width = first.views.desk_dock.width()
    sized(first, (1440, 900))
    assert first.views.desk_dock.width() == width
    first.close()
    second = sized(new_window(), (1440, 900))
    assert abs(second.views.desk_dock.width() - width) <= 2


def test_a_chosen_step_is_inspected_and_what_waits_comes_back(window: MainWindow) -> None:
    run = sample_run.pending_run()
    window.show_events(run.events)
    window.show_run(run.state)
    assert window.views.approval.isVisible()
    window.views.plan.place_chosen.emit(StepPlace(2, 3))
    assert window.views.inspector.isVisible() and not window.views.approval.isVisible()
    window.show_run(sample_run.asking_run("another").state)
    assert window.views.approval.isVisible()


def test_what_is_out_of_sight_is_not_approved(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    run = sample_run.pending_run()
    window.show_events(run.events)
    window.show_run(run.state)
    window.views.plan.place_chosen.emit(StepPlace(2, 3))
    approve = (window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(*approve)
    assert decided.count == 0
    assert window.views.approval.request.isVisible()
    QTest.keyClick(*approve)
    assert decided.count == 1


def test_tabs_are_read_whole_before_what_stands_beside_them(own_window: MainWindow) -> None:
    """Folding a dock away is in the menu too."""
    dock, pages = own_window.views.docks[-1], own_window.views.timeline
    needs = pages.title.sizeHint().width()
    dock.setFloating(True)
    dock.resize(needs + 16, 300)
    assert becomes_so(lambda: needs <= dock.width() < needs + BESIDE_PX), dock.width()
    assert becomes_so(lambda: not tabs_cut_off(own_window)), tabs_cut_off(own_window)


def test_a_small_screen_with_large_letters_has_room_for_the_whole_window(
    window: MainWindow,
) -> None:
    """800 × 600 at ``QT_FONT_DPI=144``: Qt has 533 × 400 then, of which a frame takes 13."""
    run = sample_run.pending_run()
    window.show_events(run.events)
    window.show_frame(run.live, 10)
    window.show_run(run.state)
    small = QSize(533, 387)
    window.resize(small)  # what has no room there makes room now
    assert becomes_so(lambda: window.minimumSizeHint().boundedTo(small) == window.minimumSizeHint())
    sized(window, small.toTuple())
    head = window.views.head
    assert becomes_so(lambda: head.minimumSizeHint().width() <= head.width())
    bar = window.views.run_bar
    assert bar.status.fontMetrics().horizontalAdvance("waits for you") <= bar.status.width()
    shown = [each for each in head.children() if isinstance(each, QWidget) and each.isVisible()]
    assert shown and all(head.rect().contains(each.geometry()) for each in shown)
    arrow = head.menu_bar.findChildren(QToolButton)[0]
    assert arrow.isVisible() and min(arrow.size().toTuple()) >= 24, "it can be hit"
    first = head.menu_bar.actionGeometry(head.menu_bar.actions()[0])
    assert first.isValid() and not first.intersects(arrow.geometry())
    offers = [
        Offer("Stop and close", "", str),
        Offer("Open folder", "", str),
        Offer("Save copies…", "", str),
    ]
    banner = window.views.message
    banner.show_banner("Close Pilothouse?", "It waits for you: “Send”.", tone="warn", offers=offers)
    assert becomes_so(lambda: banner.height() > 60), "below each other"
    let_work(50)
    assert window.size() == small and not cut_off(banner)
    buttons = [each for each in banner.findChildren(QAbstractButton) if each.isVisible()]
    assert all(whole_in(banner, each) for each in buttons)
    banner.hide()
    assert becomes_so(lambda: not tabs_cut_off(window)), tabs_cut_off(window)
    past = SessionRow("s-9", sample_run.GOAL, datetime(2026, 11, 21, 22, 8), "Goal reached")
    show_past(window, past)
    window.show_run(sample_run.finished_run("s-9").state)
    names = ("Open", "Open folder", "Save copies…")
    taken = list[str]()
    offers = [Offer(words, "", partial(taken.append, words), stays=True) for words in names]
    window.show_made("s-9", "1 file made or changed", "Practice/note.txt, 5 bytes", offers)
    of_past = window.views.past_banner
    assert becomes_so(lambda: not cut_off(of_past)), of_past.geometry()
    assert window.size() == small and banner.isHidden()
    assert "note.txt, 5 bytes" in shown_text(of_past)
    buttons = [each for each in of_past.findChildren(QToolButton) if each.isVisible()]
    assert all(whole_in(of_past, each) for each in buttons)
    assert [each.text() for each in buttons if each.text()] == ["Back to live"]
    assert all(each.focusPolicy() is Qt.FocusPolicy.TabFocus for each in buttons)
    back = next(each for each in buttons if each.text())
    back.setFocus()
    QTest.keyClick(back, Qt.Key.Key_Tab)
    focused = of_past.focusWidget()
    assert focused is not None and focused.accessibleName() == "What else can be done"
    assert of_past.offers == ["Back to live", "Run again", "Export…", *names]
    (more,) = (each for each in buttons if each.menu() is not None)
    assert min(more.size().toTuple()) >= 24
    behind = [each for each in more.menu().actions() if each.isVisible()]
    assert [each.text() for each in behind] == of_past.offers[1:]
    behind[-1].trigger()
    assert taken == ["Save copies…"]
    show_past(window, past)
    assert "note.txt" not in of_past.accessibleName(), "till the next one is shown"
    window.leave_past()
    explored = exploration_of(explored_run())
    window.clear_run()
    feed(window, explored)
    window.views.plan_pages.show_page(window.views.findings)
    let_work(50)
    assert window.minimumSizeHint().width() <= 533 and window.width() == 533


def test_a_small_window_keeps_its_size_when_something_waits_in_the_inspectors_place(
    window: MainWindow,
) -> None:
    """1024 × 700 at ``QT_FONT_DPI=144``: 665 × 420 within its frame."""
    run = sample_run.pending_run()
    window.show_run(replace(run.state, pending=None))
    small = sized(window, (665, 420)).size()
    window.views.plan.place_chosen.emit(StepPlace(2, 3))
    assert becomes_so(window.views.inspector.isVisible)
    let_work(50)
    window.show_run(run.state)
    assert becomes_so(window.views.approval.request.isVisible)
    let_work(50)
    assert window.size() == small


def test_a_banner_over_a_small_picture_lies_as_its_lines_need_it(window: MainWindow) -> None:
    """In some fonts the ends of its letters were cut off: it lay as with the lines of before."""
    run = sample_run.finished_run()
    window.show_events(run.events)
    window.show_frame(run.live, 10)
    window.show_run(run.state)
    sized(window, (665, 414))
    banner = window.views.message
    offers = [Offer(words, "", str) for words in ("Open", "Open folder", "Save copies…")]
    banner.show_banner("1 file made", "Practice/note.txt, 11 bytes", tone="good", offers=offers)
    assert becomes_so(banner.isVisible)
    let_work(100)
    lines = [each for each in banner.findChildren(QLabel) if each.isVisible()]
    before, layout = [each.geometry() for each in lines], banner.layout()
    assert layout is not None and not cut_off(banner)
    layout.invalidate()
    layout.activate()
    assert [each.geometry() for each in lines] == before


def test_every_action_stands_in_a_menu_and_none_is_longer_than_a_small_window(
    window: MainWindow,
) -> None:
    """With letters of 144 dpi a window of 700 pixels has room for seventeen entries."""
    stand: list[QAction] = []

    def look_into(entries: list[QAction]) -> None:
        assert len(entries) <= 17
        for entry in entries:
            stand.append(entry)
            below = entry.menu()
            if isinstance(below, QMenu):
                assert not letters_twice(below)
                look_into(below.actions())

    look_into(window.views.head.menu_bar.actions())
    actions = window._actions
    assert {each for group in actions.groups.values() for each in group} <= set(stand)
    assert set(actions.themes.actions()) <= set(stand)
