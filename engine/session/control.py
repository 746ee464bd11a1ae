"""The operator's hand on the wheel: pause, resume, step, cancel. STOP is the session's own.

Two disciplines: pause, step and cancel take effect at the next boundary, between two actions
(cancel also ends a wait for the operator); STOP takes effect now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from enum import StrEnum
from typing import Any, TypeVar

from engine.domain.errors import RunCancelled

T = TypeVar("T")


class Control(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    STEPPING = "stepping"
    CANCELLING = "cancelling"
    STOPPED = "stopped"


class RunControl:
    """One run's wheel. All methods are called on the loop's thread."""

    def __init__(self) -> None:
        self._state = Control.RUNNING
        self._may_go = asyncio.Event()
        self._may_go.set()
        self._cancelled = asyncio.Event()

    @property
    def state(self) -> Control:
        return self._state

    def pause(self) -> None:
        if self._state in (Control.RUNNING, Control.STEPPING):
            self._state = Control.PAUSED
            self._may_go.clear()

    def resume(self) -> None:
        if self._state in (Control.PAUSED, Control.STEPPING):
            self._state = Control.RUNNING
            self._may_go.set()

    def step(self) -> None:
        """Go on for one step, then pause."""
        if self._state in (Control.RUNNING, Control.PAUSED):
            self._state = Control.STEPPING
            self._may_go.set()

    def cancel(self) -> None:
        if self._state is not Control.STOPPED:
            self._state = Control.CANCELLING
            self._cancelled.set()
            self._may_go.set()

    def stop(self) -> None:
        self._state = Control.STOPPED

    async def boundary(self) -> None:
        """Between two actions: wait while paused. Raises ``RunCancelled``."""
        await self._may_go.wait()
        if self._cancelled.is_set():
            raise RunCancelled("The operator cancelled the run.")

    def step_begins(self) -> bool:
        """A step passes the boundary. In step mode it is the only one: True, and pause after."""
        if self._state is not Control.STEPPING:
            return False
        self._state = Control.PAUSED
        self._may_go.clear()
        return True

    async def unless_cancelled(self, waiting: Coroutine[Any, Any, T]) -> T:
        """The result of a wait that cancelling ends. Raises ``RunCancelled``."""
        wait = asyncio.ensure_future(waiting)
        cancelled = asyncio.ensure_future(self._cancelled.wait())
        try:
            await asyncio.wait({wait, cancelled}, return_when=asyncio.FIRST_COMPLETED)
            if not wait.done():
                raise RunCancelled("The operator cancelled the run.")
            return wait.result()
        finally:
            for task in (wait, cancelled):
                task.cancel()
            await asyncio.gather(wait, cancelled, return_exceptions=True)
