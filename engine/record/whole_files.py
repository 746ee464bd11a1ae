"""Files that appear whole or not at all: written under another name first, then renamed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from engine.domain.errors import RecordUnavailable


def write_whole(path: Path, data: bytes) -> None:
    """What was there is replaced. Blocks. Raises ``RecordUnavailable``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise RecordUnavailable(
            f"The export {path} can't be written: {error.strerror}.",
            "Choose a folder in which you may write and that has room.",
        ) from error
