"""Whether the browser and its driver are still there: asked beside all else that goes on.

A page may be slow for long, so that whoever asks one is patient. The browser itself answers at
once, whatever its pages do, and so does the driver, the process through which we speak with it:
where one of them is silent, no page need be waited for.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

from playwright.async_api import CDPSession, Playwright

from engine.processes.child_process import ANSWER_SECS
from engine.processes.process_handle import ProcessHandle
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser.tab import in_time

_EVERY_SECS = 1.0
_TRIES = 2
"""So that one silence of ours, which looks like theirs, is not held against them."""
_DRIVER_SECS = 1.0
_CALLED = "The browser's driver (Playwright's Node.js)"


class BrowserPulse:
    """``on_lost`` is told once, in words: which of the two ended or does not answer any more,
    within ``_EVERY_SECS + ANSWER_SECS``. That the browser ended, the driver tells by itself."""

    def __init__(
        self,
        playwright: Playwright,
        session: CDPSession,
        driver: ProcessHandle | None,
        *,
        on_lost: Callable[[str], object],
    ) -> None:
        self._playwright = playwright
        self._session = session
        self._driver = driver
        self._on_lost = on_lost
        self._driver_end = -1
        self._tasks = OwnedTasks()

    def start(self) -> None:
        if self._driver is not None:
            try:
                self._driver_end = os.pidfd_open(self._driver.pid)
            except ProcessLookupError:
                self._driver_ended()
                return
            asyncio.get_running_loop().add_reader(self._driver_end, self._driver_ended)
        self._tasks.spawn(self._watch())

    async def close(self) -> None:
        self._let_go()
        await self._tasks.close(cancel=True)

    async def _watch(self) -> None:
        answers = True
        while answers:
            await asyncio.sleep(_EVERY_SECS)
            answers = await self._answers()
        is_driver = not await in_time(self._ask_driver(), _DRIVER_SECS)
        who = _CALLED if is_driver else "The browser"
        self._on_lost(f"{who} did not answer within {ANSWER_SECS:g} s.")

    async def _answers(self) -> bool:
        secs = (ANSWER_SECS - _DRIVER_SECS) / _TRIES
        for _ in range(_TRIES):
            if await in_time(self._session.send("Browser.getVersion"), secs):
                return True
        return False

    async def _ask_driver(self) -> None:
        """For what it does without the browser."""
        await (await self._playwright.request.new_context()).dispose()

    def _driver_ended(self) -> None:
        self._let_go()
        self._on_lost(f"{_CALLED} ended unexpectedly.")

    def _let_go(self) -> None:
        if self._driver_end >= 0:
            asyncio.get_running_loop().remove_reader(self._driver_end)
            os.close(self._driver_end)
            self._driver_end = -1
