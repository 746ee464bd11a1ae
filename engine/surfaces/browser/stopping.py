"""Work that STOP ends at once, and after which nothing is begun any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from engine.domain.errors import HandsStopped, TargetLost


class StoppableWork:
    def __init__(self) -> None:
        self._is_stopped = False
        self._under_way: set[asyncio.Task[None]] = set()
        self._aborted: set[asyncio.Task[None]] = set()

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Raises ``HandsStopped`` after STOP, or where it comes meanwhile; ``TargetLost`` where the
        browser drops the work before it pressed anything: what was begun says so itself."""
        if self._is_stopped:
            work.close()
            raise HandsStopped("The operator pressed STOP.")
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        try:
            await task
        except asyncio.CancelledError:
            if is_cancelled_itself():
                raise
            if task in self._aborted:
                raise HandsStopped("The operator pressed STOP.") from None
            # Playwright gives up what it was asked of a page that is gone by then
            raise TargetLost("What was meant went away from the page meanwhile.") from None
        finally:
            self._under_way.discard(task)
            self._aborted.discard(task)

    async def stop(self) -> None:
        """Abort what is under way, and wait until it has ended."""
        self._is_stopped = True
        aborted = tuple(self._under_way)
        self._aborted.update(aborted)
        for task in aborted:
            task.cancel()
        await asyncio.gather(*aborted, return_exceptions=True)


def is_cancelled_itself() -> bool:
    """Whether it is the task that asks that was cancelled, rather than what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
