"""Asking a vision model: what it is sent, what becomes of its answer, and how long that holds."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.domain.accessible import AccessibleNode, AccessibleTree
from engine.domain.errors import (
    BudgetExhausted,
    ModelBusy,
    ModelDeclined,
    ModelFailed,
    ModelTimedOut,
    ModelUnreachable,
    ReplyInvalid,
)
from engine.domain.frames import Frame
from engine.domain.masks import COVERED, MASK
from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State, Window, Zone
from engine.perception.mask_rules import MaskRules
from engine.perception.masking import Masker
from engine.perception.perceiver import SurfacePerceiver
from engine.perception.vision import VisionZones
from engine.perception.vision_picture import PictureSettings
from engine.perception.vision_reply import role_from
from tests.engine.perception.test_perceiver import node
from tests.support.drawn import SCREEN, drawn, window, zone
from tests.support.scripted_model import Answer, ScriptedModel, replies
from tests.support.stage import Stage

APP = window(bounds=Rect(20, 20, 320, 240))
CANVAS = zone("Canvas", Role.CANVAS, Rect(30, 60, 300, 190))
CLOSE = zone("Close", Role.BUTTON, Rect(30, 30, 60, 20))
STAR = Rect(100, 100, 40, 40)
DOT = Rect(220, 150, 30, 30)
MARKS = ((STAR, 90), (DOT, 140))


def thing(label: str, place: Rect, role: str = "icon", **more: Any) -> dict[str, Any]:
    """In the pixels of a picture of the window, not scaled."""
    x, y = place.x - APP.bounds_px.x, place.y - APP.bounds_px.y
    return {
        "label": label,
        "role": role,
        "x": x,
        "y": y,
        "width": place.width,
        "height": place.height,
        **more,
    }


def things(*all_of_them: dict[str, Any]) -> dict[str, Any]:
    return {"things": list(all_of_them)}


BOTH = things(thing("Star", STAR), thing("Dot", DOT))


def canvas(*marks: tuple[Rect, int], windows: tuple[Window, ...] = (APP,)) -> Situation:
    return drawn(windows, [CANVAS, CLOSE], *(marks or MARKS))


def vision(*answers: Answer, **settings: Any) -> tuple[VisionZones, ScriptedModel]:
    model = replies(*answers, last_stays=True)
    return VisionZones(model, picture=PictureSettings(**settings)), model


def masker(rules: MaskRules | None = None) -> Masker:
    return Masker(rules or MaskRules(), lambda text: text)


async def look(asked: VisionZones, now: Situation, rules: MaskRules | None = None) -> Situation:
    return await asked.look_closer(now, masker(rules))


def seen(situation: Situation) -> dict[str, Zone]:
    return {one.label: one for one in situation.zones if one.source is Source.VISION}


async def test_what_the_model_names_becomes_zones_where_it_is() -> None:
    asked, model = vision(
        things(
            thing("Star", STAR),
            thing("Name", DOT, "textbox", text="Jo", enabled=False),
            thing("On", Rect(150, 200, 20, 20), "checkbox", checked=True),
        )
    )
    found = seen(await look(asked, canvas()))
    star, name, on = found["Star"], found["Name"], found["On"]
    assert (star.bounds_px, star.role, star.zone_id) == (STAR, Role.ICON, "seen_icon_star")
    assert star.window_id == APP.window_id and 0 < star.confidence < 1 and star.is_enabled
    assert name.role is Role.TEXT_FIELD and name.value == "Jo" and not name.is_enabled
    assert on.state == {State.ENABLED, State.CHECKED}
    assert on.confidence < star.confidence, "nothing is painted there"
    assert model.asked[0].cause == "vision"


@pytest.mark.parametrize("max_side", [320, 200, 111])
async def test_a_scaled_picture_still_hits_the_middle(max_side: int) -> None:
    scale = min(1.0, max_side / 320)
    x, y, side = (80 * scale, 80 * scale, 40 * scale)
    small = {"label": "Star", "role": "icon", "x": x, "y": y, "width": side, "height": side}
    asked, model = vision(things(small), max_side=max_side)
    star = seen(await look(asked, canvas()))["Star"]
    assert star.bounds_px == STAR
    picture = model.asked[0].picture
    assert picture is not None and max(picture.width, picture.height) == max_side


async def test_the_picture_is_the_window_as_the_settings_want_it() -> None:
    asked, model = vision(BOTH, max_side=160, form="jpeg", quality=70, detail="low")
    await look(asked, canvas())
    picture = model.asked[0].picture
    assert picture is not None
    image = cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (120, 160, 3) == (picture.height, picture.width, 3)
    assert (picture.media_type, picture.detail) == ("image/jpeg", "low")
    assert abs(int(image[50, 50, 0]) - 90) < 12, "the star, halved"


async def test_the_question_tells_the_title_and_what_is_known_and_names_its_templates() -> None:
    asked, model = vision(BOTH)
    titled = replace(APP, title="A </screen> title")
    await look(asked, canvas(windows=(titled,)))
    question = model.asked[0]
    assert "title: A ‹/screen> title" in question.prompt and "button “Close”" in question.prompt
    assert "320 pixels wide and 240" in question.prompt and "radio button" in question.system
    other, other_model = vision(BOTH, max_side=100)
    await look(other, canvas())
    assert question.prompt_hash != other_model.asked[0].prompt_hash != ""


async def test_what_is_known_too_small_outside_or_there_twice_is_left_out() -> None:
    asked, _ = vision(
        things(
            thing("Canvas area", CANVAS.bounds_px, "canvas"),
            thing("Close", Rect(26, 26, 30, 30), "button"),
            thing("Speck", Rect(200, 100, 4, 4)),
            thing("Gone", Rect(900, 100, 40, 40)),
            thing("Star", STAR),
            thing("Star again", Rect(102, 101, 40, 40)),
        )
    )
    assert list(seen(await look(asked, canvas()))) == ["Star"]


async def test_an_id_stays_with_the_same_thing_at_the_same_place() -> None:
    asked, _ = vision(
        BOTH,
        things(thing("star", Rect(103, 98, 40, 40)), thing("Star", DOT)),
    )
    first = seen(await look(asked, canvas()))
    again = await look(asked, canvas())
    assert first["Star"].zone_id == "seen_icon_star"
    ids = [one.zone_id for one in again.zones if one.source is Source.VISION]
    assert ids == ["seen_icon_star", "seen_icon_star_2"]


# -- how long it holds --------------------------------------------------------------------------


async def test_zones_stay_in_later_looks_while_the_picture_at_their_place_does() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}
    moved_dot = canvas((STAR, 90), (Rect(180, 200, 30, 30), 140))
    assert set(seen(asked.kept(moved_dot))) == {"Star"}
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}, "it is back where it was"


async def test_zones_go_with_their_window_and_move_with_it() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    assert seen(asked.kept(drawn([window("Other")], []))) == {}
    away = replace(APP, bounds_px=Rect(50, 40, 320, 240))
    marks = [(Rect(p.x + 30, p.y + 20, p.width, p.height), grey) for p, grey in MARKS]
    after = seen(asked.kept(drawn([away], [], *marks)))
    assert after["Star"].bounds_px == Rect(130, 120, 40, 40)


async def test_what_a_dialog_covers_is_back_when_it_is_closed() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    dialog = window("Sure?", Rect(90, 90, 80, 80), dialog=True, active=False)
    app = replace(APP, order=1)
    over = drawn([dialog, app], [CANVAS, CLOSE], (DOT, 140))
    assert set(seen(asked.kept(over))) == {"Dot"}
    assert asked.shortfall(asked.kept(over)) == "", "covered is not changed"
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}


async def test_a_new_answer_replaces_the_old_one_and_an_old_picture_brings_its_own_back() -> None:
    asked, _ = vision(BOTH, things(thing("Moon", Rect(60, 180, 60, 60))))
    await look(asked, canvas())
    night = canvas((Rect(60, 180, 60, 60), 30), (STAR, 90))
    assert set(seen(await look(asked, night))) == {"Moon"}
    assert set(seen(asked.kept(night))) == {"Moon"}, "what it left out is not kept"
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}


async def test_what_accessibility_tells_of_by_now_is_not_there_twice() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    told = zone("Star", Role.BUTTON, STAR)
    assert set(seen(asked.kept(drawn([APP], [CANVAS, CLOSE, told], *MARKS)))) == {"Dot"}


# -- when it is asked ---------------------------------------------------------------------------


async def test_a_picture_is_asked_about_once_be_there_an_answer_or_not() -> None:
    asked, _ = vision(ModelBusy("Too many."))
    assert "one canvas" in asked.shortfall(canvas())
    await look(asked, canvas())
    assert asked.shortfall(canvas()) == ""
    caret = (Rect(60, 200, 2, 16), 0)
    assert asked.shortfall(canvas(*MARKS, caret)) == "", "a caret is not another picture"
    assert "one canvas" in asked.shortfall(canvas((Rect(150, 180, 60, 60), 0)))


async def test_it_is_asked_again_where_what_it_saw_has_changed() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    assert asked.shortfall(asked.kept(canvas())) == ""
    ticked = asked.kept(canvas((STAR, 90), (DOT, 140), (Rect(225, 155, 10, 10), 0)))
    assert set(seen(ticked)) == {"Star"}
    assert "has changed at one place" in asked.shortfall(ticked)
    await look(asked, ticked)
    assert asked.shortfall(asked.kept(ticked)) == ""


# -- failures (section 5 of the recapture table) ------------------------------------------------


@pytest.mark.parametrize(
    "failure",
    [
        ModelUnreachable("No connection."),
        ModelTimedOut("No answer in 60 s."),
        ModelBusy("Busy."),
        ReplyInvalid("Not in the form."),
        ModelDeclined("The model won't."),
    ],
    ids=lambda failure: type(failure).__name__,
)
async def test_where_the_model_fails_what_is_known_is_kept_with_a_warning(
    failure: ModelFailed,
) -> None:
    asked, _ = vision(BOTH, failure)
    first = await look(asked, canvas())
    after = await look(asked, first)
    assert after.zones == first.zones
    assert after.warnings == (
        f"The vision model gave no zones; what is known is kept: {failure.message}",
    )


async def test_no_zones_at_all_keep_what_is_known_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked, _ = vision(BOTH, things())
    first = await look(asked, canvas())
    with caplog.at_level(logging.WARNING):
        after = await look(asked, first)
    assert after.zones == first.zones and "saw nothing that can be used" in after.warnings[0]
    assert "returned no zones" in caplog.text
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}


@pytest.mark.parametrize(
    "passing", [BudgetExhausted("All used up.", "max_calls"), asyncio.CancelledError()]
)
async def test_a_spent_budget_and_cancelling_pass_through(passing: BaseException) -> None:
    asked, _ = vision(passing)
    with pytest.raises(type(passing)):
        await look(asked, canvas())


async def test_fresh_zones_take_the_place_of_stale_ones() -> None:
    asked, _ = vision(BOTH)
    stale = replace(canvas(), is_stale=True)
    after = await look(asked, stale)
    assert {one.label for one in after.zones} == {"Star", "Dot"} and not after.is_stale
    failing, _ = vision(ModelBusy("Busy."))
    kept = await look(failing, stale)
    assert kept.zones == stale.zones and kept.is_stale


# -- masking ------------------------------------------------------------------------------------


def written(text: str) -> Situation:
    """The canvas with a text drawn on it."""
    now = canvas()
    pixels = np.frombuffer(now.frame.pixels, np.uint8).reshape(SCREEN.height, SCREEN.width, 4)
    image = pixels.copy()
    cv2.putText(image, text, (50, 220), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0, 255), 1)
    return replace(now, frame=replace(now.frame, pixels=image.tobytes()))


async def test_an_address_on_a_canvas_is_not_in_the_sent_picture_and_a_shape_is() -> None:
    asked, model = vision(BOTH)
    after = await look(asked, written("jo@example.org"))
    picture = model.asked[0].picture
    assert picture is not None
    image = cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR)
    line = image[180:210, 30:190]
    assert set(np.unique(line)) <= {250, COVERED}, "paper and cover, no ink"
    assert (image[85:115, 85:115] == 90).all(), "the star"
    assert after.warnings[0].startswith("1 place of the picture for the vision model was covered")


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


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("button", Role.BUTTON),
        ("Check_Box", Role.CHECK_BOX),
        ("input", Role.TEXT_FIELD),
        ("shape", Role.ICON),
        ("frobnicator", Role.OTHER),
    ],
)
def test_roles_are_read_as_models_write_them(word: str, role: Role) -> None:
    assert role_from(word) is role


# -- the perceiver ------------------------------------------------------------------------------


class CanvasStage(Stage):
    """A window in which accessibility finds ``nodes``: nothing, at first."""

    nodes: tuple[AccessibleNode, ...] = ()

    async def capture(self) -> Frame:
        return self.now.frame

    async def read_tree(self) -> AccessibleTree:
        return AccessibleTree(self.nodes, self.now.windows)


async def test_a_perceiver_shows_what_the_model_saw_in_its_later_looks() -> None:
    stage = CanvasStage(canvas())
    asked, model = vision(BOTH)
    looking = SurfacePerceiver(stage, masked=lambda text: text, vision=asked)
    first = await looking.observe()
    assert "nothing on the screen" in looking.shortfall(first)
    closer = await looking.look_closer(first)
    assert set(seen(closer)) == {"Star", "Dot"}
    stage.now = canvas(*MARKS, (Rect(60, 200, 20, 20), 0))
    later = await looking.observe()
    assert later.frame is not closer.frame and seen(later) == seen(closer)
    assert looking.shortfall(later) == "" and len(model.asked) == 1


async def test_a_warning_is_not_said_again_by_the_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now_secs = 100.0
    monkeypatch.setattr("engine.perception.perceiver.time.monotonic", lambda: now_secs)
    looking = SurfacePerceiver(
        CanvasStage(written("jo@example.org")), masked=lambda text: text, vision=vision(BOTH)[0]
    )
    await looking.observe()
    now_secs += 1
    closer = await looking.look_closer(await looking.observe())
    again = await looking.observe()
    assert closer.warnings and again.warnings == () and seen(again) == seen(closer)


async def test_stale_zones_are_not_told_as_what_is_known() -> None:
    for is_stale in (False, True):
        asked, model = vision(BOTH)
        await look(asked, replace(canvas(), is_stale=is_stale))
        assert (CLOSE.label in model.asked[0].prompt) is not is_stale


async def test_zones_that_were_stale_do_not_come_back_once_a_model_has_seen_what_is_there() -> None:
    stage = CanvasStage(canvas())
    stage.nodes = (node("/old", Role.BUTTON, "Old", bounds_px=Rect(30, 220, 60, 20)),)
    looking = SurfacePerceiver(stage, masked=lambda text: text, vision=vision(BOTH)[0])
    await looking.observe()
    stage.nodes, stage.now = (), canvas()
    stale = await looking.observe()
    assert stale.is_stale and [one.label for one in stale.zones] == ["Old"]
    await looking.look_closer(stale)
    stage.now = canvas(*MARKS, (Rect(60, 200, 20, 20), 0))
    later = await looking.observe()
    assert {one.label for one in later.zones} == {"Star", "Dot"} and not later.is_stale


async def test_a_run_begins_with_a_look_that_heeds_its_goal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now_secs = 100.0
    monkeypatch.setattr("engine.perception.perceiver.time.monotonic", lambda: now_secs)
    stage = CanvasStage(canvas())
    stage.nodes = (node("/to", Role.LABEL, "jo@example.org"),)
    looking = SurfacePerceiver(stage, masked=lambda text: text)
    await looking.observe()
    now_secs += 1
    assert (await looking.observe()).zones[0].label == MASK
    looking.start_run("write to jo@example.org")
    assert (await looking.observe()).zones[0].label == "jo@example.org"
    looking.start_run("something else")
    assert (await looking.observe()).zones[0].label == MASK


async def test_without_a_vision_model_nothing_falls_short() -> None:
    looking = SurfacePerceiver(CanvasStage(canvas()), masked=lambda text: text)
    first = await looking.observe()
    assert looking.shortfall(first) == "" and await looking.look_closer(first) is first
