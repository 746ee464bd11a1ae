"""What a surface tells of a file on its machine."""

from glob import escape
from pathlib import Path

from engine.domain.surface_ports import FileFacts

_MAX_TEXT_BYTES = 1_000_000


def read_file_facts(home: Path, path: str) -> FileFacts:
    """The file at an absolute path or one that begins with ``~``."""
    file = home / path.removeprefix("~").lstrip("/") if path.startswith("~") else Path(path)
    try:
        facts = file.stat()
    except (OSError, ValueError):  # not there, not to be looked at, or no name that a file can have
        return _with_an_ending(file)
    return FileFacts(True, facts.st_size, facts.st_mtime, _text_of(file, facts.st_size))


def _with_an_ending(file: Path) -> FileFacts:
    """What a program may have made of the name, "note.txt.odt" of "note.txt"."""
    try:
        beside = [(each.stat(), each) for each in file.parent.glob(f"{escape(file.name)}.*")]
    except (OSError, ValueError):
        beside = []
    if not beside:
        return FileFacts(exists=False)
    facts, there = max(beside, key=lambda one: one[0].st_mtime)
    text = _text_of(there, facts.st_size)
    return FileFacts(False, facts.st_size, facts.st_mtime, text, there.name)


def _text_of(file: Path, size_bytes: int) -> str | None:
    try:
        return file.read_bytes().decode() if size_bytes <= _MAX_TEXT_BYTES else None
    except (OSError, UnicodeDecodeError):  # a folder, or not to be read
        return None
