"""The newest picture of the shown page, and the count by which looks know whether it changed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from engine.domain.errors import SurfaceLost
from engine.domain.frames import Frame, PictureChange
from engine.domain.spaces import Rect
from engine.processes.change_watches import ChangeWatches
from engine.surfaces.browser.page_picture import Pixels, changed_places

_BLANK = 255


class LiveView:
    """``size_px`` is that of the frames that are captured: live pictures are brought to it, so
    that zones lie where they are seen. ``on_resized`` is told when it changes."""

    def __init__(
        self,
        watches: ChangeWatches,
        *,
        size_px: tuple[int, int],
        on_resized: Callable[[int, int], None],
    ) -> None:
        self.count = 0
        self.size_px = size_px
        self._watches = watches
        self._on_resized = on_resized
        self._pixels: Pixels | None = None
        self._painted_at_secs = 0.0
        self._given_at_secs = 0.0
        self._buffers: list[bytearray] = [bytearray(), bytearray()]
        self._news = asyncio.Event()

    @property
    def bounds_px(self) -> Rect:
        return Rect(0, 0, *self.size_px)

    def resize(self, width_px: int, height_px: int) -> None:
        if (width_px, height_px) != self.size_px:
            self.size_px = width_px, height_px
            self._on_resized(width_px, height_px)

    def take_picture(self, pixels: Pixels, painted_at_secs: float) -> None:
        """Count it, where it differs from the one before."""
        width, height = self.size_px
        if pixels.shape[:2] != (height, width):
            pixels = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA))
        places = changed_places(self._pixels, pixels)
        if places:
            self._pixels, self._painted_at_secs = pixels, painted_at_secs
            self.note_change(places, painted_at_secs)

    def note_change(self, places: Sequence[Rect], at_secs: float) -> None:
        """The page changed there; with no places, somewhere that nobody need look at."""
        self.count += 1
        for place in places:
            self._watches.tell(PictureChange(at_secs, self.count, place))
        self._tell_news()

    def lose(self, message: str) -> None:
        self._watches.lose(message)
        self._tell_news()

    def last_frame(self) -> Frame:
        """What was seen last; white where nothing was."""
        return self._frame(self._copy(bytearray(self.bounds_px.area * 4)))

    async def next_frame(
        self, after_count: int, period_secs: float, patience_secs: float
    ) -> Frame | None:
        """The newest picture once the count is above, None where it is not in time; its pixels
        stay untouched until the second one after it. Raises ``SurfaceLost``."""
        wait_secs = self._given_at_secs + period_secs - time.monotonic()
        if wait_secs > 0:
            await asyncio.sleep(wait_secs)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience_secs):
                while self._watches.lost is None and not self._is_newer(after_count):
                    await self._news.wait()
        if self._watches.lost is not None:
            raise SurfaceLost(self._watches.lost)
        if not self._is_newer(after_count):
            return None
        self._given_at_secs = time.monotonic()
        buffer = self._buffers.pop(0)
        size_bytes = self.bounds_px.area * 4
        if len(buffer) != size_bytes:
            buffer = bytearray(size_bytes)
        self._buffers.append(buffer)
        return self._frame(memoryview(self._copy(buffer)))

    def _is_newer(self, after_count: int) -> bool:
        return self.count > after_count and self._pixels is not None

    def _copy(self, into: bytearray) -> bytearray:
        width, height = self.size_px
        rows = np.frombuffer(into, np.uint8).reshape(height, width, 4)
        if self._pixels is None:
            rows[:] = _BLANK
        elif self._pixels.shape == rows.shape:
            rows[:] = self._pixels
        else:
            rows[:] = cv2.resize(self._pixels, (width, height))
        return into

    def _frame(self, pixels: bytearray | memoryview) -> Frame:
        width, height = self.size_px
        kept = pixels if isinstance(pixels, memoryview) else bytes(pixels)
        return Frame(self.count, self._painted_at_secs, width, height, kept)

    def _tell_news(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
