"""What a model asks to be shown, what it is told of the picture, and what it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.domain.errors import ReplyInvalid
from engine.domain.models import SentPicture
from engine.domain.plans import Look, PlanRequest, PlanSegment, ShownPicture
from engine.domain.spaces import Point, Rect
from engine.domain.web.pages import Page
from engine.thinking.model.pictures import picture_text
from engine.thinking.model.thinker import ModelThinker
from tests.engine.perception.seeing import CANVAS, canvas
from tests.support.scripted_model import ScriptedModel, replies

NOW = canvas()
PART = Rect(30, 60, 300, 190)
PICTURE = SentPicture(b"png", "image/png", 600, 380)
SHOWN = ShownPicture(Look("Canvas"), PICTURE, PART, NOW, "canvas “Canvas”", ((1, "Close"),), 2)
REQUEST = PlanRequest("Draw a line", NOW)


def asking(*steps: dict[str, Any]) -> ScriptedModel:
    return replies({"steps": list(steps)})


async def planned(request: PlanRequest, *steps: dict[str, Any]) -> PlanSegment:
    return await ModelThinker(asking(*steps), context_tokens=16_000).plan(request)


@pytest.mark.parametrize(
    ("said", "look"),
    [
        ({}, Look()),
        ({"zone_id": "Canvas", "text": "3x"}, Look("Canvas", zoom=3.0)),
        ({"text": "screen"}, Look(is_whole=True)),
        ({"text": "100x"}, Look(zoom=8.0)),
        ({"zone_id": "Canvas", "at": "0,0 0.5,0.5"}, Look("Canvas", Rect(30, 60, 150, 95))),
        ({"at": [[60, 38], [300, 190]]}, Look(part_px=Rect(60, 79, 120, 76))),
        ({"at": [60, 38, 300, 190]}, Look(part_px=Rect(60, 79, 120, 76))),
    ],
)
async def test_what_it_wants_to_see(said: dict[str, Any], look: Look) -> None:
    segment = await planned(replace(REQUEST, shown=SHOWN), {"action": "look", **said})
    assert (segment.look, segment.steps, segment.finishes) == (look, (), False)


def test_on_a_page_numbers_name_what_its_table_names() -> None:
    own = replace(NOW.zones[0], zone_id="Close", source_key="a7")
    seen = replace(NOW, zones=(own,), page=Page("https://a.example", "A"))
    assert "1 a7." in picture_text(replace(SHOWN, seen=seen))
    assert "1 Close." in picture_text(SHOWN)


async def test_what_it_does_first_is_done_before_it_is_shown() -> None:
    segment = await planned(REQUEST, {"action": "click", "zone_id": "Close"}, {"action": "zoom"})
    assert segment.look == Look() and [step.is_replan for step in segment.steps] == [False, True]


@pytest.mark.parametrize(
    ("said", "told", "complaint"),
    [
        ({"zone_id": "Star"}, {}, "Star is not in the table"),
        ({"at": "0,0 10,10"}, {}, "you were shown none yet"),
        ({"at": "0,0 601,10"}, {"shown": SHOWN}, "outside of the picture, which has 600 x 380"),
        ({"at": "5,5"}, {"shown": SHOWN}, '"left,top right,bottom"'),
        ({"zone_id": "Canvas", "at": "0,0 2,2"}, {}, "shares of the zone from 0 to 1"),
        ({}, {"no_pictures": "the settings send no pictures"}, "the settings send no pictures"),
        ({"zone_id": "Canvas"}, {"shown": SHOWN, "looked": (Look("Canvas"),)}, "nothing has chang"),
        ({}, {"looked": tuple(Look(zoom=z) for z in (2, 3, 4, 5))}, "did nothing in between"),
    ],
)
async def test_what_cant_be_shown_or_would_not_help_is_refused_in_words(
    said: dict[str, Any], told: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ReplyInvalid, match=complaint):
        await planned(replace(REQUEST, **told), {"action": "look", **said})


async def test_the_same_is_shown_again_where_the_picture_has_changed() -> None:
    request = replace(REQUEST, situation=canvas(), shown=SHOWN, looked=(Look("Canvas"),))
    assert (await planned(request, {"action": "look", "zone_id": "Canvas"})).look == Look("Canvas")


async def test_the_picture_goes_along_with_what_it_shows_and_why() -> None:
    model = asking({"action": "click", "zone_id": CANVAS.zone_id})
    shown = replace(SHOWN, look=Look("Canvas", why="where is the star"))
    await ModelThinker(model, context_tokens=16_000, has_pictures=True).plan(
        replace(REQUEST, shown=shown, is_shown_now=True, looked=(shown.look,))
    )
    (question,) = model.asked
    assert (question.picture, question.cause) == (PICTURE, "look")
    assert question.picture_why == "it asked to see canvas “Canvas”: where is the star"
    assert '"look": shows you a picture' in question.system
    for told in ("Numbers in it: 1 Close.", "600 x 380 pixels", "cover 2 places", "at 2 times"):
        assert told in question.prompt
    assert "Canvas | canvas" in question.prompt  # the table stands beside it


@pytest.mark.parametrize("told", [{"no_pictures": "the model takes no pictures"}, {}])
async def test_where_none_can_be_shown_it_is_told_why(told: dict[str, Any]) -> None:
    model = asking({"action": "click", "zone_id": "Close"})
    no_room = not told
    request = replace(REQUEST, shown=SHOWN, looked=(Look(),), is_shown_now=no_room, **told)
    await ModelThinker(model, context_tokens=2_600).plan(request)
    why = "there is no room for one" if no_room else "the model takes no pictures"
    assert "No picture can be shown to you: " in model.asked[0].prompt
    assert why in model.asked[0].prompt and model.asked[0].picture is None
    assert '"look"' not in model.asked[0].system


def test_a_place_in_the_picture_is_a_pixel_of_the_frame() -> None:
    assert SHOWN.frame_point(0, 0) == Point(30, 60)
    assert SHOWN.frame_point(300, 190) == Point(180, 155)
    assert SHOWN.frame_point(600, 380) == Point(329, 249)
    assert SHOWN.frame_point(600.5, 0) is None and SHOWN.frame_point(-1, 0) is None


@pytest.mark.parametrize(("context_tokens", "is_told"), [(4_096, False), (16_000, True)])
async def test_a_model_that_reads_little_is_told_little(context_tokens: int, is_told: bool) -> None:
    model = asking({"action": "click", "zone_id": "Close"})
    await ModelThinker(model, context_tokens=context_tokens, has_pictures=True).plan(REQUEST)
    system = model.asked[0].system
    told = [words in system for words in ('"look"', '"fill"', '"at": "0.25,0.5"', "pixels of the")]
    assert told == [is_told] * 4
