"""Past sessions: the list of them, and one of them opened.

Whether a session without an end is running or was interrupted can't be read from the database:
the locks of ``RunningSessions`` tell, and ``is_live`` says so.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from engine.domain.events import Recorded
from engine.record.tables import read_events
from engine.record.views.fold import fold_all
from engine.record.views.run_state import RunState

INTERRUPTED = "interrupted"
RUNNING = "running"


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One line of the list. ``terminal``, ``reason`` and ``message`` are empty without an end.

    Times are seconds since the epoch; ``last_at_secs`` is the last event's.
    """

    session_id: str
    goal: str
    surface: str
    thinker: str
    pilothouse_version: str
    started_at_secs: float
    last_at_secs: float
    terminal: str
    reason: str
    message: str
    event_count: int
    is_live: bool = False

    @property
    def ending(self) -> str:
        """The terminal's name, ``running`` or ``interrupted``."""
        return self.terminal or (RUNNING if self.is_live else INTERRUPTED)


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """A session as it is on disk: its line in the list, its events and the state they fold to."""

    summary: SessionSummary
    events: tuple[Recorded, ...]
    state: RunState


_SUMMARIES = """
    SELECT session_id, goal, surface, thinker, pilothouse_version, started_at_secs,
           last_at_secs, terminal, reason, message, event_count
    FROM sessions
"""


def read_sessions(db: Database, live_ids: Set[str]) -> tuple[SessionSummary, ...]:
    """Newest first; sessions in which nothing was recorded are left out."""
    rows = db.execute(
        _SUMMARIES + " WHERE event_count > 0 ORDER BY started_at_secs DESC, session_id DESC"
    )
    return tuple(_summary(row, live_ids) for row in rows)


def open_session(db: Database, session_id: str, live_ids: Set[str]) -> OpenedSession | None:
    """None where there is no such session. Raises ``RecordUnavailable`` for unreadable events."""
    rows = db.execute(_SUMMARIES + " WHERE session_id = ?", (session_id,)).fetchall()
    if not rows:
        return None
    summary = _summary(rows[0], live_ids)
    events = read_events(db, session_id)
    return OpenedSession(summary, events, fold_all(events))


def _summary(row: tuple[Any, ...], live_ids: Set[str]) -> SessionSummary:
    return replace(SessionSummary(*row), is_live=row[0] in live_ids)
