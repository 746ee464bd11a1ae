"""Shapes as zones of a window that tells nothing: at once, then with their words."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, Source, State, Window, Zone
from engine.perception.drawn import searching
from engine.perception.drawn.boxes import inaccessible_areas
from engine.perception.drawn.text_reader import (
    ReadText,
    Recogniser,
    RecognitionUnavailable,
    TextReader,
)
from engine.perception.drawn.zones import DrawnZones
from engine.perception.fusion import fused
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.pixels import Pixels
from tests.support.drawn import window, zone
from tests.support.painted_shapes import DARK, SIZE, Painter
from tests.support.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="session")

MASKER = Masker(MaskRules(), lambda text: text)
BUTTON, FIELD = Rect(40, 40, 110, 30), Rect(240, 40, 220, 28)
_counts = itertools.count(1)


class Watched:
    """The shared recogniser, which answers when it may, and what it was asked."""

    def __init__(self, real: Recogniser) -> None:
        self._real = real
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.pictures: list[Pixels] = []

    async def find(self, picture: Pixels) -> list[Rect]:
        self.pictures.append(picture)
        await self.may_answer.wait()
        return await self._real.find(picture)

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        return await self._real.read(lines)

    async def close(self) -> None: ...


@pytest.fixture
def watched(reader: TextReader) -> Watched:
    return Watched(reader)


@pytest.fixture
def texts(watched: Watched) -> DrawnZones:
    return DrawnZones(watched, grace_secs=0)


def shown(
    picture: Pixels, *, windows: Sequence[Window] | None = None, zones: Sequence[Zone] = ()
) -> Situation:
    height, width = picture.shape[:2]
    pixels = np.dstack([picture, np.full((height, width), 255, np.uint8)])
    frame = Frame(next(_counts), 0.0, width, height, pixels.tobytes())
    over = [window(bounds=Rect(0, 0, width, height))] if windows is None else windows
    return Situation(frame, tuple(zones), tuple(over))


def form(theme_ticked: bool = False) -> Painter:
    painter = Painter()
    painter.flat_button(BUTTON, "Save")
    painter.field(FIELD)
    painter.check_box(60, 120, "Insured", ticked=theme_ticked)
    return painter


async def read(texts: DrawnZones, situation: Situation) -> list[Zone]:
    texts.show(situation)
    await texts.wait(60)
    return list(await texts.zones_in(situation, MASKER))


def of(zones: Sequence[Zone], role: Role) -> Zone:
    [found] = [one for one in zones if one.role is role]
    return found


async def test_boxes_are_told_before_anybody_has_looked_for_text(
    texts: DrawnZones, watched: Watched
) -> None:
    watched.may_answer.clear()
    situation = shown(form().bgr)
    texts.show(situation)
    await until(lambda: texts.revision == 1)
    early = list(await texts.zones_in(situation, MASKER))
    assert {one.role for one in early} == {Role.BUTTON, Role.TEXT_FIELD}
    assert all(one.source is Source.SHAPE and not one.label for one in early)
    watched.may_answer.set()
    await texts.wait(60)
    late = list(await texts.zones_in(situation, MASKER))
    assert of(late, Role.BUTTON).label == "Save"
    assert of(late, Role.BUTTON).zone_id == of(early, Role.BUTTON).zone_id
    assert of(late, Role.TEXT_FIELD).zone_id == of(early, Role.TEXT_FIELD).zone_id
    check = of(late, Role.CHECK_BOX)
    assert check.label == "Insured" and not check.is_checked


async def test_a_tick_is_seen_and_what_did_not_change_is_not_looked_through_again(
    texts: DrawnZones, watched: Watched
) -> None:
    before = await read(texts, shown(form().bgr))
    looked = len(watched.pictures)
    after = await read(texts, shown(form(theme_ticked=True).bgr))
    check = of(after, Role.CHECK_BOX)
    assert State.CHECKED in check.state
    assert check.zone_id == of(before, Role.CHECK_BOX).zone_id
    [part] = watched.pictures[looked:]
    assert part.size < form().bgr.size / 4
    assert of(after, Role.BUTTON) == of(before, Role.BUTTON)


async def test_the_same_picture_again_costs_no_search(
    texts: DrawnZones, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    zones = await read(texts, shown(form().bgr))
    searches: list[Pixels] = []
    real = searching.shapes_in
    monkeypatch.setattr(searching, "shapes_in", lambda p, c: searches.append(p) or real(p, c))
    assert await read(texts, shown(form().bgr)) == zones
    assert searches == [] and len(watched.pictures) == 1
    await read(texts, shown(form(theme_ticked=True).bgr))
    assert len(searches) == 1 and searches[0].size < form().bgr.size / 4
    assert await read(texts, shown(form().bgr)) == zones
    searched = len(searches)
    for is_ticked in (True, False, True, False):
        await read(texts, shown(form(theme_ticked=is_ticked).bgr))
    assert len(searches) == searched, "both have been looked through by now"


async def test_shapes_move_with_their_window(texts: DrawnZones) -> None:
    picture = form().bgr
    ground = np.zeros((picture.shape[0] + 50, picture.shape[1] + 80, 3), np.uint8)
    first, second = ground.copy(), ground.copy()
    first[: picture.shape[0], : picture.shape[1]] = picture
    second[50:, 80:] = picture
    here = window(bounds=Rect(0, 0, *SIZE))
    there = window(bounds=Rect(80, 50, *SIZE))
    before = of(await read(texts, shown(first, windows=[here])), Role.BUTTON)
    after = of(await read(texts, shown(second, windows=[there])), Role.BUTTON)
    assert after.zone_id == before.zone_id
    assert after.bounds_px.x == before.bounds_px.x + 80


async def test_a_shape_that_is_gone_is_told_no_more(texts: DrawnZones) -> None:
    await read(texts, shown(form().bgr))
    bare = shown(Painter().bgr)
    texts.show(bare)
    assert await texts.zones_in(bare, MASKER) == ()
    await texts.wait(60)
    assert await texts.zones_in(bare, MASKER) == ()


async def test_a_torn_frame_is_followed_by_the_whole_one(
    texts: DrawnZones, watched: Watched
) -> None:
    """The lower half is still that of the picture before: nothing of it stays behind."""
    before, after = Painter(DARK), form()
    before.flat_button(Rect(300, 300, 110, 30), "Quit")
    torn = np.concatenate([after.bgr[:210], before.bgr[210:]])
    await read(texts, shown(before.bgr))
    assert len([z for z in await read(texts, shown(torn)) if z.role is Role.BUTTON]) == 2
    whole = await read(texts, shown(after.bgr))
    fresh = DrawnZones(watched, grace_secs=0)
    places = {(one.role, one.bounds_px) for one in await read(fresh, shown(after.bgr))}
    assert {(one.role, one.bounds_px) for one in whole} == places


@pytest.mark.parametrize("size", [(1, 1), (13, 13), (600, 900)])
async def test_a_black_picture_of_any_size_has_no_zones(
    texts: DrawnZones, size: tuple[int, int]
) -> None:
    assert await read(texts, shown(np.zeros((*size, 3), np.uint8))) == []


async def test_a_button_that_is_told_without_a_name_is_read(texts: DrawnZones) -> None:
    """Its application tells of it, and the picture what it is called."""
    told = [
        replace(zone("", Role.BUTTON, BUTTON), zone_id="button_3"),
        zone("Kind", Role.COMBO_BOX, Rect(40, 200, 100, 30)),
    ]
    situation = shown(form().bgr, zones=told)
    [area] = inaccessible_areas(situation)
    assert area.bounds_px == BUTTON and area.is_one_thing
    drawn = await read(texts, situation)
    assert [one.source for one in drawn] == [Source.TEXT]
    [button, _] = fused([*told, *drawn])
    assert (button.label, button.source, button.zone_id) == (
        "Save",
        Source.ACCESSIBILITY,
        "button_3",
    )


async def test_where_all_is_named_nothing_is_looked_through_and_there_are_bounds() -> None:
    named = [zone("Save", Role.BUTTON, BUTTON), zone("Open", Role.BUTTON, BUTTON.moved(0, 190))]
    assert inaccessible_areas(shown(form().bgr, zones=named)) == ()
    many = [
        zone("", Role.BUTTON, Rect(10 + 30 * (n % 20), 100 + 30 * (n // 20), 24, 24))
        for n in range(100)
    ]
    assert 0 < len(inaccessible_areas(shown(form().bgr, zones=[*named, *many]))) <= 16
    holding = replace(zone("", Role.BUTTON, Rect(30, 30, 200, 60)), zone_id="outer")
    assert inaccessible_areas(shown(form().bgr, zones=[*named, holding])) == ()


async def test_new_words_are_no_icons_while_nobody_has_looked_for_their_line(
    texts: DrawnZones, watched: Watched
) -> None:
    await read(texts, shown(form().bgr))
    watched.may_answer.clear()
    painter = form()
    painter.text("Aft", 420, 300)
    situation = shown(painter.bgr)
    looked = len(watched.pictures)
    texts.show(situation)
    await until(lambda: len(watched.pictures) > looked)
    early = await texts.zones_in(situation, MASKER)
    assert not [one for one in early if one.role is Role.ICON]
    watched.may_answer.set()
    await texts.wait(60)
    late = await texts.zones_in(situation, MASKER)
    assert [one.label for one in late if one.source is Source.TEXT] == ["Aft"]


async def test_typing_in_a_text_area_leaves_it_one_thing(
    texts: DrawnZones, reader: TextReader
) -> None:
    def note(*lines: str) -> Pixels:
        painter = form()
        painter.field(Rect(40, 160, 560, 240))
        for row, words in enumerate(lines):
            painter.text(words, 50, 170 + 20 * row)
        return painter.bgr

    [area] = [z for z in await read(texts, shown(note("One"))) if z.role is Role.TEXT_AREA]
    after = await read(texts, shown(note("One", "Two and more")))
    assert of(after, Role.TEXT_AREA) == area
    at_once = await read(DrawnZones(reader, grace_secs=0), shown(note("One", "Two and more")))
    assert shapes_of(after) == shapes_of(at_once)


def shapes_of(zones: Sequence[Zone]) -> set[tuple[Role, Rect]]:
    return {(one.role, one.bounds_px) for one in zones if one.source is Source.SHAPE}


class Failing(Watched):
    """One that can't be started."""

    async def find(self, picture: Pixels) -> list[Rect]:
        raise RecognitionUnavailable("Text can't be recognised.", "Install it.")


class Mistaken(Watched):
    async def find(self, picture: Pixels) -> list[Rect]:
        raise ZeroDivisionError


async def test_a_mistake_of_ours_in_the_background_comes_up_with_the_next_look(
    watched: Watched,
) -> None:
    texts = DrawnZones(Mistaken(watched), grace_secs=0)
    with pytest.raises(ZeroDivisionError):
        await read(texts, shown(form().bgr))


@pytest.mark.parametrize("how", ["off", "failing"])
async def test_boxes_are_told_where_nobody_can_read(watched: Watched, how: str) -> None:
    texts = DrawnZones(Failing(watched) if how == "failing" else None, grace_secs=0)
    found = await read(texts, shown(form().bgr))
    assert {one.role for one in found} == {Role.BUTTON, Role.TEXT_FIELD}
    assert {one.label for one in found} == {""}
    if how == "failing":
        assert texts.take_warning() == "Text can't be recognised. Install it."
    assert texts.take_warning() == ""
    moved = form()
    moved.flat_button(Rect(40, 200, 110, 30), "Print")
    later = await read(texts, shown(moved.bgr))
    assert len(later) == len(found) + 1, "what changes is looked through all the same"


async def test_a_window_that_may_tell_is_given_time_before_shapes_are_sought(
    watched: Watched,
) -> None:
    texts = DrawnZones(watched, grace_secs=3600)
    assert await read(texts, shown(form().bgr)) == []
    await texts.close()
