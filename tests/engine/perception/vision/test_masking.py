"""What a vision model is not shown, and what it reads nevertheless."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.domain.zones import COVERED, MASK
from engine.perception.masking.rules import MaskRules
from tests.engine.perception.seeing import (
    BOTH,
    DOT,
    STAR,
    canvas,
    look,
    seen,
    thing,
    things,
    vision,
    written,
)
from tests.support.drawn import SCREEN


async def test_an_address_on_a_canvas_is_not_in_the_sent_picture_and_a_shape_is() -> None:
    asked, model = vision(BOTH)
    after = await look(asked, written("jo@example.org"))
    picture = model.asked[0].picture
    assert picture is not None
    image = cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR)
    line = image[180:210, 30:190]
    assert set(np.unique(line)) <= {250, COVERED}, "paper and cover, no ink"
    assert (image[85:115, 85:115] == 90).all(), "the star"
    assert "1 place was covered" in after.warnings[0]


async def test_without_patterns_nothing_is_withheld_and_nothing_said() -> None:
    asked, model = vision(BOTH)
    after = await look(asked, written("jo@example.org"), MaskRules(patterns=()))
    picture = model.asked[0].picture
    assert picture is not None and after.warnings == ()
    image = cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR)
    assert (image[180:210, 30:190] < 100).any()


async def test_an_address_that_a_model_reads_nevertheless_is_masked_and_covered() -> None:
    asked, _ = vision(things(thing("jo@example.org", STAR, "button"), thing("Dot", DOT)))
    after = await look(asked, canvas())
    masked = seen(after)[MASK]
    assert masked.is_secret and masked.zone_id == "seen_button"
    pixels = np.frombuffer(after.frame.pixels, np.uint8).reshape(SCREEN.height, SCREEN.width, 4)
    assert (pixels[105:135, 105:135] == COVERED).all()
    assert set(seen(asked.kept(canvas()))) == {MASK, "Dot"}, "compared by what is under the cover"


async def test_what_is_said_of_a_covered_place_counts_for_nothing() -> None:
    now = canvas()
    pixels = np.frombuffer(now.frame.pixels, np.uint8).reshape(SCREEN.height, SCREEN.width, 4)
    covered = pixels.copy()
    covered[STAR.y : STAR.bottom, STAR.x : STAR.right] = COVERED
    asked, _ = vision(BOTH)
    after = await look(asked, replace(now, frame=replace(now.frame, pixels=covered.tobytes())))
    assert set(seen(after)) == {"Dot"}


# -- words of models ----------------------------------------------------------------------------
