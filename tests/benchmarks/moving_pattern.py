"""A pattern that fills the display and moves, with the time of its drawing written into it.

``python -m tests.benchmarks.moving_pattern RATE`` on a display. Across its middle goes a band of
sixteen blocks, white for 1 and black for 0: the low bits of the monotonic clock in milliseconds,
the highest first. Whoever sees the band somewhere, such as in the console, can tell how old the
picture is and whether it is a new one. Magenta lines above and below mark the band."""

from __future__ import annotations

import os
import sys
import time

import numpy as np
import xcffib
import xcffib.xproto

from engine.surfaces.desktop.x11.x_calls import connect

BITS = 16
BAND_PX, MARK_PX = 120, 12
MARK = 0xFF00FF
_SPAN_PX = 240
_ROWS_AT_ONCE = 16


class Pattern:
    def __init__(self) -> None:
        self._connection = connect(os.environ)
        self._core = self._connection.core
        screen = self._connection.get_setup().roots[self._connection.pref_screen]
        self._width, self._height = screen.width_in_pixels, screen.height_in_pixels
        self._depth = screen.root_depth
        self._band_y = (self._height - BAND_PX) // 2
        self._window, self._picture = (self._connection.generate_id() for _ in range(2))
        self._core.CreateWindow(
            screen.root_depth,
            self._window,
            screen.root,
            *(0, 0, self._width, self._height, 0),
            xcffib.xproto.WindowClass.InputOutput,
            screen.root_visual,
            xcffib.xproto.CW.OverrideRedirect,
            [1],
        )
        self._core.CreatePixmap(
            self._depth, self._picture, self._window, self._width + _SPAN_PX, self._height
        )
        self._copy, self._white, self._black, self._mark = (
            self._brush(colour) for colour in (0, 0xFFFFFF, 0, MARK)
        )
        self._core.MapWindow(self._window)
        self._draw_picture()

    def _brush(self, colour: int) -> int:
        brush = self._connection.generate_id()
        gc = xcffib.xproto.GC
        self._core.CreateGC(brush, self._window, gc.Foreground | gc.GraphicsExposures, [colour, 0])
        return int(brush)

    def _draw_picture(self) -> None:
        """A pattern that repeats after the span by which it moves; never magenta."""
        across = np.arange(self._width + _SPAN_PX) % _SPAN_PX
        for top in range(0, self._height, _ROWS_AT_ONCE):
            rows = np.zeros((_ROWS_AT_ONCE, self._width + _SPAN_PX, 4), np.uint8)
            rows[..., 0] = 60 + across // 2
            rows[..., 1] = 60 + (across * 7 + top) % 180
            rows[..., 2] = 60 + (top // 4) % 150
            self._core.PutImage(
                xcffib.xproto.ImageFormat.ZPixmap,
                self._picture,
                self._copy,
                *(self._width + _SPAN_PX, _ROWS_AT_ONCE, 0, top, 0, self._depth),
                rows.size,
                rows.tobytes(),
            )

    def draw(self, number: int) -> None:
        """One frame; nobody sees it half drawn."""
        core, top, bottom = self._core, self._band_y, self._band_y + BAND_PX
        offset = number * 4 % _SPAN_PX
        core.GrabServer()
        for y, height in ((0, top - MARK_PX), (bottom + MARK_PX, self._height)):
            core.CopyArea(
                self._picture, self._window, self._copy, offset, y, 0, y, self._width, height
            )
        self._fill(self._mark, [(0, top - MARK_PX, self._width, MARK_PX)])
        self._fill(self._mark, [(0, bottom, self._width, MARK_PX)])
        self._fill(self._black, [(0, top, self._width, BAND_PX)])
        self._fill(self._white, self._blocks(int(time.monotonic() * 1000), top))
        core.UngrabServer()
        core.GetInputFocus().reply()

    def _blocks(self, value: int, top: int) -> list[tuple[int, int, int, int]]:
        block = self._width // BITS
        ones = (bit for bit in range(BITS) if value >> (BITS - 1 - bit) & 1)
        return [(bit * block, top, block, BAND_PX) for bit in ones]

    def _fill(self, brush: int, boxes: list[tuple[int, int, int, int]]) -> None:
        rectangles = [xcffib.xproto.RECTANGLE.synthetic(*box) for box in boxes]
        self._core.PolyFillRectangle(self._window, brush, len(rectangles), rectangles)


def main() -> None:
    rate = float(sys.argv[1])
    pattern = Pattern()
    started = time.monotonic()
    number = 0
    while True:
        pattern.draw(number)
        number = max(number + 1, int((time.monotonic() - started) * rate))
        time.sleep(max(0.0, started + number / rate - time.monotonic()))


if __name__ == "__main__":
    main()
