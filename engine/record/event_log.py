"""The event log of one session: stamp, write, publish, in this order."""

import asyncio
import time
from collections.abc import Callable

from engine.domain.errors import BugError
from engine.domain.events import Event, Recorded, SessionEnded
from engine.record.codec import readable_event
from engine.record.tables import EventRow
from engine.record.writer import Writer


class SessionLog:
    """``EventLog`` for one session. Made by ``SessionStore.start_session``."""

    def __init__(
        self, session_id: str, writer: Writer, *, on_closed: Callable[[str], None]
    ) -> None:
        """``on_closed`` is told the session's id, once."""
        self.session_id = session_id
        self._writer = writer
        self._on_closed = on_closed
        self._callbacks: list[Callable[[Recorded], None]] = []
        self._is_closed = False

    async def append(self, event: Event) -> Recorded:
        """Record the event; return when it is on disk and the subscribers were told.

        Raises ``RecordUnavailable`` where it can't be written, and ``BugError`` after the
        session's end. A caller that is cancelled meanwhile does not take the event back.
        """
        if self._is_closed:
            raise BugError(f"session {self.session_id} is closed; {event.kind} came too late")
        readable, body = readable_event(event)
        row = EventRow(self.session_id, time.time(), readable, body)
        return await self._writer.add_event(row, self._publish)

    async def sync(self) -> None:
        """Return when all that was appended outlasts a power cut, which it does by itself within a
        tenth of a second. Raises ``RecordUnavailable``."""
        await self._writer.sync()

    def subscribe(self, callback: Callable[[Recorded], None]) -> None:
        """Call ``callback`` on the loop for each event from now on.

        What a callback raises goes to the loop's exception handler and stops nothing.
        """
        self._callbacks.append(callback)

    def close(self) -> None:
        """The session stays as it is: without an end, it was interrupted."""
        if self._is_closed:
            return
        self._is_closed = True
        self._on_closed(self.session_id)

    def _publish(self, recorded: Recorded) -> None:
        loop = asyncio.get_running_loop()
        for callback in self._callbacks:
            loop.call_soon(callback, recorded)
        if isinstance(recorded.event, SessionEnded):
            self.close()
