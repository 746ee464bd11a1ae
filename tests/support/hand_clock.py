"""A clock that the test moves."""

from __future__ import annotations


class HandClock:
    def __init__(self) -> None:
        self.secs = 0.0

    def __call__(self) -> float:
        return self.secs
