"""Places in zones and on the screen: which pixels they are, and what lies there."""

from __future__ import annotations

import itertools

import pytest

from engine.domain.actions import Click, Drag
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.spaces import Point, Rect, Spot
from engine.domain.zones import Role
from engine.states.spots import as_hit, has_changed, points_along, strokes_px, zone_holding
from tests.support.drawn import drawn, window, zone

APP = window(bounds=Rect(20, 20, 320, 240))
DIALOG = window("Ask", Rect(200, 200, 120, 60), order=0, dialog=True)
CANVAS = zone("Canvas", Role.CANVAS, Rect(30, 60, 300, 190))
TOOL = zone("Brush", Role.BUTTON, Rect(40, 70, 30, 30))
BIN = zone("Trash", Role.ICON, Rect(280, 200, 40, 40))
NOW = drawn((APP,), (CANVAS, TOOL, BIN))


def click(x: float, y: float, zone_id: str = "Canvas") -> PlanStep:
    return PlanStep(1, zone_id, zone_id, Click(at=Spot(x, y)), "Click there")


@pytest.mark.parametrize("width", [1, 7, 300, 1280])
def test_every_pixel_has_a_spot_that_leads_back_to_it(width: int) -> None:
    area = Rect(30, 60, width, 190)
    for x in range(30, 30 + width, max(1, width // 50)):
        assert Spot.of(Point(x, 100), area).within(area) == Point(x, 100)
    assert Spot(1, 1).within(area) == Point(30 + width - 1, 249)


def test_a_spot_is_a_share_of_the_zone_and_without_one_of_the_frame() -> None:
    assert strokes_px(click(0.5, 0.5), NOW) == ((Point(180, 155),),)
    frame = NOW.frame
    whole = strokes_px(click(0.5, 0.25, GLOBAL_ZONE_ID), NOW)
    assert whole == ((Point(frame.width // 2, frame.height // 4),),)
    assert strokes_px(click(0.5, 0.5, "gone"), NOW) == ()


def test_the_way_between_two_places_has_no_gaps() -> None:
    points = list(points_along([[Point(0, 0), Point(300, 40)]]))
    assert points[0] == Point(0, 0) and points[-1] == Point(300, 40)
    assert all(b.x - a.x <= 24 for a, b in itertools.pairwise(points))


def test_what_is_felt_is_what_lies_at_the_place() -> None:
    assert as_hit(click(0.5, 0.5), NOW)[0].zone_id == "Canvas"
    hit = as_hit(click(0.08, 0.13), NOW)[0]
    assert (hit.zone_id, strokes_px(hit, NOW)) == ("Brush", strokes_px(click(0.08, 0.13), NOW))
    assert as_hit(click(0.99, 0.99, GLOBAL_ZONE_ID), NOW)[0].zone_id == GLOBAL_ZONE_ID


def test_each_stroke_is_felt_by_itself_and_where_it_ends() -> None:
    strokes = ((Spot(0.5, 0.5), Spot(0.6, 0.6)), (Spot(0.5, 0.5), Spot(0.9, 0.85)))
    step = PlanStep(1, "Canvas", "Canvas", Drag(strokes=strokes), "Draw")
    first, second = (each.action for each in as_hit(step, NOW))
    assert isinstance(first, Drag) and isinstance(second, Drag)
    assert (first.to_zone_id, second.to_zone_id) == ("", "Trash")


def test_what_lies_under_another_window_is_not_there() -> None:
    below = window(bounds=Rect(20, 20, 320, 240), order=1, active=False)
    now = drawn((DIALOG, below), (CANVAS, TOOL))
    assert zone_holding([Point(250, 220)], now) is None
    assert zone_holding([Point(100, 150)], now) == CANVAS
    assert zone_holding([Point(100, 150), Point(250, 220)], now) is None


def test_a_place_has_changed_where_its_picture_has_and_not_for_a_caret() -> None:
    there = Rect(100, 100, 25, 25)
    same, caret = drawn((APP,), ()), drawn((APP,), (), (Rect(110, 104, 2, 18), 0))
    other = drawn((APP,), (), (Rect(90, 90, 20, 40), 0))
    assert not has_changed(NOW.frame, same.frame, there)
    assert not has_changed(NOW.frame, caret.frame, there)
    assert has_changed(NOW.frame, other.frame, there)
    assert not has_changed(NOW.frame, other.frame, Rect(200, 100, 25, 25))
