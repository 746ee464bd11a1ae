"""Holds every page to the address rules: each document that a main frame asks for is looked at
before it is requested, be it by a link, a redirect, a script or a pop-up.

One connection to the browser itself does it, so that there is no moment at which a new page is
not guarded, and so that pictures, scripts and styles are not slowed down by it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from playwright.async_api import Browser, CDPSession, Error

from engine.surfaces.browser.addresses import AddressRules


class AddressGuard:
    """``on_refused`` is told the address and why, in words."""

    def __init__(self, rules: AddressRules, on_refused: Callable[[str, str], object]) -> None:
        self._rules = rules
        self._on_refused = on_refused
        self._session: CDPSession | None = None
        self._asking: set[asyncio.Task[None]] = set()

    async def start(self, browser: Browser) -> None:
        """Before any page is opened. Without lists the browser itself refuses enough."""
        if not self._rules.has_lists:
            return
        self._session = await browser.new_browser_cdp_session()
        self._session.on("Fetch.requestPaused", self._take)
        pattern = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}
        await self._session.send("Fetch.enable", {"patterns": [pattern]})

    async def close(self) -> None:
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)

    def _take(self, request: dict[str, Any]) -> None:
        task = asyncio.ensure_future(self._decide(request))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _decide(self, paused: dict[str, Any]) -> None:
        assert self._session is not None
        url = str(paused["request"]["url"])
        which = {"requestId": paused["requestId"]}
        with contextlib.suppress(Error):  # the page is gone, and the request with it
            why = self._rules.why_not(url)
            if why and await self._is_main_frame(self._session, str(paused.get("frameId", ""))):
                refusal = {**which, "errorReason": "Aborted"}  # so that the page before stays
                await self._session.send("Fetch.failRequest", refusal)
                self._on_refused(url, why)
            else:
                await self._session.send("Fetch.continueRequest", which)

    async def _is_main_frame(self, session: CDPSession, frame_id: str) -> bool:
        """A page goes by the id of its main frame."""
        targets = (await session.send("Target.getTargets"))["targetInfos"]
        return any(each["targetId"] == frame_id and each["type"] == "page" for each in targets)
