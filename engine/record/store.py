"""The session store: one SQLite file that holds every run, its pictures and its zone lists.

``open`` starts two threads, each with a connection of its own: one writes, in order; one reads.
The store, its logs and its blobs belong to the event loop on which it was opened.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from engine.domain.errors import RecordUnavailable
from engine.domain.events import Recorded
from engine.domain.reversal import Control
from engine.domain.web.resuming import ResumePoint
from engine.record.database import (
    DatabaseThread,
    FileWatch,
    open_for_reading,
    open_for_writing,
)
from engine.record.event_log import SessionLog
from engine.record.pictures import Pictures
from engine.record.resuming import (
    last_checkpoint,
    refuse_ended,
    refuse_moved,
    resume_point_of,
)
from engine.record.running import RunningSessions
from engine.record.sessions import OpenedSession, SessionSummary, open_session, read_sessions
from engine.record.tables import insert_session, read_events, read_returned
from engine.record.writer import Writer


class SessionStore:
    """Every call may raise ``RecordUnavailable``. Made by ``open``; ``close`` when done."""

    def __init__(self, path: Path, writing: DatabaseThread, reading: DatabaseThread) -> None:
        self.path = path
        self._writing = writing
        self._reading = reading
        self._writer = Writer(writing)
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
