"""Which parts of the screen are read: only those of which accessibility tells nothing."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source
from engine.perception.drawn.boxes import inaccessible_areas
from tests.support.drawn import INK, SCREEN, drawn, window, zone

APP = window()
PLACE = APP.bounds_px


def places(*windows: object, zones: tuple[object, ...] = (), stale: bool = False) -> list[Rect]:
    situation = drawn(windows, zones)  # type: ignore[arg-type]
    return [area.bounds_px for area in inaccessible_areas(replace(situation, is_stale=stale))]


def test_a_window_that_tells_what_it_holds_is_not_read() -> None:
    assert places(APP, zones=(zone("Save", Role.BUTTON, Rect(40, 40, 50, 20)),)) == []


def test_the_body_of_a_window_that_tells_its_menu_bar_only_is_read() -> None:
    bar = zone("File", Role.MENU, Rect(PLACE.x, PLACE.y, 60, 20))
    body = Rect(PLACE.x, PLACE.y + 20, PLACE.width, PLACE.height - 20)
    line = Rect(60, 120, 80, 12), INK
    shown = [area.bounds_px for area in inaccessible_areas(drawn([APP], [bar], line))]
    assert shown == [body]
    assert places(APP, zones=(bar,)) == [], "nothing is painted there"
    empty = zone("", Role.TEXT_AREA, body)
    assert inaccessible_areas(drawn([APP], [bar, empty], line)) == (), "it is told"


def test_a_window_that_tells_nothing_is_read_as_a_whole() -> None:
    assert places(APP) == [PLACE]
    nameless = zone("", Role.BUTTON, Rect(40, 40, 50, 20))
    assert places(APP, zones=(nameless,)) == [PLACE], "a box without words tells no text"
    assert inaccessible_areas(drawn([APP], []))[0].is_silent


def test_what_a_model_or_the_reader_saw_is_not_what_the_window_tells() -> None:
    seen = replace(zone("Save", Role.LABEL, Rect(40, 40, 50, 20)), source=Source.TEXT)
    assert places(APP, zones=(seen,)) == [PLACE]


def test_stale_zones_tell_nothing() -> None:
    told = zone("Save", Role.BUTTON, Rect(40, 40, 50, 20))
    assert places(APP, zones=(told,), stale=True) == [PLACE]


def test_of_a_window_that_tells_something_its_silent_canvas_is_read() -> None:
    canvas = zone("Canvas", Role.CANVAS, Rect(30, 60, 300, 180))
    tab = zone("Canvas", Role.TAB, Rect(30, 30, 60, 20))
    assert places(APP, zones=(tab, canvas)) == [canvas.bounds_px]
    mark = zone("Red circle", Role.LABEL, Rect(100, 100, 60, 20))
    assert places(APP, zones=(tab, canvas, mark)) == [], "it tells of itself"
    icon = replace(canvas, bounds_px=Rect(30, 60, 48, 48))
    assert places(APP, zones=(tab, icon)) == [], "an icon is not a picture"


def test_what_another_window_covers_is_not_read() -> None:
    dialog = window("Dialog", Rect(20, 20, 320, 100), order=-1, dialog=True)
    told = zone("OK", Role.BUTTON, Rect(40, 40, 50, 20), at=dialog.window_id)
    assert places(APP, dialog, zones=(told,)) == [Rect(20, 120, 320, 140)]


def test_a_window_is_read_as_far_as_it_lies_on_the_screen() -> None:
    beyond = window("App", Rect(-50, 200, 200, 400))
    assert places(beyond) == [Rect(0, 200, 150, SCREEN.height - 200)]


def test_what_the_console_covers_is_not_read() -> None:
    situation = drawn([APP], [])
    strip = Rect(PLACE.x, PLACE.y, PLACE.width, 50)
    covered = replace(situation, frame=replace(situation.frame, own_px=(strip,)))
    below = Rect(PLACE.x, PLACE.y + 50, PLACE.width, PLACE.height - 50)
    assert [area.bounds_px for area in inaccessible_areas(covered)] == [below]
