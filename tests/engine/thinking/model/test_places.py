"""Places that a reply names: in a zone, or in the picture that was shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.domain.actions import Action, Click, Drag, PressKeys, Scroll
from engine.domain.conditions import TextShown
from engine.domain.errors import ReplyInvalid
from engine.domain.models import SentPicture
from engine.domain.plans import GLOBAL_ZONE_ID, Look, PlanRequest, PlanStep, ShownPicture
from engine.domain.spaces import Point, Rect, Spot
from engine.domain.zones import Role, Source, Zone
from engine.language.action_words import action_words
from engine.states.spots import strokes_px
from engine.thinking.model.thinker import ModelThinker
from tests.engine.perception.seeing import APP, canvas
from tests.support.scripted_model import replies

NOW = canvas()
PICTURE = SentPicture(b"png", "image/png", 640, 480)
"""The window, twice its size."""
SHOWN = ShownPicture(Look(), PICTURE, APP.bounds_px, NOW, "the window “App”")
REQUEST = PlanRequest("Draw a line", NOW, shown=SHOWN)


async def step(said: dict[str, Any], request: PlanRequest = REQUEST) -> PlanStep:
    model = replies({"steps": [said]})
    segment = await ModelThinker(model, context_tokens=16_000).plan(request)
    return segment.steps[0]


def at_pixels(step: PlanStep) -> tuple[tuple[Point, ...], ...]:
    return strokes_px(step, NOW)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ({"action": "click", "at": [0.25, 0.5]}, Click(at=Spot(0.25, 0.5))),
        ({"action": "click", "at": "0.25, 0.5"}, Click(at=Spot(0.25, 0.5))),
        (
            {"action": "double_click", "at": "0.5,0.5", "keys": "ctrl+shift"},
            Click(count=2, at=Spot(0.5, 0.5), modifiers=("ctrl", "shift")),
        ),
        (
            {"action": "right_click", "at": "0.5,0.5", "keys": "s"},
            Click(button="right", at=Spot(0.5, 0.5)),
        ),
        (
            {"action": "click", "at": "0.5,0.5", "text": "hold 1.5"},
            Click(at=Spot(0.5, 0.5), hold_secs=1.5),
        ),
        (
            {"action": "hold", "at": "0.5,0.5", "keys": "shift"},
            Click(at=Spot(0.5, 0.5), modifiers=("shift",), half="down"),
        ),
        ({"action": "left_mouse_up", "at": "1,1"}, Click(at=Spot(1, 1), half="up")),
        (
            {"action": "drag", "at": [[0, 0], [0.5, 0.5], [1, 0]], "keys": "shift"},
            Drag(strokes=((Spot(0, 0), Spot(0.5, 0.5), Spot(1, 0)),), modifiers=("shift",)),
        ),
        (
            {"action": "drag", "text": "Close", "keys": "ctrl"},
            Drag(to_zone_id="Close", modifiers=("ctrl",)),
        ),
        (
            {"action": "drag", "at": "0,0 1,1; 0,1 1,0"},
            Drag(strokes=((Spot(0, 0), Spot(1, 1)), (Spot(0, 1), Spot(1, 0)))),
        ),
        (
            {"action": "drag", "at": [[[0, 0], [1, 1]], [[0, 1], [1, 0]]]},
            Drag(strokes=((Spot(0, 0), Spot(1, 1)), (Spot(0, 1), Spot(1, 0)))),
        ),
        (
            {"action": "scroll", "at": "0.5,0.5", "text": "up 3", "keys": "ctrl"},
            Scroll(-3, at=Spot(0.5, 0.5), modifiers=("ctrl",)),
        ),
        ({"action": "scroll", "text": "down to the end"}, Scroll(5, to_end=True)),
        ({"action": "scroll", "text": "to the top"}, Scroll(-5, to_end=True)),
        ({"action": "scroll", "text": "down until “Total up”"}, Scroll(5, until="Total up")),
    ],
)
async def test_what_is_said_of_a_place_in_a_zone(said: dict[str, Any], action: Action) -> None:
    planned = await step({"zone_id": "Canvas", **said})
    assert (planned.zone_id, planned.action) == ("Canvas", action)
    until = TextShown("Total up") if "until" in str(said.get("text")) else None
    assert planned.expected_change == until or not said.get("at")


async def test_pixels_of_the_picture_are_places_of_the_zone_that_lies_there() -> None:
    planned = await step({"action": "click", "at": "200,240"})
    assert planned.zone_id == "Canvas" and at_pixels(planned) == ((Point(120, 140),),)
    planned = await step({"action": "click", "zone_id": "Canvas", "at": "200,240"})
    assert planned.zone_id == "Canvas" and at_pixels(planned) == ((Point(120, 140),),)
    planned = await step({"action": "click", "at": "30,30"})
    assert planned.zone_id == "Close"
    planned = await step({"action": "click", "at": "4,4"})
    assert planned.zone_id == GLOBAL_ZONE_ID and at_pixels(planned) == ((Point(22, 22),),)


async def test_a_way_lies_in_the_zone_that_has_all_of_it() -> None:
    inside = await step({"action": "drag", "at": "100,200 300,300"})
    assert inside.zone_id == "Canvas"
    across = await step({"action": "drag", "at": "30,30 300,300"})
    assert across.zone_id == GLOBAL_ZONE_ID
    assert at_pixels(across) == ((Point(35, 35), Point(170, 170)),)


@pytest.mark.parametrize(
    ("said", "told", "complaint"),
    [
        ({"at": "641,10"}, {}, "641,10 is outside of the picture, which has 640 x 480 pixels"),
        ({"at": "-1,10"}, {}, "outside of the picture"),
        ({"at": "10,10"}, {"shown": None}, "look first, or name a zone"),
        ({"zone_id": "Canvas", "at": "0.5,1.5"}, {"shown": None}, "shares of the zone from 0 to"),
        ({"zone_id": "Canvas", "at": "30,30"}, {}, "30,30 is outside of Canvas"),
        ({"zone_id": "Canvas", "at": "middle"}, {}, '"at" is "x,y"'),
        ({"at": "1,2 3,4"}, {}, "click needs one place"),
        ({"action": "drag", "at": "1,2"}, {}, "drag needs a way of two places"),
        ({"action": "drag", "at": "1,2 3,4 " * 300}, {}, "more than 400 places"),
        ({"action": "click"}, {}, 'click needs "zone_id"'),
        ({"zone_id": "Close", "at": "1,2, 3×4 px"}, {}, "nothing of that name lies at 1,2"),
        ({"at": "1,2, 3×4 px"}, {}, "nothing of that name lies at 1,2"),
    ],
)
async def test_a_place_that_is_none_is_refused_in_words(
    said: dict[str, Any], told: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ReplyInvalid, match=complaint):
        await step({"action": "click", **said}, replace(REQUEST, **told))


@pytest.mark.parametrize("named", [{"zone_id": "Close"}, {}])
async def test_where_a_row_says_that_its_zone_lies_is_that_zone(named: dict[str, str]) -> None:
    """A small model copied the row's words into "at", and its whole reply was refused for it."""
    box = next(zone.bounds_px for zone in NOW.zones if zone.zone_id == "Close")
    place = f"{box.x},{box.y}, {box.width}×{box.height} px"
    planned = await step({"action": "click", **named, "at": place}, replace(REQUEST, shown=None))
    assert (planned.zone_id, planned.action) == ("Close", Click())


async def test_a_place_of_an_older_picture_counts_while_it_looks_the_same_there() -> None:
    now = canvas((Rect(200, 200, 60, 30), 0))  # the star and the dot have gone, a bar has come
    request = replace(REQUEST, situation=now)
    assert (await step({"action": "click", "at": "300,400"}, request)).zone_id == "Canvas"
    with pytest.raises(ReplyInvalid, match="not what is there any more: look again"):
        await step({"action": "click", "at": "420,390"}, request)
    with pytest.raises(ReplyInvalid, match="look again"):  # its way leads over the bar
        await step({"action": "drag", "at": "300,390 600,390"}, request)
    with pytest.raises(ReplyInvalid, match="look again"):  # the star was there
        await step({"action": "click", "at": "200,200"}, request)


def test_places_read_well() -> None:
    thing, spot = "“Canvas”", Spot(0.25, 0.5)
    assert action_words(Click(at=spot), thing) == "Click at 25%, 50% of “Canvas”"
    told = action_words(Click(at=spot, modifiers=("shift",), hold_secs=2), "")
    assert told == "Click with Shift at 25%, 50% of the screen and hold for 2 s"
    stroke = (spot, Spot(0.5, 0.5))
    told = action_words(Drag(strokes=(stroke,)), thing)
    assert told == "Drag from 25%, 50% to 50%, 50% of “Canvas”"
    assert action_words(Drag(strokes=(stroke,) * 3), thing) == "Draw 3 strokes in “Canvas”"
    assert action_words(Scroll(5, until="Total")) == "Scroll down until “Total” is in sight"


async def test_keys_are_held_without_a_place_and_let_go_of_with_all_else() -> None:
    held = await step({"action": "hold", "keys": "ctrl+shift"})
    assert (held.zone_id, held.action) == (
        GLOBAL_ZONE_ID,
        PressKeys(("ctrl", "shift"), half="down"),
    )
    let_go = await step({"action": "release"})
    assert let_go.action == Click(half="up") and held.expected_change is None
    assert action_words(held.action) == "Hold Ctrl+Shift"
    assert action_words(let_go.action) == "Let go of what is held down"
    with pytest.raises(ReplyInvalid, match="hold needs"):
        await step({"action": "hold"})


async def test_a_place_upon_what_is_only_drawn_and_has_no_name_is_one_of_what_stays() -> None:
    """The next picture may show other shapes there; what has a name is that."""
    place = Rect(100, 120, 60, 60)
    shape = Zone("drawn_1", "", Role.TEXT_AREA, place, source=Source.SHAPE, window_id=APP.window_id)
    for label, zone_id in (("", "Canvas"), ("Roof", "drawn_1")):
        now = replace(NOW, zones=(*NOW.zones, replace(shape, label=label)))
        request = replace(REQUEST, situation=now, shown=replace(SHOWN, seen=now))
        planned = await step({"action": "click", "at": "200,240"}, request)
        assert planned.zone_id == zone_id
        assert strokes_px(planned, now) == ((Point(120, 140),),)
