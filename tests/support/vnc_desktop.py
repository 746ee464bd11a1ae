"""A desktop that a real VNC server shows: TigerVNC's, with a window manager and a password."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

PASSWORD = "Tr4ffic!"
_PASSWORD_FILE = b"R5\xe3\xe4\xd8\x13(q"
"""The same as `vncpasswd` hides it, with the one key that all VNC servers have for that."""
_PATIENCE_SECS = 60.0
_POLL_SECS = 0.02


class VncServer:
    """``security`` as TigerVNC writes it; ``VncAuth`` asks for ``PASSWORD``. Programs that are
    launched are ended with it."""

    def __init__(self, folder: Path, *, security: str = "VncAuth", size: str = "800x600") -> None:
        (folder / "passwd").write_bytes(_PASSWORD_FILE)
        reading, writing = os.pipe()
        words = ["-geometry", size, "-depth", "24", "-localhost"]
        words += ["-SecurityTypes", security, "-PasswordFile", str(folder / "passwd")]
        words += ["-AcceptSetDesktopSize", "-displayfd", str(writing)]
        if security.startswith("X509"):
            key, certificate = (str(folder / name) for name in ("key.pem", "own.pem"))
            made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
            made += ["-subj", "/CN=localhost", "-keyout", key, "-out", certificate]
            subprocess.run(made, check=True, capture_output=True)
            words += ["-X509Key", key, "-X509Cert", certificate]
        self._log = (folder / "server.log").open("ab")
        self.server = subprocess.Popen(
            ["Xtigervnc", *words], pass_fds=[writing], stdout=self._log, stderr=self._log
        )
        os.close(writing)
        with os.fdopen(reading) as line:
            number = line.readline().strip()
        self.display, self.port = f":{number}", 5900 + int(number)
        kept = ("PATH", "PYTHONPATH", "VIRTUAL_ENV")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ} | {
            "DISPLAY": self.display,
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "GSETTINGS_BACKEND": "memory",
            "NO_AT_BRIDGE": "1",
        }
        self._programs: list[subprocess.Popen[bytes]] = []

    def launch(self, *command: str) -> subprocess.Popen[bytes]:
        program = subprocess.Popen(
            command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._programs.append(program)
        return program

    def run(self, *command: str, check: bool = True) -> str:
        done = subprocess.run(
            command, env=self.environment, check=check, capture_output=True, timeout=_PATIENCE_SECS
        )
        return done.stdout.decode().strip()

    def show_window(self, title: str, *command: str) -> int:
        """Launch it, and return its window's number once it is shown."""
        self.launch(*command)
        shown = self.run("xdotool", "search", "--sync", "--onlyvisible", "--name", title)
        return int(shown.split()[0])

    def resize(self, size: str) -> None:
        self.run("xrandr", "--fb", size, check=False)  # it complains, and it is done

    def close(self) -> None:
        for program in reversed(self._programs):
            program.kill()
            program.wait(timeout=_PATIENCE_SECS)
        with contextlib.suppress(ProcessLookupError):
            self.server.send_signal(signal.SIGCONT)
        self.server.terminate()
        self.server.wait(timeout=_PATIENCE_SECS)
        self._log.close()


@contextlib.contextmanager
def vnc_server(
    folder: Path, *, security: str = "VncAuth", size: str = "800x600"
) -> Iterator[VncServer]:
    desktop = VncServer(folder, security=security, size=size)
    try:
        desktop.launch("openbox")
        deadline = time.monotonic() + _PATIENCE_SECS
        while time.monotonic() < deadline:
            with contextlib.suppress(subprocess.CalledProcessError):
                desktop.run("xdotool", "get_desktop")
                break
            time.sleep(_POLL_SECS)
        yield desktop
    finally:
        desktop.close()
