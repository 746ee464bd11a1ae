"""Tasks that somebody owns: started here, awaited at shutdown, their errors never lost."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from engine.domain.errors import AskedToEnd

logger = logging.getLogger(__name__)


def cause_of(cancelled: asyncio.CancelledError) -> AskedToEnd:
    """The main coroutine is cancelled by signals only; ``run_qt`` passes the signal's name."""
    return AskedToEnd.by(str(cancelled.args[0]) if cancelled.args else "")


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
