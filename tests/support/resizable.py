"""A practice desktop whose display can change its size: TigerVNC serves under Xvfb's name."""

from __future__ import annotations

from pathlib import Path

import pytest

_XVFB = """#!/bin/sh
# Called with: -screen 0 WIDTHxHEIGHTx24 OPTIONS. It insists on something to listen on.
size=${3%x24}
shift 3
exec Xtigervnc -geometry "$size" -depth 24 -SecurityTypes None \\
    -rfbport -1 -rfbunixpath "$(dirname "$0")/vnc" -rfbunixmode 0600 "$@"
"""


def make_displays_resizable(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Those that are started while the patch holds, one at a time."""
    server = folder / "Xvfb"
    server.write_text(_XVFB)
    server.chmod(0o700)
    patch.setenv("PATH", str(folder), prepend=":")
