"""A VNC client that presses keys and moves the pointer: real devices to the display of a server
that asks for no password, which XTEST's are not."""

from __future__ import annotations

import socket
import struct

_KEYSYMS = {"ctrl": 0xFFE3, "shift": 0xFFE1, "escape": 0xFF1B, "enter": 0xFF0D}
_KEYSYMS |= {f"f{number}": 0xFFBD + number for number in range(1, 13)}


class VncClient:
    def __init__(self, port: int) -> None:
        self._line = socket.create_connection(("127.0.0.1", port))
        self._hear(12)
        self._line.sendall(b"RFB 003.008\n")
        self._hear(self._hear(1)[0])
        self._line.sendall(b"\x01")  # no authentication
        assert self._hear(4) == b"\0\0\0\0", "it lets nobody in"
        self._line.sendall(b"\x01")  # beside others
        told = self._hear(24)
        self._hear(int.from_bytes(told[20:24], "big"))

    def press(self, *keys: str) -> None:
        """Hold them in this order, and let go."""
        for key, is_down in (*((key, 1) for key in keys), *((key, 0) for key in reversed(keys))):
            self._line.sendall(struct.pack(">BBxxI", 4, is_down, _KEYSYMS[key]))

    def point(self, x: int, y: int) -> None:
        self._line.sendall(struct.pack(">BBHH", 5, 0, x, y))

    def close(self) -> None:
        self._line.close()

    def _hear(self, count: int) -> bytes:
        heard = b""
        while len(heard) < count:
            more = self._line.recv(count - len(heard))
            assert more, "the server hung up"
            heard += more
        return heard
