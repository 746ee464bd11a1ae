"""The session's folder: all that a practice desktop writes, and how it is cleared away.

The folder's record says which supervisor it belongs to. So the next supervisor can tell the folders
of living desktops from those that a killed supervisor left, and sweep the latter.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import tempfile
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.domain.errors import SurfaceUnavailable
from engine.surfaces.desktop.practice.ending_processes import (
    end_processes,
    marked_processes,
    started_at,
)


@dataclass(frozen=True, slots=True)
class SessionFolder:
    """All that the desktop writes. ``supervisor.json`` tells a later supervisor whose it is."""

    root: Path

    @classmethod
    def create(cls, base: Path) -> SessionFolder:
        """A new folder below ``base``; it never exists without its ``supervisor.json``."""
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
    def temporary(self) -> Path:
        return self.root / "tmp"

    @property
    def start(self) -> Path:
        """Copies of home and temporary files, as a reset brings them back."""
        return self.root / "start"

    @property
    def log(self) -> Path:
        """What the servers say about themselves."""
        return self.root / "servers.log"

    @property
    def authority(self) -> Path:
        """The file with the display's cookie; see `engine.surfaces.desktop.x11.authority`."""
        return self.root / "xauthority"

    @property
    def window_manager_settings(self) -> Path:
        return self.root / "openbox.xml"

    def write_record(self, display: str = "") -> None:
        record = {"pid": os.getpid(), "started": started_at(os.getpid()), "display": display}
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
        return isinstance(pid, int) and started is not None and started_at(pid) == started

    def furnish(self) -> None:
        """A home as a new user has it, with nothing in it that moves by itself."""
        for name in ("Practice", "Documents", "Downloads", "Desktop"):
            (self.home / name).mkdir(parents=True)
        for folder in (self.runtime, self.temporary):
            folder.mkdir(mode=0o700)
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
        settings = files("resources") / "applications" / "practice_openbox.xml"
        self.window_manager_settings.write_bytes(settings.read_bytes())


def base_folder() -> Path:
    """Where this user's sessions lie: private, and on a disk, since a home holds large files.

    Raises `SurfaceUnavailable` where others could read or write there.
    """
    base = Path(tempfile.gettempdir()) / f"pilothouse-{os.getuid()}"
    base.mkdir(mode=0o700, exist_ok=True)
    facts = base.lstat()
    if base.is_symlink() or facts.st_uid != os.getuid() or facts.st_mode & 0o077:
        raise SurfaceUnavailable(
            f"The folder {base} is open to other users.", "Delete it, or set TMPDIR to another."
        )
    return base


def sweep_leftovers(base: Path) -> None:
    """End and delete what supervisors that were killed outright have left behind."""
    for root in base.glob("practice-*"):
        folder = SessionFolder(root)
        if not folder.has_supervisor():
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


def remove_display_socket(display: str) -> None:
    """Delete what a killed X server left, unless another one has taken the number since."""
    path = Path("/tmp/.X11-unix") / f"X{display.removeprefix(':')}"
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
