"""The run's own clock: it counts work, and stands still while the operator is waited for."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator


class RunClock:
    """Starts with ``start``; ``secs`` is 0 before."""

    def __init__(
        self, now_secs: Callable[[], float] = time.monotonic, *, already_secs: float = 0.0
    ) -> None:
        """``already_secs`` were worked before the run broke off."""
        self._now_secs = now_secs
        self._already_secs = already_secs
        self._started_secs: float | None = None
        self._held_secs = 0.0
        self._holds = 0
        self._held_since_secs = 0.0

    def start(self) -> None:
        self._started_secs = self._now_secs()

    @property
    def secs(self) -> float:
        """Seconds of work so far."""
        if self._started_secs is None:
            return 0.0
        until = self._held_since_secs if self._holds else self._now_secs()
        return self._already_secs + until - self._started_secs - self._held_secs

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """The time inside does not count; holds may overlap."""
        if self._holds == 0:
            self._held_since_secs = self._now_secs()
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if self._holds == 0:
                self._held_secs += self._now_secs() - self._held_since_secs
