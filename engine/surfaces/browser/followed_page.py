"""The page that is shown, as the eyes reach it: asked, painted, followed to the next one.

All of it goes through one ``PageLink`` at a time. It is painted in full while somebody looks on. A
page that shows another document in the middle of a question is asked again; one that does not
answer counts as hung until it does. A page rests when it has loaded, no request that matters is
under way, and nothing of weight moves; what ticks in one place again and again is told apart within
the page (``page_changes.js``)."""

import asyncio
import contextlib
import json
import math
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from playwright.async_api import Page, Request

from engine.domain import errors, facts
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser.page_link import PageBusy, PageGone, PageLink
from engine.surfaces.browser.page_picture import LiveView, Screencast, WindowSize, size_of
from engine.surfaces.browser.tabs import BrowserTabs

T = TypeVar("T")

_TRIES = 5
_HUNG_SECS = 0.5
"""How long a page is asked that did not answer the last time."""
_REOPEN_SECS = 5.0
_REST_SECS = 0.12
_UNFINISHED_SECS = 1.0
"""How long a page must rest that never finishes loading, before it counts as quiet."""
_MATTERING = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
_PATIENCE_SECS = 4.0
"""Who holds a request open for longer waits for news, not for content."""
_LOOKS_ON_SECS = 5.0
"""How long somebody counts as looking on who asks for no more pictures."""


class FollowedPage(facts.Part):
    """Its picture goes to ``view``. ``on_told`` takes what it tells of its changes. With
    ``has_window``, it takes its window's size."""

    active: BrowserTabs
    view: LiveView
    _: facts.KW_ONLY
    on_told: Callable[[str], None]
    has_window: bool

    def __post_init__(self) -> None:
        self._window_size = WindowSize() if self.has_window else None
        self._link: PageLink | None = None
        self._cast: Screencast | None = None
        self._requests: PendingRequests | None = None
        self._attaching = asyncio.Lock()
        self._following = OwnedTasks()
        self._lost: str | None = None
        self._is_hung = False
        self._stands_still: Callable[[], bool] = lambda: False
        self._live_until_secs = -math.inf

    def note_standstill(self, lasts: Callable[[], bool]) -> None:
        """The page answers nobody while it ``lasts``: none of us asks it, nor waits for it."""
        self._stands_still = lasts
        if self._link is not None:
            self._link.give_up()

    def note_onlooker(self, secs: float) -> None:
        """Somebody wants its picture as it moves, for so long."""
        self._live_until_secs = time.monotonic() + secs + _LOOKS_ON_SECS
        if self._cast is not None and self._cast.is_small:
            self._following.spawn(self._follow_shown())

    async def start(self) -> None:
        """Raises ``SurfaceLost``."""
        self.active.on_shown(self._note_shown)
        await self.link()

    async def close(self) -> None:
        """The browser may be ended after this."""
        self._lost = self._lost or "The browser was closed."
        self.view.lose(self._lost)
        await self._following.close(cancel=True)
        async with self._attaching:
            await self._let_go()

    async def ask(
        self, question: Callable[[PageLink], Awaitable[T]], *, of_browser: bool = False
    ) -> T | None:
        """Its answer, from whichever document is there by then; None where the page hangs or no
        page is there. What only the browser is asked tells nothing of a page that hangs. Raises
        ``SurfaceLost``."""
        for _ in range(_TRIES):
            await self.active.settled(_REOPEN_SECS)
            link = await self.link()
            if link is None or self._stands_still():
                return None
            try:
                async with asyncio.timeout(_HUNG_SECS if self._is_hung else None):
                    answer = await question(link)
            except PageGone:
                continue
            except (PageBusy, TimeoutError):
                await self.active.hear_browser()  # else nobody knows whose silence it is
                if self._lost is not None:
                    raise errors.SurfaceLost(self._lost) from None
                self._is_hung = True
                return None
            self._is_hung &= of_browser
            return answer
        return None

    async def ask_pass(self, expression: str, *, timeout_secs: float) -> Any:
        """The same, of the script that looks at the page."""
        return await self.ask(lambda link: link.ask(expression, timeout_secs=timeout_secs))

    async def link(self) -> PageLink | None:
        """The link to the page that is shown. Raises ``SurfaceLost``."""
        async with self._attaching:
            if self._lost is not None:
                raise errors.SurfaceLost(self._lost)
            page = self.active.page
            if self._link is not None and (self._link.is_dead or self._link.page is not page):
                await self._let_go()
            if page is not None and not page.is_closed():
                try:
                    if self._link is None:
                        await self._attach(page)
                    await self._cast_as_wanted()
                except (PageGone, PageBusy):
                    await self._let_go()
            return self._link

    async def follow_window(self, link: PageLink) -> None:
        if self._window_size is not None:
            await self._window_size.follow(link)

    def note_window_resized(self) -> None:
        if self._window_size is not None:
            self._following.spawn(self._follow_resized())

    def rest_left_secs(self, told: str, since_secs: float) -> float:
        """How long nothing more may stir until it rests, by what it tells (JSON) and its requests
        since it was looked at for that: 0 where it does, infinite where something goes on."""
        page, requests = json.loads(told), self._requests
        if requests is not None and requests.count:
            return math.inf
        rest_secs = min(
            page["ms"] / 1000,
            time.monotonic() - since_secs,
            requests.rest_secs if requests else math.inf,
        )
        if page["state"] == "complete":
            return math.inf if page["moves"] else max(0.0, _REST_SECS - rest_secs)
        return 0 if page["state"] == "interactive" and rest_secs >= _UNFINISHED_SECS else math.inf

    async def _follow_resized(self) -> None:
        """The live picture is right again without a look."""
        with contextlib.suppress(errors.SurfaceLost):  # whoever looks is told
            await self.ask(self._follow_size)

    async def _follow_size(self, link: PageLink) -> None:
        await self.follow_window(link)
        self.view.resize(*await size_of(link))

    def _note_shown(self) -> None:
        """Another page is shown, or none: its picture is another, and must be followed."""
        self.view.note_change((self.view.bounds_px,), time.monotonic())
        self._following.spawn(self._follow_shown())

    async def _follow_shown(self) -> None:
        with contextlib.suppress(errors.SurfaceLost):  # whoever looks is told
            await self.link()

    async def _attach(self, page: Page) -> None:
        self._is_hung = False
        self._link = await PageLink.open(page, self.on_told)
        self._requests = PendingRequests(page)
        await self._follow_size(self._link)

    async def _cast_as_wanted(self) -> None:
        is_small = time.monotonic() >= self._live_until_secs
        before, follow = self._cast, self.note_window_resized
        if self._link is None or (before is not None and before.is_small == is_small):
            return
        self._cast = Screencast(self._link, self.view, on_resized=follow, is_small=is_small)
        if before is not None:
            await before.stop()
        await self._cast.start()

    async def _let_go(self) -> None:
        if self._requests is not None:
            self._requests.close()
        if self._cast is not None:
            await self._cast.close()
        if self._link is not None:
            await self._link.close()
        self._link = self._cast = self._requests = None

    def lose(self, message: str) -> None:
        """Nothing can be looked at any more; the first message counts."""
        if self._lost is None:
            self._lost = message
            self.view.lose(self._lost)


class PendingRequests:
    """Pictures, media, sockets and pings don't count; a document does for as long as it takes."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._since: dict[Request, float] = {}
        self._ended_at_secs = -math.inf
        page.on("request", self._take)
        page.on("requestfinished", self._drop)
        page.on("requestfailed", self._drop)

    @property
    def count(self) -> int:
        """Those that matter now."""
        now = time.monotonic()
        return sum(
            request.is_navigation_request() or now - since < _PATIENCE_SECS
            for request, since in self._since.items()
        )

    @property
    def rest_secs(self) -> float:
        """Since the last that matters ended: what came with it is not shown at once."""
        return time.monotonic() - self._ended_at_secs

    def close(self) -> None:
        self._page.remove_listener("request", self._take)
        self._page.remove_listener("requestfinished", self._drop)
        self._page.remove_listener("requestfailed", self._drop)
        self._since.clear()

    def _take(self, request: Request) -> None:
        if request.resource_type in _MATTERING:
            self._since[request] = time.monotonic()

    def _drop(self, request: Request) -> None:
        if self._since.pop(request, None) is not None:
            self._ended_at_secs = time.monotonic()
