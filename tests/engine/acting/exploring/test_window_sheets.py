"""A table in a window is read by where its cells are; one that goes on out of sight is not read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.acting.exploring.watching import contradictions_in
from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Window, Zone
from tests.support.stage import situation, zone

WIDTH, HEIGHT = 100, 20


def cell(text: str, column: int, row: int, role: Role = Role.CELL) -> Zone:
    place = Rect(column * WIDTH, row * HEIGHT, WIDTH - 1, HEIGHT - 1)
    return zone(text, role, zone_id=f"{role}{column}.{row}", bounds_px=place)


def window_with(rows: tuple[tuple[str, ...], ...], *others: Zone, height: int = 400) -> Situation:
    heads = [cell(text, at, 0, Role.COLUMN_HEADER) for at, text in enumerate(("What", "Amount"))]
    cells = [
        cell(text, column, row)
        for row, texts in enumerate(rows, start=1)
        for column, text in enumerate(texts)
    ]
    seen = situation(*heads, *cells, *others)
    window = replace(seen.windows[0], bounds_px=Rect(0, 0, 400, height))
    return replace(seen, windows=(window,))


def field(value: str, label: str = "Total") -> Zone:
    return zone(label, Role.TEXT_FIELD, value=value, bounds_px=Rect(0, 200, 90, 20))


ROWS = (("Lamp", "90.00"), ("Desk", "310.00"))
BESIDE = (
    zone("Total:", Role.LABEL, zone_id="a", bounds_px=Rect(0, 200, 40, 20)),
    zone("$355.00", Role.LABEL, zone_id="b", bounds_px=Rect(60, 202, 40, 18)),
)


@pytest.mark.parametrize(
    "others",
    [
        (field("355.00"),),
        (zone("Total: 355.00", Role.LABEL, bounds_px=Rect(0, 200, 90, 20)),),
        (zone("Total 3 items", Role.LABEL, bounds_px=Rect(0, 230, 90, 20)), field("355.00")),
        BESIDE,
    ],
)
def test_a_total_in_a_field_or_label_is_read(others: tuple[Zone, ...]) -> None:
    (found,) = contradictions_in(window_with(ROWS, *others))
    assert found.summary == "“Total” is not what its parts come to"
    assert found.application == "Window"


def test_the_right_total_is_silent() -> None:
    assert not list(contradictions_in(window_with(ROWS, field("400.00"))))


def test_a_table_that_may_have_more_rows_is_not_read() -> None:
    assert not list(contradictions_in(window_with(ROWS, field("355.00"), height=65)))
    below = zone("Add", bounds_px=Rect(0, 62, 200, 20))
    assert not list(contradictions_in(window_with(ROWS, field("355.00"), below)))


def test_a_table_under_another_window_is_not_read() -> None:
    seen = window_with(ROWS, field("355.00"))
    over = Window("over", "Over", "Over", Rect(50, 30, 60, 60), True, -1)
    assert not list(contradictions_in(replace(seen, windows=(over, *seen.windows))))


def test_cells_that_stand_in_no_column_make_it_unsure() -> None:
    stray = cell("5.00", 3, 1)
    assert not list(contradictions_in(window_with(ROWS, field("355.00"), stray)))
