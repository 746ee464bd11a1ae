"""Pacing: wait until the application that has the keyboard has taken in what was typed.

A server takes keys a hundred times faster than an application handles them; what waits in
between cannot be called back by STOP. ``_NET_WM_PING`` asks the window whether it has come so
far: it answers in the order of its events (EWMH 1.5). Windows that don't speak it, or say so and
never answer (Qt's, seen with 6.11), get a fixed pace instead.
"""

from __future__ import annotations

import select
import struct
import time

import xcffib
import xcffib.xproto

_ANSWER_SECS = 0.25
_BLIND_PAUSE_SECS = 0.04
_MAX_PARENTS = 8


class Pacer:
    """Asks over a connection of its own, which listens for the answers on the root window."""

    def __init__(self, display: str) -> None:
        self._connection = xcffib.connect(display)
        self._root = self._connection.get_setup().roots[self._connection.pref_screen].root
        self._protocols = self._atom("WM_PROTOCOLS")
        self._ping = self._atom("_NET_WM_PING")
        self._connection.core.ChangeWindowAttributes(
            self._root, xcffib.xproto.CW.EventMask, [xcffib.xproto.EventMask.SubstructureNotify]
        )
        self._connection.flush()
        self._number = 0
        self._mute: set[int] = set()

    def wait_until_taken_in(self) -> None:
        """Return when the window has handled its events up to now, a quarter second at most."""
        window = self._window_with_keyboard()
        if window is None or window in self._mute:
            time.sleep(_BLIND_PAUSE_SECS)
            return
        self._number += 1
        self._ask(window, self._number)
        deadline = time.monotonic() + _ANSWER_SECS
        while not self._has_answered(self._number):
            patience = deadline - time.monotonic()
            if patience <= 0:
                self._mute.add(window)
                return
            select.select([self._connection.get_file_descriptor()], [], [], patience)

    def _ask(self, window: int, number: int) -> None:
        data = struct.pack(
            "BBxxII5I", 33, 32, window, self._protocols, self._ping, number, window, 0, 0
        )
        self._connection.core.SendEvent(False, window, 0, data)
        self._connection.flush()

    def _has_answered(self, number: int) -> bool:
        while (event := self._connection.poll_for_event()) is not None:
            if isinstance(event, xcffib.xproto.ClientMessageEvent) and event.format == 32:
                words = list(event.data.data32)
                if words[0] == self._ping and words[1] == number:
                    return True
        return False

    def _window_with_keyboard(self) -> int | None:
        """The nearest window above the focus that answers pings."""
        window = int(self._connection.core.GetInputFocus().reply().focus)
        for _ in range(_MAX_PARENTS):
            if window in (self._root, 0, 1):
                return None
            try:
                if self._speaks_ping(window):
                    return window
                window = int(self._connection.core.QueryTree(window).reply().parent)
            except xcffib.xproto.WindowError:
                return None  # it went away meanwhile
        return None

    def _speaks_ping(self, window: int) -> bool:
        reply = self._connection.core.GetProperty(
            False, window, self._protocols, xcffib.xproto.Atom.ATOM, 0, 64
        ).reply()
        raw = b"".join(reply.value) if reply.value_len else b""
        return self._ping in struct.unpack(f"{len(raw) // 4}I", raw)

    def _atom(self, name: str) -> int:
        return int(self._connection.core.InternAtom(False, len(name), name).reply().atom)
