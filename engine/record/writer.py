"""The one way into the database: a queue that keeps the order in which things were handed over.

An event that names a picture is handed over after the picture, so it must reach the disk after
it. Encoding a picture takes tens of milliseconds; it begins at once on another thread, and the
queue waits for it only when it is the picture's turn. Events that wait together share a commit.

An event that names a picture which could not be written is refused with the picture's error: the
log never points at what is not there.

A commit outlasts the end of the process, and a power cut once it is synced: at the latest
``SYNC_SECS`` after it, all that was committed meanwhile at once, or when somebody waits for it."""

import asyncio
import contextlib
import os
import sqlite3
import time
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path

from engine.domain.errors import BugError, RecordUnavailable
from engine.domain.events import ActionStarted, Event, Recorded, SessionEnded
from engine.domain.facts import Frozen, Part, field
from engine.record.codec import readable_event
from engine.record.database import DatabaseThread, refusal
from engine.record.tables import BlobRow, EventRow, insert_blob, insert_events

SYNC_SECS = 0.08
KEPT_ELSEWHERE = "PILOTHOUSE_KEPT_ELSEWHERE"
"""Set where whoever reads a run's lines says on its standard input, a byte for each, that it keeps
them: the machine that the run is on may be lost."""
Keeper = Callable[[Recorded], Awaitable[None]]
"""Returns once that event is kept. Raises ``RecordUnavailable`` where it never will be."""


class _WaitingEvent(Frozen, eq=False):
    row: EventRow
    done: asyncio.Future[Recorded]
    publish: Callable[[Recorded], None]


class _WaitingBlob(Frozen, eq=False):
    blob_hash: str
    encoding: asyncio.Task[BlobRow | None]


class Writer:
    """Writes events and blobs in order. Lives on one event loop."""

    def __init__(self, thread: DatabaseThread, path: Path) -> None:
        self._thread = thread
        self._path = path
        self._syncing: asyncio.Task[None] | None = None
        self._unsynced: RecordUnavailable | None = None
        self._queue: deque[_WaitingEvent | _WaitingBlob] = deque()
        self._draining: asyncio.Task[None] | None = None
        self._queued_or_stored: set[str] = set()
        self._lost: dict[str, BaseException] = {}

    def add_event(
        self, row: EventRow, publish: Callable[[Recorded], None]
    ) -> asyncio.Future[Recorded]:
        """Queue an event. The future is done after the commit and after ``publish``. It fails with
        ``RecordUnavailable``. Cancelling it does not take the event back."""
        done: asyncio.Future[Recorded] = asyncio.get_running_loop().create_future()
        self._enqueue(_WaitingEvent(row, done, publish))
        return done

    def add_blob(self, blob_hash: str, encode: Callable[[], asyncio.Task[BlobRow | None]]) -> None:
        """Queue a blob; ``encode`` is called only for a hash that is new here. Its task gives None
        for what the database turns out to hold already."""
        if blob_hash in self._queued_or_stored:
            return
        self._queued_or_stored.add(blob_hash)
        self._enqueue(_WaitingBlob(blob_hash, encode()))

    def look_anew(self) -> None:
        """Ask the database again what it holds: while nothing ran, anything may have gone."""
        self._queued_or_stored.clear()

    async def drain(self) -> None:
        """Return when all that was handed over so far has been written or refused."""
        while self._draining is not None and not self._draining.done():
            await asyncio.wait([self._draining])
        if self._syncing is not None:
            await asyncio.wait([self._syncing])

    async def sync(self) -> None:
        """Return when all that was committed so far outlasts a power cut. Raises
        ``RecordUnavailable``; then nothing is written any more, since what the disk did not take
        once it does not say again."""
        if self._unsynced is None:
            try:
                await asyncio.to_thread(_synced, self._path)
            except OSError:
                self._unsynced = refusal(sqlite3.SQLITE_IOERR, self._path)
        if self._unsynced is not None:
            raise self._unsynced

    async def _sync_soon(self) -> None:
        await asyncio.sleep(SYNC_SECS)
        self._syncing = None
        with contextlib.suppress(RecordUnavailable):  # which the next event is refused with
            await self.sync()

    def _enqueue(self, entry: _WaitingEvent | _WaitingBlob) -> None:
        self._queue.append(entry)
        if self._draining is None or self._draining.done():
            self._draining = asyncio.get_running_loop().create_task(self._drain())
            self._draining.add_done_callback(self._fail_the_rest)

    async def _drain(self) -> None:
        while self._queue:
            if isinstance(self._queue[0], _WaitingBlob):
                await self._write_blob(self._queue[0])
                self._queue.popleft()
            else:
                await self._write_events(self._waiting_events())

    def _waiting_events(self) -> list[_WaitingEvent]:
        """The events at the head of the queue, up to the next blob; they stay in it."""
        events: list[_WaitingEvent] = []
        for entry in self._queue:
            if isinstance(entry, _WaitingBlob):
                break
            events.append(entry)
        return events

    async def _write_blob(self, blob: _WaitingBlob) -> None:
        await asyncio.wait([blob.encoding])
        loss = blob.encoding.exception()
        if loss is not None:
            self._lose(blob.blob_hash, loss)
            return
        row = blob.encoding.result()
        try:
            if row is not None:
                await self._thread.run(insert_blob, row)
        except RecordUnavailable as error:
            self._lose(blob.blob_hash, error)
        else:
            self._lost.pop(blob.blob_hash, None)

    def _lose(self, blob_hash: str, why: BaseException) -> None:
        """Remember it for the events that name the hash; it may be put again."""
        self._lost[blob_hash] = why
        self._queued_or_stored.discard(blob_hash)

    async def _write_events(self, batch: list[_WaitingEvent]) -> None:
        """One commit for all; where that fails, one for each, so that none spoils the others."""
        if self._unsynced is not None:
            self._settle(self._unsynced)
            return
        if not self._lost:
            try:
                together = await self._thread.run(insert_events, [each.row for each in batch])
            except RecordUnavailable as error:
                if len(batch) == 1:
                    self._settle(error)
                    return
            else:
                for recorded in together:
                    self._settle(recorded)
                return
        for waiting in batch:
            self._settle(await self._written_alone(waiting.row))

    async def _written_alone(self, row: EventRow) -> Recorded | BaseException:
        for blob_hash, loss in self._lost.items():
            if blob_hash in row.body:
                return loss
        try:
            [recorded] = await self._thread.run(insert_events, [row])
        except RecordUnavailable as error:
            return error
        return recorded

    def _settle(self, outcome: Recorded | BaseException) -> None:
        """Take the event at the head off the queue: publish it, then tell who waits for it."""
        waiting = self._queue.popleft()
        assert isinstance(waiting, _WaitingEvent)
        if isinstance(outcome, Recorded):
            if self._syncing is None:
                self._syncing = asyncio.get_running_loop().create_task(self._sync_soon())
            waiting.publish(outcome)
        if waiting.done.done():
            return  # whoever waited was cancelled; the event is recorded nevertheless
        if isinstance(outcome, Recorded):
            waiting.done.set_result(outcome)
        else:
            waiting.done.set_exception(outcome)

    def _fail_the_rest(self, drained: asyncio.Task[None]) -> None:
        """Nobody may wait for ever: if the draining itself broke, all who wait are told."""
        error = None if drained.cancelled() else drained.exception()
        if error is None and not drained.cancelled():
            return
        why = error or BugError("the loop ended while events waited to be written")
        while self._queue:
            waiting = self._queue.popleft()
            if isinstance(waiting, _WaitingBlob):
                waiting.encoding.cancel()
                self._lose(waiting.blob_hash, why)
            elif not waiting.done.done():
                waiting.done.set_exception(why)


def _synced(path: Path) -> None:
    """What was committed stands in the log beside the database, until a checkpoint, which syncs by
    itself. Where that is gone, the next write is refused for it."""
    try:
        log = os.open(path.with_name(f"{path.name}-wal"), os.O_RDONLY)
    except FileNotFoundError:
        return
    try:
        os.fdatasync(log)
    finally:
        os.close(log)


class SessionLog(Part):
    """``EventLog`` for one session. Made by ``SessionStore.start_session``. ``on_closed`` is told
    the session's id, once. No action begins before ``keeper`` has it, too."""

    session_id: str
    writer: Writer
    on_closed: Callable[[str], None]
    keeper: Keeper | None = None
    _callbacks: list[Callable[[Recorded], None]] = field(default_factory=list, init=False)
    _is_closed = False

    async def append(self, event: Event) -> Recorded:
        """Record the event; return when it is on disk and the subscribers were told. Raises
        ``RecordUnavailable`` where it can't be written, and ``BugError`` after the session's end. A
        caller that is cancelled meanwhile does not take the event back."""
        if self._is_closed:
            raise BugError(f"session {self.session_id} is closed; {event.kind} came too late")
        readable, body = readable_event(event)
        row = EventRow(self.session_id, time.time(), readable, body)
        recorded = await self.writer.add_event(row, self._publish)
        if self.keeper is not None and isinstance(event, ActionStarted):
            await self.keeper(recorded)
        return recorded

    async def sync(self) -> None:
        """Return when all that was appended outlasts a power cut, which it does by itself within a
        tenth of a second. Raises ``RecordUnavailable``."""
        await self.writer.sync()

    def subscribe(self, callback: Callable[[Recorded], None]) -> None:
        """Call ``callback`` on the loop for each event from now on. What a callback raises goes to
        the loop's exception handler and stops nothing."""
        self._callbacks.append(callback)

    def close(self) -> None:
        """The session stays as it is: without an end, it was interrupted."""
        if self._is_closed:
            return
        self._is_closed = True
        self.on_closed(self.session_id)

    def _publish(self, recorded: Recorded) -> None:
        loop = asyncio.get_running_loop()
        for callback in self._callbacks:
            loop.call_soon(callback, recorded)
        if isinstance(recorded.event, SessionEnded):
            self.close()
