"""A shape on the Practice app's canvas, which only a picture tells of, is seen and clicked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from app.settings.tables import PerceptionSettings, Settings
from engine.acting.executor import Executor
from engine.acting.settling import Settler
from engine.domain.actions import Click, Launch
from engine.domain.conditions import TextShown
from engine.domain.models import ModelQuestion, PictureSettings
from engine.domain.plans import PlanStep, Situation
from engine.domain.zones import Role, Source, Zone
from engine.perception.vision.zones import VisionZones
from engine.safety.gate import ZoneTargetGuard
from tests.end_to_end.conftest import Bench, opened_bench
from tests.support.scripted_model import ScriptedModel, replies
from tests.support.waiting import until_so

pytestmark = pytest.mark.end_to_end


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """Without text recognition, which would tell the shapes' names."""
    settings = Settings(perception=PerceptionSettings(text_recognition=False))
    async with opened_bench(tmp_path, settings) as bench:
        yield bench


RED = (69, 69, 214)
"""The circle's colour, in BGR."""
CIRCLE_PX = 6000
"""Fewer than it has."""


def circle_in(question: ModelQuestion) -> dict[str, Any]:
    """Names the circle where it is in the sent picture, and whatever text stands below it."""
    assert question.picture is not None
    data = np.frombuffer(question.picture.data, np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    x, y, width, height = cv2.boundingRect(cv2.inRange(image, RED, RED))
    circle = {"label": "red circle", "role": "icon"}
    return {"things": [{**circle, "x": x, "y": y, "width": width, "height": height}]}


def zone_of(situation: Situation, label: str, role: Role) -> Zone | None:
    named = (z for z in situation.zones_in_sight if z.role is role)
    return next((zone for zone in named if zone.label == label), None)


async def canvas_page(bench: Bench) -> Situation:
    """The Practice app, with its canvas in sight."""

    async def found(label: str, role: Role) -> Zone:
        async def there() -> bool:
            return zone_of(await bench.perceiver.observe(), label, role) is not None

        await until_so(there)
        zone = zone_of(await bench.perceiver.observe(), label, role)
        assert zone is not None
        return zone

    await bench.surface.hands.perform(Launch("Practice"), None)
    tab = await found("Canvas", Role.TAB)
    await bench.surface.hands.perform(Click(), tab.bounds_px.center)
    await found("Canvas", Role.CANVAS)

    async def painted() -> bool:
        frame = (await bench.perceiver.observe()).frame
        pixels = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
        return cv2.countNonZero(cv2.inRange(pixels[..., :3], RED, RED)) > CIRCLE_PX

    await until_so(painted)  # accessibility may tell of it before it is painted
    return await bench.perceiver.observe()


@pytest.mark.parametrize("max_side", [1280, 613])
async def test_a_shape_that_a_model_named_is_hit_by_the_real_executor(
    bench: Bench, max_side: int
) -> None:
    model = ScriptedModel(circle_in)
    vision = VisionZones(model, picture=PictureSettings(max_side=max_side))
    bench.perceiver.start_run("click the red circle", vision)
    first = await canvas_page(bench)
    assert "most of the window “Practice” is one canvas" in bench.perceiver.shortfall(first)
    closer = await bench.perceiver.look_closer(first)
    circle = closer.zone("seen_icon_red_circle")
    assert circle is not None and circle.source is Source.VISION
    assert "5 places" in closer.warnings[0], "the shapes' names"

    step = PlanStep(
        1,
        circle.zone_id,
        circle.label,
        Click(),
        "Click the circle",
        TextShown("Selected: Red circle"),
    )
    guard = ZoneTargetGuard(bench.surface, bench.perceiver)
    target = guard.target_of(step, closer)
    assert target is not None and await guard.change_of(target) is None
    executor = Executor(
        bench.surface, Settler(bench.surface, bench.perceiver), bench.settings.limits.to_limits()
    )
    done = await executor.perform(step, closer)
    assert done.succeeded and zone_of(done.situation, "Selected: Red circle", Role.LABEL)
    assert done.situation.zone(circle.zone_id) is not None, "it is there still"
    assert bench.perceiver.shortfall(done.situation) == "" and len(model.asked) == 1


async def test_names_on_a_real_canvas_are_withheld_and_the_shapes_are_not(bench: Bench) -> None:
    model = replies({"things": []})
    bench.perceiver.start_run("look", VisionZones(model))
    first = await canvas_page(bench)
    await bench.perceiver.look_closer(first)
    picture = model.asked[0].picture
    assert picture is not None
    sent = cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR)
    place = zone_of(first, "Canvas", Role.CANVAS)
    front = first.active_window
    assert place is not None and front is not None
    x, y = place.bounds_px.x - front.bounds_px.x, place.bounds_px.y - front.bounds_px.y
    canvas = sent[y + 4 : y + place.bounds_px.height - 4, x + 4 : x + place.bounds_px.width - 4]
    assert cv2.countNonZero(cv2.inRange(canvas, (0, 0, 0), (60, 60, 60))) == 0, "no ink of a name"
    assert cv2.countNonZero(cv2.inRange(canvas, RED, RED)) > CIRCLE_PX
