"""One tab: its page, which may be replaced after a crash, and what is known of its document.

Beside it small talks with a page, each bounded: one that hangs or is gone by then holds up nobody.
"""

import asyncio
import contextlib
from collections.abc import Awaitable

from playwright.async_api import Error, Frame, Page, Request, Response

from engine.domain.bounds import MOST_NAME_CHARS
from engine.domain.web.pages import Tab
from engine.surfaces.browser.page_troubles import trouble_of

_ERROR_PAGE = "chrome-error:"
_NO_PAGE_STATUSES = (204, 205)
_MAX_REMEMBERED = 200
_CLOSED_WORDS = ("has been closed", "Target crashed", "Page crashed", "Target closed")
_ASK_SECS = 2.0
_HUSH = (
    "() => { window.alert = () => {}; window.confirm = () => false; window.prompt = () => null }"
)


class OpenTab:
    """``page`` is None while there is none. ``trouble`` says why the document that was asked for
    is not shown; it goes with the next one that is. ``replacements`` are under way: another page
    in place of one that is past use."""

    def __init__(self, tab_id: str, *, is_popup: bool, opener_id: str = "") -> None:
        self.tab_id = tab_id
        self.is_popup = is_popup
        self.opener_id = opener_id
        self.page: Page | None = None
        self.title = ""
        self.status = 0
        self.trouble = ""
        self.crashed_at = ""
        self.replacements = 0
        self._url = ""
        self._failed_url = ""
        self._failed_at = ""
        self._failure = ""
        self._answered: int | None = None
        self._statuses: dict[str, int] = {}

    @property
    def url(self) -> str:
        """As it was asked for, where the browser shows an error page of its own instead."""
        url = self.page.url if self.page is not None else self._url
        return self._failed_url if url.startswith(_ERROR_PAGE) else url

    def facts(self, *, is_active: bool) -> Tab:
        return Tab(self.tab_id, self.title, self.url, is_active)

    def follow(self, page: Page) -> None:
        """Take this page for the tab's, and note what happens to its document."""
        self.page = page
        page.on("request", self._asked)
        page.on("response", self._answer)
        page.on("requestfailed", self._failed)
        page.on("framenavigated", self._navigated)

    def lose(self) -> None:
        """The page is gone; the address is kept."""
        self._url = self.url
        self.page = None

    def _asked(self, request: Request) -> None:
        if self._is_document(request) and request.redirected_from is None:
            self._answered = None
            self._failure = ""

    def _answer(self, response: Response) -> None:
        if self._is_document(response.request) and not 300 <= response.status < 400:
            self._answered = response.status
            if response.status in _NO_PAGE_STATUSES:
                self.trouble = (
                    f"The server answered without a page ({response.status}):"
                    " the page of before is still shown."
                )

    def _failed(self, request: Request) -> None:
        if self._is_document(request):
            self._failure = trouble_of(request.failure or "", request.url)
            asked = first_of(request).url
            if asked != self._failed_at:  # else the browser tries again by itself
                self._failed_url = asked
            self._failed_at = request.url

    def _navigated(self, frame: Frame) -> None:
        if self.page is None or frame != self.page.main_frame:
            return
        if frame.url.startswith(_ERROR_PAGE):
            self.status = self._answered or 0
            self.trouble = self._failure or "The page could not be loaded."
            return
        self.trouble = ""
        if frame.url != self.crashed_at:
            self.crashed_at = ""
        if self._answered is not None:
            self._statuses[frame.url] = self._answered
            if len(self._statuses) > _MAX_REMEMBERED:
                del self._statuses[next(iter(self._statuses))]
        self.status = self._statuses.get(frame.url, self.status)

    def _is_document(self, request: Request) -> bool:
        """Whether it is for the main frame's document."""
        if self.page is None or not request.is_navigation_request():
            return False
        with contextlib.suppress(Error):  # its frame is not there yet: a new page's first one
            return request.frame == self.page.main_frame
        return True


def first_of(request: Request) -> Request:
    """What was asked for, before the server sent elsewhere."""
    while request.redirected_from is not None:
        request = request.redirected_from
    return request


def is_closed(problem: Error) -> bool:
    """Whether the page, or the whole browser, is gone."""
    return any(words in problem.message for words in _CLOSED_WORDS)


def is_given_up(request: Request) -> bool:
    """Nothing comes of it to be shown: it was refused, or became a download."""
    return request.is_navigation_request() and "ERR_ABORTED" in (request.failure or "")


async def read_title(tab: OpenTab, page: Page) -> None:
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(_ASK_SECS):
            title = await page.title()
        if tab.page is page:
            tab.title = title[:MOST_NAME_CHARS]


async def fit(page: Page, *, width_px: int, height_px: int) -> None:
    """Where it has another size: a pop-up chooses its own."""
    if page.viewport_size != {"width": width_px, "height": height_px}:
        await in_time(page.set_viewport_size({"width": width_px, "height": height_px}))


async def bring_forward(tab: OpenTab) -> None:
    if tab.page is not None:
        await in_time(tab.page.bring_to_front())


async def is_hung(page: Page, *, bound_secs: float | None = None) -> bool:
    """One that is between two documents, or gone, is not."""
    return not await in_time(page.evaluate("0"), bound_secs)


async def in_time(work: Awaitable[object], bound_secs: float | None = None) -> bool:
    """Whether it ended so soon, also where it failed: somebody was there to say so, or the end of
    a page, or of the browser, is told elsewhere."""
    try:
        async with asyncio.timeout(bound_secs or _ASK_SECS):
            await work
    except TimeoutError:
        return False
    except Error:
        return True
    return True


async def is_hushed(page: Page) -> bool:
    """Whether it listened, and opens no more dialogs."""
    try:
        async with asyncio.timeout(_ASK_SECS):
            for frame in page.frames:
                await frame.evaluate(_HUSH)
    except (Error, TimeoutError):
        return False
    return True
