"""SQLite's error codes in the operator's words: what happened, and what to do about it.

Every ``sqlite3.Error`` that leaves this room has passed through here. A code that the world can
cause becomes ``RecordUnavailable``; any other is our own doing and becomes ``BugError``.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from engine.domain.errors import BugError, RecordUnavailable

_PRIMARY_CODE = 0xFF
"""The low byte of an extended result code; see https://www.sqlite.org/rescode.html."""

_WORDS: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: (
        "The disk is full: the session database {path} can't grow.",
        "Free some space and start a new run; everything recorded so far is kept.",
    ),
    sqlite3.SQLITE_READONLY: (
        "The session database {path} is read-only.",
        "Make the file and its folder writable, or choose another place for it.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "The session database {path} can't be opened.",
        "Check that its folder exists and that you may read and write in it.",
    ),
    sqlite3.SQLITE_PERM: (
        "Access to the session database {path} is denied.",
        "Make the file and its folder writable, or choose another place for it.",
    ),
    sqlite3.SQLITE_NOTADB: (
        "The file {path} is not a session database.",
        "Move it away, or let Pilothouse set it aside and begin a new one.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "The session database {path} is damaged.",
        "Restore it from a backup, or let Pilothouse set it aside and begin a new one.",
    ),
    sqlite3.SQLITE_BUSY: (
        "Another program holds the session database {path} locked.",
        "Close that program, then try again.",
    ),
    sqlite3.SQLITE_LOCKED: (
        "Another program holds the session database {path} locked.",
        "Close that program, then try again.",
    ),
    sqlite3.SQLITE_PROTOCOL: (
        "Another program holds the session database {path} locked.",
        "Close that program, then try again.",
    ),
    sqlite3.SQLITE_IOERR: (
        "The disk failed while the session database {path} was in use.",
        "Check the disk; everything recorded before is kept.",
    ),
    sqlite3.SQLITE_NOMEM: (
        "There is not enough memory to use the session database {path}.",
        "Close other programs, then try again.",
    ),
}


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault, so that setting it aside would help."""
    return _code(error) in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}


def plain_error(error: sqlite3.Error, path: Path) -> RecordUnavailable | BugError:
    """The error to raise instead, for the database at ``path``."""
    words = _WORDS.get(_code(error))
    if words is None:
        return BugError(f"SQLite refused what was asked of it: {error}")
    message, remedy = words
    return RecordUnavailable(message.format(path=path), remedy)


def _code(error: sqlite3.Error) -> int:
    """The primary result code; 0 for errors that the Python module raises by itself."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & _PRIMARY_CODE
