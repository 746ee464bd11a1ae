"""What a surface tells of a file on its machine, and the plain files of a practice desktop's home.

Programs of the desktop may change the home while it is read: no link is followed, and only plain
files are opened. What begins with a dot at its top, as settings and caches do, is not looked at."""

import contextlib
import errno
import os
import sqlite3
import stat
import zlib
from collections.abc import Iterator
from glob import escape
from gzip import GzipFile
from html import unescape
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from engine.domain.surface_ports import FileFacts

_MAX_TEXT_BYTES = 1_000_000


def read_file_facts(home: Path, path: str) -> FileFacts:
    """The file at an absolute path or one that begins with ``~``."""
    file = home / path.removeprefix("~").lstrip("/") if path.startswith("~") else Path(path)
    try:
        facts = file.stat()
    except (OSError, ValueError):  # not there, not to be looked at, or no name that a file can have
        return _with_an_ending(file)
    text, is_packed = _text_of(file, facts.st_size)
    return FileFacts(True, facts.st_size, facts.st_mtime, text, is_packed=is_packed)


def _with_an_ending(file: Path) -> FileFacts:
    """What a program may have made of the name, "note.txt.odt" of "note.txt"."""
    try:
        beside = [(each.stat(), each) for each in file.parent.glob(f"{escape(file.name)}.*")]
    except (OSError, ValueError):
        beside = []
    if not beside:
        return FileFacts(exists=False)
    facts, there = max(beside, key=lambda one: one[0].st_mtime)
    text, is_packed = _text_of(there, facts.st_size)
    return FileFacts(False, facts.st_size, facts.st_mtime, text, there.name, is_packed)


def _text_of(file: Path, size_bytes: int) -> tuple[str | None, bool]:
    """What stands in it, and whether that had to be unpacked; None where it is no text, a folder,
    or not to be read."""
    try:
        data = file.read_bytes() if size_bytes <= _MAX_TEXT_BYTES else b"\xff"
        packed = _unpacked(file, data)
        return packed or data.decode(), packed is not None
    except _UNREADABLE:
        return None, False


_UNREADABLE = (OSError, ValueError, EOFError, RuntimeError, zlib.error, BadZipFile, sqlite3.Error)


def _unpacked(file: Path, data: bytes) -> str | None:
    """The text in what is packed; of a database, to which nothing is written, what stands in its
    tables. None of any other file. Raises what is ``_UNREADABLE``."""
    if data.startswith(b"SQLite format 3"):
        address = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as database:
            return "\n".join(database.iterdump())
    if data.startswith(b"\x1f\x8b"):
        with GzipFile(fileobj=BytesIO(data)) as stream:
            return unescape(stream.read(_MAX_TEXT_BYTES).decode())
    if not data.startswith(b"PK\x03\x04"):
        return None
    text = ""
    with ZipFile(BytesIO(data)) as parts:
        for each in parts.infolist():
            if len(text) < _MAX_TEXT_BYTES:
                with contextlib.suppress(UnicodeDecodeError), parts.open(each) as part:
                    text += f"{unescape(part.read(_MAX_TEXT_BYTES).decode())}\n"
    return text


Version = tuple[int, int, int]
"""What changes when a file does: its size, when it was written, and which file it is."""
PART_BYTES = 1 << 20
PRACTICE = "Practice"
"""The folder of a home to practise in, into which what is given comes."""


class PlainFiles:
    """Those of the home of a practice desktop on this machine. Paths are from the home. Blocks."""

    def __init__(self, home: Path) -> None:
        self.home: Path | None = home
        """None where it is not on this machine."""
        self._root = home

    def versions(self) -> dict[str, Version]:
        """All there are, none of a desktop that is gone."""
        found = dict[str, Version]()
        with contextlib.suppress(FileNotFoundError):
            for root, folders, names, folder in os.fwalk(self._root):
                place = Path(root).relative_to(self._root)
                folders[:] = [each for each in folders if place.parts or each[0] != "."]
                for name in sorted(each for each in names if place.parts or each[0] != "."):
                    with contextlib.suppress(OSError):  # it went away meanwhile
                        it = os.stat(name, dir_fd=folder, follow_symlinks=False)
                        if stat.S_ISREG(it.st_mode):
                            found[str(place / name)] = (it.st_size, it.st_mtime_ns, it.st_ino)
        return found

    def read(self, path: str, start: int, size_bytes: int) -> bytes:
        """Raises OSError."""
        with self._opened(path, os.O_RDONLY | os.O_NONBLOCK) as opened:
            return os.pread(opened, size_bytes, start)

    def add(self, path: str, data: bytes, *, is_new: bool) -> None:
        """A new file, which replaces none, or more of one. Raises OSError."""
        how = os.O_CREAT | os.O_EXCL if is_new else os.O_APPEND
        with self._opened(path, os.O_WRONLY | how) as opened:
            while data:
                data = data[os.write(opened, data) :]

    @contextlib.contextmanager
    def _opened(self, path: str, how: int) -> Iterator[int]:
        """Raises OSError where a link is in the way, or what is there is no plain file."""
        with contextlib.ExitStack() as closing:
            at = os.open(self._root, os.O_DIRECTORY | os.O_NOFOLLOW)
            closing.callback(os.close, at)
            *folders, name = Path(path).parts
            for each in folders:
                at = os.open(each, os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=at)
                closing.callback(os.close, at)
            opened = os.open(name, how | os.O_NOFOLLOW, 0o666, dir_fd=at)
            closing.callback(os.close, opened)
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
            yield opened
