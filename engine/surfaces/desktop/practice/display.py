"""The X server of a practice desktop, outside of its sandbox: others look for it there."""

from __future__ import annotations

import secrets
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from engine.domain.errors import SurfaceUnavailable
from engine.processes.descendants import Children
from engine.surfaces.desktop.practice.first_words import launch_and_read
from engine.surfaces.desktop.practice.session_folder import SessionFolder
from engine.surfaces.desktop.x11.authority import COOKIE_BYTES, write_authority

START_TIMEOUT_SECS = 25.0
_PACKAGES = {
    "Xvfb": "xvfb",
    "Xtigervnc": "tigervnc-standalone-server",
    "openbox": "openbox",
    "dbus-daemon": "dbus",
    "dbus-send": "dbus",
}


def start_display(
    children: Children, folder: SessionFolder, program: str, width: int, height: int
) -> subprocess.Popen[bytes]:
    """Bring it up. DISPLAY joins the environment. Raises `SurfaceUnavailable` with what it said."""
    cookie = secrets.token_bytes(COOKIE_BYTES)
    authority = folder.authority
    write_authority(authority, cookie)
    child, number = launch_and_read(
        children,
        f"The display ({program})",
        lambda fd: [
            *server_command(program, width, height, authority.parent),
            *("-displayfd", str(fd), "-auth", str(authority)),
            *("-nolisten", "tcp", "-noreset", "-dpi", "96"),
            *("+extension", "DAMAGE", "+extension", "RANDR"),
            *("+extension", "XTEST", "+extension", "COMPOSITE"),
        ],
        START_TIMEOUT_SECS,
    )
    write_authority(authority, cookie, display_number=number)
    children.environment["DISPLAY"] = f":{number}"
    folder.write_record(f":{number}")
    return child


def require_programs(programs: Sequence[str]) -> None:
    """Raises `SurfaceUnavailable`, which names what is missing and the packages to install."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        packages = dict.fromkeys(_PACKAGES[program] for program in missing)
        verb = "is" if len(missing) == 1 else "are"
        raise SurfaceUnavailable(
            f"The practice desktop needs {', '.join(missing)}, which {verb} not installed.",
            f"On Debian: sudo apt install {' '.join(packages)}",
        )


def server_command(program: str, width: int, height: int, folder: Path) -> list[str]:
    """The X server's program with its size.

    Xtigervnc listens on no port. From 1.13 on it insists on something to listen on: a socket in the
    display's own folder, which only its user can reach.
    """
    if program == "Xtigervnc":
        size = ("-geometry", f"{width}x{height}", "-depth", "24")
        socket = ("-rfbport", "-1", "-rfbunixpath", str(folder / "vnc"), "-rfbunixmode", "0600")
        return [program, *size, "-SecurityTypes", "None", *socket]
    return [program, "-screen", "0", f"{width}x{height}x24"]
