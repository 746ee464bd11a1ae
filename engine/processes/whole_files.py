"""Files that appear whole or not at all, written under another name first, then renamed; and files
and folders that are their owner's only, whatever rights new ones have otherwise."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def make_private(folder: Path) -> None:
    """Make what is missing of it for its owner only; what is there keeps its rights. Blocks.
    Raises ``OSError``."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(exist_ok=True)  # what is there may be no folder


def make_private_file(path: Path) -> None:
    """An empty file in such a folder, unless there is one. Blocks. Raises ``OSError``."""
    make_private(path.parent)
    os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))


def write_whole(path: Path, data: bytes) -> None:
    """What was there is replaced and keeps its rights; a new file is its owner's only. Blocks.
    Raises ``OSError``; the file is as it was then."""
    make_private(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            part.chmod(path.stat().st_mode & 0o777)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
