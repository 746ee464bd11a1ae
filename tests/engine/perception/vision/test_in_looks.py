"""What a vision model saw, in the looks of a perceiver: kept, not said twice, never stale."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import MASK, Role
from engine.perception.drawn.text_reader import ReadText
from engine.perception.drawn.zones import DrawnZones
from engine.perception.masking.masker import Masker
from engine.perception.perceiver import SurfacePerceiver
from engine.perception.pixels import Pixels
from engine.perception.vision.reading import PictureTexts
from engine.perception.vision.zones import VisionZones
from tests.engine.perception.seeing import BOTH, DOT, MARKS, canvas, seen, vision, written
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
    looking = SurfacePerceiver(stage, masked=lambda text: text)
    looking.start_run("", asked)
    first = await looking.observe()
    assert "nothing on the screen" in looking.shortfall(first)
    closer = await looking.look_closer(first)
    assert set(seen(closer)) == {"Star", "Dot"}
    stage.now = canvas(*MARKS, (Rect(60, 200, 20, 20), 0))
    later = await looking.observe()
    assert later.frame is not closer.frame and seen(later) == seen(closer)
    assert looking.shortfall(later) == "" and len(model.asked) == 1


class SlowReader:
    """Finds a line at once and reads it when it is let."""

    def __init__(self, text: str = "Read meanwhile") -> None:
        self._text = text
        self.may_read = asyncio.Event()

    async def find(self, picture: Pixels) -> list[Rect]:
        return [Rect(30, 10, 60, 16)]

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        await self.may_read.wait()
        return [ReadText(self._text, 0.99) for _ in lines]

    async def close(self) -> None:
        pass


class SlowVision(VisionZones):
    """Answers when it is let."""

    may_answer: asyncio.Event

    async def look_closer(
        self, situation: Situation, masker: Masker, texts: PictureTexts | None = None
    ) -> Situation:
        await self.may_answer.wait()
        return await super().look_closer(situation, masker, texts)


@pytest.mark.parametrize("is_changed", [False, True])
async def test_what_is_read_while_a_model_is_asked_stays_with_what_it_saw(
    is_changed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_secs = 100.0
    monkeypatch.setattr("engine.perception.perceiver.time.monotonic", lambda: now_secs)
    stage, reader, model = CanvasStage(canvas()), SlowReader(), vision(BOTH)[1]
    slow, drawn = SlowVision(model), DrawnZones(reader, grace_secs=0.0)
    slow.may_answer = asyncio.Event()
    looking = SurfacePerceiver(stage, masked=lambda text: text, drawn=drawn)
    looking.start_run("", slow)
    await looking.observe(patience_secs=0.0)
    now_secs += 1
    closer = asyncio.create_task(looking.look_closer(await looking.observe(patience_secs=0.0)))
    if is_changed:
        stage.now = canvas(*MARKS, (Rect(60, 200, 20, 20), 0))
        await looking.observe(patience_secs=0.0)
        now_secs += 1
    reader.may_read.set()
    await looking.observe(patience_secs=60.0)
    slow.may_answer.set()
    # whether their shapes were found before the model was asked is a matter of the machine's time
    assert {"Star", "Dot"} <= {one.label for one in (await closer).zones}
    later = await looking.observe()
    assert {"Read meanwhile", "Star", "Dot"} <= {one.label for one in later.zones}
    await looking.close()


async def test_a_typed_secret_that_was_read_off_the_picture_is_covered_in_the_live_one() -> None:
    reader = SlowReader("Pass hunter2")
    reader.may_read.set()
    looking = SurfacePerceiver(
        CanvasStage(canvas()),
        masked=lambda text: text.replace("hunter2", MASK),
        drawn=DrawnZones(reader, grace_secs=0.0),
    )
    told_px: list[tuple[Rect, ...]] = []
    looking.on_look = lambda situation: told_px.append(looking.secret_px)
    [secret] = [one for one in (await looking.observe(patience_secs=60.0)).zones if one.is_secret]
    assert secret.label == f"Pass {MASK}" and told_px[-1] == (secret.bounds_px,)
    await looking.close()


async def test_nothing_is_seen_where_the_consoles_own_window_is_covered() -> None:
    now = canvas()
    stage = CanvasStage(replace(now, frame=replace(now.frame, own_px=(DOT,))))
    looking = SurfacePerceiver(stage, masked=lambda text: text)
    looking.start_run("", vision(BOTH)[0])
    closer = await looking.look_closer(await looking.observe())
    assert set(seen(closer)) == set(seen(await looking.observe())) == {"Star"}


async def test_a_warning_is_not_said_again_by_the_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now_secs = 100.0
    monkeypatch.setattr("engine.perception.perceiver.time.monotonic", lambda: now_secs)
    looking = SurfacePerceiver(CanvasStage(written("jo@example.org")), masked=lambda text: text)
    looking.start_run("", vision(BOTH)[0])
    await looking.observe()
    now_secs += 1
    closer = await looking.look_closer(await looking.observe())
    again = await looking.observe()
    assert closer.warnings and again.warnings == () and seen(again) == seen(closer)


async def test_zones_that_were_stale_do_not_come_back_once_a_model_has_seen_what_is_there() -> None:
    stage = CanvasStage(canvas())
    stage.nodes = (node("/old", Role.BUTTON, "Old", bounds_px=Rect(30, 220, 60, 20)),)
    looking = SurfacePerceiver(stage, masked=lambda text: text)
    looking.start_run("", vision(BOTH)[0])
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
