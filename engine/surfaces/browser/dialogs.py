"""Answers the dialogs that a page opens of its own, which would hold up everything else.

The safe answer: an alert is read, a question is dismissed, leaving a page is allowed. A page that
asks on and on is a storm, and is told so.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Literal

from playwright.async_api import Dialog, Error, Page

from engine.domain.web.events import BrowserNoted
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser.notes import BrowserNotes

_STORM_COUNT = 25
_STORM_SECS = 10.0
_MAX_WORDS = 200


class DialogAnswerer:
    """``on_storm`` is told once of a page that opens dialogs without a rest."""

    def __init__(
        self, *, accepts: bool, notes: BrowserNotes, on_storm: Callable[[Page], object]
    ) -> None:
        self._accepts = accepts
        self._notes = notes
        self._on_storm = on_storm
        self._answering = OwnedTasks()

    def follow(self, page: Page) -> None:
        times: deque[float] = deque(maxlen=_STORM_COUNT)
        page.on("dialog", lambda dialog: self._take(page, dialog, times))

    async def close(self) -> None:
        await self._answering.close(cancel=True)

    def _take(self, page: Page, dialog: Dialog, times: deque[float]) -> None:
        now = asyncio.get_running_loop().time()
        times.append(now)
        if len(times) == _STORM_COUNT and now - times[0] < _STORM_SECS:
            times.clear()
            self._on_storm(page)
        says_yes = self._accepts or dialog.type in ("alert", "beforeunload")
        self._answering.spawn(self._answer(dialog, says_yes=says_yes))
        self._notes.tell(BrowserNoted("dialog_answered", _words_of(dialog, says_yes=says_yes)))

    async def _answer(self, dialog: Dialog, *, says_yes: bool) -> None:
        with contextlib.suppress(Error):  # its page is gone
            if says_yes:
                await dialog.accept()
            else:
                await dialog.dismiss()


def _words_of(dialog: Dialog, *, says_yes: bool) -> str:
    kind: Literal["alert", "confirm", "prompt", "beforeunload"] = dialog.type  # type: ignore[assignment]
    said = " ".join(dialog.message.split())[:_MAX_WORDS]
    if kind == "alert":
        return f"The page said in a dialog: “{said}”."
    if kind == "beforeunload":
        return "The page asked whether to leave it: answered with yes."
    answer = "answered with yes" if says_yes else "dismissed"
    return f"The page asked in a dialog: “{said}”; {answer}."
