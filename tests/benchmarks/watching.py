"""Watching the console's screen from outside: which pictures of the moving pattern come there."""

from __future__ import annotations

import asyncio
import time

import mss
import numpy as np

from tests.benchmarks.moving_pattern import BITS, MARK

_LOOK_EVERY_SECS = 0.005
_SEARCH_EVERY_SECS, _MAX_LOOKS = 0.1, 300
_MAX_AGE_MS = 2_000
_CLOCK_SPAN = 1 << BITS


class Watcher:
    """Reads the pattern's band wherever it is on the screen of DISPLAY."""

    def __init__(self) -> None:
        self._capturer = mss.MSS()
        self._line: dict[str, int] = {}

    async def find_band(self) -> None:
        """Wait until the pattern is on the screen; its place is kept."""
        for _ in range(_MAX_LOOKS):
            if self._is_found():
                return
            await asyncio.sleep(_SEARCH_EVERY_SECS)
        raise RuntimeError("the pattern never came to the screen")

    def _is_found(self) -> bool:
        shot = self._capturer.grab(self._capturer.monitors[0])
        pixels = np.frombuffer(shot.raw, np.uint32).reshape(shot.height, shot.width) & 0xFFFFFF
        rows, columns = np.nonzero(pixels == MARK)
        if rows.size == 0:
            return False
        left, width = int(columns.min()), int(columns.max() - columns.min()) + 1
        middle = int(rows.min() + rows.max()) // 2
        self._line = {"left": left, "top": middle, "width": width, "height": 1}
        return True

    @property
    def width_px(self) -> int:
        return self._line["width"]

    def drawn_at_ms(self) -> int:
        """The number in the band: the low bits of the clock at which it was drawn."""
        row = np.frombuffer(self._capturer.grab(self._line).raw, np.uint8).reshape(-1, 4)
        middles = ((np.arange(BITS) + 0.5) * len(row) / BITS).astype(int)
        bits = row[middles, 1] > 127
        return int("".join("1" if bit else "0" for bit in bits), 2)

    async def watch(self, secs: int) -> tuple[list[float], list[float]]:
        """New pictures in each second, and the age in milliseconds at which each appeared."""
        counts: list[float] = []
        ages_ms: list[float] = []
        last = self.drawn_at_ms()
        for _ in range(secs):
            ends, count = time.monotonic() + 1, 0
            while time.monotonic() < ends:
                await asyncio.sleep(_LOOK_EVERY_SECS)
                number = self.drawn_at_ms()
                age_ms = (time.monotonic() * 1000 - number) % _CLOCK_SPAN
                if number != last and age_ms < _MAX_AGE_MS:
                    count += 1
                    ages_ms.append(age_ms)
                    last = number
            counts.append(count)
        return counts, ages_ms
