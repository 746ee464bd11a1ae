"""Which sessions are old enough, or too many, to be let go, and letting them go for good.

A picture is stored once for all sessions that show it: it goes with the last of them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from sqlite_utils import Database

from engine.domain.errors import RecordUnavailable

_HASH = re.compile(r"\b[0-9a-f]{32}\b")
SECS_A_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What a session takes: its events, and the blobs that these name."""

    session_id: str
    last_at_secs: float
    event_bytes: int
    blobs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Stock:
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
    rows = db.execute(
        "SELECT session_id, last_at_secs FROM sessions ORDER BY last_at_secs DESC, session_id DESC"
    ).fetchall()
    return Stock(tuple(_usage(db, str(row[0]), float(row[1]), sizes) for row in rows), sizes)


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


def let_go(db: Database, session_ids: Sequence[str], live_ids: Set[str]) -> None:
    """Raises ``RecordUnavailable`` while any session runs: it may have stored a picture that its
    events do not name yet."""
    if live_ids:
        raise RecordUnavailable(
            "Nothing is deleted while a session is running.", "Wait for its end, or stop it."
        )
    with db.atomic():
        for each in session_ids:
            db.execute("DELETE FROM events WHERE session_id = ?", (each,))
            db.execute("DELETE FROM sessions WHERE session_id = ?", (each,))
        stock = read_stock(db)
        used = frozenset[str]().union(*(each.blobs for each in stock.sessions))
        for name in stock.blob_bytes.keys() - used:
            db.execute("DELETE FROM blobs WHERE hash = ?", (name,))
    db.execute("VACUUM")
