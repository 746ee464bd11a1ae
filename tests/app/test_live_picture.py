"""The live picture: what must not be seen is covered at once, and nothing stays covered."""

from __future__ import annotations

import asyncio
import os
from typing import cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from app.live_picture import LivePicture, name_own_windows
from engine.domain.frames import Frame
from engine.domain.masks import COVERED
from engine.domain.spaces import Rect
from engine.perception.perceiver import SurfacePerceiver
from engine.surfaces.desktop.eyes import DesktopEyes

WHITE = QColor("white")
GREY = QColor(COVERED, COVERED, COVERED)
ABOVE, BELOW = Rect(0, 0, 40, 10), Rect(0, 20, 40, 10)


class OneFrame:
    """Eyes on a screen that never changes: one white picture, and then none for ever."""

    def __init__(self) -> None:
        self.pixels = memoryview(bytearray(b"\xff" * (40 * 30 * 4)))

    async def next_live_frame(self, after_count: int, period_secs: float) -> Frame:
        if after_count >= 0:
            await asyncio.Event().wait()
        return Frame(0, 0.0, 40, 30, cast(bytes, self.pixels))


async def test_places_are_covered_and_uncovered_in_a_picture_that_stands_still() -> None:
    shown: list[tuple[QColor, QColor]] = []

    def show(image: QImage, late_ms: float) -> None:
        shown.append((image.pixelColor(5, 5), image.pixelColor(5, 25)))

    live = LivePicture(cast(DesktopEyes, OneFrame()), cast(SurfacePerceiver, None), show_frame=show)
    showing = asyncio.ensure_future(live.show_frames())
    await asyncio.sleep(0)
    live.cover((ABOVE,))
    live.cover((ABOVE,))
    live.cover((BELOW,))
    live.cover(())
    showing.cancel()
    assert shown == [(WHITE, WHITE), (GREY, WHITE), (WHITE, GREY), (WHITE, WHITE)]


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
