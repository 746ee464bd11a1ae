"""Those who want to know of a surface's changes: each has a queue of its own, with a bound.

Where a watch is full, its two oldest changes become one that reaches over both: nothing that
changed is forgotten, however long nobody looks."""

import asyncio
import contextlib
from collections import deque

from engine.domain import errors, spaces

MOST_WAITING = 2_000


class ChangeWatches:
    """``lost`` says why no change will come any more; None while some may."""

    def __init__(self) -> None:
        self._open: set[_Watch] = set()
        self.lost: str | None = None

    def open(self) -> "_Watch":
        watch = _Watch(self)
        self._open.add(watch)
        return watch

    def tell(self, change: spaces.PictureChange) -> None:
        for watch in self._open:
            watch.put(change)

    def lose(self, message: str) -> None:
        """From now on, every watch raises ``SurfaceLost`` once its changes are taken."""
        self.lost = message
        for watch in self._open:
            watch.news.set()

    def discard(self, watch: "_Watch") -> None:
        self._open.discard(watch)


class _Watch:
    """Implements ``ChangeWatch``."""

    def __init__(self, watches: ChangeWatches) -> None:
        self._watches = watches
        self._changes: deque[spaces.PictureChange] = deque()
        self.news = asyncio.Event()

    def put(self, change: spaces.PictureChange) -> None:
        if len(self._changes) >= MOST_WAITING:
            first, second = self._changes.popleft(), self._changes.popleft()
            both = first.bounds_px.union(second.bounds_px)
            self._changes.appendleft(spaces.PictureChange(first.at_secs, second.change_count, both))
        self._changes.append(change)
        self.news.set()

    async def next(self, timeout_secs: float) -> spaces.PictureChange | None:
        if not self._changes and self._watches.lost is None:
            self.news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timeout_secs):
                    await self.news.wait()
        if self._changes:
            return self._changes.popleft()
        if self._watches.lost is not None:
            raise errors.SurfaceLost(self._watches.lost)
        return None

    def close(self) -> None:
        self._watches.discard(self)
