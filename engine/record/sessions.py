"""Past sessions: the list of them, and one of them opened.

Whether a session without an end is running or was interrupted can't be read from the database:
the locks of ``RunningSessions`` tell, and ``is_live`` says so.
"""

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from engine.domain.errors import BugError
from engine.domain.events import Recorded, WarningRaised
from engine.domain.terminals import Terminal
from engine.record.tables import UNREADABLE, read_events, secs_of
from engine.record.views.fold import fold, fold_all
from engine.record.views.run_state import RunState

INTERRUPTED = "interrupted"
RUNNING = "running"
SURFACE_LOST = "surface_lost"
"""So a run ended that can go on once there is a surface again."""


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One line of the list. ``terminal``, ``reason`` and ``message`` are empty without an end;
    ``origin`` tells what was proved of one that was imported.

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
    origin: str = ""
    is_live: bool = False

    @property
    def ending(self) -> str:
        """The terminal's name, ``running`` or ``interrupted``."""
        return self.terminal or (RUNNING if self.is_live else INTERRUPTED)

    @property
    def can_go_on(self) -> bool:
        """It has no end, or lost its display; and it was recorded here."""
        is_over = self.terminal and self.reason != SURFACE_LOST
        return not (is_over or self.is_live or self.origin)


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """A session as it is on disk: its line in the list, its events and the state they fold to.

    In the place of what can't be read, or does not fit what stands before it, stands a warning.
    """

    summary: SessionSummary
    events: tuple[Recorded, ...]
    state: RunState

    @property
    def is_damaged(self) -> bool:
        """Not all of it could be read."""
        return any(
            isinstance(each.event, WarningRaised) and each.event.message.startswith(UNREADABLE)
            for each in self.events
        )


_SUMMARIES = """
    SELECT session_id, goal, surface, thinker, pilothouse_version, started_at_secs,
           last_at_secs, terminal, reason, message, event_count, origin
    FROM sessions
"""


def read_sessions(db: Database, live_ids: Set[str]) -> tuple[SessionSummary, ...]:
    """Newest first; sessions in which nothing was recorded are left out."""
    rows = db.execute(
        _SUMMARIES + " WHERE event_count > 0 ORDER BY started_at_secs DESC, session_id DESC"
    )
    return tuple(_summary(row, live_ids) for row in rows)


def open_session(db: Database, session_id: str, live_ids: Set[str]) -> OpenedSession | None:
    """None where there is no such session."""
    rows = db.execute(_SUMMARIES + " WHERE session_id = ?", (session_id,)).fetchall()
    if not rows:
        return None
    summary = _summary(rows[0], live_ids)
    events = read_events(db, session_id)
    try:
        return OpenedSession(summary, events, fold_all(events))
    except _MISFITS:
        return OpenedSession(summary, *fitting(events))


_MISFITS = (ArithmeticError, AttributeError, BugError, LookupError, TypeError, ValueError)
"""What the fold answers to an event that was never written so: a number in it is another one."""


def fitting(events: tuple[Recorded, ...]) -> tuple[tuple[Recorded, ...], RunState]:
    """The events and what they fold to; a warning in the place of what fits nothing before it."""
    state, kept = RunState(), []
    for each in events:
        try:
            state = fold(state, each)
        except _MISFITS:
            told = f"{UNREADABLE} Its {each.event.kind} does not fit what stands before it."
            each = replace(each, event=WarningRaised(told))
            state = fold(state, each)
        kept.append(each)
    return tuple(kept), state


def _summary(row: tuple[Any, ...], live_ids: Set[str]) -> SessionSummary:
    """Of a damaged row what can be read."""
    told = SessionSummary(*row)
    texts = ("session_id", "goal", "surface", "thinker", "pilothouse_version")
    clean = {
        name: str(getattr(told, name) or "") for name in (*texts, "reason", "message", "origin")
    }
    is_known = told.terminal in ("", *Terminal)
    ending = {} if is_known else {"terminal": str(Terminal.FAILED), "reason": "record_unavailable"}
    started = secs_of(told.started_at_secs, 0.0)
    return replace(
        told,
        **(clean | ending),
        started_at_secs=started,
        last_at_secs=secs_of(told.last_at_secs, started),
        event_count=told.event_count if isinstance(told.event_count, int) else 0,
        is_live=row[0] in live_ids,
    )
