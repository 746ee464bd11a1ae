"""What an X server's answers hold: numbers and texts out of the bytes of window properties."""

from __future__ import annotations

import struct
from typing import Any

import xcffib


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
