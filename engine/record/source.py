"""One session as exports and reports read it: its events, what they fold to, and the pictures and
texts that they name.

Whoever writes something of a session for others to read takes it from here and from nowhere else,
so that what is to be hidden is hidden in all of it.
"""

from collections.abc import AsyncIterator, Awaitable
from typing import Protocol, TypeVar

from engine.domain.errors import RecordUnavailable
from engine.domain.zones import Zone
from engine.record.sessions import OpenedSession, SessionSummary
from engine.record.store import SessionStore
from engine.record.tables import BlobRow, Chained

T = TypeVar("T")


class Source(Protocol):
    """What is not there, or is held no more by a damaged file, is None."""

    @property
    def summary(self) -> SessionSummary: ...

    async def opened(self) -> OpenedSession:
        """All of its events in memory, and what they fold to."""

    def chained_lines(self) -> AsyncIterator[tuple[Chained, ...]]:
        """Each event as a line, with the chain's value up to it; page by page."""

    async def picture(self, picture_hash: str) -> BlobRow | None: ...

    async def zones(self, zones_hash: str) -> tuple[Zone, ...] | None: ...

    async def text(self, text_hash: str) -> str | None: ...


class Stored:
    """A session of the store, as it was recorded."""

    def __init__(self, told: SessionSummary | OpenedSession, store: SessionStore) -> None:
        """Opened already, or to be opened when it is first asked for."""
        self._opened = told if isinstance(told, OpenedSession) else None
        self.summary = told.summary if isinstance(told, OpenedSession) else told
        self._blobs = store.blobs
        self._store = store

    @classmethod
    async def of(cls, store: SessionStore, session_id: str) -> "Stored":
        """Raises ``RecordUnavailable`` for an unknown session."""
        return cls(await _opened(store, session_id), store)

    async def opened(self) -> OpenedSession:
        if self._opened is None:
            self._opened = await _opened(self._store, self.summary.session_id)
        return self._opened

    def chained_lines(self) -> AsyncIterator[tuple[Chained, ...]]:
        """As they were written. Raises ``RecordUnavailable`` where one can't be read any more."""
        return self._store.chained_lines(self.summary.session_id)

    async def picture(self, picture_hash: str) -> BlobRow | None:
        return await _whole(self._blobs.picture(picture_hash)) if picture_hash else None

    async def zones(self, zones_hash: str) -> tuple[Zone, ...] | None:
        return await _whole(self._blobs.zones(zones_hash)) if zones_hash else None

    async def text(self, text_hash: str) -> str | None:
        return await _whole(self._blobs.text(text_hash)) if text_hash else None


async def _opened(store: SessionStore, session_id: str) -> OpenedSession:
    opened = await store.open_session(session_id)
    if opened is None:
        raise RecordUnavailable(f"There is no session {session_id}.")
    return opened


async def _whole(stored: Awaitable[T | None]) -> T | None:
    try:
        return await stored
    except RecordUnavailable:
        return None
