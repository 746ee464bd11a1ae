"""Bringing a window to the front, through the window manager (EWMH ``_NET_ACTIVE_WINDOW``)."""

from __future__ import annotations

import struct
from collections.abc import Callable

import xcffib
import xcffib.xproto

from engine.domain.errors import ActionImpossible

_SOURCE_PAGER = 2


def focus_window(display: str, title: str, *, is_own: Callable[[int], bool]) -> None:
    """Activate the window whose title, else class, contains ``title``; none that ``is_own``.

    Raises ``ActionImpossible`` where there is none. Source: EWMH 1.5, "_NET_ACTIVE_WINDOW".
    """
    connection = xcffib.connect(display)
    try:
        setup = connection.get_setup()
        root = setup.roots[connection.pref_screen].root
        windows = [one for one in _client_windows(connection, root) if not is_own(one[0])]
        wanted = title.casefold()
        fitting = [w for w, words in windows if wanted in words[0]] or [
            w for w, words in windows if any(wanted in word for word in words)
        ]
        if not fitting:
            raise ActionImpossible(f"There is no window called “{title}”.")
        _activate(connection, root, fitting[-1])
    finally:
        connection.disconnect()


def activate(display: str, xid: int) -> None:
    """Activate one window; nothing happens where it is gone."""
    connection = xcffib.connect(display)
    try:
        _activate(connection, connection.get_setup().roots[connection.pref_screen].root, xid)
    finally:
        connection.disconnect()


def _activate(connection: xcffib.Connection, root: int, xid: int) -> None:
    message = _atom(connection, "_NET_ACTIVE_WINDOW")
    data = struct.pack("BBxxII5I", 33, 32, xid, message, _SOURCE_PAGER, 0, 0, 0, 0)
    masks = xcffib.xproto.EventMask
    mask = masks.SubstructureNotify | masks.SubstructureRedirect
    connection.core.SendEvent(False, root, mask, data, is_checked=True).check()


def _client_windows(connection: xcffib.Connection, root: int) -> list[tuple[int, tuple[str, ...]]]:
    """The managed windows, lowest first, with their words: title, instance, class."""
    stacking = _property(connection, root, "_NET_CLIENT_LIST_STACKING")
    windows = struct.unpack(f"{len(stacking) // 4}I", stacking)
    return [
        (
            window,
            (
                _property(connection, window, "_NET_WM_NAME").decode(errors="replace").casefold(),
                *_property(connection, window, "WM_CLASS")
                .decode(errors="replace")
                .casefold()
                .split("\0"),
            ),
        )
        for window in windows
    ]


def _property(connection: xcffib.Connection, window: int, name: str) -> bytes:
    reply = connection.core.GetProperty(
        False, window, _atom(connection, name), xcffib.xproto.GetPropertyType.Any, 0, 1 << 16
    ).reply()
    return b"".join(reply.value) if reply.value_len else b""


def _atom(connection: xcffib.Connection, name: str) -> int:
    return int(connection.core.InternAtom(False, len(name), name).reply().atom)
