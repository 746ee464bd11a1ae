"""A display with a window manager and a D-Bus session, and nothing of the project's in between.

For tests of what reads a desktop: real applications are started here, and touched with xdotool."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import psutil

_MARK = "BARE_DESKTOP_OF_TEST"
_PATIENCE_SECS = 60.0
_POLL_SECS = 0.02


class BareDesktop:
    """Start it, launch into it, and ``close`` it: nothing that ran on it is left behind."""

    def __init__(self, folder: Path, *, width: int = 1600, height: int = 900) -> None:
        self._mark = uuid.uuid4().hex
        self._processes: list[subprocess.Popen[bytes]] = []
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        kept = ("PATH", "PYTHONPATH", "VIRTUAL_ENV")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ} | {
            _MARK: self._mark,
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(runtime),
            "LANG": "C.UTF-8",
            "GSETTINGS_BACKEND": "memory",
            "GNOME_ACCESSIBILITY": "1",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "QT_QPA_PLATFORM": "xcb",
        }
        size = f"{width}x{height}x24"
        server = ["Xvfb", "-screen", "0", size, "-nolisten", "tcp", "-noreset", "-displayfd"]
        self.display = f":{self._start_and_read(server)}"
        self.environment["DISPLAY"] = self.display
        bus = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        self.bus_address = self._start_and_read(bus)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus_address
        try:
            self._await_window_manager(self.launch("openbox"))
        except TimeoutError:
            self.close()
            raise

    def launch(self, *command: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._processes.append(process)
        return process

    def xdotool(self, *words: object) -> str:
        done = subprocess.run(
            ["xdotool", *(str(word) for word in words)],
            env=self.environment,
            check=True,
            capture_output=True,
            timeout=_PATIENCE_SECS,
        )
        return done.stdout.decode().strip()

    def click(self, x: int, y: int) -> None:
        self.xdotool("mousemove", x, y, "click", 1)

    def place(self, window_id: str, x: int, y: int) -> None:
        """Move a window, raise it and give it the keyboard."""
        window = int(window_id, 16)
        self.xdotool("windowmove", window, x, y, "windowactivate", window)

    def processes(self) -> list[psutil.Process]:
        """All that runs on this desktop, whoever started it."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if process.environ().get(_MARK) == self._mark:
                    found.append(process)
        return found

    def end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait(timeout=_PATIENCE_SECS)
        self._processes.remove(process)

    def close(self) -> None:
        for process in reversed(self._processes.copy()):
            self.end(process)
        left = self.processes()
        for stray in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                stray.kill()
        psutil.wait_procs(left, timeout=_PATIENCE_SECS)

    def _start_and_read(self, command: list[str]) -> str:
        """Start a server that writes one line about itself to a descriptor of ours."""
        reading, writing = os.pipe()
        last = str(writing) if command[-1] == "-displayfd" else f"{command[-1]}={writing}"
        words = [*command, last] if command[-1] == "-displayfd" else [*command[:-1], last]
        try:
            self._processes.append(
                subprocess.Popen(
                    words,
                    env=self.environment,
                    pass_fds=[writing],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            )
        finally:
            os.close(writing)
        with os.fdopen(reading) as line:
            return line.readline().strip()

    def _await_window_manager(self, manager: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + _PATIENCE_SECS
        complaint = b""
        while time.monotonic() < deadline:
            try:
                self.xdotool("get_desktop")
                return
            except subprocess.CalledProcessError as error:
                complaint = error.stderr
            time.sleep(_POLL_SECS)
        raise TimeoutError(
            f"no window manager on {self.display!r}: openbox ended with {manager.poll()}, "
            f"the display with {self._processes[0].poll()}; xdotool says {complaint!r}"
        )


@contextlib.contextmanager
def bare_desktop(folder: Path) -> Iterator[BareDesktop]:
    desktop = BareDesktop(folder)
    try:
        yield desktop
    finally:
        desktop.close()
