"""The picture: where its pixels are, what is under the pointer, what is repainted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.domain.spaces import Point, Rect
from tests.support import sample_run
from tests.widgets.conftest import Heard, becomes_so, let_work
from widgets.kit.theme import Theme
from widgets.picture.crop_pair import target_label
from widgets.picture.live_view import LiveView
from widgets.picture.zone_overlay import PictureGeometry, drawable_zones, zone_under
from widgets.window.main_window import MainWindow

ONE_WINDOW = True

GEOMETRIES = [
    PictureGeometry(1920, 1080, 960, 640),
    PictureGeometry(1920, 1080, 767, 431),
    PictureGeometry(1280, 800, 1900, 1160),
    PictureGeometry(1280, 800, 900, 700, pixel_ratio=2.0),
    PictureGeometry(1280, 800, 900, 700, pixel_ratio=1.5),
    PictureGeometry(1920, 1080, 800, 600, is_fit=False, pan_px=(300, 200)),
    PictureGeometry(1921, 1079, 1537, 863, pixel_ratio=1.25),
    PictureGeometry(2560, 1440, 1023, 767, pixel_ratio=1.25),
    PictureGeometry(3839, 2161, 1366, 768, pixel_ratio=1.5),
    PictureGeometry(1281, 801, 333, 777, pixel_ratio=1.75),
    PictureGeometry(1365, 801, 2731, 1601, pixel_ratio=2.0),
    PictureGeometry(1919, 1081, 801, 601, pixel_ratio=1.25, is_fit=False, pan_px=(301, 203)),
]


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_a_frame_pixel_goes_to_the_widget_and_comes_back(geometry: PictureGeometry) -> None:
    for point in (Point(0, 0), Point(640, 400), Point(1279, 799), Point(33, 777)):
        box = geometry.widget_from_frame(Rect(point.x, point.y, 1, 1))
        assert geometry.frame_from_widget(box.center()) == point


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_the_picture_keeps_its_aspect_and_stands_on_whole_pixels(geometry: PictureGeometry) -> None:
    size = geometry.device_size
    assert size.width() / size.height() == pytest.approx(
        geometry.frame_width / geometry.frame_height, rel=0.01
    )
    corner = geometry.origin * geometry.pixel_ratio
    assert corner.x() == pytest.approx(round(corner.x()))
    assert corner.y() == pytest.approx(round(corner.y()))


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_every_column_and_row_comes_back_from_all_over_its_pixel(geometry: PictureGeometry) -> None:
    for n in range(geometry.frame_height):
        box = geometry.widget_from_frame(Rect(n, n, 1, 1))
        for share in (0.02, 0.5, 0.98):
            spot = box.topLeft() + QPointF(box.width() * share, box.height() * share)
            expected = Point(n, n) if n < geometry.frame_width else None
            assert geometry.frame_from_widget(spot) == expected


def test_beside_the_picture_there_is_no_frame_pixel() -> None:
    geometry = PictureGeometry(1920, 1080, 960, 640)
    assert geometry.frame_from_widget(QPointF(480, 10)) is None
    assert geometry.frame_from_widget(QPointF(480, 320)) == Point(960, 540)


def test_a_nearly_full_size_fit_is_drawn_at_full_size() -> None:
    assert PictureGeometry(1000, 600, 1060, 700).device_scale == 1.0
    assert PictureGeometry(1000, 600, 1300, 900).device_scale == pytest.approx(1.3)


def test_panning_stays_inside_the_picture() -> None:
    geometry = PictureGeometry(1920, 1080, 800, 600, is_fit=False, pan_px=(9000, 9000))
    assert geometry.origin == QPointF(-1120, -480)


def test_the_smallest_zone_under_the_pointer_is_found() -> None:
    zones = drawable_zones(sample_run.zones())
    found = zone_under(zones, sample_run.SAVE_BUTTON.center)
    assert found is not None and found.zone_id == "button-save"
    assert zone_under(zones, Point(1270, 790)) is None
    assert all(zone.on_screen for zone in zones)


@pytest.fixture
def view(theme: Theme, qapp: QApplication) -> LiveView:
    view = LiveView(theme)
    view.resize(960, 640)
    view.show()
    view.show_frame(sample_run.draw_desktop(with_dialog=True))
    view.show_zones(sample_run.zones())
    assert becomes_so(lambda: view.layer.pixmap)
    return view


def test_a_click_on_a_zone_pins_it(view: LiveView, heard: type) -> None:
    pinned: Heard = heard()
    view.zone_pinned.connect(pinned)
    spot = view.in_view.widget_from_frame(sample_run.SAVE_BUTTON).center().toPoint()
    QTest.mouseMove(view, spot)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    assert [zone.zone_id for (zone,) in pinned.calls] == ["button-save"]


class FinerView(LiveView):
    """On a display with five device pixels for four of a widget's."""

    def devicePixelRatioF(self) -> float:
        return 1.25


def test_a_slow_drag_keeps_the_picture_under_the_pointer(qapp: QApplication, theme: Theme) -> None:
    view = FinerView(theme)
    view.resize(400, 300)
    view.show_frame(sample_run.draw_desktop(with_dialog=True))
    view.set_fit(False)
    held = view.in_view.frame_from_widget(QPointF(200, 150))
    QTest.mousePress(view, Qt.MouseButton.MiddleButton, pos=QPoint(200, 150))
    for moved in range(1, 41):
        QTest.mouseMove(view, QPoint(200 - moved, 150))
    QTest.mouseRelease(view, Qt.MouseButton.MiddleButton, pos=QPoint(160, 150))
    assert view.in_view.frame_from_widget(QPointF(160, 150)) == held


def test_zones_can_be_reached_and_pinned_by_key(view: LiveView, heard: type) -> None:
    pinned: Heard = heard()
    view.zone_pinned.connect(pinned)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert pinned.count == 1


def test_the_target_is_marked_in_the_accent(view: LiveView, theme: Theme) -> None:
    mark = theme.palette.colour("mark")
    box = view.in_view.widget_from_frame(sample_run.SAVE_BUTTON)
    corner = QPoint(round(box.left()) - 4, round(box.top()) + 1)
    assert view.grab().toImage().pixelColor(corner) != mark
    view.show_target(sample_run.SAVE_BUTTON, "Click “Save”")
    assert view.grab().toImage().pixelColor(corner) == mark


BOX = QRectF(200, 100, 60, 20)
VIEW = QRectF(0, 0, 480, 300)
ABOVE, BELOW = QRectF(180, 40, 300, 58), QRectF(180, 122, 300, 60)
RIGHT, LEFT = QRectF(262, 98, 200, 24), QRectF(0, 98, 198, 24)
NEAR_LEFT = QRectF(0, 98, 110, 24)


@pytest.mark.parametrize(
    ("others", "words", "side"),
    [
        ([VIEW], "Click “Save”", "above"),  # what holds the target is no neighbour of it
        ([ABOVE], "Click “Save”", "below"),
        ([ABOVE, BELOW], "Click “Save”", "right"),
        ([ABOVE, BELOW, RIGHT], "Click “Save”", "left"),
        ([ABOVE, BELOW, RIGHT, NEAR_LEFT], "Click", "left"),
    ],
)
def test_the_targets_label_lies_over_none_of_its_neighbours(
    others: list[QRectF], words: str, side: str, qapp: QApplication
) -> None:
    metrics = QFontMetricsF(qapp.font())
    if NEAR_LEFT in others:  # it leaves room for the verb, whatever the font
        whole = target_label(BOX, words + " “Save”", metrics, VIEW, [ABOVE, BELOW, RIGHT])
        assert whole is not None
        verb_px = metrics.horizontalAdvance(words + " “Save”") - metrics.horizontalAdvance(words)
        others = [*others[:-1], QRectF(0, 98, whole.place.left() + verb_px / 2, 24)]
    label = target_label(BOX, "Click “Save”", metrics, VIEW, others)
    assert label is not None and label.words == words
    place = label.place
    assert not any(place.intersects(each) for each in (BOX, *others) if each != VIEW)
    assert {
        "above": place.bottom() <= BOX.top(),
        "below": place.top() >= BOX.bottom(),
        "right": place.left() >= BOX.right(),
        "left": place.right() <= BOX.left(),
    }[side]


def test_the_targets_label_ends_with_its_target_where_that_alone_has_room(
    qapp: QApplication,
) -> None:
    metrics, beyond = QFontMetricsF(qapp.font()), QRectF(BOX.right() + 6, 0, 300, 99)
    label = target_label(BOX, "Click “Save”", metrics, VIEW, [beyond, BELOW, RIGHT, LEFT])
    assert label is not None and label.words == "Click “Save”"
    assert label.place.bottom() <= BOX.top() and label.place.left() < BOX.left()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Next: Click “Save”", "Click “Save”"),
        ("Next: Click “Save: all”", "Click “Save: all”"),
        ("Take back: click “Save”", "Click “Save”"),
        ("Type “Dear all: hello” into “Name”", "Type"),
    ],
)
def test_where_the_targets_label_has_no_room_its_lead_goes_first(
    text: str, words: str, qapp: QApplication
) -> None:
    metrics = QFontMetricsF(qapp.font())
    left = BOX.left() - 40 - metrics.horizontalAdvance(words)
    label = target_label(BOX, text, metrics, VIEW, [ABOVE, BELOW, RIGHT, QRectF(0, 98, left, 24)])
    assert label is not None and label.words == words


def test_a_target_without_room_around_it_has_its_brackets_only(qapp: QApplication) -> None:
    others, metrics = [ABOVE, BELOW, RIGHT, LEFT], QFontMetricsF(qapp.font())
    assert target_label(BOX, "Click “Save”", metrics, VIEW, others) is None


def test_zones_that_come_later_move_the_targets_label(view: LiveView) -> None:
    view.show_target(sample_run.SAVE_BUTTON, "Click “Save”")
    before = view.label
    assert before is not None
    corner = view.in_view.frame_from_widget(before.place.topLeft())
    assert corner is not None
    over = replace(
        sample_run.zones()[0], zone_id="over", bounds_px=Rect(corner.x, corner.y, 60, 20)
    )
    view.show_zones((*sample_run.zones(), over))
    covered = view.in_view.widget_from_frame(over.bounds_px)
    assert view.label is None or not view.label.place.intersects(covered)
    on_it = replace(over, zone_id="on it", parent_id="over", bounds_px=sample_run.SAVE_BUTTON)
    view.show_zones((*sample_run.zones(), over, on_it))
    assert view.label == before, "a page is no neighbour, but what stands on it"


def test_the_same_frame_again_repaints_nothing(view: LiveView) -> None:
    painted: list[int] = []
    frame = sample_run.draw_desktop()
    original = view.paintEvent
    view.paintEvent = lambda event: (painted.append(1), original(event))[1]  # type: ignore[method-assign]

    def rests() -> bool:
        painted.clear()
        let_work(20)
        return not painted

    view.show_frame(frame)
    assert becomes_so(lambda: painted) and becomes_so(rests)
    view.show_frame(frame)
    view.show_zones(sample_run.zones())
    view.show_target(None)
    let_work(20)
    assert painted == []


def test_the_overlay_is_made_once_for_many_frames(view: LiveView) -> None:
    overlay = view.layer.pixmap
    assert overlay is not None
    for _ in range(3):
        view.show_frame(sample_run.draw_desktop())
        let_work(5)
    assert view.layer.pixmap is overlay
    view.show_zones(sample_run.zones()[:4])
    assert becomes_so(lambda: view.layer.pixmap is not overlay)


def test_a_full_size_picture_is_pixel_for_pixel(view: LiveView) -> None:
    view.change_look(with_boxes=False)
    view.set_fit(False)
    frame = QImage(1920, 1080, QImage.Format.Format_RGB32)
    frame.fill(0xFF102030)
    frame.setPixelColor(10, 20, Qt.GlobalColor.red)
    view.show_frame(frame)
    shot = view.grab().toImage()
    assert shot.pixelColor(10, 20) == Qt.GlobalColor.red
    assert shot.pixelColor(11, 20).name() == "#102030"


def test_a_lost_display_is_said_over_the_picture(window: MainWindow) -> None:
    window.show_frame(sample_run.draw_desktop(), 12)
    view = window.views.live.view
    before = view.grab().toImage()
    window.show_live_state("the display went away: its server ended", is_trouble=True)
    assert view.grab().toImage() != before
    window.show_live_state("live")
    assert view.grab().toImage() == before
