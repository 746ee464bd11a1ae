"""How old the picture is: still is not old, late is amber, and nothing ticks for its own sake."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.domain.spaces import SightLag
from tests.support import sample_run
from tests.support.console_windows import show_past
from tests.support.gallery import SESSIONS
from widgets.kit.theme import Theme
from widgets.picture.live_panel import AgeLabel, AgeWords, age_words
from widgets.window.main_window import MainWindow

NOW = 1000.0


def words(age_secs: float, lag: SightLag = SightLag()) -> AgeWords:  # noqa: B008
    """Of a picture that was shown 40 ms after it was taken."""
    return age_words(lag, captured_at_secs=NOW - age_secs, shown_after_ms=42, now_secs=NOW)


def test_a_still_screen_is_told_with_the_time_since_when() -> None:
    assert words(0.3).text == "40 ms old"
    began = datetime.now() - timedelta(seconds=8000)
    told = words(8000)
    assert not told.is_late and told.holds_secs > 3600, "nothing moves on a still screen"
    near = (began + timedelta(seconds=later) for later in range(5))
    assert told.text in {f"still since {each:%H:%M:%S}" for each in near}


def test_a_change_that_has_no_picture_yet_makes_it_late() -> None:
    assert not words(20, SightLag(unshown_since_secs=NOW - 0.4)).is_late
    late = words(20, SightLag(unshown_since_secs=NOW - 2.7, unlooked_since_secs=NOW - 2.7))
    assert late.text == "picture 2.5 s late" and late.is_late


def test_stillness_is_not_claimed_while_the_camera_is_silent() -> None:
    silent = words(20, SightLag(silent_since_secs=NOW - 3))
    assert silent.text == "camera silent 3 s" and silent.is_late


def test_zones_of_an_older_picture_are_told_but_are_no_alarm() -> None:
    behind = words(0.1, SightLag(unlooked_since_secs=NOW - 0.8))
    assert behind.text == "zones 0.5 s behind" and not behind.is_late
    assert words(0.1, SightLag(unlooked_since_secs=NOW - 0.3)).text == "40 ms old"


class Clock:
    now_secs = NOW

    def __call__(self) -> float:
        return self.now_secs


def test_late_is_amber_and_has_a_shape_even_where_there_is_little_room(theme: Theme) -> None:
    clock = Clock()
    label = AgeLabel(theme, clock=clock)
    label.show_frame(40, "")
    label.refresh()
    label.set_roomy(False)
    assert label.isHidden()
    plain = label.grab().toImage()
    label.show_lag(SightLag(unshown_since_secs=NOW))
    clock.now_secs += 3
    label.refresh()
    assert not label.isHidden() and label.text.text() == "picture 3 s late"
    assert label.grab().toImage() != plain
    amber, text = (theme.palette.colour(name).hue() for name in ("warn", "text"))
    picture = label.grab().toImage()
    spots = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
    hues = {(x, y): picture.pixelColor(x, y).hue() for x, y in spots}  # a font's edges are blended
    assert abs(amber - text) > 20
    for part in (range(16), range(21, picture.width())):
        assert any(abs(hue - amber) < 5 for (x, _), hue in hues.items() if x in part)
    label.show_lag(SightLag())
    label.refresh()
    assert label.isHidden()


def test_frames_do_not_repaint_the_words_while_they_hold(theme: Theme) -> None:
    clock = Clock()
    label = AgeLabel(theme, clock=clock)
    label.show_frame(40, "")
    label.refresh()
    for _ in range(30):
        clock.now_secs += 1 / 30
        label.show_frame(90, "")
        assert label.text.text() == "40 ms old", "it is told anew by its own slow clock only"
    label.refresh()
    assert label.text.text() == "90 ms old"


def test_a_veiled_picture_has_no_age(window: MainWindow) -> None:
    window.show_frame(sample_run.draw_desktop(), 40)
    window.show_live_state("the display went away", is_trouble=True)
    assert window.views.live.age.text.text() == ""


def test_the_age_comes_back_with_the_live_picture(window: MainWindow) -> None:
    window.resize(1500, 800)
    age = window.views.live.age
    age._clock = Clock()
    window.show_frame(sample_run.draw_desktop(), 40)
    age.refresh()
    assert age.text.text() == "40 ms old"
    show_past(window, SESSIONS[0])
    age.refresh()
    assert age.text.text() == "", "a picture from the record has no age"
    window.leave_past()
    age.refresh()
    assert age.text.text() != ""
