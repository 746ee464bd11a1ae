"""The lease of a surface: whether whoever drives it may go on in the middle of an action."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from engine.domain.errors import TakenOver


class Lease:
    """One surface's. The hands ask it between two pieces of a text; the operator holds it."""

    def __init__(self) -> None:
        self._may_go = asyncio.Event()
        self._is_broken_off = False
        self._waiting: Callable[[], AbstractContextManager[None]] = nullcontext
        self._may_go.set()

    def begin(self, waiting: Callable[[], AbstractContextManager[None]]) -> None:
        """A run begins. It is ``waiting`` while it is held in the middle of an action."""
        self._waiting = waiting
        self._may_go.set()

    def hold(self) -> None:
        self._may_go.clear()

    def go_on(self) -> None:
        self._may_go.set()

    def break_off(self) -> None:
        """What is held is given up, as the operator does something else."""
        self._is_broken_off = not self._may_go.is_set()
        self._may_go.set()

    def begin_action(self) -> None:
        self._is_broken_off = False

    async def between_pieces(self) -> None:
        """Wait while it is held. Raises ``TakenOver`` where the rest is not to be done."""
        if not self._may_go.is_set():
            with self._waiting():
                await self._may_go.wait()
        if self._is_broken_off:
            raise TakenOver("You did something else before it was done.")
