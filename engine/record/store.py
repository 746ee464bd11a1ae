"""The session store: one SQLite file that holds every run, its pictures and its zone lists.

``open`` starts two threads, each with a connection of its own: one writes, in order; one reads.
The store, its logs and its blobs belong to the event loop on which it was opened.

Going on with a session that broke off begins here too: its last checkpoint, and what it used up to
there.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.events import Recorded, SessionStarted
from engine.domain.kinds import same
from engine.domain.limits import Used
from engine.domain.reversal import Control
from engine.domain.web.events import GraphCheckpointed, PageSeen
from engine.domain.web.resuming import ResumePoint
from engine.record.database import (
    DatabaseThread,
    FileWatch,
    open_for_reading,
    open_for_writing,
)
from engine.record.event_log import SessionLog
from engine.record.pictures import Pictures
from engine.record.pruning import Stock, let_go, read_stock
from engine.record.running import RunningSessions, still_running
from engine.record.sessions import OpenedSession, SessionSummary, open_session, read_sessions
from engine.record.tables import (
    Chained,
    insert_session,
    read_chained,
    read_events,
    read_returned,
)
from engine.record.writer import Writer

T = TypeVar("T")

LINES_A_PAGE = 1000
_START_ANEW = "Start a new run with the same goal."


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The newest checkpoint of a session without an end."""

    event: GraphCheckpointed
    session: OpenedSession


def refuse_ended(db: Database, session_id: str, live_ids: Set[str]) -> OpenedSession:
    """The session, as long as it broke off. Raises ``NameUnknown`` or ``RecordUnavailable``."""
    opened = open_session(db, session_id, live_ids)
    if opened is None or not opened.events:
        raise NameUnknown(
            f"There is no session {session_id}.", "The past sessions are listed in the console."
        )
    if opened.summary.terminal:
        raise RecordUnavailable(
            f"The session {session_id} has ended ({opened.summary.terminal}).", _START_ANEW
        )
    if opened.summary.origin:
        raise RecordUnavailable(f"The session {session_id} was recorded elsewhere.", _START_ANEW)
    if opened.is_damaged:
        raise RecordUnavailable(
            f"The session {session_id} can't go on: not all of its record can be read.",
            _START_ANEW,
        )
    if opened.summary.is_live:
        raise still_running(session_id)
    return opened


def last_checkpoint(db: Database, session_id: str, live_ids: Set[str]) -> Checkpoint:
    """Raises as ``refuse_ended``, and where there is no checkpoint."""
    opened = refuse_ended(db, session_id, live_ids)
    for recorded in reversed(opened.events):
        if isinstance(recorded.event, GraphCheckpointed):
            return Checkpoint(recorded.event, opened)
    raise RecordUnavailable(
        f"The session {session_id} broke off before anything was kept to go on from.", _START_ANEW
    )


def refuse_moved(db: Database, session_id: str, checkpoint_id: str) -> None:
    """Raises as ``refuse_ended``, and where that is not the newest checkpoint any more. With none,
    only an end is looked for."""
    refuse_ended(db, session_id, frozenset())
    newest = last_checkpoint(db, session_id, frozenset()) if checkpoint_id else None
    if newest is not None and newest.event.checkpoint_id != checkpoint_id:
        raise RecordUnavailable(
            f"The session {session_id} has gone on elsewhere meanwhile.", "Go on with it once more."
        )


def resume_point_of(checkpoint: Checkpoint, state_text: str | None) -> ResumePoint:
    """Raises ``RecordUnavailable`` where the checkpoint's state is not there."""
    opened, event = checkpoint.session, checkpoint.event
    started, state = opened.events[0].event, opened.state
    if state_text is None or not isinstance(started, SessionStarted):
        raise RecordUnavailable(
            f"The session {opened.summary.session_id} can't go on: its state is damaged.",
            _START_ANEW,
        )
    spent = state.spent
    return ResumePoint(
        session_id=opened.summary.session_id,
        **same(started, ResumePoint),
        checkpoint_id=event.checkpoint_id,
        state_text=state_text,
        url=_url_in(state_text) or _last_url_seen(opened.events),
        completed=state.completed_steps,
        segment_number=len(state.segments),
        used=Used(
            calls=state.calls_used,
            replans=state.replans_used,
            retries=state.retries_used,
            tokens=spent.usage.total,
            cost=spent.cost or 0.0,
            secs=state.worked_secs,
        ),
    )


def _url_in(state_text: str) -> str:
    """The page after the last action, which nobody may have looked at yet."""
    try:
        state = json.loads(state_text)
    except ValueError:
        return ""
    url = state.get("url") if isinstance(state, dict) else None
    return url if isinstance(url, str) else ""


def _last_url_seen(events: tuple[Recorded, ...]) -> str:
    urls = (each.event.url for each in reversed(events) if isinstance(each.event, PageSeen))
    return next(urls, "")


class SessionStore:
    """Every call may raise ``RecordUnavailable``. Made by ``open``; ``close`` when done."""

    def __init__(self, path: Path, writing: DatabaseThread, reading: DatabaseThread) -> None:
        self.path = path
        self._writing = writing
        self._reading = reading
        self._writer = Writer(writing, path)
        self.blobs = Pictures(self._writer, reading)
        self._logs: dict[str, SessionLog] = {}
        self._running = RunningSessions(path)

    @classmethod
    async def open(cls, path: Path) -> SessionStore:
        """Open the database at ``path``, or make it.

        Raises ``RecordUnavailable`` where the file is damaged, locked, read-only, another
        program's or from a newer Pilothouse.
        """
        writing = DatabaseThread(path, "record-writer", FileWatch(path))
        reading = DatabaseThread(path, "record-reader")
        await writing.open(lambda: open_for_writing(path))
        try:
            await reading.open(lambda: open_for_reading(path))
        except RecordUnavailable:
            await writing.close()
            raise
        return cls(path, writing, reading)

    async def start_session(self, session_id: str) -> SessionLog:
        """The log of a new session. The session is in the list from its first event on."""
        await self._writing.run(insert_session, session_id, time.time())
        self._running.take(session_id)
        return self._log_of(session_id)

    async def continue_session(self, session_id: str, checkpoint_id: str = "") -> SessionLog:
        """The log of a session that broke off: what comes now stands behind what is there.

        Raises ``NameUnknown`` where there is none of that id, and ``RecordUnavailable`` where it
        has ended, is under way in this program or another, or where ``checkpoint_id`` (if
        any) is no longer its last one: somebody went on with it meanwhile.
        """
        await self._reading.run(refuse_ended, session_id, await self._live_ids())
        self._running.take(session_id)
        try:
            await self._reading.run(refuse_moved, session_id, checkpoint_id)
        except BaseException:
            self._running.let_go(session_id)
            raise
        return self._log_of(session_id)

    async def resume_point(self, session_id: str) -> ResumePoint:
        """Where that session can go on. Raises as ``continue_session``, and
        ``RecordUnavailable`` where nothing was kept to go on from."""
        checkpoint = await self._reading.run(last_checkpoint, session_id, await self._live_ids())
        state_text = await self.blobs.text(checkpoint.event.state_hash)
        return resume_point_of(checkpoint, state_text)

    async def sessions(self) -> tuple[SessionSummary, ...]:
        """All sessions, the newest first."""
        return await self._reading.run(read_sessions, await self._live_ids())

    async def open_session(self, session_id: str) -> OpenedSession | None:
        """A session with its events and its state; None where there is none of that id."""
        return await self._reading.run(open_session, session_id, await self._live_ids())

    async def events(self, session_id: str) -> tuple[Recorded, ...]:
        """Its events, in order; none for an unknown session."""
        return await self._reading.run(read_events, session_id)

    async def bring_in(self, taking: Callable[[Database], T]) -> T:
        """What was recorded elsewhere, by whoever knows its form; it is there to stay."""
        await self._writer.drain()
        taken = await self._writing.run(taking)
        await self._writer.sync()
        return taken

    async def stock(self) -> Stock:
        """What all sessions take."""
        return await self._reading.run(read_stock)

    async def let_go(self, session_ids: Sequence[str]) -> None:
        """Delete them for good. Raises ``RecordUnavailable`` while any session is running."""
        await self._writer.drain()
        await self._writing.run(let_go, session_ids, await self._live_ids())

    async def chained_lines(self, session_id: str) -> AsyncIterator[tuple[Chained, ...]]:
        """Page by page, each event as a line of JSON, with the value of the chain up to it."""
        seen, chain = 0, ""
        while page := await self._reading.run(read_chained, session_id, seen, chain, LINES_A_PAGE):
            yield page
            seen, chain = seen + len(page), page[-1][0]

    async def returned(self) -> set[Control]:
        """Upon what it was seen to be taken back what was done, in any session."""
        return await self._reading.run(read_returned)

    async def close(self) -> None:
        """Write what waits, end the logs, close the file."""
        await self._writer.drain()
        for log in self._logs.values():
            log.close()
        self._running.close()
        self.blobs.close()
        await self._reading.close()
        await self._writing.close()

    def _log_of(self, session_id: str) -> SessionLog:
        log = SessionLog(session_id, self._writer, on_closed=self._running.let_go)
        self._logs[session_id] = log
        return log

    async def _live_ids(self) -> frozenset[str]:
        return await asyncio.to_thread(self._running.ids)
