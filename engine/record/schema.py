"""The tables, as named steps that are each applied once, in order. A step that has shipped is never
edited: a change is a new step.

sqlite-utils keeps the names of the applied ones in ``_sqlite_migrations``; a name that is not known
here was written by a newer Pilothouse, and such a database is refused rather than guessed at."""

from pathlib import Path

from sqlite_utils import Database, Migrations

from engine.domain.errors import RecordUnavailable

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
    _add_column(db, "events", "chain", "TEXT NOT NULL DEFAULT ''")


def tell_origins(db: Database) -> None:
    """``origin`` says what was proved of a session that was imported; empty where it was recorded
    here. A blob that was imported is nothing that a recording relies on."""
    _add_column(db, "sessions", "origin", "TEXT NOT NULL DEFAULT ''")
    _add_column(db, "blobs", "is_imported", "INTEGER NOT NULL DEFAULT 0")


COUNTED = "kind IN ('step_ended', 'fault_found', 'model_called')"
"""What the list of sessions counts; a query that says just this goes by its index."""


def index_counted(db: Database) -> None:
    db.execute(f"CREATE INDEX counted ON events (session_id, kind) WHERE {COUNTED}")


def _add_column(db: Database, table: str, name: str, form: str) -> None:
    if name not in db[table].columns_dict:
        db.execute(f"ALTER TABLE {table} ADD COLUMN {name} {form}")


_STEPS = (
    *(create_sessions, create_events, create_blobs, index_reversals, chain_events),
    *(tell_origins, index_counted),
)

migrations, indexes = Migrations("pilothouse"), Migrations("pilothouse")
"""An index only makes it faster: where none can be made, all can be read without."""
for _step in _STEPS:
    (indexes if _step in (index_reversals, index_counted) else migrations)()(_step)


def refuse_foreign(db: Database, path: Path) -> None:
    """Raises ``RecordUnavailable`` for another program's database and for a newer one of ours, and
    ``sqlite3.Error`` where it is told no more which steps were applied.

    Reads only: a file that is refused stays as it is. The list of applied steps, empty, is what is
    left where the making of a database was cut off: nothing of anybody's is in it."""
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    tables = db.table_names()
    is_begun = tables == ["_sqlite_migrations"] and not db["_sqlite_migrations"].count
    if tables and not is_begun and application_id != APPLICATION_ID:
        raise RecordUnavailable(
            f"The file {path} is a database of another program.",
            "Choose another place for the session database.",
        )
    if "_sqlite_migrations" in tables:
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
        " ended_at_secs, terminal, reason, message, event_count, origin FROM sessions",
        "session_id, seq, at_secs, kind, version, body, chain FROM events",
        "hash, format, width, height, data, is_imported FROM blobs",
    ):
        db.execute(f"SELECT {columns} LIMIT 0")
