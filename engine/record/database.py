"""Opening the session database, and the threads that own a connection to it.

SQLite blocks, so nothing of it runs on the caller's loop: a ``DatabaseThread`` is one connection
and the only thread that touches it. The store has two: one writes, one reads. With a write-ahead
log (WAL) neither waits for the other, so looking at a past run never delays the present one.

Every ``sqlite3.Error`` that leaves this room has passed through here. A code that the world can
cause becomes ``RecordUnavailable`` in plain words; any other is our own doing, a ``BugError``."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlite_utils import Database

from engine.domain.errors import BugError, RecordUnavailable
from engine.record.schema import check_tables, indexes, migrations, refuse_foreign

BUSY_SECS = 5.0
"""How long a call waits for another program's lock before it gives up."""

_REFUSALS = (sqlite3.Error, UnicodeError)
"""The module can't even say what SQLite says of tables whose names are damaged."""

P = ParamSpec("P")
T = TypeVar("T")


def open_for_writing(path: Path) -> Database:
    """The database at ``path``, made if need be, with all migrations applied. Raises
    ``RecordUnavailable``; a file that is refused stays as it is."""
    try:
        return _open_for_writing(path)
    except _REFUSALS as error:
        raise _opening_error(error, path) from error


def open_for_reading(path: Path) -> Database:
    """A second connection, which can't write. The database must exist already."""
    try:
        uri = f"{path.resolve().as_uri()}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECS)
    except _REFUSALS as error:
        raise _opening_error(error, path) from error
    connection.text_factory = _text_of
    return Database(connection, execute_plugins=False)


def _text_of(data: bytes) -> str:
    """A damaged letter is one letter that can't be read, and not the end of its text."""
    return data.decode("utf-8", "replace")


def _open_for_writing(path: Path) -> Database:
    remedy = "Check that its folder exists and that you may read and write in it."
    with RecordUnavailable.on_refusal(f"The session database {path} can't be opened", remedy):
        path.parent.mkdir(parents=True, exist_ok=True)
        # pictures of a screen are private: the file is made for its owner only
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    connection = sqlite3.connect(path, timeout=BUSY_SECS)
    connection.text_factory = _text_of
    try:
        db = Database(connection, execute_plugins=False)
        refuse_foreign(db, path)
        if not path.stat().st_size:
            db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.enable_wal()
        # NORMAL: no fsync per commit. A killed process loses nothing; a power cut may lose the
        # last moments but never damages the file (https://www.sqlite.org/pragma.html).
        db.execute("PRAGMA synchronous = NORMAL")
        migrations.apply(db)
        with contextlib.suppress(sqlite3.Error):  # damaged, full: tried anew at the next opening
            indexes.apply(db)
        check_tables(db)
    except (*_REFUSALS, RecordUnavailable):
        connection.close()
        raise
    return db


class FileWatch:
    """Whether the file that is written to is still the one that was opened: whoever has it open
    could go on writing into what nobody can ever open again."""

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self._opened: tuple[int, int] | None = None
        self._told = ("", "")

    def begin(self) -> None:
        self._opened = self._identity()

    def check(self, db: Database) -> None:
        """Raises ``RecordUnavailable``. What a file held that is gone is copied beside it, once."""
        if self._opened is None:
            return
        if not self._told[0] and self._identity() != self._opened:
            self._told = self._what_became(db)
        if self._told[0]:
            raise RecordUnavailable(*self._told)
        places = (self._path, self._path.parent)
        if not all(os.access(each, os.W_OK, effective_ids=True) for each in places):
            raise refusal(sqlite3.SQLITE_READONLY, self._path)

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _what_became(self, db: Database) -> tuple[str, str]:
        became = "deleted" if self._identity() is None else "replaced by another file"
        kept = self._copied(db)
        return (
            f"The session database {self._path} was {became} while it was in use.",
            f"What it held is kept in {kept}. Start a new run."
            if kept
            else "What it held could not be kept. Check its folder and start a new run.",
        )

    def _copied(self, db: Database) -> Path | None:
        names = (f"{self._path.stem}-kept-{n}{self._path.suffix}" for n in range(1, 100))
        free = (each for name in names if not (each := self._path.with_name(name)).exists())
        try:
            copy = next(free)
            os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_RDONLY, 0o600))
            with contextlib.closing(sqlite3.connect(copy)) as target:
                db.conn.backup(target)
        except (OSError, StopIteration, sqlite3.Error):
            return None
        return copy


class DatabaseThread:
    """One connection and its thread. ``open`` comes first, ``close`` last."""

    def __init__(self, path: Path, name: str, watch: FileWatch | None = None) -> None:
        """With a ``watch``, nothing is done any more once the file is not there or not the same."""
        self._path = path
        self._watch = watch
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._db: Database | None = None

    async def open(self, opener: Callable[[], Database]) -> None:
        """Raises what ``opener`` raises; the thread is gone then."""
        try:
            self._db = await asyncio.get_running_loop().run_in_executor(self._executor, opener)
        except BaseException:
            self._executor.shutdown(wait=False)
            raise
        if self._watch is not None:
            self._watch.begin()

    async def run(
        self, work: Callable[Concatenate[Database, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What ``work(db, …)`` gives. Raises ``RecordUnavailable`` for SQLite's errors."""
        if self._db is None:
            raise BugError("the session database was used before it was opened or after its end")
        db = self._db

        def guarded() -> T:
            if self._watch is not None:
                self._watch.check(db)
            try:
                return work(db, *args, **kwargs)
            except _REFUSALS as error:
                raise plain_error(error, self._path) from error

        return await asyncio.get_running_loop().run_in_executor(self._executor, guarded)

    async def close(self) -> None:
        """Wait for what was begun, close the connection, end the thread."""
        if self._db is None:
            return
        await asyncio.get_running_loop().run_in_executor(self._executor, self._db.close)
        self._db = None
        self._executor.shutdown()


_PRIMARY_CODE = 0xFF
"""The low byte of an extended result code; see https://www.sqlite.org/rescode.html."""

_LOCKED = (
    "Another program holds the session database {path} locked.",
    "Close that program, then try again.",
)
_CLOSED = (
    "The session database {path} can't be opened.",
    "Check that its folder exists and that you may read and write in it.",
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
    **dict.fromkeys((sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM), _CLOSED),
    sqlite3.SQLITE_NOTADB: (
        "The file {path} is not a session database.",
        "Move it away; a new one is made in its place.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "The session database {path} is damaged.",
        "Restore it from a backup, or move it away; a new one is made in its place. What can still"
        " be read of it, the command “sqlite3 FILE .recover” writes out.",
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


_OF_DAMAGE = (
    *(sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_FORMAT),
    sqlite3.SQLITE_TOOBIG,
)
"""What sound tables never answer to what is asked of them here."""
_WORDS |= dict.fromkeys(_OF_DAMAGE, _WORDS[sqlite3.SQLITE_CORRUPT])


def _opening_error(error: Exception, path: Path) -> RecordUnavailable | BugError:
    """What is asked at the opening is refused only where the file's own tables are strange."""
    if _code(error) == sqlite3.SQLITE_ERROR:
        error = UnicodeError("its tables are not those that were made")
    return plain_error(error, path)


def plain_error(error: Exception, path: Path) -> RecordUnavailable | BugError:
    """The error to raise instead, for the database at ``path``."""
    code = _code(error)
    if code not in _WORDS:
        return BugError(f"SQLite refused what was asked of it: {error}")
    return refusal(code, path)


def refusal(code: int, path: Path) -> RecordUnavailable:
    """What a result code that the world can cause means for the database at ``path``."""
    message, remedy = _WORDS[code]
    return RecordUnavailable(message.format(path=path), remedy)


def _code(error: Exception) -> int:
    """The primary result code; 0 for errors that the Python module raises by itself."""
    if isinstance(error, UnicodeError):
        return sqlite3.SQLITE_CORRUPT
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & _PRIMARY_CODE
