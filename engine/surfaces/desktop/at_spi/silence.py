"""Applications that did not answer: they are left alone until they do.

One that hangs costs its time once. A single call is left with it, for as long as it takes: when
the answer comes, the application is asked again. One that answers, but never in time, is asked
less and less often."""

import asyncio
import time
from collections.abc import Callable, Collection

from engine.domain import errors, facts
from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.x11.window_stack import WindowStack, XWindow

_FIRST_REST_SECS = 1.0
_LONGEST_REST_SECS = 30.0
_LATE_SECS = 1.0
"""GTK 4 comes 0.14 s after its window, others before it (measured on a quiet machine)."""


class _Silence(facts.Part):
    """How often it failed in a row, until when it rests, and the call that is left with it."""

    failures: int
    until_secs: float
    waiting: asyncio.Task[None]


class Silences:
    """Who is silent on one bus, by bus name."""

    def __init__(
        self, bus: spi.AccessibilityBus, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._bus = bus
        self._clock = clock
        self._silent: dict[str, _Silence] = {}

    def is_left_alone(self, name: str) -> bool:
        silence = self._silent.get(name)
        if silence is None:
            return False
        return not silence.waiting.done() or self._clock() < silence.until_secs

    def is_waiting(self, name: str) -> bool:
        """It was asked and has not answered yet."""
        silence = self._silent.get(name)
        return silence is not None and not silence.waiting.done()

    def note_failure(self, name: str) -> None:
        """It was asked and did not answer in time."""
        before = self._silent.get(name)
        failures = before.failures + 1 if before is not None else 1
        rest_secs = min(_FIRST_REST_SECS * 2 ** (failures - 2), _LONGEST_REST_SECS)
        until_secs = self._clock() + rest_secs if failures > 1 else 0.0
        waiting = asyncio.create_task(self._wait_for_answer(name))
        self._silent[name] = _Silence(failures, until_secs, waiting)

    def note_answer(self, name: str) -> None:
        """It was asked and answered."""
        self._silent.pop(name, None)

    def forget_all_but(self, names: frozenset[str]) -> None:
        for gone in self._silent.keys() - names:
            self._silent.pop(gone).waiting.cancel()

    async def close(self) -> None:
        waiting = [silence.waiting for silence in self._silent.values()]
        self._silent.clear()
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _wait_for_answer(self, name: str) -> None:
        """Any answer will do, and so will the end of the bus."""
        call = spi.Call(name, spi.ROOT_PATH, "GetRole")
        try:
            await self._bus.call(call, timeout_secs=None)
        except errors.AccessibilityUnavailable:
            return


class SilentClients:
    """Since when each X client has had a window without being on the accessibility bus. A program
    comes there before its first window shows, or soon after. One that had a window for longer won't
    tell of its next one either: so nobody need wait for a dialog of it to tell."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._silent_since_secs: dict[int, float] = {}

    def note(self, stack: WindowStack, telling: Collection[int]) -> None:
        """These windows are there, and the processes that are on the bus."""
        now = self._clock()
        self._silent_since_secs = {
            one.client: self._silent_since_secs.get(one.client, now)
            for one in stack.windows
            if one.process_id not in telling
        }

    def is_silent(self, window: XWindow) -> bool:
        since = self._silent_since_secs.get(window.client)
        return since is not None and self._clock() - since >= _LATE_SECS
