"""Who may connect to an X display: whoever can read its authority file, and nobody else.

A server that is started with ``-auth FILE`` answers those clients alone that show one of the
file's cookies. The supervisor writes such a file for the practice desktop; programs on the desktop
find it by XAUTHORITY in their environment. Our own process belongs to another display, so that
`x_calls.connect` looks the cookie up in the desktop's environment instead.

The file's format is that of libXau (Xau(3), and ``struct xauth`` in ``<X11/Xauth.h>``): entries
of a big-endian family followed by address, display number, protocol's name and cookie, each with
its length in two bytes before it."""

import os
import socket
import struct
from pathlib import Path

PROTOCOL = b"MIT-MAGIC-COOKIE-1"
COOKIE_BYTES = 16
_FAMILY_LOCAL = 256
_FAMILY_WILD = 65535


def write_authority(path: Path, cookie: bytes, *, display_number: str = "") -> None:
    """Write the file at once and for the user alone; without a number it is for any display. It
    names this machine, since python3-xlib looks for nothing else, and any machine, so that a change
    of the host's name locks nobody out."""
    number = display_number.encode()
    here = socket.gethostname().encode()
    entries = ((_FAMILY_LOCAL, here, number, cookie), (_FAMILY_WILD, b"", number, cookie))
    unfinished = path.with_name(f"{path.name}.new")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(b"".join(_entry(*each) for each in entries))
    unfinished.rename(path)


def read_cookie(path: Path, display: str) -> bytes | None:
    """That for the display of this machine; None where there is none, or the file can't be read."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    wanted = display.rpartition(":")[2].partition(".")[0].encode()
    here, found = socket.gethostname().encode(), dict[bytes, bytes]()
    while len(content) > 2:
        family, fields = int.from_bytes(content[:2]), list[bytes]()
        content = content[2:]
        for _ in range(4):
            end = 2 + int.from_bytes(content[:2])
            fields.append(content[2:end])
            content = content[end:]
        address, number, protocol, cookie = fields
        is_ours = family == _FAMILY_WILD or (family == _FAMILY_LOCAL and address == here)
        if is_ours and (protocol, len(cookie)) == (PROTOCOL, COOKIE_BYTES):
            found.setdefault(number, cookie)
    return found.get(wanted, found.get(b""))


def _entry(family: int, address: bytes, number: bytes, cookie: bytes) -> bytes:
    """Of a display's number, or of any where that is empty."""
    fields = (address, number, PROTOCOL, cookie)
    packed = (struct.pack(">H", len(field)) + field for field in fields)
    return struct.pack(">H", family) + b"".join(packed)
