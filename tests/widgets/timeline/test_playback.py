"""A past session is played: each event in its order, as far apart as the strip draws them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support import sample_run
from tests.widgets.conftest import Heard, becomes_so
from widgets.timeline.timeline_panel import SPEEDS
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


def test_it_is_played_to_its_end_and_again_from_the_beginning(
    window: MainWindow, heard: type
) -> None:
    run = sample_run.finished_run("s-9")
    window.show_events(run.events)
    window.show_run(run.state)
    timeline = window.views.timeline
    playback, strip = timeline.playback, timeline.strip
    shown: Heard = heard()
    strip.row_chosen.connect(shown)
    for _ in SPEEDS[1:]:
        QTest.mouseClick(playback.speed, Qt.MouseButton.LeftButton)
    assert playback.speed.text() == "8×"
    window._actions.play.trigger()
    assert playback.is_playing and playback.play.accessibleName() == "Pause the playback"
    assert becomes_so(lambda: not playback.is_playing)
    assert [row for (row,) in shown.calls] == list(range(len(run.events)))
    assert playback.play.accessibleName() == "Play the session"
    window._actions.play.trigger()
    assert strip.chosen == 0
    window.clear_run()
    assert not playback.is_playing


def test_ones_own_run_that_has_ended_is_played_with_its_pictures(
    window: MainWindow, heard: type
) -> None:
    pictures: Heard = heard()
    window.record.picture_wanted.connect(pictures)
    run = sample_run.finished_run("own")
    window.show_events(run.events)
    window.show_run(run.state)
    window.show_frame(sample_run.draw_desktop(), 5)
    live = window.views.live.view.image
    window._actions.play.trigger()
    assert window.views.past_banner.isVisible() and len(pictures.calls) > 0
    window.record.came.emit("after-save", run.pictures["after-save"])
    window.views.timeline.strip.take(len(run.events) - 1)
    window.record.came.emit(pictures.calls[-1][0], run.pictures["after-save"])
    assert window.views.live.view.image is run.pictures["after-save"]
    window.leave_past()
    assert window.views.live.view.image is live


def test_a_gap_is_as_long_as_it_is_drawn(window: MainWindow) -> None:
    run = sample_run.finished_run("s-9")
    window.show_events(run.events)
    strip = window.views.timeline.strip
    gaps = [strip.scale.secs_after(row) for row in range(len(run.events) - 1)]
    real = [
        min(4.0, after.at_secs - before.at_secs)
        for before, after in zip(run.events, run.events[1:], strict=False)
    ]
    assert all(abs(drawn - was) < 1e-6 for drawn, was in zip(gaps, real, strict=True))


def test_the_log_has_its_filter_and_the_timeline_its_playback(window: MainWindow) -> None:
    timeline = window.views.timeline
    assert timeline.playback.isHidden(), "there is nothing to be played"
    run = sample_run.finished_run("s-9")
    window.show_events(run.events)
    assert not timeline.playback.isHidden() and timeline.filter.isHidden()
    timeline.show_page(timeline.log)
    assert timeline.playback.isHidden() and not timeline.filter.isHidden()
