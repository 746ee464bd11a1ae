"""A server is ready once it has written a line; what it says before tells why it is not."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from engine.domain.errors import SurfaceUnavailable
from engine.processes.descendants import Children


def launch_and_read(
    children: Children, what: str, argv: Callable[[int], list[str]], timeout_secs: float
) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server and await the line that it writes, when ready, to the given descriptor."""
    deadline = time.monotonic() + timeout_secs
    reader, writer = os.pipe()
    try:
        child = children.launch(argv(writer), pass_fds=(writer,))
    finally:
        os.close(writer)
    line = b""
    while not line.endswith(b"\n"):
        if not select.select([reader], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise failure(children.log, f"{what} did not come up in {timeout_secs:.0f} s.")
        received = os.read(reader, 4096)
        if not received:
            raise failure(children.log, f"{what} ended at its start.")
        line += received
    os.close(reader)
    return child, line.decode().strip()


def failure(log: Path, message: str) -> SurfaceUnavailable:
    """With the last lines of the log."""
    said = log.read_text(errors="replace").strip().splitlines()[-3:]
    return SurfaceUnavailable(message, f"It said: {' / '.join(said)}" if said else "")
