"""The applications on a practice desktop, as its supervisor knows them, and the way to the start.

A reset ends everything but the servers and what serves the session bus, then has home and temporary
files hold what they held at the mark.
"""

import contextlib
import filecmp
import os
import shutil
import signal
import stat
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from engine.processes.descendants import Children, Collected, end_processes
from engine.surfaces.desktop.launched import Launch, LaunchedApplications
from engine.surfaces.desktop.practice.servers import Servers

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


@dataclass(slots=True)
class StartedApplications:
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
                lambda: list(self._foreign()), grace_secs=GRACE_SECS, collect=self._collect_in_reset
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

    def _collect_in_reset(self) -> None:
        self._ended_in_reset += self.collect()

    def _foreign(self) -> Iterator[int]:
        """All descendants but the servers and what serves the session bus."""
        servers = self.servers.process_ids
        launched = self._launched.process_ids
        for child in psutil.Process().children():
            if child.pid in launched or not (child.pid in servers or _is_bus_service(child)):
                yield child.pid
            yield from _foreign_below(child)


def _foreign_below(parent: psutil.Process) -> Iterator[int]:
    with contextlib.suppress(psutil.NoSuchProcess):
        for process in parent.children(recursive=True):
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
    for entry in list(folder.iterdir()):
        twin = copy / entry.name
        if _is_special(entry):
            continue
        with contextlib.suppress(FileNotFoundError):
            if not os.path.lexists(twin) or _kind(twin) != _kind(entry):
                _remove(entry)
    for entry in list(copy.iterdir()):
        with contextlib.suppress(FileNotFoundError):
            if not _is_special(entry):
                _copy_entry(entry, folder / entry.name)
    shutil.copystat(copy, folder)


def _copy_entry(entry: Path, twin: Path) -> None:
    if entry.is_symlink():
        if not twin.is_symlink() or twin.readlink() != entry.readlink():
            twin.unlink(missing_ok=True)
            twin.symlink_to(entry.readlink())
    elif entry.is_dir():
        twin.mkdir(exist_ok=True)
        twin.chmod(0o700)
        restore(entry, twin)
    elif not twin.exists() or not filecmp.cmp(entry, twin, shallow=False):
        twin.unlink(missing_ok=True)  # it may be read-only
        shutil.copy2(entry, twin)
    else:
        shutil.copystat(entry, twin)


def _remove(entry: Path) -> None:
    if entry.is_dir() and not entry.is_symlink():
        _open_up(entry)
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


def _kind(path: Path) -> int:
    return stat.S_IFMT(path.lstat().st_mode)


def _is_special(path: Path) -> bool:
    try:
        kind = _kind(path)
    except FileNotFoundError:
        return True
    return kind not in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)
