"""The SQL: the tables, rows in, rows out. Every function runs on a database thread and takes its
connection.

The tables are named steps that are each applied once, in order. A step that has shipped is never
edited: a change is a new step. sqlite-utils keeps the names of the applied ones in
``_sqlite_migrations``; a name that is not known here was written by a newer Pilothouse, and such a
database is refused rather than guessed at.

The sequence number is stamped here, inside the transaction that writes the event: a failed write
leaves no hole in the numbers.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database, Migrations

from engine.domain.errors import RecordUnavailable
from engine.domain.events import Event, Recorded, SessionEnded, SessionStarted, WarningRaised
from engine.domain.local_events import ReversalEnded
from engine.domain.reversal import Control
from engine.record.codec import event_from_json
from engine.record.proof import chained

APPLICATION_ID = 0x50494C54
"""``PILT``, in the header of the file: tells a session database from any other SQLite file."""


def create_sessions(db: Database) -> None:
    """One row a run. ``terminal`` is empty until the run ended; times are epoch seconds."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(
        """
        CREATE TABLE sessions (
            session_id TEXT PRIMARY KEY,
            goal TEXT NOT NULL DEFAULT '',
            surface TEXT NOT NULL DEFAULT '',
            thinker TEXT NOT NULL DEFAULT '',
            pilothouse_version TEXT NOT NULL DEFAULT '',
            started_at_secs REAL NOT NULL,
            last_at_secs REAL NOT NULL,
            ended_at_secs REAL,
            terminal TEXT NOT NULL DEFAULT '',
            reason TEXT NOT NULL DEFAULT '',
            message TEXT NOT NULL DEFAULT '',
            event_count INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX sessions_by_start ON sessions (started_at_secs)")


def create_events(db: Database) -> None:
    """One row an event; ``body`` is its JSON. ``kind`` and ``version`` are for queries."""
    db.execute(
        """
        CREATE TABLE events (
            session_id TEXT NOT NULL REFERENCES sessions (session_id),
            seq INTEGER NOT NULL,
            at_secs REAL NOT NULL,
            kind TEXT NOT NULL,
            version INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (session_id, seq)
        ) WITHOUT ROWID
        """
    )


def create_blobs(db: Database) -> None:
    """Pictures and zone lists by content hash. The row id keeps big rows out of the index."""
    db.execute(
        """
        CREATE TABLE blobs (
            hash TEXT PRIMARY KEY,
            format TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            data BLOB NOT NULL
        )
        """
    )


def index_reversals(db: Database) -> None:
    """What was taken back is asked for over all runs, at the start of each."""
    db.execute("CREATE INDEX reversals ON events (kind) WHERE kind = 'reversal_ended'")


def chain_events(db: Database) -> None:
    """Each event's value of the chain over them all (``proof``); empty for those of before."""
    if "chain" not in db["events"].columns_dict:
        db.execute("ALTER TABLE events ADD COLUMN chain TEXT NOT NULL DEFAULT ''")


_STEPS = (create_sessions, create_events, create_blobs, index_reversals, chain_events)

migrations = Migrations("pilothouse")
for _step in _STEPS:
    migrations()(_step)


def refuse_foreign(db: Database, path: Path) -> None:
    """Raises ``RecordUnavailable`` for another program's database and for a newer one of ours, and
    ``sqlite3.Error`` where it is told no more which steps were applied.

    Reads only: a file that is refused stays as it is.
    """
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    if db.table_names() and application_id != APPLICATION_ID:
        raise RecordUnavailable(
            f"The file {path} is a database of another program.",
            "Choose another place for the session database.",
        )
    if "_sqlite_migrations" in db.table_names():
        db.execute("SELECT migration_set, name, applied_at FROM _sqlite_migrations LIMIT 0")
    known = {step.__name__ for step in _STEPS}
    if any(applied.name not in known for applied in migrations.applied(db)):
        raise RecordUnavailable(
            f"The session database {path} was written by a newer Pilothouse.",
            "Update Pilothouse, or choose another place for the session database.",
        )


def check_tables(db: Database) -> None:
    """Raises ``sqlite3.Error`` where a table or a column is missing."""
    for columns in (
        "session_id, goal, surface, thinker, pilothouse_version, started_at_secs, last_at_secs,"
        " ended_at_secs, terminal, reason, message, event_count FROM sessions",
        "session_id, seq, at_secs, kind, version, body, chain FROM events",
        "hash, format, width, height, data FROM blobs",
    ):
        db.execute(f"SELECT {columns} LIMIT 0")


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event that waits to be written; ``body`` is its JSON."""

    session_id: str
    at_secs: float
    event: Event
    body: str


@dataclass(frozen=True, slots=True)
class BlobRow:
    """Bytes under their content hash. ``width`` and ``height`` are pixels, 0 for zone lists."""

    blob_hash: str
    format: str
    width: int
    height: int
    data: bytes


def insert_session(db: Database, session_id: str, at_secs: float) -> None:
    """Raises ``RecordUnavailable`` where the id is taken."""
    cursor = db.execute(
        "INSERT OR IGNORE INTO sessions (session_id, started_at_secs, last_at_secs)"
        " VALUES (?, ?, ?)",
        (session_id, at_secs, at_secs),
    )
    if cursor.rowcount == 0:
        raise RecordUnavailable(f"There is a session {session_id} already.")


def insert_events(db: Database, rows: list[EventRow]) -> list[Recorded]:
    """All rows in one commit, or none of them."""
    with db.atomic():
        return [_insert_event(db, row) for row in rows]


def _insert_event(db: Database, row: EventRow) -> Recorded:
    [(seq,)] = db.execute(
        "UPDATE sessions SET event_count = event_count + 1, last_at_secs = ?"
        " WHERE session_id = ? RETURNING event_count",
        (row.at_secs, row.session_id),
    ).fetchall()
    event = row.event
    chain = chained(_chain_at(db, row.session_id, seq - 1), _line(seq, row))
    db.execute(
        "INSERT INTO events (session_id, seq, at_secs, kind, version, body, chain)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (row.session_id, seq, row.at_secs, event.kind, event.version, row.body, chain),
    )
    match event:
        case SessionStarted():
            db.execute(
                "UPDATE sessions SET goal = ?, surface = ?, thinker = ?,"
                " pilothouse_version = ?, started_at_secs = ? WHERE session_id = ?",
                (
                    event.goal,
                    event.surface,
                    event.thinker,
                    event.pilothouse_version,
                    row.at_secs,
                    row.session_id,
                ),
            )
        case SessionEnded(outcome=outcome):
            db.execute(
                "UPDATE sessions SET terminal = ?, reason = ?, message = ?, ended_at_secs = ?"
                " WHERE session_id = ?",
                (outcome.terminal, outcome.reason, outcome.message, row.at_secs, row.session_id),
            )
        case _:
            pass
    return Recorded(seq=seq, session_id=row.session_id, at_secs=row.at_secs, event=event)


UNREADABLE = "An event of this record can't be read."
"""So a warning begins that stands in its place."""
_EVENTS = "SELECT seq, at_secs, body FROM events WHERE session_id = ?"
_LATEST_SECS = 253_402_300_000.0
"""The end of the year 9999, beyond which there are no dates."""
_MOST_EVENTS_A_PAGE = 64


def read_events(db: Database, session_id: str) -> tuple[Recorded, ...]:
    """In order. Where one can't be read, a warning that says so stands in its place."""
    events: list[Recorded] = []
    at_secs = 0.0
    for seq, told_secs, body in _event_rows(db, session_id):
        at_secs = secs_of(told_secs, at_secs)
        events.append(Recorded(seq, session_id, at_secs, _event_of(body)))
    return tuple(events)


def _event_of(body: object) -> Event:
    if not isinstance(body, str):
        return WarningRaised(f"{UNREADABLE} It is gone from the file.")
    try:
        return event_from_json(body)
    except RecordUnavailable as error:
        return WarningRaised(f"{UNREADABLE} {error.message} {error.remedy}".strip())


def secs_of(told: object, otherwise: float) -> float:
    """A time as it was told, where it can be one."""
    if isinstance(told, int | float) and 0 <= told < _LATEST_SECS:
        return float(told)
    return otherwise


def _event_rows(db: Database, session_id: str) -> list[tuple[int, object, object]]:
    """Of a damaged file those that are left, with None for what can't be read."""
    try:
        return db.execute(f"{_EVENTS} ORDER BY seq", (session_id,)).fetchall()
    except (sqlite3.DatabaseError, UnicodeError) as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return list(_rows_one_by_one(db, session_id))


def _rows_one_by_one(db: Database, session_id: str) -> Iterator[tuple[int, object, object]]:
    """A page that can't be read takes only its own rows away."""
    [(count,)] = db.execute(
        "SELECT event_count FROM sessions WHERE session_id = ?", (session_id,)
    ).fetchall() or [(0,)]
    [(pages,)] = db.execute("PRAGMA page_count").fetchall()
    most = pages * _MOST_EVENTS_A_PAGE
    for seq in range(1, 1 + min(count, most) if isinstance(count, int) else most):
        try:
            rows = db.execute(f"{_EVENTS} AND seq = ?", (session_id, seq)).fetchall()
        except (sqlite3.DatabaseError, UnicodeError):
            rows = []
        yield (seq, None, None) if not rows else rows[0]


def _line(seq: int, row: EventRow) -> bytes:
    """The event as it is told to others, byte for byte the same whenever it is asked for."""
    return _told_line(seq, row.session_id, row.at_secs, row.body)


def _told_line(seq: int, session_id: str, at_secs: float, body: str) -> bytes:
    told = json.dumps(session_id)
    return f'{{"seq":{seq},"session_id":{told},"at_secs":{at_secs!r},"event":{body}}}'.encode()


def _chain_at(db: Database, session_id: str, seq: int) -> str:
    """Empty before the first event. What was written before there was a chain is chained here."""
    rows = db.execute(
        "SELECT chain FROM events WHERE session_id = ? AND seq = ?", (session_id, seq)
    ).fetchall()
    if rows and not rows[0][0]:
        return read_chained(db, session_id)[-1][0]
    return str(rows[0][0]) if rows else ""


def read_chained(db: Database, session_id: str) -> tuple[tuple[str, bytes], ...]:
    """Each event's value of the chain, and its line. Raises ``RecordUnavailable`` where not all can
    be read."""
    told: list[tuple[str, bytes]] = []
    before = ""
    for seq, at_secs, body, chain in db.execute(
        "SELECT seq, at_secs, body, chain FROM events WHERE session_id = ? ORDER BY seq",
        (session_id,),
    ):
        if not isinstance(body, str) or not isinstance(at_secs, float):
            raise RecordUnavailable(f"{UNREADABLE} Nothing can be proved of this session.")
        line = _told_line(seq, session_id, at_secs, body)
        before = chain or chained(before, line)
        told.append((before, line))
    return tuple(told)


def read_returned(db: Database) -> set[Control]:
    """Upon what it was seen to be taken back what was done, in any run; nothing of a damaged file:
    then it is asked for once more."""
    try:
        rows = db.execute("SELECT body FROM events WHERE kind = 'reversal_ended'").fetchall()
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return set()
    events = (_event_of(body) for (body,) in rows)
    return {each for one in events if isinstance(one, ReversalEnded) for each in one.controls}


def insert_blob(db: Database, row: BlobRow) -> None:
    """Keeps what is there already under that hash."""
    db.execute(
        "INSERT OR IGNORE INTO blobs (hash, format, width, height, data) VALUES (?, ?, ?, ?, ?)",
        (row.blob_hash, row.format, row.width, row.height, row.data),
    )


def has_blob(db: Database, blob_hash: str) -> bool:
    found = db.execute("SELECT 1 FROM blobs WHERE hash = ?", (blob_hash,)).fetchall()
    return bool(found)


def read_blob(db: Database, blob_hash: str) -> BlobRow | None:
    rows = db.execute(
        "SELECT hash, format, width, height, data FROM blobs WHERE hash = ?", (blob_hash,)
    ).fetchall()
    row = BlobRow(*rows[0]) if rows else None
    return row if row and isinstance(row.format, str) and isinstance(row.data, bytes) else None
