"""A window that listens: what input really arrives at a display, seen from outside.

It covers the whole display, has the keyboard, and writes down each event with the time at which
it arrived (monotonic clock, so that it compares with the engine's)."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType

import xcffib
import xcffib.xproto

from engine.surfaces.desktop.x11.x_calls import connect
from tests.support.waiting import BOUND_SECS

_NAMES = {
    xcffib.xproto.KeyPressEvent: "key down",
    xcffib.xproto.KeyReleaseEvent: "key up",
    xcffib.xproto.ButtonPressEvent: "button down",
    xcffib.xproto.ButtonReleaseEvent: "button up",
}


@dataclass(frozen=True, slots=True)
class Heard:
    """One input event: ``detail`` is the keycode or button, ``state`` the modifiers' mask."""

    at_secs: float
    kind: str
    detail: int
    x: int
    y: int
    state: int


class Listener:
    """Use as a context manager; ``heard`` grows while input arrives."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._connection = connect(environment)
        screen = self._connection.get_setup().roots[self._connection.pref_screen]
        self._root = screen.root
        self._window = self._connection.generate_id()
        masks, attributes = xcffib.xproto.EventMask, xcffib.xproto.CW
        wanted = masks.KeyPress | masks.KeyRelease | masks.ButtonPress | masks.ButtonRelease
        self._connection.core.CreateWindow(
            screen.root_depth,
            self._window,
            screen.root,
            0,
            0,
            screen.width_in_pixels,
            screen.height_in_pixels,
            0,
            xcffib.xproto.WindowClass.InputOutput,
            screen.root_visual,
            attributes.BackPixel | attributes.OverrideRedirect | attributes.EventMask,
            [screen.white_pixel, 1, wanted],
        )
        self._is_open = True
        self._thread = threading.Thread(target=self._listen, name="listener")
        self.heard: list[Heard] = []

    def __enter__(self) -> Listener:
        core = self._connection.core
        core.MapWindow(self._window, is_checked=True).check()
        viewable = xcffib.xproto.MapState.Viewable
        ends_at_secs = time.monotonic() + BOUND_SECS
        while core.GetWindowAttributes(self._window).reply().map_state != viewable:
            assert time.monotonic() < ends_at_secs, "the window never came"
            time.sleep(0.01)
        self._draw()
        core.SetInputFocus(
            xcffib.xproto.InputFocus.Parent, self._window, xcffib.CurrentTime, is_checked=True
        ).check()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_open = False
        self._thread.join()
        self._connection.disconnect()

    def _draw(self) -> None:
        """Something to be seen: a window that shows nothing is taken for one that still starts."""
        ink, black, square = self._connection.generate_id(), [0], xcffib.xproto.RECTANGLE
        self._connection.core.CreateGC(ink, self._window, xcffib.xproto.GC.Foreground, black)
        squares = [square.synthetic(x, 40, 20, 20) for x in range(40, 400, 40)]
        self._connection.core.PolyFillRectangle(self._window, ink, len(squares), squares)

    def of(self, kind: str) -> list[Heard]:
        return [event for event in self.heard if event.kind == kind]

    def keys_down(self) -> list[int]:
        """The keycodes that the server holds for pressed."""
        bits = self._connection.core.QueryKeymap().reply().keys
        return [8 * i + bit for i, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1]

    def _listen(self) -> None:
        while self._is_open:
            event = self._connection.poll_for_event()
            if event is None:
                time.sleep(0.0005)
                continue
            name = _NAMES.get(type(event))
            if name is not None:
                self.heard.append(
                    Heard(
                        time.monotonic(),
                        name,
                        event.detail,
                        event.root_x,
                        event.root_y,
                        event.state,
                    )
                )
