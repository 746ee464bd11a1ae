"""What is started on a practice desktop, as its supervisor knows it, and the way to the start: the
servers that share its sandbox (window manager, session bus and accessibility bus), and programs.

Servers are started side by side where possible, each awaited by what it says of itself when ready,
and watched afterwards: a window manager can be started again without harm, a session bus takes the
programs that use it along. A reset ends everything but the servers and what serves the session bus,
then has home and temporary files hold what they held at the mark."""

import contextlib
import os
import select
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import psutil
import xcffib
import xcffib.xproto

from engine.domain.facts import Part, asdict, field
from engine.processes.descendants import Children, Collected, crowding, end_processes
from engine.surfaces.desktop.launched import Launch, LaunchedApplications
from engine.surfaces.desktop.practice.session_folder import SessionFolder
from engine.surfaces.desktop.x11.x_calls import ask_property, atoms_of, connect

START_TIMEOUT_SECS = 30.0
"""With that of the display below the patience of `PracticeDesktop`: so it is said what is amiss."""
ACCESSIBILITY_TIMEOUT_SECS = 25.0
BACKGROUND = 0x3B4252


class Servers(Part):
    """One desktop's servers, on the display of the children's environment."""

    children: Children
    folder: SessionFolder
    accessibility: str = ""  # its bus' address, where there is one
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
        self._deadline = time.monotonic() + START_TIMEOUT_SECS * crowding()
        window_manager = self._start_window_manager()
        child, _ = self.children.launch_and_read(
            "The session bus (dbus-daemon)",
            lambda fd: [
                *("dbus-daemon", "--session", "--nofork", "--nopidfile"),
                *(f"--address={self.bus_address}", f"--print-address={fd}"),
            ],
            self._secs_left(),
        )
        self._names[child.pid] = "session bus"
        left_secs = min(ACCESSIBILITY_TIMEOUT_SECS, self._secs_left())
        self.accessibility = accessibility_bus(self.children.environment, left_secs)
        self._await_window_manager(window_manager)

    def lost_with(self, ended: Iterable[int]) -> list[str]:
        """What the desktop has lost with these processes, such as "session bus". A window manager
        is not lost but started again, once: one that ends twice does so again."""
        names = {self._names.pop(pid) for pid in ended if pid in self._names}
        if "window manager" in names and self._restarts_left:
            self._restarts_left -= 1
            with contextlib.suppress(OSError):  # uninstalled meanwhile
                self._start_window_manager()
        return sorted(names - {"window manager"})

    def _start_window_manager(self) -> subprocess.Popen[bytes]:
        settings = str(self.folder.window_manager_settings)
        child = self.children.launch(["openbox", "--sm-disable", "--config-file", settings])
        self._names[child.pid] = "window manager"
        return child

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
                    raise self.children.failure("The window manager (openbox) did not come up.")
        except xcffib.ConnectionException:
            raise self.children.failure("The display ended at its start.") from None
        finally:
            os.close(ended)
            connection.disconnect()

    def _secs_left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())


def accessibility_bus(environment: Mapping[str, str], timeout_secs: float) -> str:
    """Its address, once it is started; without at-spi2-core, or an answer in time, it is empty."""
    ask = "dbus-send --session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus"
    command = [*ask.split(), "org.a11y.Bus.GetAddress"]
    try:
        asked = subprocess.run(
            command, env=environment, capture_output=True, timeout=timeout_secs, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    return asked.stdout.decode(errors="replace").strip()


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


GRACE_SECS = 0.5
_CRASH_SIGNALS = frozenset(
    {
        signal.SIGSEGV,
        signal.SIGABRT,
        signal.SIGBUS,
        signal.SIGFPE,
        signal.SIGILL,
        signal.SIGTRAP,
        signal.SIGSYS,
    }
)
_BUS_SERVICES = ("at-spi", "dbus-", "dconf", "gvfs", "xdg-")
"""Short names of what the session bus starts for everybody; they know nothing of a run."""


class StartedApplications(Part):
    """Launches, tells what became of those that were launched, and sets all back."""

    children: Children
    servers: Servers
    _launched: LaunchedApplications = field(default_factory=LaunchedApplications)
    _ended_in_reset: list[int] = field(default_factory=list)
    _at_mark: tuple[Launch, ...] = ()

    def launch(self, launch: Launch) -> int:
        """Its process id. Raises OSError."""
        return self._launched.launch(launch, self._start)

    def collect(self) -> list[int]:
        """The ids of all processes that ended since; of applications it is noted how."""
        servers = self.servers.process_ids
        ended, self._ended_in_reset = self._ended_in_reset, []
        for one in self.children.collect_ended():
            ended.append(one.process_id)
            if one.process_id not in servers:
                self._note(one)
        return ended

    def take_news(self) -> dict[str, object]:
        return asdict(self._launched.take_news())

    def mark(self) -> None:
        """What a reset goes back to."""
        folder = self.servers.folder
        for source, copy in ((folder.home, "home"), (folder.temporary, "tmp")):
            (folder.start / copy).mkdir(mode=0o700, exist_ok=True)
            restore(source, folder.start / copy)
        self._at_mark = self._launched.running

    def reset(self) -> list[Launch]:
        """Set back to the mark; what ran then is not started, but answered. Raises OSError where
        something can't be ended or a file not be written."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        try:
            is_clear = end_processes(
                lambda: list(self._foreign()),
                grace_secs=GRACE_SECS,
                collect=lambda: self._ended_in_reset.extend(self.collect()),
            )
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        if not is_clear:
            raise OSError(0, "A program can't be ended", "reset")
        self._launched.forget()
        folder = self.servers.folder
        restore(folder.start / "home", folder.home)
        restore(folder.start / "tmp", folder.temporary)
        return list(self._at_mark)

    def _start(self, launch: Launch, errors_fd: int) -> int:
        return self.children.launch(
            launch.argv, cwd=launch.cwd, errors_to=errors_fd, death=signal.SIGKILL
        ).pid

    def _note(self, one: Collected) -> None:
        if one.process_id in self._launched.process_ids:
            self._launched.note_ended(one.process_id, one.exit_code)
        elif -one.exit_code in _CRASH_SIGNALS:
            self._launched.note_orphan(one.program, one.process_id, one.exit_code)

    def _foreign(self) -> Iterator[int]:
        """All descendants but the servers and what serves the session bus."""
        servers = self.servers.process_ids
        launched = self._launched.process_ids
        for child in psutil.Process().children():
            if child.pid in launched or not (child.pid in servers or _is_bus_service(child)):
                yield child.pid
            with contextlib.suppress(psutil.NoSuchProcess):
                for process in child.children(recursive=True):
                    if not _is_bus_service(process):
                        yield process.pid


def _is_bus_service(process: psutil.Process) -> bool:
    """Or it is gone: a zombie is its parent's business."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE or process.name().startswith(_BUS_SERVICES)
    except psutil.NoSuchProcess:
        return True


def restore(copy: Path, folder: Path) -> None:
    """Have the folder hold what the copy holds, and nothing else. What goes meanwhile, here or
    there, is left out. Raises OSError."""
    for entry in filter(_is_plain, list(folder.iterdir())):
        _remove(entry)
    for entry in filter(_is_plain, list(copy.iterdir())):
        twin = folder / entry.name
        with contextlib.suppress(FileNotFoundError):
            if entry.is_dir() and not entry.is_symlink():
                twin.mkdir(mode=0o700)
                restore(entry, twin)
            else:
                shutil.copy2(entry, twin, follow_symlinks=False)
    shutil.copystat(copy, folder)


def _remove(entry: Path) -> None:
    if entry.is_dir() and not entry.is_symlink():
        _open_up(entry)
        with contextlib.suppress(OSError):  # what is just ending may have written on
            shutil.rmtree(entry, onerror=_unless_gone)
        shutil.rmtree(entry, onerror=_unless_gone)
    else:
        entry.unlink(missing_ok=True)


def _unless_gone(function: object, path: str, failure: tuple[type, BaseException, object]) -> None:
    """What went by itself is removed, too."""
    if not isinstance(failure[1], FileNotFoundError):
        raise failure[1]


def _open_up(folder: Path) -> None:
    """A folder without rights can't be emptied."""
    with contextlib.suppress(FileNotFoundError):
        folder.chmod(0o700)
        for entry in folder.iterdir():
            if entry.is_dir() and not entry.is_symlink():
                _open_up(entry)


def _is_plain(path: Path) -> bool:
    """A file, a folder or a link, and there still."""
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IFMT(path.lstat().st_mode) in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)
    return False
