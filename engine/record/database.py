"""Opening the session database, and the threads that own a connection to it.

SQLite blocks, so nothing of it runs on the caller's loop: a ``DatabaseThread`` is one connection
and the only thread that touches it. The store has two: one writes, one reads. With a write-ahead
log (WAL) neither waits for the other, so looking at a past run never delays the present one.

Every ``sqlite3.Error`` that leaves this room has passed through here. A code that the world can
cause becomes ``RecordUnavailable`` in plain words; any other is our own doing, a ``BugError``.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlite_utils import Database

from engine.domain.errors import BugError, RecordUnavailable
from engine.record.tables import migrations, refuse_foreign

BUSY_SECS = 5.0
"""How long a call waits for another program's lock before it gives up."""

P = ParamSpec("P")
T = TypeVar("T")


def open_for_writing(path: Path) -> Database:
    """The database at ``path``, made if need be, with all migrations applied.

    Raises ``RecordUnavailable``; a file that is refused stays as it is.
    """
    try:
        return _open_for_writing(path)
    except sqlite3.Error as error:
        raise plain_error(error, path) from error


def open_for_reading(path: Path) -> Database:
    """A second connection, which can't write. The database must exist already."""
    try:
        uri = f"{path.resolve().as_uri()}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECS)
        return Database(connection, execute_plugins=False)
    except sqlite3.Error as error:
        raise plain_error(error, path) from error


def _open_for_writing(path: Path) -> Database:
    _create_private(path)
    connection = sqlite3.connect(path, timeout=BUSY_SECS)
    try:
        db = Database(connection, execute_plugins=False)
        refuse_foreign(db, path)
        db.enable_wal()
        # NORMAL: no fsync per commit. A killed process loses nothing; a power cut may lose the
        # last moments but never damages the file (https://www.sqlite.org/pragma.html).
        db.execute("PRAGMA synchronous = NORMAL")
        migrations.apply(db)
    except (sqlite3.Error, RecordUnavailable):
        connection.close()
        raise
    return db


def _create_private(path: Path) -> None:
    """Pictures of a screen are private: the file is made for its owner only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    except OSError as error:
        raise RecordUnavailable(
            f"The session database {path} can't be opened: {error.strerror}.",
            "Check that its folder exists and that you may read and write in it.",
        ) from error


class DatabaseThread:
    """One connection and its thread. ``open`` comes first, ``close`` last."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._db: Database | None = None

    async def open(self, opener: Callable[[], Database]) -> None:
        """Raises what ``opener`` raises; the thread is gone then."""
        try:
            self._db = await asyncio.get_running_loop().run_in_executor(self._executor, opener)
        except BaseException:
            self._executor.shutdown(wait=False)
            raise

    async def run(
        self, work: Callable[Concatenate[Database, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What ``work(db, …)`` gives. Raises ``RecordUnavailable`` for SQLite's errors."""
        if self._db is None:
            raise BugError("the session database was used before it was opened or after its end")
        db = self._db

        def guarded() -> T:
            try:
                return work(db, *args, **kwargs)
            except sqlite3.Error as error:
                raise plain_error(error, self._path) from error

        return await asyncio.get_running_loop().run_in_executor(self._executor, guarded)

    async def close(self) -> None:
        """Wait for what was begun, close the connection, end the thread."""
        if self._db is None:
            return
        await self.run(Database.close)
        self._db = None
        self._executor.shutdown()


_PRIMARY_CODE = 0xFF
"""The low byte of an extended result code; see https://www.sqlite.org/rescode.html."""

_LOCKED = (
    "Another program holds the session database {path} locked.",
    "Close that program, then try again.",
)
_WORDS: dict[int, tuple[str, str]] = {
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL), _LOCKED),
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
        "Move it away; a new one is made in its place.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "The session database {path} is damaged.",
        "Restore it from a backup, or move it away; a new one is made in its place.",
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
