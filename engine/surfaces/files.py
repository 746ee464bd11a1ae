"""What a surface tells of a file on its machine."""

from __future__ import annotations

from pathlib import Path

from engine.domain.files import FileFacts

_MAX_TEXT_BYTES = 1_000_000


def read_file_facts(home: Path, path: str) -> FileFacts:
    """The file at an absolute path or one that begins with ``~``."""
    file = home / path.removeprefix("~").lstrip("/") if path.startswith("~") else Path(path)
    try:
        facts = file.stat()
    except (OSError, ValueError):  # not there, not to be looked at, or no name that a file can have
        return FileFacts(exists=False)
    try:
        content = file.read_bytes() if facts.st_size <= _MAX_TEXT_BYTES else None
        text = content.decode() if content is not None else None
    except (OSError, UnicodeDecodeError):  # a folder, or not to be read
        text = None
    return FileFacts(True, facts.st_size, facts.st_mtime, text)
