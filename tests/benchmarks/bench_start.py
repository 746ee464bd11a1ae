"""The console's start: from the process to the practice desktop's picture on the screen."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time

import mss
import numpy as np
import xcffib
import xcffib.xproto

from engine.surfaces.desktop.x11.x_calls import connect
from tests.benchmarks import report
from tests.benchmarks.workplace import PATIENCE_SECS, practice_bench

ROUNDS = 5
_LOOK_EVERY_SECS = 0.01
_BACKGROUND = 0x00C8C8
_SHARE = 0.1


class Screen:
    """The console's screen, painted in a colour that no practice desktop has."""

    def __init__(self) -> None:
        self._capturer = mss.MSS()
        self.desktop_colour = int(self.pixels()[0, 0])
        self._connection = connect(os.environ)
        root = self._connection.get_setup().roots[self._connection.pref_screen].root
        core = self._connection.core
        core.ChangeWindowAttributes(root, xcffib.xproto.CW.BackPixel, [_BACKGROUND])
        core.ClearArea(False, root, 0, 0, 0, 0)
        core.GetInputFocus().reply()
        assert self.share_of_desktop() == 0, "the screen still has the practice desktop's colour"

    def pixels(self) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
        shot = self._capturer.grab(self._capturer.monitors[0])
        return np.frombuffer(shot.raw, np.uint32).reshape(shot.height, shot.width) & 0xFFFFFF

    def share_of_desktop(self) -> float:
        """How much of the screen shows the colour of an empty practice desktop."""
        return float(np.mean(self.pixels()[::8, ::8] == self.desktop_colour))

    def is_blank(self) -> bool:
        return bool(np.all(self.pixels()[::8, ::8] == _BACKGROUND))


async def first_picture_secs(screen: Screen) -> tuple[float, float]:
    """Until the window is on the screen, and until the live view shows the practice desktop."""
    window_secs = 0.0
    with tempfile.TemporaryDirectory() as folder:
        own = {"XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder}
        started = time.monotonic()
        console = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "app", env={**os.environ, **own}
        )
        try:
            async with asyncio.timeout(PATIENCE_SECS):
                while screen.share_of_desktop() < _SHARE:
                    if not window_secs and not screen.is_blank():
                        window_secs = time.monotonic() - started
                    await asyncio.sleep(_LOOK_EVERY_SECS)
            picture_secs = time.monotonic() - started
        finally:
            console.terminate()
            await console.wait()
    await asyncio.sleep(0.5)
    return window_secs, picture_secs


async def desktop_start_secs() -> float:
    """The practice desktop with its eyes and hands alone: what no console can do without."""
    started = time.monotonic()
    async with practice_bench():
        return time.monotonic() - started


async def measure() -> None:
    screen = Screen()
    starts = [await first_picture_secs(screen) for _ in range(ROUNDS)]
    desktops = [await desktop_start_secs() for _ in range(ROUNDS)]
    alone = report.limit("the practice desktop alone", desktops)
    report.title("The console's start, as seen on its screen")
    report.figure("from the process to the window", [window for window, _ in starts], "s")
    report.figure("from the process to the first picture", [p for _, p in starts], "s", alone)


if __name__ == "__main__":
    asyncio.run(measure())
