"""A connection to an X server, small questions to it, and what its answers hold: numbers and texts
out of bytes."""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import xcffib
import xcffib.xproto

from engine.surfaces.desktop.x11.authority import PROTOCOL, read_cookie

_CLIENT_MESSAGE = struct.Struct("=BBHII5I")


def connect(environment: Mapping[str, str]) -> xcffib.Connection:
    """A connection to the display of ``environment``, with the cookie that its XAUTHORITY holds.

    Where that is unset, or is our own process' too, xcffib's own way is taken. Raises
    `xcffib.ConnectionException` where the display is gone or refuses.
    """
    display, authority = environment["DISPLAY"], environment.get("XAUTHORITY")
    if authority and authority != os.environ.get("XAUTHORITY"):
        cookie = read_cookie(Path(authority), display)
        if cookie is not None:
            return _connect_with(cookie, display)
    return xcffib.connect(display)


def root_of(connection: xcffib.Connection) -> int:
    """The root window of the connection's screen."""
    return int(connection.get_setup().roots[connection.pref_screen].root)


def atoms_of(connection: xcffib.Connection, names: Sequence[str]) -> dict[str, int]:
    """By their names, asked for in one go."""
    cookies = [connection.core.InternAtom(False, len(name), name) for name in names]
    return {name: cookie.reply().atom for name, cookie in zip(names, cookies, strict=True)}


def ask_property(
    connection: xcffib.Connection, window: int, atom: int, most_words: int = 256
) -> Any:
    """Ask for a window's property of any type; ``reply_to`` has the answer."""
    any_type = xcffib.xproto.GetPropertyType.Any
    return connection.core.GetProperty(False, window, atom, any_type, 0, most_words)


def client_message(window: int, kind: int, *words: int) -> bytes:
    """An event about the window, to be sent; five words at most."""
    return _CLIENT_MESSAGE.pack(33, 32, 0, window, kind, *words, *[0] * (5 - len(words)))


def reply_to(cookie: Any) -> Any:
    """The answer, or None where the window is gone by now."""
    try:
        return cookie.reply()
    except xcffib.Error:
        return None


def value_of(reply: Any) -> bytes:
    return b"" if reply is None else bytes(reply.value.buf())


def numbers_in(reply: Any) -> tuple[int, ...]:
    raw = value_of(reply)
    if reply is None or reply.format != 32:
        return ()
    return struct.unpack(f"={len(raw) // 4}I", raw)


def first_number_in(reply: Any) -> int:
    numbers = numbers_in(reply)
    return numbers[0] if numbers else 0


def text_in(reply: Any) -> str:
    return value_of(reply).decode("utf-8", "replace")


def focus_in(reply: Any) -> int:
    return 0 if reply is None else int(reply.focus)


def _connect_with(cookie: bytes, display: str) -> xcffib.Connection:
    """As ``xcffib.connect(display, auth=…)`` should do.

    WORKAROUND: its ``auth`` is freed before it is read, and can't hold a cookie with a colon
    (``Connection.__init__`` in https://github.com/tych0/xcffib/blob/master/module/__init__.py).
    """
    protocol_memory = xcffib.ffi.new("char[]", PROTOCOL)
    cookie_memory = xcffib.ffi.new("char[]", cookie)
    authority = xcffib.ffi.new("xcb_auth_info_t *")
    authority.name, authority.namelen = protocol_memory, len(PROTOCOL)
    authority.data, authority.datalen = cookie_memory, len(cookie)
    screen = xcffib.ffi.new("int *")
    pointer = xcffib.lib.xcb_connect_to_display_with_auth_info(display.encode(), authority, screen)
    connection = xcffib.wrap(pointer)
    connection.pref_screen = screen[0]
    return connection
