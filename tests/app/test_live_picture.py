"""The live picture: what must not be seen is covered at once, and nothing stays covered."""

from __future__ import annotations

import asyncio
from typing import cast

from PySide6.QtGui import QColor, QImage

from app.live_picture import LivePicture
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
