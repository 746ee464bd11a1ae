"""Lines that are likely to matter are read first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.domain.spaces import Point, Rect
from engine.domain.zones import Window
from engine.perception.drawn.searching import reading_order

WHOLE = Rect(0, 0, 1000, 900)
FRONT = Window("front", "Front", "app", WHOLE, True, 1)
OVER = Window("over", "", "app", WHOLE, False, 0)
BEHIND = Window("behind", "Behind", "app", WHOLE, False, 2)


@dataclass(frozen=True)
class Line:
    name: str
    bounds_px: Rect
    window: Window = FRONT


def line(name: str, x: int, y: int, width: int, height: int = 16, window: Window = FRONT) -> Line:
    return Line(name, Rect(x, y, width, height), window)


PROSE = [line(f"prose {at}", 200, 40 + at * 16, 600) for at in range(50)]


def names(lines: list[Line]) -> list[str]:
    return [one.name for one in lines]


def test_a_button_below_a_page_of_prose_is_read_before_it() -> None:
    ordered = names(reading_order([*PROSE, line("Apply", 700, 860, 40)]))
    assert ordered[0] == "Apply" and len(ordered) == 51


def test_nothing_is_lost_or_read_twice() -> None:
    lines = [*PROSE, line("Apply", 700, 860, 40), line("OK", 10, 10, 20, window=OVER)]
    assert sorted(names(reading_order(lines))) == sorted(names(lines))
    assert reading_order([]) == []


def test_the_windows_go_from_the_top_so_that_a_menu_that_was_opened_is_read_first() -> None:
    lines = [
        line("behind", 10, 10, 40, window=BEHIND),
        line("over", 10, 10, 40, window=OVER),
        *PROSE[:3],
    ]
    assert names(reading_order(lines)) == ["over", "prose 0", "prose 1", "prose 2", "behind"]


def test_a_long_list_at_the_top_does_not_keep_the_bottom_waiting() -> None:
    rows = [line(f"row {at}", 10, at * 18, 60) for at in range(30)]
    buttons = [line("Apply", 600, 880, 60), line("Close", 700, 880, 60)]
    ordered = names(reading_order([*rows, *buttons]))
    assert {"Apply", "Close"} <= set(ordered[:6])


def test_the_shortest_goes_first_then_the_order_of_reading() -> None:
    lines = [line("b", 300, 12, 40), line("a", 10, 12, 40), line("long", 10, 10, 120)]
    assert names(reading_order(lines)) == ["a", "b", "long"]


def test_what_stands_in_a_box_of_its_size_goes_first() -> None:
    word, button = line("word", 10, 10, 30), line("Save as a template", 500, 500, 200)
    lines = [word, button]
    assert names(reading_order(lines)) == ["word", "Save as a template"]
    box = Rect(490, 492, 220, 32)
    assert names(reading_order(lines, boxes_px=[box])) == ["Save as a template", "word"]
    page = Rect(400, 400, 500, 400)
    assert names(reading_order(lines, boxes_px=[page])) == ["word", "Save as a template"]


def test_what_is_near_goes_first_but_not_prose() -> None:
    near, far = line("near by and long", 500, 500, 200), line("far", 10, 10, 30)
    ordered = reading_order([far, near, *PROSE], near_px=Point(550, 520))
    assert names(ordered)[:2] == ["near by and long", "far"]
