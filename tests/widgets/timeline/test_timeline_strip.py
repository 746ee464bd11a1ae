"""The timeline of a long run: it paints no more than has room, and the pointer finds its event."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engine.domain.events import ActionStarted, ApprovalAsked, Recorded, SegmentPlanned
from tests.engine.record.runs import long_run, recorded_run
from tests.widgets.conftest import becomes_so
from tests.widgets.conftest import qapp as qapp
from widgets.kit.picture_view import Thumbnails
from widgets.kit.row_painter import smaller
from widgets.kit.theme import Theme, ThemeChoice
from widgets.timeline.timeline_strip import (
    CROWD,
    LEAST_BAND_PX,
    LEAST_WAIT_PX,
    MARGIN,
    PAINT_EVERY_MS,
    REACH,
    TimelineStrip,
    strip_mark,
)

WIDTH = 600


@pytest.fixture(scope="module")
def strip(qapp: QApplication) -> Iterator[TimelineStrip]:
    recorded = recorded_run(*long_run(400))
    made = TimelineStrip(Theme(qapp, ThemeChoice.LIGHT), Thumbnails(), recorded)
    made.resize(WIDTH, made.height())
    made.extend(recorded)
    yield made
    made.deleteLater()


def test_it_paints_no_more_than_has_room(strip: TimelineStrip) -> None:
    room = WIDTH - 2 * MARGIN
    bands = list(strip._apart(strip._bands, LEAST_BAND_PX))
    assert len(strip.bands) > 390 and bands[0] == 0
    assert room / LEAST_BAND_PX / 2 < len(bands) <= room / LEAST_BAND_PX + 1
    for rows in strip._ticks.values():
        painted = [strip._x(rows[at]) for at in strip._apart(rows, CROWD)]
        gaps = [after - before for before, after in itertools.pairwise(painted)]
        assert all(gap >= CROWD - 0.001 for gap in gaps)
    ends = [strip._answered[at] for at in strip._apart(strip._answered, LEAST_WAIT_PX)]
    assert ends == sorted(set(ends)) and len(ends) <= room + 1


def test_a_segments_words_have_the_height_of_their_letters(qapp: QApplication) -> None:
    font = QFont(qapp.font())
    recorded = recorded_run(*long_run(3))
    large = QFont(font)
    large.setPixelSize(30)
    qapp.setFont(large)
    try:
        strip = TimelineStrip(Theme(qapp, ThemeChoice.LIGHT), Thumbnails(), recorded)
        strip.extend(recorded)
        strip.resize(WIDTH, strip.height())
        painted, edge = strip.grab().toImage(), strip._theme.palette.colour("border_strong")
        x = round(strip._x(strip._bands[1])) + 1
        band_px = sum(painted.pixelColor(x, y) == edge for y in range(painted.height()))
        assert band_px >= QFontMetrics(smaller(large)).height()
        strip.deleteLater()
    finally:
        qapp.setFont(font)


def test_nothing_that_has_room_is_left_out(qapp: QApplication) -> None:
    recorded = recorded_run(*long_run(3))
    strip = TimelineStrip(Theme(qapp, ThemeChoice.LIGHT), Thumbnails(), recorded)
    strip.resize(4000, strip.height())
    strip.extend(recorded)
    kinds = [each.event for each in recorded]
    assert len(list(strip._apart(strip._bands, LEAST_BAND_PX))) == sum(
        isinstance(each, SegmentPlanned) for each in kinds
    )
    waits = [each for each in kinds if isinstance(each, ApprovalAsked)]
    assert len(list(strip._apart(strip._answered, LEAST_WAIT_PX))) == len(waits)
    acts = [row for row, each in enumerate(kinds) if isinstance(each, ActionStarted)]
    assert acts in map(list, strip._ticks.values())
    strip.deleteLater()


def test_the_pointer_means_the_nearest_event_with_a_mark_and_else_the_nearest(
    strip: TimelineStrip,
) -> None:
    marked = [row for row, each in enumerate(strip._events) if strip_mark(each.event) is not None]
    for x in range(0, WIDTH, 7):
        found = strip.number_at(x)
        nearest = min(abs(strip._x(row) - x) for row in marked)
        if nearest <= REACH:
            assert found in marked and abs(strip._x(found) - x) == nearest
        else:
            assert found == strip.scale.row_near((x - MARGIN) / (WIDTH - 2 * MARGIN))


def _turn(strip: TimelineStrip, x: int, notches: int, sideways: int = 0) -> None:
    at, nothing = QPointF(x, 20), QPoint()
    turned = QPoint(120 * sideways, 120 * notches)
    keys, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.NoButton
    phase = Qt.ScrollPhase.NoScrollPhase
    strip.wheelEvent(QWheelEvent(at, at, nothing, turned, buttons, keys, phase, False))


@pytest.fixture
def zoomed(strip: TimelineStrip) -> Iterator[TimelineStrip]:
    yield strip
    strip.scale.move_to(0.0, 1.0)


def test_the_wheel_zooms_about_the_pointer_and_moves_sideways(zoomed: TimelineStrip) -> None:
    strip, x = zoomed, 400
    meant = strip.number_at(x)
    wide = strip.scale.right - strip.scale.left
    for _ in range(6):
        _turn(strip, x, 1)
    assert (strip.scale.right - strip.scale.left) < wide / 10
    assert abs(strip._x(meant) - x) < 80 or abs(strip.number_at(x) - meant) < 20
    assert all(
        -CROWD <= strip._x(rows[at]) <= WIDTH
        for rows in strip._ticks.values()
        for at in list(strip._apart(rows, CROWD))[1:]
    ), "what is out of sight is not painted"
    left = strip.scale.left
    _turn(strip, x, 0, sideways=-1)
    assert strip.scale.left > left
    for _ in range(20):
        _turn(strip, x, -1)
    assert (strip.scale.left, strip.scale.right) == (0.0, 1.0)


def test_the_keys_zoom_and_the_chosen_event_stays_in_sight(zoomed: TimelineStrip) -> None:
    strip = zoomed
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert strip.chosen == strip.count() - 1, "from nothing to the last"
    strip.take(3)
    for _ in range(8):
        QTest.keyClick(strip, Qt.Key.Key_Plus)
    assert 0 <= strip.scale.place(3) <= 1
    QTest.keyClick(strip, Qt.Key.Key_End)
    assert 0 <= strip.scale.place(strip.chosen) <= 1, "it moves along"
    QTest.keyClick(strip, Qt.Key.Key_0)
    assert (strip.scale.left, strip.scale.right) == (0.0, 1.0)


def test_hovering_shows_the_picture_of_then_once_it_is_there(strip: TimelineStrip) -> None:
    wanted: list[str] = []
    strip._thumbnails.wanted.connect(wanted.append)
    last = len(strip._events) - 1
    strip.show()
    QTest.mouseMove(strip, QPoint(round(strip._x(last)), 10))
    assert QToolTip.isVisible() and "<img" not in QToolTip.text() and len(wanted) == 1
    strip._thumbnails.take(wanted[0], QImage(16, 10, QImage.Format.Format_RGB32))
    picture = strip.picture_of(last)
    assert picture is not None and picture.width() == 16
    assert "<img" in QToolTip.text(), "the pointer rests"
    QToolTip.hideText()


def test_what_stands_still_is_not_painted_anew_for_the_pointer(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded, theme = recorded_run(*long_run(40)), Theme(qapp, ThemeChoice.LIGHT)
    told = list(recorded[:600])
    strip, painted = TimelineStrip(theme, Thumbnails(), told), list[str]()
    strip.resize(WIDTH, strip.height())
    strip.extend(told)
    paint = strip._paint_ticks
    monkeypatch.setattr(strip, "_paint_ticks", lambda it: (painted.append("all"), paint(it)))
    shown = [strip.grab().toImage()]
    painted.clear()

    def looks_otherwise() -> bool:
        shown.append(strip.grab().toImage())
        return shown[-1] != shown[-2]

    strip._hovered = strip.number_at(WIDTH / 2)
    assert looks_otherwise(), "where the pointer is"
    strip.choose_row(strip.number_at(WIDTH / 3))
    assert looks_otherwise() and not painted
    QTest.keyClick(strip, Qt.Key.Key_Plus)
    assert looks_otherwise() and painted == ["all"]
    strip.resize(WIDTH - 50, strip.height())
    assert looks_otherwise() and len(painted) == 2
    theme.choose(ThemeChoice.DARK)
    assert looks_otherwise() and len(painted) == 3
    told += recorded[600:]
    strip.extend(recorded[600:])
    assert looks_otherwise() and len(painted) == 4
    QTest.keyClick(strip, Qt.Key.Key_0)
    strip.grab()
    strip.clear()
    strip.extend(told)
    strip.grab()
    assert len(painted) == 6, "another session of as many events"
    theme.choose(ThemeChoice.LIGHT)
    strip.deleteLater()


def test_while_events_come_it_is_painted_ten_times_a_second(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded, told = recorded_run(*long_run(4)), list[Recorded]()
    strip, painted = TimelineStrip(Theme(qapp, ThemeChoice.LIGHT), Thumbnails(), told), list[int]()
    strip.show()
    QTest.qWaitForWindowExposed(strip)
    paint = strip.paint_things
    monkeypatch.setattr(strip, "paint_things", lambda it: (painted.append(len(told)), paint(it)))
    started = time.monotonic()
    for each in recorded:
        told.append(each)
        strip.extend([each])
        QTest.qWait(5)
    tenths = (time.monotonic() - started) * 1000 / PAINT_EVERY_MS
    assert 2 <= len(painted) <= tenths + 1
    assert becomes_so(lambda: painted[-1] == len(recorded)), "the last too"
    strip.deleteLater()
