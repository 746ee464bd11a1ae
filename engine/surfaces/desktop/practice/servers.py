"""The servers of a practice desktop: X display, window manager, session and accessibility bus.

They are started side by side where possible, each awaited by what it says of itself when ready,
and watched afterwards: a window manager can be started again without harm, a display or a
session bus takes the programs that use it along.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import xcffib
import xcffib.xproto

from engine.domain.errors import SurfaceUnavailable
from engine.processes.descendants import Children
from engine.surfaces.desktop.practice.session_folder import SessionFolder
from engine.surfaces.desktop.x11.authority import COOKIE_BYTES, connect, write_authority
from engine.surfaces.desktop.x11.x_calls import ask_property, atoms_of

START_TIMEOUT_SECS = 55.0
"""Below the patience of `PracticeDesktop`, so that the supervisor itself says what is amiss."""
ACCESSIBILITY_TIMEOUT_SECS = 25.0
BACKGROUND = 0x3B4252

_PACKAGES = {
    "Xvfb": "xvfb",
    "Xtigervnc": "tigervnc-standalone-server",
    "openbox": "openbox",
    "dbus-daemon": "dbus",
    "dbus-send": "dbus",
}


@dataclass(slots=True)
class Servers:
    """One desktop's servers; ``program`` is the X server's. DISPLAY joins the environment."""

    children: Children
    folder: SessionFolder
    program: str
    width: int
    height: int
    display: str = ""
    accessibility_address: str = ""
    _deadline: float = 0.0
    _names: dict[int, str] = field(default_factory=dict)
    _restarts_left: int = 1

    @property
    def bus_address(self) -> str:
        return self.children.environment["DBUS_SESSION_BUS_ADDRESS"]

    @property
    def process_ids(self) -> dict[int, str]:
        """The servers that run, each with what it is: "session bus"."""
        return dict(self._names)

    def start(self) -> None:
        """Bring everything up. Raises `SurfaceUnavailable` with what the server said."""
        self._deadline = time.monotonic() + START_TIMEOUT_SECS
        require_programs((self.program, "openbox", "dbus-daemon", "dbus-send"))
        self._start_display()
        window_manager = self._start_window_manager()
        self._start_bus()
        self._wake_accessibility()
        self._await_window_manager(window_manager)

    def lost_with(self, ended: Iterable[int]) -> list[str]:
        """What the desktop has lost with these processes: "display" or "session bus".

        A window manager is not lost but started again, once: one that ends twice does so again.
        """
        names = {self._names.pop(pid) for pid in ended if pid in self._names}
        if "display" in names:
            return ["display"]  # the others follow from it
        if "window manager" in names and self._restarts_left:
            self._restarts_left -= 1
            with contextlib.suppress(OSError):  # uninstalled meanwhile
                self._start_window_manager()
        return sorted(names - {"window manager"})

    def wake_stopped(self) -> None:
        """Have those go on that somebody stopped: all that uses them would wait for them."""
        for pid in self._names:
            with contextlib.suppress(ChildProcessError):  # it has just ended, which is told apart
                if os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG) is not None:
                    os.kill(pid, signal.SIGCONT)

    def _start_display(self) -> None:
        cookie = secrets.token_bytes(COOKIE_BYTES)
        authority = self.folder.authority
        write_authority(authority, cookie)
        child, number = self._launch_and_read(
            f"The display ({self.program})",
            lambda fd: [
                *server_command(self.program, self.width, self.height, authority.parent),
                *("-displayfd", str(fd), "-auth", str(authority)),
                *("-nolisten", "tcp", "-noreset", "-dpi", "96"),
                *("+extension", "DAMAGE", "+extension", "RANDR"),
                *("+extension", "XTEST", "+extension", "COMPOSITE"),
            ],
        )
        write_authority(authority, cookie, display_number=number)
        self.display = f":{number}"
        self._names[child.pid] = "display"
        self.children.environment["DISPLAY"] = self.display
        self.folder.write_record(self.display)

    def _start_window_manager(self) -> subprocess.Popen[bytes]:
        settings = str(self.folder.window_manager_settings)
        child = self.children.launch(["openbox", "--sm-disable", "--config-file", settings])
        self._names[child.pid] = "window manager"
        return child

    def _start_bus(self) -> None:
        child, _ = self._launch_and_read(
            "The session bus (dbus-daemon)",
            lambda fd: [
                *("dbus-daemon", "--session", "--nofork", "--nopidfile"),
                *(f"--address={self.bus_address}", f"--print-address={fd}"),
            ],
        )
        self._names[child.pid] = "session bus"

    def _wake_accessibility(self) -> None:
        """Have the accessibility bus started. Without at-spi2-core its address stays empty."""
        ask = "dbus-send --session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus"
        try:
            reply = subprocess.run(
                [*ask.split(), "org.a11y.Bus.GetAddress"],
                env=self.children.environment,
                capture_output=True,
                text=True,
                timeout=min(ACCESSIBILITY_TIMEOUT_SECS, self._secs_left()),
                check=True,
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            return
        self.accessibility_address = reply.stdout.strip()

    def _await_window_manager(self, window_manager: subprocess.Popen[bytes]) -> None:
        """Wait until the root window names a window manager."""
        connection = connect(self.children.environment)
        ended = os.pidfd_open(window_manager.pid)
        try:
            root, atom = watch_root(connection)
            while not ask_property(connection, root, atom).reply().value_len:
                if connection.poll_for_event() is not None:
                    continue
                watched = [connection.get_file_descriptor(), ended]
                readable, _, _ = select.select(watched, [], [], self._secs_left())
                if not readable or ended in readable:
                    raise self._failure("The window manager (openbox) did not come up.")
        except xcffib.ConnectionException:
            raise self._failure(f"The display ({self.program}) ended at its start.") from None
        finally:
            os.close(ended)
            connection.disconnect()

    def _launch_and_read(
        self, what: str, argv: Callable[[int], list[str]]
    ) -> tuple[subprocess.Popen[bytes], str]:
        """Start a server and await the line that it writes, when ready, to the given descriptor."""
        reader, writer = os.pipe()
        try:
            child = self.children.launch(argv(writer), pass_fds=(writer,))
        finally:
            os.close(writer)
        line = b""
        while not line.endswith(b"\n"):
            if not select.select([reader], [], [], self._secs_left())[0]:
                raise self._failure(f"{what} did not come up in {START_TIMEOUT_SECS:.0f} s.")
            received = os.read(reader, 4096)
            if not received:
                raise self._failure(f"{what} ended at its start.")
            line += received
        os.close(reader)
        return child, line.decode().strip()

    def _secs_left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())

    def _failure(self, message: str) -> SurfaceUnavailable:
        said = self.folder.log.read_text(errors="replace").strip().splitlines()[-3:]
        return SurfaceUnavailable(message, f"It said: {' / '.join(said)}" if said else "")


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


def watch_root(connection: xcffib.Connection) -> tuple[int, int]:
    """Paint the root window and hear of its properties; the window and the atom to wait for."""
    root = connection.get_setup().roots[0].root
    connection.core.ChangeWindowAttributes(
        root,
        xcffib.xproto.CW.BackPixel | xcffib.xproto.CW.EventMask,
        [BACKGROUND, xcffib.xproto.EventMask.PropertyChange],
    )
    connection.core.ClearArea(False, root, 0, 0, 0, 0)
    name = "_NET_SUPPORTING_WM_CHECK"
    return root, atoms_of(connection, (name,))[name]
