"""Small questions to an X server, and what its answers hold: numbers and texts out of bytes."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import xcffib
import xcffib.xproto

_CLIENT_MESSAGE = struct.Struct("=BBHII5I")


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
