"""The SQL: rows in, rows out. Every function runs on a database thread and takes its connection.

The sequence number is stamped here, inside the transaction that writes the event: a failed write
leaves no hole in the numbers."""

import json
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from sqlite_utils import Database

from engine.domain.errors import RecordUnavailable
from engine.domain.events import Event, Recorded, SessionEnded, SessionStarted, WarningRaised
from engine.domain.facts import Frozen
from engine.domain.performing import ReversalEnded
from engine.domain.risks import Control
from engine.domain.web.events import SessionResumed
from engine.record.codec import event_from_json
from engine.record.proof import chained


class EventRow(Frozen):
    """An event that waits to be written; ``body`` is its JSON."""

    session_id: str
    at_secs: float
    event: Event
    body: str


class BlobRow(Frozen):
    """Bytes under their content hash; of a picture a whole file of ``format``. ``width`` and
    ``height`` are pixels, 0 for zone lists and texts."""

    blob_hash: str
    format: str
    width: int
    height: int
    data: bytes


def insert_session(db: Database, session_id: str, at_secs: float, origin: str = "") -> None:
    """``origin``: where it was recorded. Raises ``RecordUnavailable`` where the id is taken."""
    cursor = db.execute(
        "INSERT OR IGNORE INTO sessions (session_id, started_at_secs, last_at_secs, origin)"
        " VALUES (?, ?, ?, ?)",
        (session_id, at_secs, at_secs, origin),
    )
    if cursor.rowcount == 0:
        raise RecordUnavailable(f"There is a session {session_id} already.")


def insert_events(db: Database, rows: list[EventRow]) -> list[Recorded]:
    """All rows in one commit, or none of them."""
    recorded: list[Recorded] = []
    with db.atomic():
        for session_id, of_one in groupby(rows, key=attrgetter("session_id")):
            recorded += insert_of(db, session_id, list(of_one))
    return recorded


def insert_of(db: Database, session_id: str, rows: list[EventRow]) -> list[Recorded]:
    """Those of one session that follow each other."""
    [(count,)] = db.execute(
        "UPDATE sessions SET event_count = event_count + ?, last_at_secs = ?"
        " WHERE session_id = ? RETURNING event_count",
        (len(rows), rows[-1].at_secs, session_id),
    ).fetchall()
    first = 1 + int(count) - len(rows)
    chain, told, recorded = chain_at(db, session_id, first - 1), [], []
    for seq, row in enumerate(rows, first):
        event, at_secs = row.event, row.at_secs
        chain = chained(chain, _told_line(seq, session_id, at_secs, row.body))
        told.append((session_id, seq, at_secs, event.kind, event.version, row.body, chain))
        recorded.append(Recorded(seq, session_id, at_secs, event))
    db.conn.executemany(
        "INSERT INTO events (session_id, seq, at_secs, kind, version, body, chain)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        told,
    )
    for row in rows:
        _note_in_list(db, row)
    return recorded


def _note_in_list(db: Database, row: EventRow) -> None:
    """What the list of sessions tells of a beginning or an end."""
    match row.event:
        case SessionStarted() as event:
            told = {name: getattr(event, name) for name in _TOLD_AT_THE_BEGINNING}
            _tell_of(db, row.session_id, started_at_secs=row.at_secs, **told)
        case SessionResumed():
            _tell_of(db, row.session_id, terminal="", reason="", message="", ended_at_secs=None)
        case SessionEnded(outcome=outcome):
            told = {name: getattr(outcome, name) for name in ("terminal", "reason", "message")}
            _tell_of(db, row.session_id, ended_at_secs=row.at_secs, **told)


_TOLD_AT_THE_BEGINNING = ("goal", "surface", "thinker", "pilothouse_version")


def _tell_of(db: Database, session_id: str, **told: object) -> None:
    columns = ", ".join(f"{name} = ?" for name in told)
    changed = f"UPDATE sessions SET {columns} WHERE session_id = ?"
    db.execute(changed, (*told.values(), session_id))


UNREADABLE = "An event of this record can't be read."
"""So a warning begins that stands in its place."""
_EVENTS = "SELECT seq, at_secs, body FROM events WHERE session_id = ?"
_LATEST_SECS = 253_402_200_000.0
"""A day before the year 9999 ends anywhere, beyond which there are no dates."""
_MOST_EVENTS_A_PAGE = 64


def read_events(
    db: Database, session_id: str, seen: int = 0, at_secs: float = 0.0, most: int = -1
) -> tuple[Recorded, ...]:
    """In order, those after the ``seen`` first, of which the last was ``at_secs``; ``most`` of them
    where that is not negative. Where one can't be read, a warning stands in its place."""
    events: list[Recorded] = []
    for seq, told_secs, body in _event_rows(db, session_id, seen, most):
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


def _event_rows(
    db: Database, session_id: str, seen: int, most: int
) -> Iterator[tuple[int, object, object]]:
    """Of a damaged file all that are left, with None for what can't be read."""
    asked = f"{_EVENTS} AND seq > ? ORDER BY seq LIMIT ?"
    try:
        for row in db.execute(asked, (session_id, seen, most)):
            yield row
            seen = row[0] if isinstance(row[0], int) else seen
    except (sqlite3.DatabaseError, UnicodeError) as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        yield from _rows_one_by_one(db, session_id, seen)


def _rows_one_by_one(
    db: Database, session_id: str, seen: int
) -> Iterator[tuple[int, object, object]]:
    """A page that can't be read takes only its own rows away."""
    [(count,)] = db.execute(
        "SELECT event_count FROM sessions WHERE session_id = ?", (session_id,)
    ).fetchall() or [(0,)]
    [(pages,)] = db.execute("PRAGMA page_count").fetchall()
    most = pages * _MOST_EVENTS_A_PAGE
    for seq in range(1 + seen, 1 + min(count, most) if isinstance(count, int) else most):
        try:
            rows = db.execute(f"{_EVENTS} AND seq = ?", (session_id, seq)).fetchall()
        except (sqlite3.DatabaseError, UnicodeError):
            rows = []
        yield (seq, None, None) if not rows else rows[0]


def _told_line(seq: int, session_id: str, at_secs: float, body: str) -> bytes:
    """The event as it is told to others, byte for byte the same whenever it is asked for."""
    told = json.dumps(session_id)
    return f'{{"seq":{seq},"session_id":{told},"at_secs":{at_secs!r},"event":{body}}}'.encode()


def chain_at(db: Database, session_id: str, seq: int) -> str:
    """Empty before the first event. What was written before there was a chain is chained here."""
    rows = db.execute(
        "SELECT chain FROM events WHERE session_id = ? AND seq = ?", (session_id, seq)
    ).fetchall()
    if rows and not rows[0][0]:
        return read_chained(db, session_id)[-1][0]
    return str(rows[0][0]) if rows else ""


Chained = tuple[str, bytes]
"""An event's line, and before it the chain's value up to it."""


def read_chained(
    db: Database, session_id: str, seen: int = 0, before: str = "", most: int = -1
) -> tuple[Chained, ...]:
    """Those after the ``seen`` first, whose chain is ``before``; ``most`` of them, where that is
    not negative. Raises ``RecordUnavailable`` where not all can be read."""
    told: list[Chained] = []
    for seq, at_secs, body, chain in db.execute(
        "SELECT seq, at_secs, body, chain FROM events WHERE session_id = ? AND seq > ?"
        " ORDER BY seq LIMIT ?",
        (session_id, seen, most),
    ):
        if not isinstance(body, str) or not isinstance(at_secs, float):
            raise RecordUnavailable(f"{UNREADABLE} Nothing can be proved of this session.")
        line = _told_line(seq, session_id, at_secs, body)
        before = chain or chained(before, line)
        told.append((before, line))
    return tuple(told)


def read_returned(db: Database) -> set[Control]:
    """Upon what it was seen to be taken back what was done, in any run of this place; nothing of a
    damaged file: then it is asked for once more."""
    try:
        rows = db.execute(
            "SELECT body FROM events JOIN sessions USING (session_id)"
            " WHERE kind = 'reversal_ended' AND origin = ''"
        ).fetchall()
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return set()
    events = (_event_of(body) for (body,) in rows)
    return {each for one in events if isinstance(one, ReversalEnded) for each in one.controls}


def insert_blob(db: Database, row: BlobRow, *, is_imported: bool = False) -> None:
    """Keeps what is there already under that hash; but what is recorded takes the place of what was
    imported. Raises ``RecordUnavailable`` where something else stands in an import's place."""
    db.execute(
        "INSERT INTO blobs (hash, format, width, height, data, is_imported)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET"
        " (format, width, height, data, is_imported) = (excluded.format, excluded.width,"
        " excluded.height, excluded.data, 0) WHERE is_imported > excluded.is_imported",
        (row.blob_hash, row.format, row.width, row.height, row.data, is_imported),
    )
    if is_imported and read_blob(db, row.blob_hash) != row:
        raise RecordUnavailable(
            f"Something else was recorded here under the name {row.blob_hash}.",
            "Import it into a database of its own: --database FILE",
        )


def has_blob(db: Database, blob_hash: str) -> bool:
    """What was imported does not count: its hash may not be that of what it holds."""
    rows = db.execute("SELECT 1 FROM blobs WHERE hash = ? AND NOT is_imported", (blob_hash,))
    return bool(rows.fetchall())


def read_blob(db: Database, blob_hash: str) -> BlobRow | None:
    rows = db.execute(
        "SELECT hash, format, width, height, data FROM blobs WHERE hash = ?", (blob_hash,)
    ).fetchall()
    row = BlobRow(*rows[0]) if rows else None
    return row if row and isinstance(row.format, str) and isinstance(row.data, bytes) else None
