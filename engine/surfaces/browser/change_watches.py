"""Those who want to know of a page's changes: each has a queue of its own."""

from __future__ import annotations

import asyncio
import contextlib

from engine.domain.errors import SurfaceLost
from engine.domain.frames import PictureChange

_MOST_WAITING = 10_000


class ChangeWatches:
    def __init__(self) -> None:
        self._open: set[_Watch] = set()
        self._lost: str | None = None

    def open(self) -> _Watch:
        watch = _Watch(self._open)
        if self._lost is not None:
            watch.put(SurfaceLost(self._lost))
        return watch

    def tell(self, change: PictureChange) -> None:
        for watch in self._open:
            watch.put(change)

    def lose(self, message: str) -> None:
        """From now on, every watch raises ``SurfaceLost``."""
        self._lost = message
        for watch in self._open:
            watch.put(SurfaceLost(message))


class _Watch:
    """Implements ``ChangeWatch``."""

    def __init__(self, watches: set[_Watch]) -> None:
        self._watches = watches
        self._queue: asyncio.Queue[PictureChange | SurfaceLost] = asyncio.Queue()
        watches.add(self)

    def put(self, item: PictureChange | SurfaceLost) -> None:
        if isinstance(item, SurfaceLost) or self._queue.qsize() < _MOST_WAITING:
            self._queue.put_nowait(item)

    async def next(self, timeout_secs: float) -> PictureChange | None:
        item: PictureChange | SurfaceLost | None = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_secs):
                item = await self._queue.get()
        if isinstance(item, SurfaceLost):
            raise item
        return item

    def close(self) -> None:
        self._watches.discard(self)
