"""Waiting for a condition, with a bound: the tests' only way to wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

BOUND_SECS = 60.0
"""More than any of it takes on the busiest machine; who hangs is found out all the same."""


async def until(check: Callable[[], object], *, bound_secs: float = BOUND_SECS) -> None:
    """Return when the check is true; fail at the bound."""
    deadline = time.monotonic() + bound_secs
    while not check():
        assert time.monotonic() < deadline, "what was waited for did not come"
        await asyncio.sleep(0.005)


async def until_so(
    check: Callable[[], Awaitable[object]], *, bound_secs: float = BOUND_SECS
) -> None:
    """The same for a check that has to be awaited."""
    deadline = time.monotonic() + bound_secs
    while not await check():
        assert time.monotonic() < deadline, "what was waited for did not come"
        await asyncio.sleep(0.02)
