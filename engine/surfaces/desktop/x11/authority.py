"""Who may connect to an X display: whoever can read its authority file, and nobody else.

A server that is started with ``-auth FILE`` answers those clients alone that show one of the
file's cookies. The supervisor writes such a file for the practice desktop; programs on the desktop
find it by XAUTHORITY in their environment. Our own process belongs to another display, so that
`x_calls.connect` looks the cookie up in the desktop's environment instead.

The file's format is that of libXau (Xau(3), and ``struct xauth`` in ``<X11/Xauth.h>``): entries
of a big-endian family followed by address, display number, protocol's name and cookie, each with
its length in two bytes before it.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

PROTOCOL = b"MIT-MAGIC-COOKIE-1"
COOKIE_BYTES = 16
_FAMILY_LOCAL = 256
_FAMILY_WILD = 65535

Entry = tuple[int, bytes, bytes, bytes, bytes]
"""Family, address, display number (empty: any), protocol and cookie."""


def write_authority(path: Path, cookie: bytes, *, display_number: str = "") -> None:
    """Write the file at once and for the user alone; without a number it is for any display.

    It names this machine, since python3-xlib looks for nothing else, and any machine, so that a
    change of the host's name locks nobody out.
    """
    number = display_number.encode()
    entries = (
        (_FAMILY_LOCAL, socket.gethostname().encode(), number, PROTOCOL, cookie),
        (_FAMILY_WILD, b"", number, PROTOCOL, cookie),
    )
    unfinished = path.with_name(f"{path.name}.new")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(b"".join(map(_packed, entries)))
    unfinished.rename(path)


def read_cookie(path: Path, display: str) -> bytes | None:
    """The cookie for a display of this machine; None where the file has none or can't be read."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    wanted = display.rpartition(":")[2].partition(".")[0].encode()
    here = socket.gethostname().encode()
    for family, address, number, protocol, cookie in _entries(content):
        is_here = family == _FAMILY_WILD or (family == _FAMILY_LOCAL and address == here)
        if is_here and number in (b"", wanted) and protocol == PROTOCOL:
            return cookie
    return None


def _packed(entry: Entry) -> bytes:
    family, *fields = entry
    return struct.pack(">H", family) + b"".join(
        struct.pack(">H", len(field)) + field for field in fields
    )


def _entries(content: bytes) -> Iterator[Entry]:
    """The entries up to one that is cut off."""
    at = 0
    while at + 2 <= len(content):
        (family,) = struct.unpack_from(">H", content, at)
        at += 2
        fields = []
        for _ in range(4):
            if at + 2 > len(content):
                return
            (length,) = struct.unpack_from(">H", content, at)
            fields.append(content[at + 2 : at + 2 + length])
            at += 2 + length
        if at > len(content):
            return
        address, number, protocol, cookie = fields
        yield family, address, number, protocol, cookie
