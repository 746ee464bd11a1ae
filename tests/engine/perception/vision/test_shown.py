"""The pictures that a planner asks for."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.domain.models import PictureSettings
from engine.domain.plans import Look, ShownPicture, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.shown import ShownPictures
from tests.engine.perception.seeing import APP, CANVAS, STAR, canvas, unread, written
from tests.support.drawn import SCREEN, drawn, zone

OPEN = MaskRules(patterns=())


async def show(
    look: Look, now: Situation | None = None, rules: MaskRules = OPEN, **settings: object
) -> ShownPicture:
    pictures = ShownPictures(PictureSettings(**settings), unread(rules))  # type: ignore[arg-type]
    return await pictures.show(now or canvas(), look)


def pixels_of(shown: ShownPicture) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(shown.picture.data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


@pytest.mark.parametrize(
    ("look", "part", "size"),
    [
        (Look(), APP.bounds_px, (320, 240)),
        (Look("Canvas"), CANVAS.bounds_px, (300, 190)),
        (Look("nowhere"), APP.bounds_px, (320, 240)),
        (Look(part_px=STAR, zoom=4), STAR, (160, 160)),
        (Look(is_whole=True), SCREEN, (SCREEN.width, SCREEN.height)),
        (Look("Canvas", zoom=8), CANVAS.bounds_px, (1568, 993)),
    ],
)
async def test_it_shows_that_part_as_large_as_asked_for(
    look: Look, part: Rect, size: tuple[int, int]
) -> None:
    shown = await show(look)
    assert (shown.part_px, (shown.picture.width, shown.picture.height)) == (part, size)
    assert pixels_of(shown).shape[:2] == size[::-1]


async def test_what_can_be_acted_upon_is_numbered_and_what_fills_the_picture_is_not() -> None:
    assert (await show(Look())).marks == ((1, "Close"),)
    assert (await show(Look(), marks=False)).marks == ()


async def test_no_number_lies_upon_a_text_or_the_icon_that_a_control_shows() -> None:
    """Who looks at a bar of tools without names looks for what its icons show."""
    tool = zone("tool", Role.LIST_ITEM, Rect(100, 100, 40, 40))
    row = zone("row", Role.LIST_ITEM, Rect(40, 160, 240, 40))
    icons = [
        zone("pen", Role.ICON, Rect(112, 112, 16, 16), parent="tool"),
        zone("edit", Role.ICON, Rect(60, 172, 16, 16), parent="row"),
        zone("delete", Role.ICON, Rect(90, 172, 16, 16), parent="row"),
    ]
    word = replace(zone("ketch", Role.LABEL, Rect(200, 100, 60, 20)), source=Source.TEXT)
    shown = await show(Look(), drawn((APP,), [CANVAS, tool, row, *icons, word]))
    assert {name for _, name in shown.marks} == {"tool", "row", "edit", "delete"}


async def test_a_place_of_the_picture_is_that_place_on_the_screen() -> None:
    shown = await show(Look("Canvas", zoom=3), marks=False)
    x, y = (STAR.center.x - 30) * 3, (STAR.center.y - 60) * 3
    assert shown.frame_point(x, y) == STAR.center
    assert pixels_of(shown)[y, x].tolist() == [90, 90, 90]  # the star, and not the paper


async def test_what_may_be_private_is_covered_and_counted() -> None:
    now = written("ann@example.org")
    assert (await show(Look("Canvas"), now)).covered == 0
    hidden = await show(Look("Canvas"), now, MaskRules())
    assert hidden.covered == hidden.unread >= 1, "nobody reads here"
    assert (pixels_of(hidden) == 128).all(axis=2).sum() > 500


async def test_what_is_masked_in_the_frame_itself_is_counted_where_it_is_shown() -> None:
    key = replace(zone("key", Role.TEXT_FIELD, Rect(40, 160, 100, 20)), is_secret=True)
    now = drawn((APP,), [CANVAS, key])
    assert (await show(Look("key"), now)).covered == 1
    assert (await show(Look(part_px=Rect(200, 100, 40, 20)), now)).covered == 0
