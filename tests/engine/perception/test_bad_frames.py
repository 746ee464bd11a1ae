"""Frames as nobody wants them: black, tiny, huge, torn, of another size, or not all there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.domain.errors import SurfaceUnavailable
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.zones import Source
from engine.perception.drawn.text_reader import ReadText, Recogniser, TextReader
from engine.perception.drawn.zones import DrawnZones
from engine.perception.perceiver import SurfacePerceiver
from engine.perception.pixels import Pixels
from tests.engine.perception.test_hanging import button
from tests.support.drawn import window
from tests.support.painted_texts import SIZE, WHOLE, painted
from tests.support.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")

PATIENCE_SECS = 60.0
OLD = [("Red circle", 60, 60), ("Save the file now", 60, 330)]
NEW = [("Blue square", 60, 60), ("Do not save it", 60, 330)]


class Silent(Stage):
    """Its windows tell nothing, but for ``tree``. ``counts`` are told before the frame's own."""

    tree = AccessibleTree((), ())
    counts: tuple[int, ...] = ()

    async def read_tree(self) -> AccessibleTree:
        return replace(self.tree, windows=self.now.windows)


def looking(stage: Stage, reader: Recogniser) -> SurfacePerceiver:
    texts = DrawnZones(reader, grace_secs=0)
    return SurfacePerceiver(stage, masked=lambda text: text, drawn=texts)


async def labels(perceiver: SurfacePerceiver) -> list[str]:
    situation = await perceiver.observe(patience_secs=PATIENCE_SECS)
    return [zone.label for zone in situation.zones if zone.source is Source.TEXT]


def plain(width: int, height: int, shade: int = 0) -> Situation:
    """A picture of one shade, in one window."""
    frame = Frame(next_count(), 0.0, width, height, bytes([shade] * 3 + [255]) * (width * height))
    whole = window(bounds=Rect(-5, -5, width + 10, height + 10))
    return Situation(frame, (), (whole,))


def next_count() -> int:
    return painted(()).frame.change_count


@pytest.mark.parametrize("size", [(640, 400), (1, 1), (3, 2), (13, 1)])
async def test_a_picture_with_nothing_in_it_has_no_zones(
    reader: TextReader, size: tuple[int, int]
) -> None:
    perceiver = looking(Silent(plain(*size)), reader)
    situation = await perceiver.observe(patience_secs=PATIENCE_SECS)
    assert situation.zones == () and not situation.is_stale
    assert (await perceiver.observe_fully()).warnings == ()


class Blind:
    """Finds nothing."""

    sizes: tuple[int, ...] = ()

    async def find(self, picture: Pixels) -> list[Rect]:
        self.sizes = picture.shape
        return []

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        raise AssertionError("there is no line")

    async def close(self) -> None: ...


async def test_a_huge_picture_is_looked_through_as_any_other() -> None:
    blind = Blind()
    perceiver = looking(Silent(plain(5120, 2880)), blind)
    situation = await perceiver.observe(patience_secs=PATIENCE_SECS)
    assert situation.zones == () and blind.sizes == (2880, 5120, 3)


async def test_a_torn_picture_is_looked_at_again_and_leaves_no_text_behind(
    reader: TextReader,
) -> None:
    before, after = painted(OLD), painted(NEW)
    middle = SIZE.width * 4 * SIZE.height // 2
    halves = bytes(after.frame.pixels)[:middle] + bytes(before.frame.pixels)[middle:]
    torn_count = next_count()
    stage = Silent(replace(before, frame=replace(before.frame, pixels=halves)))
    stage.now = replace(stage.now, frame=replace(stage.now.frame, change_count=torn_count))
    perceiver = looking(stage, reader)
    assert await labels(perceiver) == ["Blue square", "Save the file now"]
    stage.now = replace(after, frame=replace(after.frame, change_count=torn_count + 1))
    assert sorted(await labels(perceiver)) == ["Blue square", "Do not save it"]


async def test_when_the_screen_changes_its_size_in_the_middle_nothing_reaches_beyond_it(
    reader: TextReader,
) -> None:
    """The tree still tells of the size from before, the picture has the new one."""
    stage = Silent(painted(OLD))
    at = stage.now.windows[0]
    inside, across = button("In", at, Rect(40, 30, 50, 20)), button("Across", at, WHOLE)
    stage.tree = AccessibleTree((inside, across, button("Out", at, Rect(500, 300, 50, 20))), ())
    perceiver = looking(stage, reader)
    assert len((await perceiver.observe()).zones) == 3
    stage.now = replace(plain(200, 100), windows=stage.now.windows)
    small = await perceiver.observe(patience_secs=PATIENCE_SECS)
    assert [zone.label for zone in small.zones] == ["In", "Across"]
    for zone in small.zones:
        assert zone.bounds_px.intersection(small.frame.bounds_px) == zone.bounds_px
    stage.tree = AccessibleTree((), ())
    stage.now = replace(painted(NEW), windows=(window(bounds=WHOLE),))
    assert sorted(await labels(perceiver)) == ["Blue square", "Do not save it"]


@pytest.mark.parametrize(("width", "height", "there"), [(64, 48, 100), (64, 48, 0), (0, 0, 0)])
async def test_a_picture_that_is_not_all_there_is_a_plain_error(
    reader: TextReader, width: int, height: int, there: int
) -> None:
    stage = Silent(painted(OLD))
    perceiver = looking(stage, reader)
    await perceiver.observe()
    whole = stage.now
    damaged = Frame(next_count(), 0.0, width, height, bytes(there))
    stage.now = replace(whole, frame=damaged)
    with pytest.raises(SurfaceUnavailable, match="picture of the screen is damaged"):
        await perceiver.observe()
    stage.now = replace(whole, frame=replace(whole.frame, change_count=next_count()))
    assert len((await perceiver.observe()).windows) == 1, "and the next look works"
