"""A folder's files as they were, and back to them.

Only what differs is written: programs that run with a folder open keep it. Sockets and pipes belong
to whoever listens there and are left alone.
"""

from __future__ import annotations

import contextlib
import filecmp
import os
import shutil
import stat
from pathlib import Path


def take_snapshot(folder: Path, copy: Path) -> None:
    """Copy what is in the folder; an older copy is replaced. Files that go meanwhile are left."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(mode=0o700)
    _copy_into(folder, copy)


def restore(copy: Path, folder: Path) -> None:
    """Have the folder hold what the copy holds, and nothing else. Raises OSError."""
    for entry in list(folder.iterdir()):
        twin = copy / entry.name
        if _is_special(entry):
            continue
        if not os.path.lexists(twin) or _kind(twin) != _kind(entry):
            _remove(entry)
    _copy_into(copy, folder)


def _copy_into(source: Path, target: Path) -> None:
    for entry in list(source.iterdir()):
        twin = target / entry.name
        if _is_special(entry):
            continue
        with contextlib.suppress(FileNotFoundError):  # it went meanwhile
            _copy_entry(entry, twin)
    shutil.copystat(source, target)


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
        shutil.rmtree(entry)
    else:
        entry.unlink(missing_ok=True)


def _open_up(folder: Path) -> None:
    """A folder without rights can't be emptied."""
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
