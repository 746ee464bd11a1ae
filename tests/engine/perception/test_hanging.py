"""While an application hangs, what it told counts no more, and its window is read as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.domain.guests import NOT_GRANTED, Granted
from engine.domain.spaces import Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.web.pages import Page
from engine.domain.zones import Role, Source, State, Window
from engine.perception.drawn.text_reader import Pixels, ReadText
from engine.perception.drawn.zones import DrawnZones
from engine.perception.perceiver import SurfacePerceiver
from tests.support.drawn import window
from tests.support.hand_clock import HandClock
from tests.support.painted_texts import painted
from tests.support.stage import Stage

LEFT, RIGHT = Rect(20, 20, 280, 360), Rect(320, 20, 300, 360)
WINDOWS = (window("Editor", LEFT), window("Sums", RIGHT, order=1))
SILENT = "Sums does not answer over accessibility. What it told before counts no more; its window"


def button(name: str, at: Window, bounds: Rect) -> AccessibleNode:
    return AccessibleNode(
        key=f":1.1/{name}",
        parent_key="",
        window_key=at.window_id,
        application=at.title,
        role=Role.BUTTON,
        name=name,
        description="",
        text="",
        states=frozenset({State.ENABLED}),
        bounds_px=bounds,
        is_showing=True,
    )


SAVE = button("Save", WINDOWS[0], Rect(40, 40, 60, 20))
SUM = button("Sum", WINDOWS[1], Rect(340, 40, 60, 20))
BOTH = AccessibleTree((SAVE, SUM), WINDOWS)
ONE_HANGS = AccessibleTree((SAVE,), WINDOWS, silent_applications=("Sums",))
ALL_HANG = AccessibleTree((), WINDOWS[1:], silent_applications=("Sums",))


class Hanging(Stage):
    def __init__(self, tree: AccessibleTree) -> None:
        super().__init__(painted([("Sum", 340, 40)], windows=WINDOWS))
        self.tree, self.readings = tree, 0

    async def read_tree(self) -> AccessibleTree:
        self.readings += 1
        return self.tree

    def change(self, tree: AccessibleTree) -> None:
        self.tree = tree
        self.now = painted([("Sum", 340, 40)], windows=WINDOWS)


class Seeing:
    """Finds one line in each picture, and keeps the pictures' sizes."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []

    async def find(self, picture: Pixels) -> list[Rect]:
        self.sizes.append((picture.shape[1], picture.shape[0]))
        return [Rect(15, 15, 40, 20)]

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        return [ReadText("Sum", 0.99)] * len(lines)

    async def close(self) -> None: ...


def looking(stage: Stage, texts: DrawnZones | None = None) -> SurfacePerceiver:
    return SurfacePerceiver(stage, masked=lambda text: text, drawn=texts)


async def test_its_zones_are_gone_and_its_window_is_read_until_it_answers() -> None:
    stage, seeing = Hanging(BOTH), Seeing()
    perceiver = looking(stage, DrawnZones(seeing, grace_secs=0))
    before = await perceiver.observe_fully()
    assert [zone.label for zone in before.zones] == ["Save", "Sum"] and seeing.sizes == []
    stage.change(ONE_HANGS)
    hung = await perceiver.observe_fully()
    assert [zone.source for zone in hung.zones] == [Source.ACCESSIBILITY, Source.TEXT]
    assert hung.zones[1].window_id == WINDOWS[1].window_id
    assert seeing.sizes == [(RIGHT.width, RIGHT.height)]
    assert [words.startswith(SILENT) for words in hung.warnings] == [True]
    stage.change(ONE_HANGS)
    assert (await perceiver.observe_fully()).warnings == (), "it is told once"
    stage.change(BOTH)
    back = await perceiver.observe_fully()
    assert back.zones == before.zones and back.warnings == ()
    stage.change(ONE_HANGS)
    assert len((await perceiver.observe_fully()).warnings) == 1, "and once more when it hangs again"
    await perceiver.close()


async def test_a_page_that_does_not_answer_says_so_itself() -> None:
    perceiver = looking(Hanging(replace(ONE_HANGS, page=Page("https://a.example/", ""))))
    assert (await perceiver.observe_fully()).warnings == ()
    await perceiver.close()


async def test_where_nothing_else_tells_there_are_no_zones_from_before() -> None:
    stage = Hanging(BOTH)
    perceiver = looking(stage)
    await perceiver.observe()
    stage.change(ALL_HANG)
    hung = await perceiver.observe_fully()
    assert hung.zones == () and not hung.is_stale and len(hung.warnings) == 1


async def test_it_is_asked_again_though_the_picture_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, clock = Hanging(ONE_HANGS), HandClock()
    monkeypatch.setattr("engine.perception.perceiver.time.monotonic", clock)
    perceiver = looking(stage)
    await perceiver.observe()
    clock.secs += 0.3
    settled = await perceiver.observe()
    assert await perceiver.observe() is settled and stage.readings == 2
    clock.secs += 1
    stage.tree = BOTH
    assert [zone.label for zone in (await perceiver.observe()).zones] == ["Save", "Sum"]
    readings = stage.readings
    clock.secs += 3600
    await perceiver.observe()
    assert stage.readings == readings


async def test_what_a_guest_was_told_of_counts_no_more_once_its_window_is_gone() -> None:
    stage = Hanging(BOTH)
    perceiver = looking(stage)
    perceiver.start_run("", granted=lambda: Granted(windows=("Editor",)))
    assert [zone.label for zone in (await perceiver.observe()).zones] == ["Save"]
    stage.change(AccessibleTree((SUM,), WINDOWS[1:]))
    left = await perceiver.observe()
    assert left.zones == () and not left.is_stale
    assert [one.name for one in left.windows] == [NOT_GRANTED]


async def test_a_guest_is_told_of_no_program_that_hangs_or_was_cut_but_those_it_was_granted() -> (
    None
):
    stage = Hanging(replace(ONE_HANGS, cut_applications=("Editor", "Sums")))
    perceiver = looking(stage)
    perceiver.start_run("", granted=lambda: Granted(windows=("Editor",)))
    [words] = (await perceiver.observe_fully()).warnings
    assert words.startswith("Editor shows more")


async def test_a_long_name_makes_no_long_warning() -> None:
    stage = Hanging(replace(ONE_HANGS, silent_applications=("x" * 5000,)))
    [words] = (await looking(stage).observe_fully()).warnings
    assert len(words) < 250


async def test_that_something_was_left_out_is_told_once() -> None:
    stage = Hanging(replace(BOTH, cut_applications=("Editor",)))
    perceiver = looking(stage)
    [words] = (await perceiver.observe_fully()).warnings
    assert words.startswith("Editor shows more than can be told at once")
    stage.change(stage.tree)
    assert (await perceiver.observe_fully()).warnings == ()


async def test_the_window_of_one_that_tells_nothing_for_sure_is_read_without_waiting() -> None:
    for may_tell in (False, True):
        windows = (replace(WINDOWS[0], may_tell=may_tell),)
        seeing = Seeing()
        texts = DrawnZones(seeing, grace_secs=3600)
        now = painted([("Sum", 40, 40)], windows=windows)
        texts.show(now)
        await texts.wait(60)
        assert bool(seeing.sizes) is not may_tell
        await texts.close()
