"""Which sessions are under way, in this program or in another one: a lock for each; and which are
old enough, or too many, to be let go, and letting them go for good.

The database can't say which are under way: a program that was killed leaves a session without an
end, just as one that still works on it. A lock of the operating system's goes with whoever holds
it, also after ``kill -9``. The files lie in a folder beside the database, and the folder's own
lock, held for moments only, lets nobody take what another one is looking at.

A picture is stored once for all sessions that show it: it goes with the last of them."""

import contextlib
import fcntl
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sqlite_utils import Database

from engine.domain.errors import RecordUnavailable
from engine.domain.facts import Frozen

_HASH = re.compile(r"\b[0-9a-f]{32}\b")
SECS_A_DAY = 86_400.0


class Usage(Frozen):
    """What a session takes: its events, and the blobs that these name."""

    session_id: str
    last_at_secs: float
    event_bytes: int
    blobs: frozenset[str]


class Stock(Frozen):
    """All that is stored: the sessions, the newest first, and what each blob takes."""

    sessions: tuple[Usage, ...]
    blob_bytes: Mapping[str, int]

    def bytes_of(self, sessions: Iterable[Usage]) -> int:
        kept = tuple(sessions)
        blobs = frozenset[str]().union(*(each.blobs for each in kept))
        return sum(each.event_bytes for each in kept) + sum(
            self.blob_bytes.get(each, 0) for each in blobs
        )


def read_stock(db: Database) -> Stock:
    blobs = db.execute("SELECT hash, length(data) FROM blobs")
    sizes = {str(name): int(size) for name, size in blobs}
    return Stock(tuple(_usage(db, *each, sizes) for each in _last_in(db)), sizes)


def _last_in(db: Database) -> list[tuple[str, float]]:
    asked = (
        "SELECT session_id, last_at_secs FROM sessions WHERE event_count >= 0"
        " ORDER BY last_at_secs DESC, session_id DESC"
    )
    return [(str(name), float(at_secs)) for name, at_secs in db.execute(asked).fetchall()]


def _recorded_in(db: Database) -> list[tuple[str, float]]:
    """Of what has begun and waits for the end of a deletion, nothing is recorded yet."""
    told = "SELECT 1 FROM events WHERE session_id = ?"
    return [one for one in _last_in(db) if db.execute(told, one[:1]).fetchone()]


def _usage(db: Database, session_id: str, last_at_secs: float, known: Mapping[str, int]) -> Usage:
    taken, named = 0, set[str]()
    for (body,) in db.execute("SELECT body FROM events WHERE session_id = ?", (session_id,)):
        taken += len(body)
        named.update(each for each in _HASH.findall(body) if each in known)
    return Usage(session_id, last_at_secs, taken, frozenset(named))


def to_let_go(
    stock: Stock,
    now_secs: float,
    *,
    older_than_days: float | None = None,
    keep: int | None = None,
    max_bytes: int | None = None,
) -> tuple[Usage, ...]:
    """What any of the bounds asks for, the oldest first."""
    kept = list(stock.sessions)
    if older_than_days is not None:
        since = now_secs - older_than_days * SECS_A_DAY
        kept = [each for each in kept if each.last_at_secs >= since]
    if keep is not None:
        kept = kept[:keep]
    while max_bytes is not None and kept and stock.bytes_of(kept) > max_bytes:
        kept.pop()
    return tuple(each for each in reversed(stock.sessions) if each not in kept)


_BLOBS, _EVENTS, _PAGES = 100, 2_000, 1_000
"""What goes in one step, for which others wait."""


def let_go(
    db: Database,
    session_ids: Sequence[str],
    stock: Stock,
    running: "RunningSessions",
    folders_of: Sequence[Callable[[str], Path]],
) -> None:
    """Delete them, what only they name, as ``stock`` tells, and their folders, in short steps. They
    are marked first and go last: none is listed any more, and what is broken off goes with the next
    ones. What is deleted is overwritten.

    Raises ``RecordUnavailable`` while any session runs: it may have stored a picture that its
    events do not name yet; and where anything was recorded since there was that stock."""
    kept = [each for each in stock.sessions if each.session_id not in session_ids]
    shown = frozenset[str]().union(*(each.blobs for each in kept))
    unused = [(name,) for name in stock.blob_bytes.keys() - shown]

    def check(sessions: Sequence[Usage]) -> None:
        last = [(each.session_id, each.last_at_secs) for each in sessions if each.event_bytes]
        if _recorded_in(db) != last:
            raise RecordUnavailable("More was recorded meanwhile.", "Delete once more.")

    db.execute("PRAGMA secure_delete = ON").fetchall()
    with running.none():
        check(stock.sessions)
        with db.atomic():
            db.conn.executemany(_MARK, [(each,) for each in session_ids])
            check(kept)
        for folder in (folder_of(each) for each in session_ids for folder_of in folders_of):
            shutil.rmtree(folder, ignore_errors=True)
        for at in range(0, len(unused), _BLOBS):
            with db.atomic():
                db.conn.executemany("DELETE FROM blobs WHERE hash = ?", unused[at : at + _BLOBS])
                check(kept)
        for each in session_ids:
            while db.execute(_THE_LAST_EVENTS, (each, each)).rowcount:
                pass
            db.execute("DELETE FROM sessions WHERE session_id = ?", (each,))


def left_in(db: Database, folder: Path | None) -> list[str]:
    """Sessions whose deletion has begun; and what in the folder is called as no other one."""
    rows = db.execute("SELECT session_id, event_count < 0 FROM sessions").fetchall()
    there, found = dict(rows), folder.glob("*/") if folder else ()
    return [name for name, goes in rows if goes] + [e.name for e in found if e.name not in there]


_MARK = "UPDATE sessions SET event_count = -1 WHERE session_id = ?"
_THE_LAST_EVENTS = (
    "DELETE FROM events WHERE session_id = ? AND seq >"
    f" (SELECT max(seq) - {_EVENTS} FROM events WHERE session_id = ?)"
)


def give_back(db: Database, *, whole: bool) -> None:
    """What is free to the disk, in short steps. A file of before keeps it for what is recorded
    next, but where it is made anew as a ``whole``, for which others wait, this once."""
    if db.execute("PRAGMA auto_vacuum").fetchone() == (2,):  # incremental
        (free,) = db.execute("PRAGMA freelist_count").fetchone()
        for _ in range(0, free, _PAGES):
            db.conn.executescript(f"PRAGMA incremental_vacuum({_PAGES})")  # else it frees one
    elif whole:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("VACUUM")


_SUFFIX = ".lock"


class RunningSessions:
    """Of one database. ``ids`` may wait for the disk; the others are short."""

    def __init__(self, database: Path) -> None:
        whole = database.resolve()
        self._folder = whole.with_name(f"{whole.name}-running")
        self._held: dict[str, int] = {}

    def take(self, session_id: str) -> None:
        """Hold it from now on. Raises ``RecordUnavailable`` where another does, or nobody can."""
        with self._alone("beginning"), self._alone():
            try:
                self._held[session_id] = self._locked(session_id)
            except BlockingIOError:
                raise still_running(session_id) from None

    @contextlib.contextmanager
    def none(self) -> Iterator[None]:
        """Nothing is under way, and whoever begins waits. Raises ``RecordUnavailable``."""
        with self._alone("beginning"):
            with self._alone():
                if self._held or any(self._found()):
                    why = "Nothing is deleted while a session is running."
                    raise RecordUnavailable(why, "Wait for its end, or stop it.")
            yield

    def let_go(self, session_id: str) -> None:
        """Its file is swept by the next one who looks."""
        lock = self._held.pop(session_id, None)
        if lock is not None:
            fcntl.flock(lock, fcntl.LOCK_UN)
            os.close(lock)

    def ids(self) -> frozenset[str]:
        """Those under way; files of others are swept. Without locks only this program's own."""
        found = set(self._held)
        with contextlib.suppress(RecordUnavailable):
            if self._folder.is_dir():
                with self._alone():
                    found.update(self._found())
        return frozenset(found)

    def close(self) -> None:
        for session_id in list(self._held):
            self.let_go(session_id)

    def _found(self) -> Iterator[str]:
        for path in self._folder.glob(f"*{_SUFFIX}"):
            session_id = path.name.removesuffix(_SUFFIX)
            if session_id in self._held:
                continue
            try:
                os.close(self._locked(session_id))
            except BlockingIOError:
                yield session_id
            else:
                path.unlink()

    def _locked(self, session_id: str) -> int:
        """Its file, open and locked. Raises ``OSError``: ``BlockingIOError`` where it is held."""
        path = self._folder / f"{session_id}{_SUFFIX}"
        lock = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise
        return lock

    @contextlib.contextmanager
    def _alone(self, part: str = ".") -> Iterator[None]:
        """While nobody else takes, looks or sweeps, or begins. Raises ``RecordUnavailable``."""
        what = f"The session can't be marked as running in {self._folder}"
        remedy = "Check that you may write there, or record into a database on another disk."
        with RecordUnavailable.on_refusal(what, remedy):
            for folder in (self._folder, self._folder / part):
                folder.mkdir(mode=0o700, exist_ok=True)
            guard = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                fcntl.flock(guard, fcntl.LOCK_EX)
                yield
            finally:
                os.close(guard)


def still_running(session_id: str) -> RecordUnavailable:
    return RecordUnavailable(
        f"The session {session_id} is still running, here or in another window or terminal.",
        "Wait for its end, or stop it where it runs.",
    )
