"""A new question takes no answer in its first moments.

A key that was meant for what stood there before must not decide upon what nobody has seen yet.
"""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer

ARMED_AFTER_MS = 300


class FirstMoments:
    """Those of what is asked now; they last ``armed_after_ms``."""

    def __init__(self, armed_after_ms: int = ARMED_AFTER_MS) -> None:
        self._armed_after_ms = armed_after_ms
        self._since = QElapsedTimer()

    def begin(self) -> None:
        """Something new is asked."""
        self._since.start()

    @property
    def are_over(self) -> bool:
        """What is asked has been shown long enough that a key is meant for it."""
        return self._since.isValid() and self._since.elapsed() >= self._armed_after_ms
