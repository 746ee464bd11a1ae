"""A program's standard error, kept where it can neither fill a disk nor hold the program up.

A pipe would do both wrong on the operator's own screen: a full one stops the program, a closed one
ends it. This is a file in memory that can't grow: what is written beyond its end is dropped.
"""

from __future__ import annotations

import fcntl
import os

SIZE_BYTES = 1 << 20
_MAX_LINE_CHARS = 2000
_MAX_LINES = 400


class ErrorOutput:
    """``fd`` is handed to the program as its standard error. Close it when both are done."""

    def __init__(self) -> None:
        self.fd = os.memfd_create("standard-error", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(self.fd, SIZE_BYTES)
        seals = fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
        fcntl.fcntl(self.fd, fcntl.F_ADD_SEALS, seals)
        self._read_bytes = 0
        self._rest = b""

    def take_lines(self, *, is_last: bool = False) -> list[str]:
        """What was written since the last time, at most some hundred lines; a line that is not
        finished waits, unless nothing more will come."""
        written = os.lseek(self.fd, 0, os.SEEK_CUR)  # the program shares the position
        fresh = os.pread(self.fd, written - self._read_bytes, self._read_bytes)
        self._read_bytes = written
        *lines, self._rest = (self._rest + fresh).split(b"\n")
        if is_last and self._rest:
            lines.append(self._rest)
            self._rest = b""
        texts = (line.decode(errors="replace").rstrip() for line in lines[-_MAX_LINES:])
        return [text[:_MAX_LINE_CHARS] for text in texts if text]

    def close(self) -> None:
        os.close(self.fd)
