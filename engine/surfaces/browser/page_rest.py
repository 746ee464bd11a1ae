"""When a page rests: it has loaded, no request that matters is under way, nothing of weight moves.

What ticks in one place again and again is told apart within the page (``page_changes.js``).
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable

from playwright.async_api import Page, Request

_REST_SECS = 0.12
_UNFINISHED_SECS = 1.0
"""How long a page must rest that never finishes loading, before it counts as quiet."""
_MATTERING = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
_PATIENCE_SECS = 4.0
"""Who holds a request open for longer waits for news, not for content."""


def is_at_rest(told: str, waited_secs: float, pending: int) -> bool:
    """By what the page tells of its rest (JSON), how long one has looked at it for that, and the
    requests under way."""
    page = json.loads(told)
    rest_secs = min(page["ms"] / 1000, waited_secs)
    if pending:
        return False
    if page["state"] != "complete":
        return bool(page["state"] == "interactive") and rest_secs >= _UNFINISHED_SECS
    return rest_secs >= _REST_SECS and not page["moves"]


class PendingRequests:
    """Pictures, media, sockets and pings don't count; a document does for as long as it takes."""

    def __init__(self, page: Page, clock: Callable[[], float] = time.monotonic) -> None:
        self._page = page
        self._clock = clock
        self._since: dict[Request, float] = {}
        self._ended_at_secs = -math.inf
        page.on("request", self._take)
        page.on("requestfinished", self._drop)
        page.on("requestfailed", self._drop)

    @property
    def count(self) -> int:
        """Those that matter now."""
        now = self._clock()
        return sum(
            request.is_navigation_request() or now - since < _PATIENCE_SECS
            for request, since in self._since.items()
        )

    @property
    def rest_secs(self) -> float:
        """Since the last that matters ended: what came with it is not shown at once."""
        return self._clock() - self._ended_at_secs

    def close(self) -> None:
        self._page.remove_listener("request", self._take)
        self._page.remove_listener("requestfinished", self._drop)
        self._page.remove_listener("requestfailed", self._drop)
        self._since.clear()

    def _take(self, request: Request) -> None:
        if request.resource_type in _MATTERING:
            self._since[request] = self._clock()

    def _drop(self, request: Request) -> None:
        if self._since.pop(request, None) is not None:
            self._ended_at_secs = self._clock()
