"""What is read in a picture before it goes out: secrets stay covered, and all else is seen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import numpy as np
import pytest
import pytest_asyncio

from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import MASK, Role
from engine.perception.drawn.text_reader import (
    ReadText,
    Recogniser,
    RecognitionUnavailable,
    TextReader,
)
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.pixels import Pixels
from engine.perception.vision import reading
from engine.perception.vision.reading import PictureTexts
from engine.perception.vision.withholding import Withheld, withheld_places
from tests.support.drawn import zone
from tests.support.painted_texts import WHOLE, Text, painted

pytestmark = pytest.mark.asyncio(loop_scope="session")

MASKER = Masker(MaskRules(), lambda text: text.replace("correct-Horse7", MASK))
CLEAN: tuple[Text, ...] = (
    ("Score 2048", 60, 60),
    ("Brush size: 12 px", 250, 60),
    ("Total 1,204.50", 60, 160),
    ("2026-11-22 14:05", 250, 160),
    ("Drawing 3 of 40", 60, 300),
)
DARK = {"paper": "#202020", "ink": "#e0e0e0"}


class Watched:
    """The shared recogniser: how often it was asked, what it waits for, and how it fails."""

    def __init__(self, real: Recogniser) -> None:
        self._real = real
        self.asked = 0
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.fails = False

    async def find(self, picture: Pixels) -> list[Rect]:
        await self._turn()
        return await self._real.find(picture)

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        await self._turn()
        return await self._real.read(lines) if lines else []

    async def _turn(self) -> None:
        self.asked += 1
        await self.may_go_on.wait()
        if self.fails:
            raise RecognitionUnavailable("It is gone.", "Nothing helps.")

    async def close(self) -> None: ...


@pytest.fixture
def watched(reader: TextReader) -> Watched:
    return Watched(reader)


@pytest_asyncio.fixture(loop_scope="session")
async def texts(watched: Watched) -> AsyncIterator[PictureTexts]:
    texts = PictureTexts(watched)
    yield texts
    await texts.close()


def canvas(*said: Text, **look: str) -> Situation:
    """A canvas that tells nothing of itself."""
    return painted(said, zones=[zone("Canvas", Role.CANVAS, WHOLE.grown(-10))], **look)  # type: ignore[arg-type]


async def fully(texts: PictureTexts, now: Situation, masker: Masker = MASKER) -> Withheld:
    """Looked at until all was read: a busy machine may take more than one picture's time."""
    while (withheld := await texts.withheld(now, WHOLE, masker)).unread:
        pass
    return withheld


@pytest.mark.parametrize("look", [{}, DARK], ids=["light", "dark"])
async def test_what_was_read_and_is_no_secret_is_seen(
    texts: PictureTexts, look: dict[str, str]
) -> None:
    now = canvas(*CLEAN, **look)
    assert len(withheld_places(now, WHOLE, 6)) == len(CLEAN), "without reading all is covered"
    assert await fully(texts, now) == Withheld()


SECRETS: tuple[Text, ...] = (
    ("correct-Horse7", 60, 40),
    ("Password: hunter2", 250, 40),
    ("API_KEY=sk-proj-abcd1234EFGH5678ijkl", 60, 90),
    ("ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5", 60, 140),
    ("4111 1111 1111 1111", 60, 190),
    ("jo.doe@example.org", 350, 190),
    *(("4000", x, 240) for x in (60, 105, 150, 195)),
    ("Password", 60, 290),
    ("hunter2", 350, 290),
)
"""Typed by the hands; called one; keys as a terminal shows them; a card; an address; a number in
groups that stand apart; and a value beside its name."""


@pytest.mark.parametrize("look", [{}, DARK], ids=["light", "dark"])
async def test_a_secret_stays_covered_and_what_stands_around_it_does_not(
    texts: PictureTexts, look: dict[str, str]
) -> None:
    clean: Text = ("Drawing 3 of 40", 350, 340)
    places = (await fully(texts, canvas(*SECRETS, clean, **look))).places
    for words, x, y in (one for one in SECRETS if one[0] != "Password"):
        middle = Rect(x, y + 3, 5 * len(words), 10)
        assert any(one.intersection(middle) == middle for one in places), words
    assert all(one.bottom < clean[2] for one in places), "the text below them is seen"


async def test_the_same_picture_again_is_not_read_again_nor_is_what_stays_of_it(
    texts: PictureTexts, watched: Watched
) -> None:
    now = canvas(*CLEAN)
    await fully(texts, now)
    asked = watched.asked
    assert await texts.withheld(now, WHOLE, MASKER) == Withheld()
    assert await texts.withheld(canvas(*CLEAN[1:]), WHOLE, MASKER) == Withheld()
    assert watched.asked == asked


async def test_what_was_read_counts_by_the_rules_of_the_time(texts: PictureTexts) -> None:
    now = canvas(*CLEAN)
    await fully(texts, now)
    secret = Masker(MaskRules(), lambda text: text.replace("2048", MASK))
    assert len((await texts.withheld(now, WHOLE, secret)).places) == 1
    exempt = Masker(MaskRules().exempting("Write to jo.doe@example.org"), lambda text: text)
    assert await fully(texts, canvas(("jo.doe@example.org", 60, 60)), exempt) == Withheld()


async def test_what_is_not_read_in_time_stays_covered_is_told_and_is_read_for_the_next(
    texts: PictureTexts, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = canvas(*CLEAN)
    monkeypatch.setattr(reading, "_START_SECS", 0.01)
    watched.may_go_on.clear()
    withheld = await texts.withheld(now, WHOLE, MASKER)
    assert (len(withheld.places), withheld.unread) == (len(CLEAN), len(CLEAN))
    assert "Not read in time: 5." in withheld.words
    watched.may_go_on.set()
    monkeypatch.undo()
    assert await fully(texts, now) == Withheld()


@pytest.mark.parametrize("of_large_letters", [True, False])
async def test_of_a_large_place_that_is_not_read_what_is_plain_is_seen(
    of_large_letters: bool,
) -> None:
    ruler = [("|" * 130, 40, y) for y in range(30, 90, 8)]
    ruler += [("|" * 16, 40, y) for y in range(90, 360, 8)]
    look = {"height_px": 200} if of_large_letters else {}
    now = painted([("COOK", 40, 60)] if of_large_letters else ruler, **look)
    [whole] = withheld_places(now, WHOLE, 6)
    assert min(whole.width, whole.height) >= 96
    hidden = np.zeros((400, 640), bool)
    for part in (await PictureTexts(None).withheld(now, WHOLE, MASKER)).places:
        hidden[part.slices] = True
    inked = np.frombuffer(now.frame.pixels, np.uint8).reshape(400, 640, 4)[..., 0] < 128
    assert hidden[whole.slices][inked[whole.slices]].all(), "no part of a text is seen"
    share = hidden[whole.slices].mean()
    assert share > 0.95 if of_large_letters else share < 0.6, "nor its letters' forms"


async def test_where_nothing_can_be_read_all_stays_covered_and_the_next_run_tries_again(
    texts: PictureTexts, watched: Watched
) -> None:
    now, watched.fails = canvas(*CLEAN), True
    assert (await texts.withheld(now, WHOLE, MASKER)).unread == len(CLEAN)
    asked, watched.fails = watched.asked, False
    assert (await texts.withheld(now, WHOLE, MASKER)).unread == len(CLEAN)
    assert watched.asked == asked, "it is not asked again in this run"
    texts.start_run()
    assert await fully(texts, now) == Withheld()
    assert (await PictureTexts(None).withheld(now, WHOLE, MASKER)).unread == len(CLEAN)
