"""The SQL: rows in, rows out. Every function runs on a database thread and takes its connection.

The sequence number is stamped here, inside the transaction that writes the event: a failed write
leaves no hole in the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlite_utils import Database

from engine.domain.errors import RecordUnavailable
from engine.domain.events import Event, Recorded, SessionEnded, SessionStarted
from engine.record.codec import event_from_json


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
    db.execute(
        "INSERT INTO events (session_id, seq, at_secs, kind, version, body)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (row.session_id, seq, row.at_secs, event.kind, event.version, row.body),
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


def read_events(db: Database, session_id: str, after_seq: int = 0) -> tuple[Recorded, ...]:
    """In order. Raises ``RecordUnavailable`` for an event that can't be read."""
    rows = db.execute(
        "SELECT seq, at_secs, body FROM events WHERE session_id = ? AND seq > ? ORDER BY seq",
        (session_id, after_seq),
    )
    return tuple(
        Recorded(seq=seq, session_id=session_id, at_secs=at_secs, event=event_from_json(body))
        for seq, at_secs, body in rows
    )


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
    return BlobRow(*rows[0]) if rows else None
