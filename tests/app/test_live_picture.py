"""The live picture: what must not be seen is covered at once, and nothing stays covered."""

from __future__ import annotations

import asyncio
import os
from types import SimpleNamespace
from typing import cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from app.live_picture import LivePicture, name_own_windows
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import COVERED
from engine.perception.perceiver import SurfacePerceiver
from engine.surfaces.desktop.eyes import DesktopEyes

WHITE = QColor("white")
GREY = QColor(COVERED, COVERED, COVERED)
ABOVE, BELOW = Rect(0, 0, 40, 10), Rect(0, 20, 40, 10)


class OneFrame:
    """Eyes on a screen that never changes: one white picture, and then none for ever."""

    def __init__(self) -> None:
        self.pixels = memoryview(bytearray(b"\xff" * (40 * 30 * 4)))

    async def next_live_frame(
        self, after_count: int, period_secs: float, patience_secs: float
    ) -> Frame:
        if after_count >= 0:
            await asyncio.Event().wait()
        return Frame(0, 0.0, 40, 30, cast(bytes, self.pixels))


async def test_places_are_covered_and_uncovered_in_a_picture_that_stands_still() -> None:
    shown: list[tuple[QColor, QColor]] = []

    def show(image: QImage, late_ms: float) -> None:
        shown.append((image.pixelColor(5, 5), image.pixelColor(5, 25)))

    perceiver = cast(SurfacePerceiver, SimpleNamespace(secret_px=()))
    live = LivePicture(cast(DesktopEyes, OneFrame()), perceiver, show_frame=show)
    showing = asyncio.ensure_future(live.show_frames())
    await asyncio.sleep(0)
    for found in ((ABOVE,), (ABOVE,), (BELOW,), ()):
        perceiver.secret_px = found  # type: ignore[misc]
        live.take(Situation(Frame(0, 0.0, 40, 30, b""), (), ()))
    showing.cancel()
    assert shown == [(WHITE, WHITE), (GREY, WHITE), (WHITE, GREY), (WHITE, WHITE)]


class Reading:
    """A perceiver that reads on for some looks after the first, and then has read all."""

    def __init__(self, looks: int) -> None:
        self._left = looks
        self.looks = 0
        self.all_read = asyncio.Event()

    async def observe(self, *, patience_secs: float) -> Situation:
        self.looks += 1
        self._left -= 1
        if self._left < 0:
            self.all_read.set()
        return Situation(Frame(0, 0.0, 40, 30, b""), (), (), is_being_read=self._left >= 0)


class Still:
    """A screen on which nothing changes; ``asked`` counts how often that was waited for."""

    def __init__(self) -> None:
        self.asked = 0

    def watch(self) -> Still:
        return self

    async def next(self, timeout_secs: float) -> None:
        self.asked += 1
        await asyncio.sleep(0)

    def close(self) -> None: ...


async def test_what_is_read_of_a_still_picture_is_told_until_all_is_read() -> None:
    still, reading = Still(), Reading(looks=4)
    live = LivePicture(
        cast(DesktopEyes, still),
        cast(SurfacePerceiver, reading),
        show_frame=lambda image, age_ms: None,
    )
    looking = asyncio.ensure_future(live.keep_looking())
    async with asyncio.timeout(60):
        await reading.all_read.wait()
        seen, looks = still.asked, reading.looks
        for _ in range(50):
            await asyncio.sleep(0)
    looking.cancel()
    assert still.asked > seen + 5, "it goes on waiting for changes"
    assert reading.looks <= looks + 1, "a picture that is wholly read is left alone"


@pytest.fixture
def qapp() -> QApplication:
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else QApplication(["pilothouse-tests"])


def test_a_covered_part_says_what_it_is_where_there_is_room(qapp: QApplication) -> None:
    image = QImage(600, 400, QImage.Format.Format_RGB32)
    image.fill(GREY)
    name_own_windows(image, (Rect(0, 0, 20, 10),))
    assert shades(image, Rect(0, 0, 600, 400)) == 1, "a scrap has no room for words"
    name_own_windows(image, (Rect(0, 0, 20, 10), Rect(100, 100, 400, 200)))
    assert shades(image, Rect(100, 100, 400, 200)) > 1
    assert shades(image, Rect(0, 300, 600, 100)) == 1


def shades(image: QImage, place: Rect) -> int:
    spots = [(x, y) for x in range(place.x, place.right) for y in range(place.y, place.bottom)]
    return len({image.pixel(x, y) for x, y in spots})
