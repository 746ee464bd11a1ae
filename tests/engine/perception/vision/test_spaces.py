"""Model pixels to frame pixels and back, whatever the sizes."""

from __future__ import annotations

import pytest

from engine.domain.spaces import Rect
from engine.perception.vision.spaces import (
    ModelBox,
    ModelView,
    are_fractions,
    frame_from_model,
    model_from_fractions,
    model_from_frame,
    view_of,
)


@pytest.mark.parametrize(
    ("part", "max_side", "size"),
    [
        (Rect(0, 0, 1280, 800), 1280, (1280, 800)),
        (Rect(0, 0, 1281, 801), 640, (640, 400)),
        (Rect(7, 9, 333, 777), 500, (214, 500)),
        (Rect(0, 0, 3, 2000), 100, (1, 100)),
        (Rect(5, 5, 40, 30), 1000, (40, 30)),
    ],
)
def test_a_picture_is_made_to_fit_and_never_enlarged(
    part: Rect, max_side: int, size: tuple[int, int]
) -> None:
    view = view_of(part, max_side)
    assert (view.width, view.height) == size


@pytest.mark.parametrize("max_side", [1280, 1000, 777, 640, 333])
@pytest.mark.parametrize(
    "part", [Rect(0, 0, 1281, 801), Rect(191, 87, 899, 641), Rect(3, 5, 1023, 767)]
)
def test_there_and_back_is_the_very_same_place(part: Rect, max_side: int) -> None:
    view = view_of(part, max_side)
    for place in (
        part,
        Rect(part.x, part.y, 1, 1),
        Rect(part.x + 101, part.y + 37, 63, 29),
        Rect(part.right - 11, part.bottom - 7, 11, 7),
    ):
        assert frame_from_model(model_from_frame(place, view), view) == place


@pytest.mark.parametrize("max_side", [1280, 777, 333])
def test_whole_model_pixels_hit_within_one_of_their_own(max_side: int) -> None:
    part = Rect(191, 87, 899, 641)
    view = view_of(part, max_side)
    place = Rect(400, 300, 80, 40)
    box = model_from_frame(place, view)
    rounded = ModelBox(round(box.x), round(box.y), round(box.width), round(box.height))
    seen, step_px = frame_from_model(rounded, view).center, part.width / view.width
    assert abs(seen.x - place.center.x) <= step_px and abs(seen.y - place.center.y) <= step_px


VIEW = ModelView(Rect(100, 50, 200, 100), 100, 50)


@pytest.mark.parametrize(
    ("box", "place"),
    [
        (ModelBox(10, 10, 20, 10), Rect(120, 70, 40, 20)),
        (ModelBox(-10, -10, 20, 20), Rect(100, 50, 20, 20)),
        (ModelBox(90, 40, 500, 500), Rect(280, 130, 20, 20)),
    ],
)
def test_a_box_over_the_edge_is_cut_at_it(box: ModelBox, place: Rect) -> None:
    assert frame_from_model(box, VIEW) == place


@pytest.mark.parametrize(
    "box", [ModelBox(200, 0, 10, 10), ModelBox(0, -50, 10, 10), ModelBox(50, 20, -5, 10)]
)
def test_a_box_out_of_the_picture_or_turned_around_is_nowhere(box: ModelBox) -> None:
    assert frame_from_model(box, VIEW).is_empty


def test_shares_of_the_picture_are_told_from_pixels_where_that_is_certain() -> None:
    half = ModelBox(0.25, 0.5, 0.5, 0.25)
    assert are_fractions([half, ModelBox(0, 0, 1, 1)])
    assert frame_from_model(model_from_fractions(half, VIEW), VIEW) == Rect(150, 100, 100, 25)
    assert not are_fractions([half, ModelBox(10, 10, 20, 20)])
    assert not are_fractions([ModelBox(0, 0, 1, 1)]) and not are_fractions([])
    assert not are_fractions([ModelBox(500, 500, 250, 250)]), "may be pixels, may be thousandths"
