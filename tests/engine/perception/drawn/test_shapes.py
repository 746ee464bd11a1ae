"""What looks like a button, a field, a check box or an icon, in pictures painted as toolkits do."""

from __future__ import annotations

import numpy as np
import pytest

from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.drawn.boxes import Shape
from engine.perception.drawn.shapes import shapes_in
from tests.support.painted_shapes import DARK, LIGHT, THEMES, Painter, Theme

CONTROLS = {Role.BUTTON, Role.TEXT_FIELD, Role.COMBO_BOX}
BUTTON = Rect(40, 30, 110, 30)
FIELD = Rect(200, 30, 220, 28)


def at(shapes: list[Shape], place: Rect) -> list[Role]:
    return [one.role for one in shapes if one.bounds_px.overlap(place) >= 0.7]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("radius", [0, 6, 14])
def test_a_flat_button_is_one_whatever_its_corners(theme: Theme, radius: int) -> None:
    painter = Painter(theme)
    painter.flat_button(BUTTON, "Save", radius=radius)
    painter.field(FIELD, "Albatross")
    shapes = shapes_in(painter.bgr)
    assert at(shapes, BUTTON) == [Role.BUTTON]
    assert at(shapes, FIELD) == [Role.TEXT_FIELD]
    assert all(0 < one.confidence <= 1 for one in shapes)


def test_a_bevel_that_rises_is_a_buttons() -> None:
    painter = Painter()
    painter.raised_button(BUTTON, "Save")
    painter.raised_button(FIELD, "", deep=True)
    shapes = shapes_in(painter.bgr)
    assert at(shapes, BUTTON) == [Role.BUTTON]
    assert at(shapes, FIELD) == [Role.TEXT_FIELD]


def test_a_slight_gradient_does_not_break_a_button() -> None:
    painter = Painter()
    painter.flat_button(BUTTON, "Save")
    picture = painter.bgr.astype(np.int16)
    inner = picture[BUTTON.y + 1 : BUTTON.bottom - 1, BUTTON.x + 1 : BUTTON.right - 1]
    inner -= np.arange(inner.shape[0], dtype=np.int16)[:, None, None]
    assert at(shapes_in(picture.clip(0, 255).astype(np.uint8)), BUTTON) == [Role.BUTTON]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_check_boxes_and_radio_buttons_tell_whether_they_are_marked(theme: Theme) -> None:
    painter = Painter(theme)
    for row, is_checked in enumerate((False, True)):
        painter.check_box(40, 100 + 30 * row, "Insured", ticked=is_checked)
        painter.radio_button(240, 100 + 30 * row, "White", chosen=is_checked)
    shapes = shapes_in(painter.bgr)
    for row, is_checked in enumerate((False, True)):
        for x, role in ((40, Role.CHECK_BOX), (240, Role.RADIO_BUTTON)):
            place = Rect(x, 100 + 30 * row, 15, 15)
            found = [one for one in shapes if one.bounds_px.overlap(place) >= 0.7]
            assert [(one.role, one.is_checked) for one in found] == [(role, is_checked)]


@pytest.mark.parametrize("level", [225, 240])
def test_a_shade_under_the_border_of_a_check_box_is_no_tick(level: int) -> None:
    painter = Painter(LIGHT)
    for row, is_checked in enumerate((False, True)):
        painter.check_box(40, 100 + 30 * row, "Insured", ticked=is_checked)
    picture = painter.bgr
    for row in range(2):
        picture[101 + 30 * row, 41:54] = level
    found = [one for one in shapes_in(picture) if one.role is Role.CHECK_BOX]
    assert [one.is_checked for one in sorted(found, key=lambda one: one.bounds_px.y)] == [
        False,
        True,
    ]


def test_a_frame_around_buttons_is_no_button() -> None:
    painter, frame = Painter(), Rect(20, 20, 400, 60)
    painter.field(frame)
    for number in range(3):
        painter.flat_button(Rect(40 + 120 * number, 35, 100, 30), f"Number {number}")
    shapes = shapes_in(painter.bgr)
    assert not set(at(shapes, frame)) & CONTROLS
    assert sum(one.role is Role.BUTTON for one in shapes) == 3


def test_a_large_empty_field_is_a_text_area_and_an_icon_is_an_icon() -> None:
    painter, area = Painter(), Rect(30, 120, 400, 200)
    painter.field(area)
    painter.icon(40, 40)
    shapes = shapes_in(painter.bgr)
    assert at(shapes, area) == [Role.TEXT_AREA]
    assert Role.ICON in at(shapes, Rect(40, 44, 33, 25))


def test_a_patch_of_colour_within_an_icon_is_no_icon_of_its_own() -> None:
    painter = Painter()
    painter.icon(40, 40, side=48, is_two_tone=True)
    [icon] = shapes_in(painter.bgr)
    assert icon.role is Role.ICON and icon.bounds_px.overlap(Rect(40, 44, 49, 41)) >= 0.9


def test_the_largest_come_first() -> None:
    painter = Painter()
    painter.flat_button(BUTTON, "Save")
    painter.check_box(40, 100, "Insured")
    areas = [one.bounds_px.area for one in shapes_in(painter.bgr)]
    assert areas == sorted(areas, reverse=True) and len(areas) >= 2


@pytest.mark.parametrize("shade", [0, 255])
@pytest.mark.parametrize("size", [(1, 1), (1, 40), (40, 1), (2, 2), (2160, 3840)])
def test_an_empty_picture_of_any_size_has_no_shapes(size: tuple[int, int], shade: int) -> None:
    assert shapes_in(np.full((*size, 3), shade, np.uint8)) == []


def test_noise_is_borne() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    assert not [one for one in shapes_in(noise) if one.role in CONTROLS]


def test_a_torn_frame_has_the_shapes_that_are_whole() -> None:
    """The upper half is of the picture before, the lower one of that after."""
    before, after = Painter(), Painter(DARK)
    before.flat_button(BUTTON, "Save")
    after.flat_button(Rect(40, 300, 110, 30), "Quit")
    torn = np.concatenate([before.bgr[:210], after.bgr[210:]])
    shapes = shapes_in(torn)
    assert at(shapes, BUTTON) == [Role.BUTTON]
    assert at(shapes, Rect(40, 300, 110, 30)) == [Role.BUTTON]
