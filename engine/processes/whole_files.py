"""Files that appear whole or not at all: written under another name first, then renamed."""

import os
import tempfile
from pathlib import Path


def make_folders_of(path: Path) -> None:
    """Those that are made are their owner's only. Blocks. Raises ``OSError``."""
    for folder in reversed(path.parents):
        folder.mkdir(mode=0o700, exist_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """What was there is replaced and keeps its rights; a new file is its owner's only, and so are
    the folders that are made for it. Blocks. Raises ``OSError``; the file is as it was then."""
    make_folders_of(path)
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
