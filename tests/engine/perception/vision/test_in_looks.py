"""What a vision model saw, in the looks of a perceiver: kept, not said twice, never stale."""

from __future__ import annotations

import pytest

from engine.domain.accessible import AccessibleNode, AccessibleTree
from engine.domain.frames import Frame
from engine.domain.masks import MASK
from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.perceiver import SurfacePerceiver
from tests.engine.perception.seeing import (
    BOTH,
    MARKS,
    canvas,
    seen,
    vision,
    written,
)
from tests.engine.perception.test_perceiver import node
from tests.support.stage import Stage


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
