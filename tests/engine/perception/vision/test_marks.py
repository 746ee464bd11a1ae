"""Marks in the picture for a vision model: what has a place and no name gets a number."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.domain.models import ModelQuestion, PictureSettings
from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import COVERED, MASK, Role, Source, State, Zone
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.model_marks import MOST_MARKS, marks_for
from engine.perception.vision.spaces import ModelView
from engine.perception.vision.zones import VisionZones
from tests.engine.endpoint.asking import Account
from tests.engine.perception.seeing import (
    APP,
    CANVAS,
    CLOSE,
    DOT,
    MARKS,
    STAR,
    look,
    seen,
    thing,
    things,
    vision,
)
from tests.support.drawn import SCREEN, drawn, window, zone
from tests.support.scripted_endpoint import ScriptedEndpoint

SHAPE = replace(zone("", Role.OTHER, STAR), zone_id="shape_1", source=Source.SHAPE, confidence=0.8)
TEXT = replace(
    zone("Start", Role.LABEL, DOT),
    zone_id="read_start",
    source=Source.TEXT,
    confidence=0.97,
    state=frozenset(),
)
ICON = replace(zone("", Role.BUTTON, Rect(60, 200, 24, 24)), zone_id="button")


def window_with(*zones: Zone, marks: tuple[tuple[Rect, int], ...] = MARKS) -> Situation:
    return drawn((APP,), [CANVAS, CLOSE, *zones], *marks)


def named(number: int, label: str, role: str = "button", **more: Any) -> dict[str, Any]:
    return {"mark": number, "label": label, "role": role, **more}


def sent(question: ModelQuestion) -> np.ndarray:
    assert question.picture is not None
    data = np.frombuffer(question.picture.data, np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


def zone_in(situation: Situation, zone_id: str) -> Zone:
    found = situation.zone(zone_id)
    assert found is not None
    return found


async def test_a_number_names_a_shape_where_it_is() -> None:
    asked, model = vision(things(named(1, "Star", "icon")))
    after = await look(asked, window_with(SHAPE))
    star = zone_in(after, "shape_1")
    assert (star.label, star.role, star.bounds_px) == ("Star", Role.ICON, STAR)
    assert (star.source, star.named_by, star.confidence) == (Source.SHAPE, Source.VISION, 0.6)
    assert star.is_enabled and seen(after) == {} and after.warnings == ()
    prompt = model.asked[0].prompt
    assert "- 1: unnamed other" in prompt and "Tell what each number is" in prompt


async def test_a_text_gains_a_role_and_keeps_its_words_and_a_button_gains_a_label() -> None:
    asked, model = vision(things(named(1, "Begin"), named(2, "Print", "icon")))
    after = await look(asked, window_with(TEXT, ICON))
    start, icon = zone_in(after, "read_start"), zone_in(after, "button")
    assert (start.label, start.role, start.confidence) == ("Start", Role.BUTTON, 0.6)
    assert (icon.label, icon.role) == ("Print", Role.BUTTON), "it says itself that it is a button"
    assert icon.own_label == "", "what it tells itself is what states are compared by"
    prompt = model.asked[0].prompt
    assert "- 1: label “Start”" in prompt and "- 2: unnamed button" in prompt
    assert prompt.count("“Start”") == 1, "it is not among what is to be left out"


async def test_what_has_no_number_is_told_by_its_box() -> None:
    asked, _ = vision(things(named(1, "Star", "icon"), thing("Dot", DOT, mark=0)))
    after = await look(asked, window_with(SHAPE))
    assert zone_in(after, "shape_1").label == "Star" and seen(after)["Dot"].bounds_px == DOT


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([named(1, "Star"), named(7, "Moon")], "not there (7)"),
        ([named(1, "Star"), named(7, "Moon"), named(-2, "x"), named(9, "Sun")], "not there (7, 9)"),
    ],
)
async def test_a_number_that_is_not_there_is_left_out_and_said(
    answers: list[dict[str, Any]], words: str
) -> None:
    asked, _ = vision(things(*answers))
    after = await look(asked, window_with(SHAPE))
    assert {one.label for one in after.zones} == {"Canvas", "Close", "Star"}
    assert len(after.warnings) == 1 and words in after.warnings[0]


async def test_a_box_around_a_marked_thing_names_it_too() -> None:
    asked, _ = vision(things(thing("Dot", DOT), thing("Star", Rect(102, 99, 40, 40))))
    after = await look(asked, window_with(SHAPE))
    assert zone_in(after, "shape_1").label == "Star" and set(seen(after)) == {"Dot"}
    asked, _ = vision(things(thing("Moon", STAR), named(1, "Star")))
    assert zone_in(await look(asked, window_with(SHAPE)), "shape_1").label == "Star"


async def test_of_two_names_for_a_number_the_first_counts() -> None:
    asked, _ = vision(things(named(1, "Star"), named(1, "Moon")))
    assert zone_in(await look(asked, window_with(SHAPE)), "shape_1").label == "Star"


async def test_a_plate_of_ours_is_no_thing() -> None:
    asked, model = vision(things(thing("1", Rect(86, 100, 14, 14)), named(1, "Star")))
    after = await look(asked, window_with(SHAPE))
    assert seen(after) == {}
    plate = sent(model.asked[0])[80:94, 66:80]
    assert (plate != 250).any(axis=2).mean() > 0.9, "it is where the test says"


async def test_the_marks_are_drawn_and_what_they_name_is_not_covered() -> None:
    asked, model = vision(things(named(1, "Star")))
    await look(asked, window_with(SHAPE))
    bare, bare_model = vision(things(), marks=False)
    await look(bare, window_with(SHAPE))
    with_marks, without = sent(model.asked[0]), sent(bare_model.asked[0])
    changed = (with_marks != without).any(axis=2)
    x, y = STAR.x - APP.bounds_px.x, STAR.y - APP.bounds_px.y
    assert changed.any() and not changed[y : y + STAR.height, x : x + STAR.width].any()


@pytest.mark.parametrize("max_side", [320, 160])
async def test_numbers_are_as_large_in_a_picture_that_is_scaled_down(max_side: int) -> None:
    asked, model = vision(things(named(1, "Star")), max_side=max_side)
    await look(asked, window_with(SHAPE))
    picture = sent(model.asked[0])
    left_of_it = (STAR.x - APP.bounds_px.x) * max_side // APP.bounds_px.width - 2
    plate = (picture[:, :left_of_it] == (240, 0, 0)).all(axis=2)
    rows = np.flatnonzero(plate.any(axis=1))
    assert 13 <= rows.max() - rows.min() + 1 <= 15, "in pixels of the picture"


async def test_with_nothing_to_mark_or_without_marks_all_is_as_it_was() -> None:
    off, off_model = vision(things(thing("Dot", DOT)), marks=False)
    after = await look(off, window_with(SHAPE))
    assert set(seen(after)) == {"Dot"} and zone_in(after, "shape_1").named_by is None
    assert "mark" not in off_model.asked[0].system and "numbered" not in off_model.asked[0].prompt
    plain, plain_model = vision(things(thing("Dot", DOT, mark=3)))
    after = await look(plain, window_with())
    assert set(seen(after)) == {"Dot"}
    assert after.warnings == (), "a number means nothing where none was drawn"
    assert "numbered" not in plain_model.asked[0].prompt


@pytest.mark.parametrize(
    "unmarked",
    [
        replace(SHAPE, is_secret=True),
        replace(SHAPE, on_screen=False),
        replace(SHAPE, window_id="id Other"),
        replace(SHAPE, bounds_px=Rect(30, 60, 300, 190)),
        replace(SHAPE, bounds_px=Rect(100, 100, 3, 40)),
        replace(SHAPE, named_by=Source.VISION, label="Star"),
        replace(ICON, role=Role.GROUP),
        replace(ICON, label="Print"),
    ],
    ids=["secret", "hidden", "elsewhere", "most of it", "a line", "named", "a group", "labelled"],
)
async def test_no_number_for(unmarked: Zone) -> None:
    asked, model = vision(things(named(1, "Star")))
    other = window("Other", Rect(30, 30, 300, 200), order=1, active=False)
    await look(asked, drawn((APP, other), [CANVAS, CLOSE, unmarked], *MARKS))
    assert "numbered" not in model.asked[0].prompt


async def test_no_number_for_stale_zones_nor_for_what_lies_under_another_window() -> None:
    asked, model = vision(things(thing("Dot", DOT)))
    await look(asked, replace(window_with(SHAPE), is_stale=True))
    assert "numbered" not in model.asked[0].prompt
    over = window("Over", Rect(90, 90, 60, 60), order=0, active=False)
    asked, model = vision(things(thing("Dot", DOT)))
    below = replace(APP, order=1)
    await look(asked, drawn((over, below), [CANVAS, CLOSE, SHAPE], *MARKS))
    assert "numbered" not in model.asked[0].prompt


def test_a_text_that_got_no_number_of_its_own_is_not_covered_by_another() -> None:
    fields = [
        replace(ICON, zone_id=f"f{at}", bounds_px=Rect(200, 10 + at * 12, 60, 10))
        for at in range(MOST_MARKS)
    ]
    texts = [
        replace(TEXT, zone_id=f"t{at}", bounds_px=Rect(140, 10 + at * 12, 60, 10))
        for at in range(MOST_MARKS)
    ]
    view = ModelView(Rect(0, 0, 400, 1000), 400, 1000)
    marks = marks_for([*fields, *texts], [*fields, *texts], view, [])
    assert {mark.zone_id for mark in marks} == {one.zone_id for one in fields}
    for text in texts:
        assert all(one.badge_px.intersection(text.bounds_px).is_empty for one in marks)


# -- how long a name counts ---------------------------------------------------------------------


async def test_a_name_stays_while_the_picture_at_its_place_does() -> None:
    asked, _ = vision(things(named(1, "Star", "icon")))
    await look(asked, window_with(SHAPE))
    caret = (Rect(60, 200, 20, 20), 0)
    later = asked.kept(window_with(SHAPE, marks=(*MARKS, caret)))
    assert zone_in(later, "shape_1").label == "Star"
    other = asked.kept(window_with(SHAPE, marks=((STAR, 200), MARKS[1])))
    assert zone_in(other, "shape_1") == SHAPE, "another picture is another thing"
    moved = replace(SHAPE, bounds_px=Rect(150, 100, 40, 40))
    after = asked.kept(window_with(moved, marks=((moved.bounds_px, 90), MARKS[1])))
    assert zone_in(after, "shape_1").label == "Star", "it moved and is the same"
    assert zone_in(after, "shape_1").bounds_px == moved.bounds_px


async def test_nothing_is_made_anew_where_no_name_was_given() -> None:
    asked, _ = vision(things(thing("Dot", DOT)))
    now = window_with(SHAPE)
    assert asked.kept(now) is now


# -- masking ------------------------------------------------------------------------------------


async def test_no_number_tells_what_is_withheld() -> None:
    text = window_with(replace(SHAPE, bounds_px=Rect(50, 200, 140, 26)))
    pixels = np.frombuffer(text.frame.pixels, np.uint8).reshape(SCREEN.height, SCREEN.width, 4)
    image = pixels.copy()
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(image, "jo@example.org", (50, 220), font, 0.6, (0, 0, 0, 255), 1)
    now = replace(text, frame=replace(text.frame, pixels=image.tobytes()))
    asked, model = vision(things(thing("Dot", DOT)))
    await look(asked, now)
    assert "numbered" not in model.asked[0].prompt
    covered = sent(model.asked[0])[180:206, 30:170]
    assert set(np.unique(covered)) <= {250, COVERED}, "no ink, and no mark over it"


async def test_a_name_that_a_pattern_masks_is_masked_and_its_place_covered() -> None:
    asked, _ = vision(things(named(1, "jo@example.org")))
    after = await look(asked, window_with(SHAPE))
    star = zone_in(after, "shape_1")
    assert (star.label, star.is_secret) == (MASK, True) and star.hidden_digest
    pixels = np.frombuffer(after.frame.pixels, np.uint8).reshape(SCREEN.height, SCREEN.width, 4)
    assert (pixels[105:135, 105:135] == COVERED).all()
    assert zone_in(asked.kept(window_with(SHAPE)), "shape_1").label == MASK


async def test_a_label_that_a_model_gave_does_not_uncover_its_place() -> None:
    """What is written there is not known, only what a model said of it."""
    place = Rect(50, 200, 140, 26)
    named_one = replace(ICON, bounds_px=place, label="Go", named_by=Source.VISION)
    now = window_with(named_one)
    pixels = np.frombuffer(now.frame.pixels, np.uint8).reshape(SCREEN.height, SCREEN.width, 4)
    image = pixels.copy()
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(image, "jo@example.org", (50, 220), font, 0.6, (0, 0, 0, 255), 1)
    asked, model = vision(things(thing("Dot", DOT)))
    await look(asked, replace(now, frame=replace(now.frame, pixels=image.tobytes())))
    assert set(np.unique(sent(model.asked[0])[180:206, 30:170])) <= {250, COVERED}


# -- over a real endpoint -----------------------------------------------------------------------


async def test_a_real_endpoint_is_told_the_numbers_and_answers_by_them() -> None:
    answer = json.dumps(things(named(1, "Star", "icon"), named(2, "Begin"), named(5, "Moon")))
    async with ScriptedEndpoint([answer]) as endpoint:
        settings = EndpointSettings(endpoint.base_url, endpoint.model)
        model = OpenAiModel(settings, Account(), FormMemory())
        asked = VisionZones(model, picture=PictureSettings())
        after = await asked.look_closer(
            window_with(SHAPE, TEXT), Masker(MaskRules(), lambda text: text)
        )
        await model.close()
        request = endpoint.requests[0]
    assert "- 1: unnamed other" in request.prompt and len(request.pictures) == 1
    assert '"mark"' in json.dumps(request.body), "in the rules and in the schema"
    assert zone_in(after, "shape_1").label == "Star"
    assert zone_in(after, "read_start").role is Role.BUTTON
    assert State.ENABLED in zone_in(after, "read_start").state
    assert after.warnings == ("The vision model named marks that are not there (5): left out.",)
