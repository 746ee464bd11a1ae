"""A real browser for tests: started without eyes where a test is about its hands alone."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import cast

from engine.domain.actions import Navigate
from engine.domain.errors import SecretMissing
from engine.domain.spaces import Rect
from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import WebElement
from engine.surfaces.browser.eyes import BrowserEyes
from engine.surfaces.browser.page_picture import Screencast
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.surface import BrowserSurface


def _print(*words: object) -> None:
    print(f"{time.monotonic():.2f}", *words)


class ClosedEyes:
    """Stands for eyes where nobody looks."""

    def may_keep(self) -> bool:
        return False

    async def start(self) -> None:
        return

    async def close(self) -> None:
        return

    def lose(self, message: str) -> None:
        return

    def note_standstill(self, lasts: Callable[[], bool]) -> None:
        return


class UnseenBrowser(BrowserSurface):
    def _new_eyes(self, application: str) -> BrowserEyes:
        return cast(BrowserEyes, ClosedEyes())


class KnownSecrets:
    def __init__(self, values: dict[str, str]) -> None:
        self._values = values

    def reveal(self, name: str) -> str:
        if name not in self._values:
            raise SecretMissing(f"There is no secret called “{name}”.")
        return self._values[name]


@dataclass
class Browsing:
    """A surface that is started, and what it told."""

    surface: BrowserSurface
    notes: list[BrowserNoted] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)

    def print_requests(self) -> None:
        """How each ends, from now on: read where a test fails that waited for one."""
        page = self.surface.tabs.page
        if page is not None:
            context = page.context
            context.on("request", lambda each: _print("asks", each.method, each.url))
            context.on("response", lambda each: _print(each.status, each.url))
            context.on("requestfailed", lambda each: _print("failed", each.url, each.failure))

    async def open(self, url: str) -> None:
        await self.surface.hands.perform(Navigate(url), None)

    async def ask(self, script: str) -> object:
        """What the shown page answers."""
        page = self.surface.tabs.page
        assert page is not None, "no page is shown"
        return await page.evaluate(script)

    def whats(self) -> list[str]:
        return [note.what for note in self.notes]


@asynccontextmanager
async def browsing(
    settings: BrowserSettings | None = None,
    *,
    secrets: dict[str, str] | None = None,
    environment: dict[str, str] | None = None,
    has_eyes: bool = False,
) -> AsyncIterator[Browsing]:
    surface = (BrowserSurface if has_eyes else UnseenBrowser)(
        "browser",
        settings or BrowserSettings(is_headless=True, width=800, height=600),
        secrets=KnownSecrets(secrets or {}),
        environment=environment or dict(os.environ),
    )
    started = Browsing(surface)
    surface.on_note = started.notes.append
    surface.on_lost = started.losses.append
    try:
        await surface.start()
        started.print_requests()
        yield started
    finally:
        await surface.close()


def element(agent_id: str, *, tag: str = "button", text: str = "", role: str = "") -> WebElement:
    """As an earlier look described it."""
    words = text or agent_id
    return WebElement(agent_id, tag, words, role or tag, "top", Rect(0, 0, 10, 10))


@contextmanager
def no_live_picture() -> Iterator[None]:
    """Pages that are linked to while it lasts send no pictures by themselves as they move: for
    tests that look at what a page says, each frame takes the processor for nothing."""

    async def start(_cast: Screencast) -> None:
        return

    own, Screencast.start = Screencast.start, start  # type: ignore[method-assign]
    try:
        yield
    finally:
        Screencast.start = own  # type: ignore[method-assign]
