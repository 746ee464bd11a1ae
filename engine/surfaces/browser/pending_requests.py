"""Which requests of a page are under way that its content may wait for."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from playwright.async_api import Page, Request

_MATTERING = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
_PATIENCE_SECS = 4.0
"""Who holds a request open for longer waits for news, not for content."""


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
