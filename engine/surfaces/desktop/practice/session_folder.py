"""The session's folder: all that a practice desktop writes, how it is cleared away, and the
environment that has programs write there.

The folder's record says which supervisor it belongs to. So the next supervisor can tell the folders
of living desktops from those that a killed supervisor left, and sweep the latter."""

import contextlib
import json
import os
import shutil
import socket
import tempfile
import uuid
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.domain.errors import SurfaceUnavailable
from engine.processes import descendants as kin

MARKER, PRACTICE_WINDOWS = "PILOTHOUSE_DESKTOP", "practice_openbox.xml"
"""The variable that everything on the desktop carries."""
_MOST_SOCKET_BYTES = 107
"""So long may the path of a socket be; see unix(7)."""
_LONGEST_SOCKET = "/practice-0123456789ab/run/at-spi/bus_1234"
_SHORT_FOLDER, _X_SOCKETS = Path("/tmp"), Path("/tmp/.X11-unix")
_OF_GAMES = ("/usr/local/games", "/usr/games")
"""Where Debian keeps games; an administrator's PATH leaves these folders out."""


class SessionFolder:
    """All that the desktop writes. ``supervisor.json`` tells a later supervisor whose it is.

    ``start`` has copies of home and temporary files, as a reset brings them back; ``log`` is what
    the servers say about themselves, ``authority`` the file with the display's cookie; see
    `engine.surfaces.desktop.x11.authority`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.desktop_id = root.name.partition("-")[2]
        self.home = root / "home"
        self.runtime = root / "run"
        self.temporary = root / "tmp"
        self.start = root / "start"
        self.log = root / "servers.log"
        self.authority = root / "xauthority"
        self.window_manager_settings = root / "openbox.xml"

    @classmethod
    def create(cls, base: Path) -> "SessionFolder":
        """A new folder below ``base``; it never exists without its ``supervisor.json``."""
        desktop_id = uuid.uuid4().hex[:12]
        unfinished = cls(base / f"new-{desktop_id}")
        unfinished.root.mkdir(mode=0o700)
        unfinished.write_record()
        return cls(unfinished.root.rename(base / f"practice-{desktop_id}"))

    def marked_processes(self) -> list[int]:
        """Those that were started on the desktop, whoever their parent is now."""
        return kin.marked_processes(MARKER, self.desktop_id)

    def write_record(self, display: str = "") -> None:
        record = {"pid": os.getpid(), "started": kin.started_at(os.getpid()), "display": display}
        unfinished = self.root / "supervisor.json.new"
        unfinished.write_text(json.dumps(record))
        unfinished.rename(self.root / "supervisor.json")

    def read_record(self) -> dict[str, Any]:
        """The record, or an empty one where it can't be read."""
        try:
            record = json.loads((self.root / "supervisor.json").read_text())
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def has_supervisor(self) -> bool:
        """Whether the process that made this folder still lives."""
        record = self.read_record()
        pid, started = record.get("pid"), record.get("started")
        return isinstance(pid, int) and started is not None and kin.started_at(pid) == started

    def furnish(self, windows: str = PRACTICE_WINDOWS) -> None:
        """A home as a new user has it, with nothing in it that moves by itself; ``windows`` names
        the window manager's settings among our resources."""
        for name in ("Practice", "Documents", "Downloads", "Desktop"):
            (self.home / name).mkdir(parents=True)
        for folder in (self.runtime, self.temporary, self.start):
            folder.mkdir(mode=0o700)
        self.log.touch(mode=0o600)
        config = self.home / ".config"
        (config / "gtk-3.0").mkdir(parents=True)
        (config / "gtk-3.0" / "bookmarks").write_text(f"{(self.home / 'Practice').as_uri()}\n")
        (config / "gtk-3.0" / "settings.ini").write_text(
            "[Settings]\ngtk-theme-name=Adwaita\n"
            "gtk-enable-animations=false\ngtk-cursor-blink=false\n"
        )  # not by GTK_THEME: that takes from programs of GTK 4 the colours that they bring along
        (self.home / ".gtkrc-2.0").write_text(
            'gtk-modules = "gail:atk-bridge"\ngtk-cursor-blink = 0\n'
        )  # GTK 2 tells of itself by modules only; the variable that names them is GTK 3's too
        (config / "user-dirs.dirs").write_text(
            'XDG_DESKTOP_DIR="$HOME/Desktop"\n'
            'XDG_DOCUMENTS_DIR="$HOME/Documents"\n'
            'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n'
        )
        settings = files("resources") / "applications" / windows
        self.window_manager_settings.write_bytes(settings.read_bytes())


def base_folder() -> Path:
    """Where this user's sessions lie: private, and on a disk, since a home holds large files. Below
    the system's own temporary folder where the one that is set has too long a name for the buses'
    sockets. Raises `SurfaceUnavailable` where others could read or write there."""
    name = f"pilothouse-{os.getuid()}"
    base = Path(tempfile.gettempdir()) / name
    if len(os.fsencode(base)) > _MOST_SOCKET_BYTES - len(_LONGEST_SOCKET):
        base = _SHORT_FOLDER / name
    return private_folder(base)


def private_folder(folder: Path) -> Path:
    """That one, of this user's alone. Raises ``SurfaceUnavailable`` where it can't be."""
    remedy = "Delete it, or set TMPDIR to another."
    with SurfaceUnavailable.on_refusal(f"The folder {folder} can't be used", remedy):
        folder.mkdir(mode=0o700, exist_ok=True)
        facts = folder.lstat()
    if folder.is_symlink() or facts.st_uid != os.getuid() or facts.st_mode & 0o077:
        raise SurfaceUnavailable(f"The folder {folder} is open to other users.", remedy)
    return folder


def sweep_leftovers(base: Path) -> None:
    """End and delete what supervisors that were killed outright have left behind. A folder that
    does not tell whose it is stays: another release may have made it. One that is called gone was
    about to be deleted. No child of ours is collected: whoever started it waits for it."""
    for gone in base.glob("gone-*"):
        shutil.rmtree(gone, ignore_errors=True)
    for root in (*base.glob("new-*"), *base.glob("practice-*")):
        folder = SessionFolder(root)
        if folder.read_record() and not folder.has_supervisor():
            clear(folder, folder.marked_processes, grace_secs=0, collect=list)


def clear(
    folder: SessionFolder,
    still_there: Callable[[], list[int]],
    *,
    grace_secs: float,
    collect: Callable[[], object] = kin.reap,
) -> None:
    """End the processes of a desktop, then delete what they wrote."""
    display = folder.read_record().get("display")
    if kin.end_processes(still_there, grace_secs=grace_secs, collect=collect):
        if display:
            remove_display_socket(display)
        with contextlib.suppress(FileNotFoundError):  # another supervisor sweeps too
            gone = folder.root.rename(folder.root.with_name(f"gone-{folder.desktop_id}"))
            shutil.rmtree(gone, ignore_errors=True)


def display_socket(display: str) -> Path:
    """Where a server of this machine listens; X clients look nowhere else."""
    return _X_SOCKETS / f"X{display.removeprefix(':')}"


def remove_display_socket(display: str) -> None:
    """Delete what a killed X server left, unless another one has taken the number since."""
    path = display_socket(display)
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink()


def desktop_environment(
    inherited: Mapping[str, str], folder: SessionFolder, *, with_network: bool
) -> dict[str, str]:
    """``inherited`` as a program on the desktop may have it; DISPLAY joins when it is known."""
    kept = kin.child_environment(inherited, with_network=with_network)
    if not any(kept.get(name) for name in ("LC_ALL", "LANG")):
        kept["LANG"] = "C.UTF-8"
    known = kept.get("PATH", os.defpath).split(os.pathsep)
    games = [folder for folder in _OF_GAMES if folder not in known]  # named without a folder
    return kept | {
        "PATH": os.pathsep.join([*known, *games]),
        MARKER: folder.desktop_id,
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder.runtime / 'bus'}",
        "XAUTHORITY": str(folder.authority),
        "HOME": str(folder.home),
        "PYTHONNOUSERSITE": "1",  # nothing that is put into that home is run by our own children
        "TMPDIR": str(folder.temporary),
        "XDG_CONFIG_HOME": str(folder.home / ".config"),
        "XDG_DATA_HOME": str(folder.home / ".local" / "share"),
        "XDG_STATE_HOME": str(folder.home / ".local" / "state"),
        "XDG_CACHE_HOME": str(folder.home / ".cache"),
        "XDG_RUNTIME_DIR": str(folder.runtime),
        "XDG_SESSION_TYPE": "x11",
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
        "QT_ASSUME_STDERR_HAS_CONSOLE": "1",  # else its errors may go to the journal
        "GSETTINGS_BACKEND": "keyfile",
        "GVFS_DISABLE_FUSE": "1",  # a mount inside the folder would keep it from being deleted
        "GNOME_ACCESSIBILITY": "1",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }
