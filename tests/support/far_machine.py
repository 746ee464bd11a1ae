"""Another machine, as far as ssh can tell: an ``sshd`` of the test's own on loopback, with keys, a
home and temporary files of its own, in which Pilothouse is installed as pip does it for a user."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from app.secrets import Secrets
from app.settings.tables import Settings
from app.wiring import build_desktop
from engine.domain.errors import SurfaceUnavailable
from engine.surfaces.desktop.practice.session_folder import SessionFolder, base_folder
from engine.surfaces.desktop.surface import DesktopSurface
from tests.support.closed_port import held_port
from tests.support.waiting import BOUND_SECS

HOST = "studio"
SSHD = shutil.which("sshd", path=f"{os.defpath}:/usr/sbin:/usr/local/sbin")


@dataclass
class FarMachine:
    """``root`` has ``home`` and ``tmp``, which are those of the far side, and ``near``, whose
    ``bin`` has the ssh that knows the machine as ``HOST``."""

    root: Path
    port: int
    daemon: subprocess.Popen[bytes] | None = None

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def near(self) -> Path:
        return self.root / "near"

    def start(self, *more: str) -> None:
        """``more`` are lines of its settings, which come first and so count."""
        assert SSHD is not None
        settings = self.root / "sshd_config"
        settings.write_text("\n".join((*more, *self._settings())))
        log = self.root / "sshd.log"
        self.daemon = subprocess.Popen(
            [SSHD, "-D", "-E", str(log), "-f", str(settings)], start_new_session=True
        )
        until = time.monotonic() + BOUND_SECS
        while subprocess.run(self.ssh("true"), capture_output=True, check=False).returncode:
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        if self.daemon is not None:
            self.daemon.terminate()
            self.daemon.wait()
            self.daemon = None

    def write_program(self, text: str) -> None:
        """What is called pilothouse there, as a script for the shell."""
        self.program.unlink(missing_ok=True)
        self.program.write_text(f"#!/bin/sh\n{text}\n")
        self.program.chmod(0o755)

    @property
    def asked(self) -> Path:
        """Each call of ssh, a line."""
        return self.near / "asked"

    @property
    def program(self) -> Path:
        return self.home / ".local" / "bin" / "pilothouse"

    @property
    def left(self) -> list[Path]:
        """What desktops have left there."""
        return [*(self.root / "tmp").glob("pilothouse-*/*")]

    def ssh(self, *command: str) -> Sequence[str]:
        return (str(self.near / "bin" / "ssh"), HOST, *command)

    def sessions(self) -> list[psutil.Process]:
        """What serves those who are logged in, and what runs below it."""
        assert self.daemon is not None
        return psutil.Process(self.daemon.pid).children(recursive=True)

    def signal_line(self, number: signal.Signals) -> None:
        """To the daemon's own processes that serve a line."""
        for each in self.sessions():
            with contextlib.suppress(psutil.NoSuchProcess):
                if each.name() == "sshd":
                    each.send_signal(number)

    def lines(self) -> list[psutil.Process]:
        """The ssh of this side that holds a line to it."""
        found = []
        for one in psutil.process_iter(["cmdline"]):
            words = one.info["cmdline"] or []
            if str(self.near / "config") in words and "-M" in words:
                found.append(one)
        return found

    def _settings(self) -> Iterator[str]:
        yield f"Port {self.port}"
        yield "ListenAddress 127.0.0.1"
        yield f"HostKey {self.root / 'host_key'}"
        yield f"AuthorizedKeysFile {self.root / 'key.pub'}"
        yield from ("StrictModes no", "UsePAM no", "PidFile none", "PasswordAuthentication no")
        yield "PermitRootLogin yes"
        yield f"SetEnv HOME={self.home} TMPDIR={self.root / 'tmp'} PATH={os.defpath}"


@contextmanager
def far_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[FarMachine]:
    """Skips where there is no sshd."""
    if SSHD is None or shutil.which("ssh") is None:
        pytest.skip("openssh-server and openssh-client are not installed")
    real = shutil.which("ssh")
    with held_port() as port:
        pass
    root = Path(tempfile.mkdtemp(prefix="far-"))
    machine = FarMachine(root, port)
    for folder in ("home/.local/bin", "tmp", "near/bin"):
        (root / folder).mkdir(parents=True)
    for name in ("host_key", "key"):
        make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(root / name)]
        subprocess.run(make, check=True)
    installed = Path(sys.executable).with_name("pilothouse")
    machine.program.symlink_to(installed)
    known = (root / "host_key.pub").read_text().rpartition(" ")[0]
    (machine.near / "known").write_text(f"[127.0.0.1]:{port} {known}\n")
    (machine.near / "config").write_text(
        f"Host {HOST}\n  HostName 127.0.0.1\n  Port {port}\n  IdentityFile {root / 'key'}\n"
        f"  IdentitiesOnly yes\n  UserKnownHostsFile {machine.near / 'known'}\n"
        "  StreamLocalBindMask 0111\n  StreamLocalBindUnlink yes\n"  # as nobody should have it
    )
    ssh = machine.near / "bin" / "ssh"
    told = f'exec {real} -F {machine.near / "config"} "$@"'
    ssh.write_text(f'#!/bin/sh\necho "$*" >> {machine.asked}\n{told}\n')
    ssh.chmod(0o755)
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    monkeypatch.setenv("PATH", f"{ssh.parent}:{os.environ['PATH']}")
    try:
        machine.start()
        yield machine
    finally:
        machine.stop()
        shutil.rmtree(root, ignore_errors=True)


@asynccontextmanager
async def seated(screen: str = "") -> AsyncIterator[tuple[DesktopSurface, list[str]]]:
    """A surface there, and what it has been lost by; ``screen`` is one that is there already."""
    lost: list[str] = []
    surface = build_desktop(f"seat:{HOST}{screen and '/'}{screen}", Settings(), Secrets({}))
    surface.on_lost = lost.append
    try:
        await surface.start()
        yield surface, lost
    finally:
        await surface.close()


READY = {"environment": {"DISPLAY": ":7", "HOME": "/home/x"}, "sandbox": {"is_used": True}}


AFAR = {"cookie": "00" * 16, "accessibility": "unix:path=/run/bus", "entries": []}


def answers(ready: object, afar: object) -> str:
    """A far end that tells these."""
    told = json.dumps({"event": "ready", "facts": ready})
    answer = json.dumps({"id": 1, "ok": afar})
    return f"echo '{told}'\nread line\necho '{answer}'\ncat > /dev/null"


def own_folders() -> list[Path]:
    """Those of desktops of this process, whose files lie here."""
    folders = map(SessionFolder, base_folder().glob("practice-*"))
    return [each.root for each in folders if each.read_record().get("pid") == os.getpid()]


async def refusal(screen: str = "") -> SurfaceUnavailable:
    with pytest.raises(SurfaceUnavailable) as refused:
        async with seated(screen):
            pass
    return refused.value
