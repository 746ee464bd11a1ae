"""Which zones are shown: the choice is the operator's, is told, and is remembered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State, Zone
from tests.support import sample_run
from tests.widgets.conftest import Heard
from widgets.picture.zone_filter import (
    DEFAULT_FILTER,
    RoleGroup,
    ZoneFilter,
    counts_words,
    filter_from_text,
    group_of,
)
from widgets.window.main_window import MainWindow

ON = frozenset({State.ENABLED})
SURE = Zone("sure", "Save", Role.BUTTON, Rect(10, 10, 80, 30), ON)
READ = Zone("read", "Save as", Role.LABEL, Rect(10, 60, 80, 20), source=Source.TEXT, confidence=0.7)
GROUP = Zone("group", "", Role.GROUP, Rect(0, 0, 300, 200), ON)
ZONES = (SURE, READ, GROUP)
OWN_CHOICE = ZoneFilter(frozenset({Source.TEXT, RoleGroup.MENUS}), 50)


def test_every_role_is_of_a_kind_and_those_that_are_new_are_seen() -> None:
    assert {group_of(role) for role in Role} == set(RoleGroup)
    assert group_of(Role.CHECK_MENU_ITEM) is RoleGroup.MENUS
    assert group_of(Role.SCROLL_BAR) is RoleGroup.OTHERS
    shown = [role for role in Role if DEFAULT_FILTER.shows(Zone("z", "", role, SURE.bounds_px, ON))]
    assert set(Role) - set(shown) == {*(Role.WINDOW, Role.DIALOG, Role.GROUP, Role.TOOL_BAR)}


@pytest.mark.parametrize(
    ("zone_filter", "shown"),
    [
        (DEFAULT_FILTER, [SURE, READ]),
        (ZoneFilter(DEFAULT_FILTER.hidden | {Source.TEXT}), [SURE]),
        (ZoneFilter(DEFAULT_FILTER.hidden | {RoleGroup.BUTTONS}), [READ]),
        (ZoneFilter(frozenset()), [SURE, READ, GROUP]),
        (ZoneFilter(least_percent=70), [SURE, READ]),
        (ZoneFilter(least_percent=75), [SURE]),
    ],
)
def test_a_zone_is_shown_by_its_source_its_role_and_how_sure_it_is(
    zone_filter: ZoneFilter, shown: list[Zone]
) -> None:
    assert [zone for zone in ZONES if zone_filter.shows(zone)] == shown


def test_a_choice_is_written_down_and_read_again() -> None:
    assert filter_from_text(OWN_CHOICE.to_text()) == OWN_CHOICE


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", '{"hidden": 3}', '{"hidden":[],"least_percent":"x"}']
)
def test_what_cannot_be_read_hides_nothing(text: str) -> None:
    assert filter_from_text(text) == DEFAULT_FILTER


def test_what_is_not_known_any_more_is_left_out() -> None:
    text = '{"hidden": ["sonar", "shapes"], "least_percent": 900}'
    assert filter_from_text(text) == ZoneFilter(frozenset({Source.SHAPE}), 0)


def test_the_count_says_how_many_are_hidden() -> None:
    assert counts_words(2, 3) == "3 zones, 2 shown"
    assert counts_words(1, 1) == "1 zone, all shown"
    assert counts_words(0, 0) == "No zones in the picture"


# -- in the window -------------------------------------------------------------------------------


@pytest.fixture
def seeing_window(window: MainWindow) -> MainWindow:
    window.show_frame(sample_run.draw_desktop(with_dialog=True), 10)
    window.show_zones(sample_run.zones())
    return window


def point_at_save(window: MainWindow, *, click: bool = True) -> None:
    view = window.views.live.view
    spot = view.in_view.widget_from_frame(sample_run.SAVE_BUTTON).center().toPoint()
    QTest.mouseMove(view, spot - QPoint(9, 9))
    QTest.qWait(10)  # moves to the same window are joined
    QTest.mouseMove(view, spot)
    QTest.qWait(10)
    if click:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)


def test_what_is_hidden_is_neither_drawn_nor_picked(seeing_window: MainWindow, heard: type) -> None:
    window = seeing_window
    view, menu = window.views.live.view, window.views.live.tools.menu
    pinned: Heard = heard()
    view.zone_pinned.connect(pinned)
    before = view.grab().toImage()
    menu.choices[RoleGroup.BUTTONS].trigger()
    assert view.grab().toImage() != before
    menu.show_all.trigger()
    assert view.grab().toImage() == before
    menu.choices[RoleGroup.BUTTONS].trigger()
    point_at_save(window)
    assert "button-save" not in [zone.zone_id for (zone,) in pinned.calls]
    menu.show_all.trigger()
    point_at_save(window)
    assert pinned.calls[-1][0].zone_id == "button-save"


def test_a_zone_pointed_at_is_let_go_of_when_it_is_hidden(seeing_window: MainWindow) -> None:
    view = seeing_window.views.live.view
    point_at_save(seeing_window, click=False)
    assert view.layer.hovered is not None
    seeing_window.views.live.tools.menu.choices[Source.ACCESSIBILITY].trigger()
    assert view.layer.hovered is None


def test_the_button_says_how_many_are_shown_only_where_some_are_hidden_by_choice(
    seeing_window: MainWindow,
) -> None:
    tools = seeing_window.views.live.tools
    assert tools.filter.text() == "" and "18 zones, all shown" in tools.filter.toolTip()
    tools.menu.choices[Source.TEXT].trigger()
    assert tools.filter.text() == "17 of 18"
    assert tools.menu.counts.text() == "18 zones, 17 shown"
    seeing_window.show_zones(sample_run.zones()[:4])
    assert tools.filter.text() == "4 of 4"


def test_it_is_done_by_key(seeing_window: MainWindow) -> None:
    menu = seeing_window.views.live.tools.menu
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(seeing_window, Qt.Key.Key_F, keys)
    assert menu.isVisible()
    menu.setActiveAction(menu.choices[Source.ACCESSIBILITY])
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert menu.counts.text() == "18 zones, 2 shown"
    QTest.keyClick(seeing_window, Qt.Key.Key_F, keys)
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible()


def test_a_click_ticks_and_leaves_the_menu_open_for_the_next(seeing_window: MainWindow) -> None:
    tools = seeing_window.views.live.tools
    tools.open_filter()
    place = tools.menu.actionGeometry(tools.menu.choices[Source.ACCESSIBILITY]).center()
    QTest.mouseMove(tools.menu, place)
    QTest.mouseClick(tools.menu, Qt.MouseButton.LeftButton, pos=place)
    assert tools.menu.isVisible() and tools.menu.counts.text() == "18 zones, 2 shown"
    tools.menu.sure.actions()[2].trigger()
    assert tools.menu.counts.text() == "18 zones, 1 shown", "the shape is 61 % sure"
    tools.menu.close()


def test_the_choice_is_there_again_the_next_day(new_window: Callable[[], MainWindow]) -> None:
    first = new_window()
    first.views.live.tools.menu.choices[Source.TEXT].trigger()
    first._actions.marks.trigger()
    first.close()
    second = new_window()
    second.show_zones(sample_run.zones())
    menu = second.views.live.tools.menu
    assert not menu.choices[Source.TEXT].isChecked()
    assert menu.counts.text() == "18 zones, 17 shown"
    assert second.views.live.view.layer.look.with_marks


def test_the_agents_zones_are_not_touched(seeing_window: MainWindow) -> None:
    """The picker of a step that is edited lists what is in sight, shown or not."""
    seeing_window.views.live.tools.menu.choices[RoleGroup.BUTTONS].trigger()
    request = seeing_window.views.approval.request
    request.show_request(sample_run.save_request())
    request.do_edit()
    rows = request.editor.zones.model()
    listed = [rows.index(row, 0).data() for row in range(rows.rowCount())]
    assert any(words.startswith("Save ") for words in listed)
