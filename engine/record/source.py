"""One session as exports and reports read it: its events, what they fold to, and the pictures and
texts that they name.

Whoever writes something of a session for others to read takes it from here and from nowhere else,
so that what is to be hidden is hidden in all of it.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol, TypeVar

from engine.domain.errors import RecordUnavailable
from engine.domain.zones import Zone
from engine.record.pictures import EncodedPicture
from engine.record.sessions import OpenedSession
from engine.record.store import SessionStore

T = TypeVar("T")


class Source(Protocol):
    """What is not there, or is held no more by a damaged file, is None."""

    @property
    def opened(self) -> OpenedSession: ...

    async def chained_lines(self) -> tuple[tuple[str, bytes], ...]:
        """Each event as a line, with the chain's value up to it."""
        ...

    async def picture(self, picture_hash: str) -> EncodedPicture | None: ...

    async def text(self, text_hash: str) -> str | None: ...


class Stored:
    """A session of the store, as it was recorded."""

    def __init__(self, opened: OpenedSession, store: SessionStore) -> None:
        self.opened = opened
        self._blobs = store.blobs
        self._store = store

    @classmethod
    async def of(cls, store: SessionStore, session_id: str) -> Stored:
        """Raises ``RecordUnavailable`` for an unknown session."""
        opened = await store.open_session(session_id)
        if opened is None:
            raise RecordUnavailable(f"There is no session {session_id}.")
        return cls(opened, store)

    async def chained_lines(self) -> tuple[tuple[str, bytes], ...]:
        """As they were written. Raises ``RecordUnavailable`` where one can't be read any more."""
        return await self._store.chained_lines(self.opened.summary.session_id)

    async def picture(self, picture_hash: str) -> EncodedPicture | None:
        return await _whole(self._blobs.picture(picture_hash)) if picture_hash else None

    async def zones(self, zones_hash: str) -> tuple[Zone, ...] | None:
        return await _whole(self._blobs.zones(zones_hash)) if zones_hash else None

    async def text(self, text_hash: str) -> str | None:
        return await _whole(self._blobs.text(text_hash)) if text_hash else None


async def _whole(stored: Awaitable[T | None]) -> T | None:
    try:
        return await stored
    except RecordUnavailable:
        return None
