"""The menu over the live picture, and how pointer and keys go from zone to zone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.support import sample_run
from tests.support.shown_words import facts_text
from tests.widgets.conftest import let_work
from widgets.picture.zone_layer import PictureCard
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


@pytest.fixture
def seen(window: MainWindow) -> MainWindow:
    window.show_frame(sample_run.draw_desktop(with_dialog=True), 10)
    window.show_zones(sample_run.zones())
    return window


def test_arrows_go_to_zones_and_escape_leaves_them(seen: MainWindow) -> None:
    view = seen.views.live.view
    [card] = view.findChildren(PictureCard)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.layer.hovered is not None and card.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.layer.hovered is None and card.isHidden()


def test_the_right_button_does_not_drag_the_picture(seen: MainWindow) -> None:
    view = seen.views.live.view
    view.set_fit(False)
    for button, moves in ((Qt.MouseButton.RightButton, False), (Qt.MouseButton.LeftButton, True)):
        before = view.in_view.pan_px
        QTest.mousePress(view, button, pos=QPoint(120, 600))
        QTest.mouseMove(view, QPoint(90, 590))
        let_work(10)
        QTest.mouseMove(view, QPoint(40, 560))
        let_work(10)
        QTest.mouseRelease(view, button, pos=QPoint(40, 560))
        assert (view.in_view.pan_px != before) is moves


def test_the_menu_opens_at_what_was_pressed_and_inspects_it(
    seen: MainWindow, qapp: QApplication
) -> None:
    view = seen.views.live.view
    spot = view.in_view.widget_from_frame(sample_run.SAVE_BUTTON).center().toPoint()
    reason = QContextMenuEvent.Reason.Mouse
    qapp.sendEvent(view, QContextMenuEvent(reason, spot, view.mapToGlobal(spot)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    inspect = menu.actions()[0]
    assert inspect.text().replace("&", "") == "Inspect button “Save”"
    inspect.trigger()
    menu.close()
    assert "Save" in facts_text(seen.views.inspector.zone_sheet)
