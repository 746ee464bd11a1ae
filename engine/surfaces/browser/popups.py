"""Counts the windows that pages want to open against those that open.

The browser itself keeps off those that no click asked for; nobody would know of them otherwise.
"""

from __future__ import annotations

import asyncio
import contextlib

from playwright.async_api import Error, Page

from engine.domain.web.events import BrowserNoted
from engine.surfaces.browser.notes import BrowserNotes

_OPENING_SECS = 3.0


class PopupCounter:
    def __init__(self, notes: BrowserNotes) -> None:
        self._notes = notes
        self._wanted = 0
        self._opened = 0
        self._settling: asyncio.TimerHandle | None = None
        self._listening: set[asyncio.Task[None]] = set()

    def follow(self, page: Page) -> None:
        task = asyncio.ensure_future(self._listen(page))
        self._listening.add(task)
        task.add_done_callback(self._listening.discard)

    def note_opened(self) -> None:
        self._opened += 1

    async def close(self) -> None:
        if self._settling is not None:
            self._settling.cancel()
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)

    async def _listen(self, page: Page) -> None:
        with contextlib.suppress(Error):  # it is gone already
            session = await page.context.new_cdp_session(page)
            session.on("Page.windowOpen", lambda _window: self._want())
            await session.send("Page.enable")

    def _want(self) -> None:
        if self._settling is None:  # what opened until now was wanted in another way
            self._wanted = self._opened = 0
        else:
            self._settling.cancel()
        self._wanted += 1
        self._settling = asyncio.get_running_loop().call_later(_OPENING_SECS, self._settle)

    def _settle(self) -> None:
        """What was wanted and has not come by now was refused."""
        for _ in range(self._wanted - self._opened):
            self._notes.tell(BrowserNoted("popup_refused", "A pop-up was kept from opening."))
        self._settling = None
