"""Tasks that somebody owns: started here, awaited at shutdown, their errors never lost."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Coroutine
from typing import Any

from engine.domain.errors import AskedToEnd

logger = logging.getLogger(__name__)


def cause_of(cancelled: asyncio.CancelledError) -> AskedToEnd:
    """The main coroutine is cancelled by signals only; ``run_qt`` passes the signal's name."""
    return AskedToEnd.by(str(cancelled.args[0]) if cancelled.args else "")


@contextlib.asynccontextmanager
async def first_of(*works: Awaitable[Any]) -> AsyncIterator[tuple[asyncio.Future[Any], ...]]:
    """Their futures, once the first has ended; with the block all others are ended, and over. Where
    the caller is cancelled meanwhile, they are not cancelled again: what they record on their way
    out would be lost."""
    futures = tuple(asyncio.ensure_future(each) for each in works)
    try:
        await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
        yield futures
    finally:
        for each in futures:
            each.cancel()
        is_cancelled = False
        while not all(each.done() for each in futures):
            try:
                await asyncio.wait(futures)
            except asyncio.CancelledError:
                is_cancelled = True
        await asyncio.gather(*futures, return_exceptions=True)
        if is_cancelled:
            raise asyncio.CancelledError


class OwnedTasks:
    """A group that lives as long as its owner and outlives the failure of one task."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def close(self, *, cancel: bool = False) -> None:
        """Wait for all of them; with ``cancel``, end them first."""
        while self._tasks:
            for task in self._tasks if cancel else ():
                task.cancel()
            await asyncio.wait(self._tasks)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("A background task failed", exc_info=task.exception())
