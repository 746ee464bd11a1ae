"""Numbered marks: readable, told apart by everybody, and never over what they name."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, Zone
from engine.geometry.marks import PALETTE, Colour, Mark, brightness, ink_on, marks_of

FRAME = Rect(0, 0, 800, 600)
LEAST_DIFFERENCE = 40.0
"""In CIELAB: far more than side by side, enough for telling colours apart across a screen."""


def zone(label: str, bounds: Rect, role: Role = Role.BUTTON, *, shown: bool = True) -> Zone:
    return Zone(f"id {label}", label, role, bounds, on_screen=shown)


def overlapping(marks: tuple[Mark, ...]) -> list[tuple[int, int]]:
    pairs = itertools.combinations(marks, 2)
    return [
        (one.number, other.number)
        for one, other in pairs
        if not one.badge_px.intersection(other.badge_px).is_empty
    ]


def grid(columns: int, rows: int, width: int, height: int, gap: int = 0) -> list[Zone]:
    return [
        zone(f"{column}/{row}", Rect(column * (width + gap), row * (height + gap), width, height))
        for row in range(rows)
        for column in range(columns)
    ]


def test_numbers_go_from_one_in_the_order_given_over_what_is_in_sight() -> None:
    marks = marks_of(
        [
            zone("Last", Rect(10, 500, 80, 24)),
            zone("Hidden", Rect(10, 100, 80, 24), shown=False),
            zone("Outside", Rect(900, 100, 80, 24)),
            zone("Flat", Rect(10, 100, 80, 0)),
            zone("First", Rect(10, 10, 80, 24)),
        ],
        FRAME,
    )
    assert [(mark.number, mark.zone_id) for mark in marks] == [(1, "id Last"), (2, "id First")]
    assert marks[1].zone_px == Rect(10, 10, 80, 24)


def test_no_more_than_wanted() -> None:
    assert len(marks_of(grid(5, 5, 60, 20, 30), FRAME, most=7)) == 7


def test_where_there_is_room_a_badge_touches_its_zone_and_covers_nothing() -> None:
    zones = grid(6, 6, 60, 24, 50)
    for mark in marks_of(zones, FRAME):
        assert all(mark.badge_px.intersection(one.bounds_px).is_empty for one in zones)
        assert not mark.badge_px.grown(1).intersection(mark.zone_px).is_empty


def test_a_badge_does_not_lie_on_a_label_beside_its_field() -> None:
    label = zone("File name:", Rect(20, 100, 80, 24), Role.LABEL)
    field = zone("", Rect(100, 100, 200, 24), Role.TEXT_FIELD)
    [mark] = marks_of([field], FRAME, keep_clear_px=[label.bounds_px])
    assert mark.badge_px.intersection(label.bounds_px).is_empty
    assert mark.badge_px.intersection(field.bounds_px).is_empty


@pytest.mark.parametrize(
    ("role", "text_px"),
    [(Role.BUTTON, Rect(30, 4, 40, 16)), (Role.LIST_ITEM, Rect(0, 4, 32, 16))],
    ids=["in the middle", "on the left"],
)
def test_where_all_is_full_a_badge_keeps_off_the_text_of_its_zone(
    role: Role, text_px: Rect
) -> None:
    zones = [zone("Save", one.bounds_px, role) for one in grid(8, 25, 100, 24)]
    marks = marks_of(zones, FRAME, most=200)
    assert len(marks) == 200
    for mark in marks:
        text = Rect(
            mark.zone_px.x + text_px.x, mark.zone_px.y + text_px.y, text_px.width, text_px.height
        )
        assert mark.zone_px.intersection(mark.badge_px) == mark.badge_px, "inside its own zone"
        assert mark.badge_px.intersection(text).area <= text.area / 10


def test_a_badge_covers_a_small_icon_rather_than_the_words() -> None:
    rows = [one.bounds_px for one in grid(8, 25, 100, 24)]
    items = [zone("Save", row, Role.LIST_ITEM) for row in rows]
    icons = [zone("", Rect(row.right - 12, row.y + 6, 12, 12), Role.ICON) for row in rows]
    for mark in marks_of([*items, *icons], FRAME, most=9):
        assert mark.badge_px.x >= mark.zone_px.x + 36, "where “Save” has ended"


def test_a_read_text_is_text_all_over() -> None:
    texts = [
        Zone(f"t{at}", "Words", Role.LABEL, Rect(60, 40 + at * 60, 120, 18), source=Source.TEXT)
        for at in range(6)
    ]
    for mark in marks_of(texts, FRAME):
        assert mark.badge_px.intersection(mark.zone_px).is_empty


def test_what_a_large_zone_holds_is_marked_within_it() -> None:
    canvas = zone("", Rect(0, 0, 800, 600), Role.CANVAS)
    star = zone("star", Rect(300, 300, 40, 40), Role.ICON)
    marks = marks_of([canvas, star], FRAME)
    assert marks[1].badge_px.intersection(star.bounds_px).is_empty
    assert not marks[1].badge_px.grown(1).intersection(star.bounds_px).is_empty


@pytest.mark.parametrize("seed", range(4))
def test_badges_never_overlap_and_stay_in_the_frame_whatever_the_zones(seed: int) -> None:
    chance = random.Random(seed)
    wild = [
        zone(
            f"{at}",
            Rect(
                chance.randrange(-90, 900),
                chance.randrange(-90, 700),
                chance.choice([-5, 0, 1, 9, 60, 300, 99_999]),
                chance.choice([-5, 0, 1, 9, 24, 300, 99_999]),
            ),
        )
        for at in range(400)
    ]
    marks = marks_of(wild, FRAME, most=400)
    assert len(marks) > 50 and overlapping(marks) == []
    for mark in marks:
        assert mark.badge_px.intersection(FRAME) == mark.badge_px
        assert not mark.zone_px.is_empty


def test_a_zone_without_room_for_a_badge_gets_no_number() -> None:
    same = [zone(f"{at}", Rect(400, 300, 30, 20)) for at in range(500)]
    marks = marks_of(same, FRAME, most=500)
    assert 8 < len(marks) < 500 and overlapping(marks) == []
    assert [mark.number for mark in marks] == list(range(1, len(marks) + 1))
    assert marks_of(same, Rect(0, 0, 410, 5)) == ()
    assert marks_of([], FRAME) == ()


def test_larger_badges_for_a_picture_that_will_be_smaller() -> None:
    zones = grid(4, 4, 60, 24, 90)
    small, large = marks_of(zones, FRAME), marks_of(zones, FRAME, badge_height_px=40)
    assert {mark.badge_px.height for mark in small} == {16}
    assert {mark.badge_px.height for mark in large} == {40} and overlapping(large) == []


def test_each_has_another_colour_than_the_one_before() -> None:
    columns, rows = len(PALETTE), 8
    marks = marks_of(grid(columns, rows, 70, 30, 10), FRAME)
    assert len(marks) == columns * rows and {mark.colour for mark in marks} == set(PALETTE)
    assert all(one.colour != other.colour for one, other in itertools.pairwise(marks))


def contrast(one: Colour, other: Colour) -> float:
    """1 to 21, as the guidelines count it."""
    dark, bright = sorted((brightness(one), brightness(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", PALETTE)
def test_numbers_can_be_read_on_every_colour(colour: Colour) -> None:
    assert contrast(colour, ink_on(colour)) >= 4.5


def test_contrast_is_counted_as_the_guidelines_do() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


_SEEN_BY = {
    "most people": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "those without red": (
        (0.1523, 1.0526, -0.2049),
        (0.1145, 0.7863, 0.0992),
        (-0.0039, -0.0481, 1.0520),
    ),
    "those without green": (
        (0.3673, 0.8606, -0.2280),
        (0.2801, 0.6725, 0.0474),
        (-0.0118, 0.0429, 0.9689),
    ),
    "those without blue": (
        (1.2555, -0.0767, -0.1788),
        (-0.0784, 0.9308, 0.1476),
        (0.0047, 0.6914, 0.3039),
    ),
}
"""What becomes of red, green and blue light (Machado, Oliveira and Fernandes, 2009)."""


def lab(colour: Colour, seen_by: str) -> np.ndarray:
    """The colour as these people see it, in CIELAB."""
    part = np.array(colour) / 255
    light = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    light = np.clip(np.array(_SEEN_BY[seen_by]) @ light, 0, 1)
    to_xyz = np.array(
        [[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]]
    )
    x, y, z = to_xyz @ light / np.array([0.9505, 1.0, 1.0888])
    x, y, z = (np.cbrt(each) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("seen_by", _SEEN_BY)
def test_the_colours_differ_for(seen_by: str) -> None:
    for one, other in itertools.combinations(PALETTE, 2):
        difference = np.linalg.norm(lab(one, seen_by) - lab(other, seen_by))
        assert difference >= LEAST_DIFFERENCE, (one, other)
