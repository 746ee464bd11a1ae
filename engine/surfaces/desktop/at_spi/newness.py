"""Which windows belong to a client that is silent for good, and which only to a new one.

A program comes to the accessibility bus before its first window shows, or soon after. One that
had a window for longer than that, and is not there, won't tell of its next window either: so
nobody need wait for a dialog of it to tell.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from engine.surfaces.desktop.x11.window_stack import WindowStack, XWindow

_LATE_SECS = 1.0
"""GTK 4 comes 0.14 s after its window, others before it (measured on a quiet machine)."""


class SilentClients:
    """Since when each X client has had a window without being on the accessibility bus."""

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
