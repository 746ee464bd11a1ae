"""Keeps one practice desktop: starts its display, bus and windows, and ends all of it.

A process of its own (``python -m engine.surfaces.desktop.keeper``), because only the kernel can
promise that nothing is left behind: as a child subreaper the keeper inherits every daemon that
detaches itself, and the end of its standard input tells it that the console is gone, even by
``kill -9``. `PracticeDesktop` is the console's side of it.

In:   ``{"id": 1, "op": "spawn", "argv": [...], "cwd": "..."}``, one JSON object a line.
Out:  first ``{"ready": {...}}`` or ``{"failed": "...", "remedy": "..."}``, then the answers
      ``{"id": 1, "pid": 4711}`` or ``{"id": 1, "error": "..."}`` and ``{"event": "gone", ...}``.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import Any

import psutil
import xcffib
import xcffib.xproto

MARKER = "PILOTHOUSE_DESKTOP"
START_TIMEOUT_SECS = 13.0
"""Below the patience of `PracticeDesktop`, so that the keeper itself says what is amiss."""
ACCESSIBILITY_TIMEOUT_SECS = 5.0
GRACE_SECS = 1.0
END_TIMEOUT_SECS = 4.0
BACKGROUND = 0x3B4252

_PACKAGES = {
    "Xvfb": "xvfb",
    "Xtigervnc": "tigervnc-standalone-server",
    "openbox": "openbox",
    "dbus-daemon": "dbus",
    "dbus-send": "dbus",
}
_PERSONAL = re.compile(
    r"""WAYLAND_.* | XAUTHORITY | SESSION_MANAGER | DESKTOP_.* | PWD | OLDPWD
    | XDG_(CURRENT_DESKTOP | ACTIVATION_TOKEN | SESSION_.* | SEAT.* | VTNR | MENU_PREFIX)
    | DBUS_.* | NO_AT_BRIDGE | AT_SPI_.* | GTK_.* | GDK_.* | XMODIFIERS
    | QT_(IM_MODULE.* | QPA_.* | PLUGIN_PATH | STYLE_OVERRIDE | .*SCALE.* | .*DPI.*)
    | SSH_A.* | GPG_AGENT_INFO""",
    re.VERBOSE,
)
_SECRET = re.compile(r"(^|_)KEY(_|$)|APIKEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.I)
_END_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_prctl = ctypes.CDLL(None, use_errno=True).prctl


class StartFailed(Exception):
    """The desktop can't come up; what the operator is told about it."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


# --- the session's folder and environment ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class SessionFolder:
    """All that the desktop writes. ``keeper.json`` tells a later keeper whose folder this is."""

    root: Path

    @classmethod
    def create(cls, base: Path) -> SessionFolder:
        """A new folder below ``base``; it never exists without its ``keeper.json``."""
        desktop_id = uuid.uuid4().hex[:12]
        unfinished = cls(base / f"new-{desktop_id}")
        unfinished.root.mkdir(mode=0o700)
        unfinished.write_record()
        return cls(unfinished.root.rename(base / f"practice-{desktop_id}"))

    @property
    def desktop_id(self) -> str:
        return self.root.name.partition("-")[2]

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def runtime(self) -> Path:
        return self.root / "run"

    @property
    def log(self) -> Path:
        return self.root / "servers.log"

    def write_record(self, display: str = "") -> None:
        record = {"pid": os.getpid(), "started": started_at(os.getpid()), "display": display}
        unfinished = self.root / "keeper.json.new"
        unfinished.write_text(json.dumps(record))
        unfinished.rename(self.root / "keeper.json")

    def read_record(self) -> dict[str, Any]:
        """The record, or an empty one where it can't be read."""
        try:
            record = json.loads((self.root / "keeper.json").read_text())
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def has_keeper(self) -> bool:
        """Whether the process that made this folder still lives."""
        record = self.read_record()
        pid, started = record.get("pid"), record.get("started")
        return isinstance(pid, int) and started is not None and started_at(pid) == started

    def furnish(self) -> None:
        """A home as a new user has it, with nothing in it that moves by itself."""
        for name in ("Practice", "Documents", "Downloads", "Desktop"):
            (self.home / name).mkdir(parents=True)
        for name in ("run", "tmp"):
            (self.root / name).mkdir(mode=0o700)
        config = self.home / ".config"
        (config / "gtk-3.0").mkdir(parents=True)
        (config / "gtk-3.0" / "bookmarks").write_text(f"{(self.home / 'Practice').as_uri()}\n")
        (config / "gtk-3.0" / "settings.ini").write_text(
            "[Settings]\ngtk-enable-animations=false\ngtk-cursor-blink=false\n"
        )
        (config / "user-dirs.dirs").write_text(
            'XDG_DESKTOP_DIR="$HOME/Desktop"\n'
            'XDG_DOCUMENTS_DIR="$HOME/Documents"\n'
            'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n'
        )
        window_manager = files("resources") / "applications" / "practice_openbox.xml"
        (self.root / "openbox.xml").write_bytes(window_manager.read_bytes())

    def environment(self, inherited: Mapping[str, str]) -> dict[str, str]:
        """``inherited`` without what ties it to the operator's desktop, and without secrets."""
        kept = {
            name: value
            for name, value in inherited.items()
            if not _PERSONAL.fullmatch(name) and not _SECRET.search(name)
        }
        if not any(kept.get(name) for name in ("LC_ALL", "LANG")):
            kept["LANG"] = "C.UTF-8"
        return kept | {
            MARKER: self.desktop_id,
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.runtime / 'bus'}",
            "HOME": str(self.home),
            "TMPDIR": str(self.root / "tmp"),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local" / "share"),
            "XDG_STATE_HOME": str(self.home / ".local" / "state"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "XDG_SESSION_TYPE": "x11",
            "GDK_BACKEND": "x11",
            "QT_QPA_PLATFORM": "xcb",
            "GTK_THEME": "Adwaita",
            "GSETTINGS_BACKEND": "memory",
            "GVFS_DISABLE_FUSE": "1",  # a mount inside the folder would keep it from being deleted
            "GNOME_ACCESSIBILITY": "1",
            "QT_ACCESSIBILITY": "1",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }


def base_folder() -> Path:
    """Where this user's sessions lie: private, and on a disk, since a home holds large files."""
    base = Path(tempfile.gettempdir()) / f"pilothouse-{os.getuid()}"
    base.mkdir(mode=0o700, exist_ok=True)
    facts = base.lstat()
    if base.is_symlink() or facts.st_uid != os.getuid() or facts.st_mode & 0o077:
        raise StartFailed(
            f"The folder {base} is open to other users.", "Delete it, or set TMPDIR to another."
        )
    return base


# --- processes -------------------------------------------------------------------------------


def started_at(pid: int) -> int | None:
    """When a living process started, in clock ticks since boot; None for dead ones and zombies."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if state in "ZX" else int(rest[18])


def marked_processes(desktop_id: str) -> list[int]:
    """This user's processes that were started on the desktop, whoever their parent is now."""
    mark = f"{MARKER}={desktop_id}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or entry.name == str(os.getpid()):
            continue
        try:
            is_ours = entry.stat().st_uid == os.getuid()
            if is_ours and mark in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:  # ended meanwhile, or another user's
            continue
    return found


def descendants() -> list[int]:
    return [process.pid for process in psutil.Process().children(recursive=True)]


def reap() -> list[tuple[int, int]]:
    """Collect the ended children, adopted ones included: their ids and exit codes."""
    ended: list[tuple[int, int]] = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended.append((pid, os.waitstatus_to_exitcode(status)))


def end_processes(still_there: Callable[[], list[int]], *, grace_secs: float) -> bool:
    """Ask, then force, until ``still_there`` finds nobody; False where somebody can't be ended."""
    started = time.monotonic()
    told: set[tuple[int, signal.Signals]] = set()
    while pids := still_there():
        waited = time.monotonic() - started
        if waited > END_TIMEOUT_SECS:
            return False
        number = signal.SIGTERM if waited < grace_secs else signal.SIGKILL
        for pid in pids:
            if (pid, number) not in told:
                told.add((pid, number))
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        signal.sigtimedwait({signal.SIGCHLD}, 0.02)
        reap()
    return True


def remove_display_socket(display: str) -> None:
    """Delete what a killed X server left, unless another one has taken the number since."""
    path = Path("/tmp/.X11-unix") / f"X{display.removeprefix(':')}"
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()


def sweep_leftovers(base: Path) -> None:
    """End and delete what keepers that were killed outright have left behind."""
    for root in base.glob("practice-*"):
        folder = SessionFolder(root)
        if not folder.has_keeper():
            clear(folder, partial(marked_processes, folder.desktop_id), grace_secs=0)


def clear(
    folder: SessionFolder, still_there: Callable[[], list[int]], *, grace_secs: float
) -> None:
    """End the processes of a desktop, then delete what they wrote."""
    display = folder.read_record().get("display")
    if end_processes(still_there, grace_secs=grace_secs):
        if display:
            remove_display_socket(display)
        shutil.rmtree(folder.root, ignore_errors=True)


# --- the keeper ------------------------------------------------------------------------------


@dataclass(slots=True)
class Keeper:
    """One desktop from start to end. ``server`` is the X server's program."""

    folder: SessionFolder
    server: str
    width: int
    height: int
    environment: dict[str, str]
    children: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    display: str = ""
    display_pid: int = 0
    accessibility_address: str = ""
    deadline: float = 0.0

    def start(self) -> None:
        """Bring everything up, side by side where possible. Raises `StartFailed`."""
        self.deadline = time.monotonic() + START_TIMEOUT_SECS
        require_programs((self.server, "openbox", "dbus-daemon", "dbus-send"))
        self.folder.furnish()
        self._start_display()
        window_manager = self._launch(
            ["openbox", "--sm-disable", "--config-file", str(self.folder.root / "openbox.xml")]
        )
        self._start_bus()
        self._wake_accessibility()
        self._await_window_manager(window_manager)

    def facts(self) -> dict[str, object]:
        return {
            "display": self.display,
            "bus_address": self.environment["DBUS_SESSION_BUS_ADDRESS"],
            "accessibility_address": self.accessibility_address,
            "environment": self.environment,
            "home": str(self.folder.home),
            "practice_folder": str(self.folder.home / "Practice"),
        }

    def serve(self) -> None:
        """Answer until the console closes its end, and report when the display dies."""
        wake_reader, wake_writer = os.pipe()
        os.set_blocking(wake_writer, False)
        signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        pending = b""
        while True:
            self._collect_ended()
            readable, _, _ = select.select([sys.stdin, wake_reader], [], [])
            if wake_reader in readable:
                os.read(wake_reader, 4096)
            if sys.stdin in readable:
                received = os.read(sys.stdin.fileno(), 65536)
                if not received:
                    return
                *lines, pending = (pending + received).split(b"\n")
                for line in lines:
                    say(self._answer(json.loads(line)))

    def end(self) -> None:
        """End every process of the desktop, then delete what it wrote."""
        ignore_end_signals()
        # blocked, since `end_processes` waits for it
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        reap()
        clear(self.folder, self._survivors, grace_secs=GRACE_SECS)

    def _survivors(self) -> list[int]:
        return descendants() or marked_processes(self.folder.desktop_id)

    def _collect_ended(self) -> None:
        for pid, exit_code in reap():
            if child := self.children.pop(pid, None):
                child.returncode = exit_code
            if pid == self.display_pid:
                say({"event": "gone", "what": "display"})

    def _answer(self, request: Mapping[str, Any]) -> dict[str, object]:
        try:
            child = self._launch(
                request["argv"], cwd=request.get("cwd"), quiet=True, death=signal.SIGKILL
            )
        except OSError as error:
            return {"id": request["id"], "error": f"{error.strerror}: {error.filename}"}
        return {"id": request["id"], "pid": child.pid}

    def _launch(
        self,
        argv: Sequence[str],
        *,
        cwd: str | None = None,
        pass_fds: tuple[int, ...] = (),
        quiet: bool = False,
        death: signal.Signals = signal.SIGTERM,
    ) -> subprocess.Popen[bytes]:
        """Start a child that gets ``death`` when the keeper dies, even by ``kill -9``."""
        keeper_pid = os.getpid()

        def die_with_keeper() -> None:
            _prctl(_PR_SET_PDEATHSIG, death)
            if os.getppid() != keeper_pid:
                os._exit(1)

        with Path(os.devnull if quiet else self.folder.log).open("ab") as output:
            child = subprocess.Popen(
                argv,
                cwd=cwd or self.folder.home,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=pass_fds,
                start_new_session=True,
                preexec_fn=die_with_keeper,
            )
        self.children[child.pid] = child
        return child

    def _launch_and_read(
        self, what: str, argv: Callable[[int], list[str]]
    ) -> tuple[subprocess.Popen[bytes], str]:
        """Start a server and await the line that it writes, when ready, to the given descriptor."""
        reader, writer = os.pipe()
        try:
            child = self._launch(argv(writer), pass_fds=(writer,))
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

    def _start_display(self) -> None:
        child, number = self._launch_and_read(
            f"The display ({self.server})",
            lambda fd: [
                *server_command(self.server, self.width, self.height),
                *("-displayfd", str(fd), "-nolisten", "tcp", "-noreset", "-dpi", "96"),
                *("+extension", "DAMAGE", "+extension", "RANDR"),
                *("+extension", "XTEST", "+extension", "COMPOSITE"),
            ],
        )
        self.display, self.display_pid = f":{number}", child.pid
        self.environment["DISPLAY"] = self.display
        self.folder.write_record(self.display)

    def _start_bus(self) -> None:
        address = self.environment["DBUS_SESSION_BUS_ADDRESS"]
        self._launch_and_read(
            "The session bus (dbus-daemon)",
            lambda fd: [
                *("dbus-daemon", "--session", "--nofork", "--nopidfile"),
                *(f"--address={address}", f"--print-address={fd}"),
            ],
        )

    def _wake_accessibility(self) -> None:
        """Have the accessibility bus started. Without at-spi2-core its address stays empty."""
        ask = "dbus-send --session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus"
        try:
            reply = subprocess.run(
                [*ask.split(), "org.a11y.Bus.GetAddress"],
                env=self.environment,
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
        connection = xcffib.connect(self.display)
        ended = os.pidfd_open(window_manager.pid)
        try:
            root, atom = watch_root(connection)
            while not has_property(connection, root, atom):
                if connection.poll_for_event() is not None:
                    continue
                watched = [connection.get_file_descriptor(), ended]
                readable, _, _ = select.select(watched, [], [], self._secs_left())
                if not readable or ended in readable:
                    raise self._failure("The window manager (openbox) did not come up.")
        except xcffib.ConnectionException:
            raise self._failure(f"The display ({self.server}) ended at its start.") from None
        finally:
            os.close(ended)
            connection.disconnect()

    def _secs_left(self) -> float:
        return max(0.0, self.deadline - time.monotonic())

    def _failure(self, message: str) -> StartFailed:
        said = self.folder.log.read_text(errors="replace").strip().splitlines()[-3:]
        return StartFailed(message, f"It said: {' / '.join(said)}" if said else "")


def server_command(server: str, width: int, height: int) -> list[str]:
    """The X server's program with its size; Xtigervnc without anything to connect to."""
    if server == "Xtigervnc":
        size = ("-geometry", f"{width}x{height}", "-depth", "24")
        return [server, *size, "-SecurityTypes", "None", "-rfbport", "-1"]
    return [server, "-screen", "0", f"{width}x{height}x24"]


def watch_root(connection: Any) -> tuple[int, int]:
    """Paint the root window and hear of its properties; the window and the atom to wait for."""
    root = connection.get_setup().roots[0].root
    connection.core.ChangeWindowAttributes(
        root,
        xcffib.xproto.CW.BackPixel | xcffib.xproto.CW.EventMask,
        [BACKGROUND, xcffib.xproto.EventMask.PropertyChange],
    )
    connection.core.ClearArea(False, root, 0, 0, 0, 0)
    name = "_NET_SUPPORTING_WM_CHECK"
    return root, connection.core.InternAtom(False, len(name), name).reply().atom


def has_property(connection: Any, window: int, atom: int) -> bool:
    any_type = xcffib.xproto.Atom.Any
    reply = connection.core.GetProperty(False, window, atom, any_type, 0, 1).reply()
    return bool(reply.value_len)


def require_programs(programs: Sequence[str]) -> None:
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        packages = dict.fromkeys(_PACKAGES[program] for program in missing)
        verb = "is" if len(missing) == 1 else "are"
        raise StartFailed(
            f"The practice desktop needs {', '.join(missing)}, which {verb} not installed.",
            f"On Debian: sudo apt install {' '.join(packages)}",
        )


def say(message: Mapping[str, object]) -> None:
    os.write(sys.stdout.fileno(), json.dumps(message).encode() + b"\n")


def end_on_signals() -> None:
    """Let SIGTERM and its kin end the keeper in order; a second one does not disturb that."""

    def end(_number: int, _frame: FrameType | None) -> None:
        ignore_end_signals()
        sys.exit(0)

    for number in _END_SIGNALS:
        signal.signal(number, end)


def ignore_end_signals() -> None:
    for number in _END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def keep(server: str, width: int, height: int) -> None:
    base = base_folder()
    sweep_leftovers(base)
    folder = SessionFolder.create(base)
    keeper = Keeper(folder, server, width, height, folder.environment(os.environ))
    try:
        keeper.start()
        say({"ready": keeper.facts()})
        keeper.serve()
    finally:
        keeper.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Keep one practice desktop.")
    parser.add_argument("--server", choices=("Xvfb", "Xtigervnc"), default="Xvfb")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=800)
    options = parser.parse_args()
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    end_on_signals()
    try:
        keep(options.server, options.width, options.height)
    except StartFailed as failure:
        say({"failed": failure.message, "remedy": failure.remedy})
        sys.exit(1)
    except BrokenPipeError:  # the console went away; everything is ended by now
        sys.exit(0)


if __name__ == "__main__":
    main()
