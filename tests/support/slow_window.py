"""A window that takes its time over each key, as slow programs do.

``tells`` are the ways in which it lets others know how far it has come: "answers" (pings, in the
order of its events), "paints" (after each key). One that ``answers_for_another`` answers at once,
whatever still waits, as programs do whose window belongs to one process and whose work to another.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import xcffib
import xcffib.xproto

from engine.surfaces.desktop.x11.x_calls import atoms_of, client_message, connect, root_of

_SIDE_PX, _DOT_PX = 400, 40
_PATIENCE_SECS = 60.0


class SlowWindow:
    """A context manager. ``on_key`` is called for each key once it was worked on."""

    def __init__(
        self,
        environment: Mapping[str, str],
        *,
        key_secs: float,
        tells: frozenset[str],
        answers_for_another: bool = False,
        on_key: Callable[[], object] = lambda: None,
    ) -> None:
        self._connection = connect(environment)
        self._key_secs = key_secs
        self._tells = tells
        self._answers_for_another = answers_for_another
        self._on_key = on_key
        names = ("WM_PROTOCOLS", "_NET_WM_PING", "ATOM")
        self._protocols, self._ping, self._atom = atoms_of(self._connection, names).values()
        self._root = root_of(self._connection)
        self._keys = queue.SimpleQueue[bool]()
        self._is_open = True
        self._threads = [threading.Thread(target=self._read), threading.Thread(target=self._work)]

    def __enter__(self) -> SlowWindow:
        core, attributes = self._connection.core, xcffib.xproto.CW
        screen = self._connection.get_setup().roots[self._connection.pref_screen]
        self._window, self._pen = self._connection.generate_id(), self._connection.generate_id()
        core.CreateWindow(
            screen.root_depth, self._window, screen.root, 0, 0, _SIDE_PX, _SIDE_PX, 0,
            xcffib.xproto.WindowClass.InputOutput, screen.root_visual,
            attributes.BackPixel | attributes.OverrideRedirect | attributes.EventMask,
            [screen.white_pixel, 1, xcffib.xproto.EventMask.KeyPress],
        )  # fmt: skip
        core.CreateGC(self._pen, self._window, xcffib.xproto.GC.Foreground, [screen.black_pixel])
        if "answers" in self._tells:
            mode = xcffib.xproto.PropMode.Replace
            core.ChangeProperty(
                mode, self._window, self._protocols, self._atom, 32, 1, [self._ping]
            )
        core.MapWindow(self._window, is_checked=True).check()
        self._take_keyboard()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._is_open = False
        self._keys.put(False)
        for thread in self._threads:
            thread.join()
        self._connection.core.DestroyWindow(self._window, is_checked=True).check()
        self._connection.disconnect()

    @property
    def number(self) -> int:
        """Its XID."""
        return self._window

    def _take_keyboard(self) -> None:
        """Until it is still ours when the window manager has done with the end of the one before,
        whose keyboard it gives to another."""
        core, deadline = self._connection.core, time.monotonic() + _PATIENCE_SECS
        parent = xcffib.xproto.InputFocus.Parent
        while core.GetInputFocus().reply().focus != self._window:
            assert time.monotonic() < deadline, "the keyboard can't be had"
            core.SetInputFocus(parent, self._window, xcffib.CurrentTime, is_checked=True).check()
            self._await_window_manager()

    def _await_window_manager(self) -> None:
        """It answers in the order of its events."""
        names = ("_NET_REQUEST_FRAME_EXTENTS", "_NET_FRAME_EXTENTS")
        ask, answer = atoms_of(self._connection, names).values()
        core, masks = self._connection.core, xcffib.xproto.EventMask
        core.DeleteProperty(self._window, answer)
        asked = client_message(self._window, ask, 0, 0, 0)
        core.SendEvent(
            False, self._root, masks.SubstructureNotify | masks.SubstructureRedirect, asked
        )
        any_kind, deadline = xcffib.xproto.Atom.Any, time.monotonic() + _PATIENCE_SECS
        while not core.GetProperty(False, self._window, answer, any_kind, 0, 4).reply().value_len:
            assert time.monotonic() < deadline, "the window manager does not answer"
            time.sleep(0.002)

    def _read(self) -> None:
        while self._is_open:
            event = self._connection.poll_for_event()
            if event is None:
                time.sleep(0.001)
            elif isinstance(event, xcffib.xproto.KeyPressEvent):
                if self._answers_for_another:
                    self._keys.put(True)
                else:
                    self._take_key()
            elif isinstance(event, xcffib.xproto.ClientMessageEvent):
                self._answer(event)

    def _work(self) -> None:
        while self._keys.get():
            self._take_key()

    def _take_key(self) -> None:
        time.sleep(self._key_secs)
        self._on_key()
        if "paints" in self._tells:
            dot = xcffib.xproto.RECTANGLE.synthetic(0, 0, _DOT_PX, _DOT_PX)
            self._connection.core.PolyFillRectangle(self._window, self._pen, 1, [dot])
            self._connection.flush()

    def _answer(self, event: Any) -> None:
        kind, number, *_ = event.data.data32
        if kind == self._ping:
            masks = xcffib.xproto.EventMask
            mask = masks.SubstructureNotify | masks.SubstructureRedirect
            answer = client_message(self._root, self._protocols, kind, number, self._window)
            self._connection.core.SendEvent(False, self._root, mask, answer)
            self._connection.flush()
