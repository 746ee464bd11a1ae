"""One tab: its page, which may be replaced after a crash, and what is known of its document.

Beside it small talks with a page, each bounded: one that hangs or is gone by then holds up nobody;
and what goes wrong in pages where people don't look: errors of their scripts, servers that failed,
documents that did not come, pages that crashed. Of what pages do a thousand times, the first dozens
are kept until somebody asks."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Error, Frame, Page, Request, Response

from engine.domain.exploring.limits import ConsoleLine, EndedProcess
from engine.domain.web.pages import Tab
from engine.domain.zones import MOST_NAME_CHARS

_CODE = re.compile(r"net::ERR_([A-Z0-9_]+)")
_NO_TROUBLE = frozenset({"ABORTED"})
"""The load was given up for another, became a download, or was refused, which is told apart."""

_WORDS = {
    "NAME_NOT_RESOLVED": "The address {host} is not known.",
    "CONNECTION_REFUSED": "Nothing answers at {host}: the connection was refused.",
    "CONNECTION_RESET": "The server {host} broke off the connection.",
    "CONNECTION_CLOSED": "The server {host} closed the connection.",
    "CONNECTION_TIMED_OUT": "The server {host} did not answer in time.",
    "TIMED_OUT": "The server {host} did not answer in time.",
    "INTERNET_DISCONNECTED": "This machine is offline.",
    "NETWORK_CHANGED": "The network changed while the page was loading.",
    "ADDRESS_UNREACHABLE": "The server {host} can't be reached from here.",
    "PROXY_CONNECTION_FAILED": "The proxy can't be reached.",
    "TOO_MANY_REDIRECTS": "The server {host} redirects without end.",
    "EMPTY_RESPONSE": "The server {host} answered with nothing.",
    "INVALID_RESPONSE": "The server {host} answered with something that is no page.",
    "INVALID_HTTP_RESPONSE": "The server {host} answered with something that is no page.",
    "HTTP_RESPONSE_CODE_FAILURE": "The server {host} answered with an error and without a page.",
    "UNSAFE_PORT": "Browsers don't open the port of {host}.",
    "BLOCKED_BY_CLIENT": "The browser refused to open {host}.",
    "SSL_PROTOCOL_ERROR": "The server {host} does not speak https rightly.",
    "INVALID_REDIRECT": "The server {host} redirects to something that is no address.",
    "UNKNOWN_URL_SCHEME": "The browser does not know this kind of address.",
    "INVALID_URL": "This is no address.",
}
_CERTIFICATE_WORDS = {
    "CERT_DATE_INVALID": "it has expired, or this machine's clock is wrong",
    "CERT_COMMON_NAME_INVALID": "it is another server's",
    "CERT_AUTHORITY_INVALID": "nobody who is trusted vouches for it",
    "CERT_REVOKED": "it was withdrawn",
}
_MOST = 50
_MAX_CHARS = 500
_TOLD_BY_THE_ANSWER = "Failed to load resource"
_SERVER_ERROR = 500


def trouble_of(complaint: str, url: str) -> str:
    """Why ``url`` could not be loaded; empty where the complaint is of no trouble at all."""
    found = _CODE.search(complaint)
    code = found[1] if found else ""
    if code in _NO_TROUBLE:
        return ""
    host = urlsplit(url).netloc.rpartition("@")[2] or "the server"
    if code.startswith(("CERT_", "SSL_VERSION", "BAD_SSL")):
        why = _CERTIFICATE_WORDS.get(code, code.lower().replace("_", " "))
        return f"The certificate of {host} is not valid: {why}."
    if words := _WORDS.get(code):
        return words.format(host=host)
    reason = f" ({code.lower().replace('_', ' ')})" if code else ""
    return f"{host} could not be loaded{reason}."


class PageTroubles:
    """``application`` is the browser's name."""

    def __init__(self, application: str) -> None:
        self.application = application
        self._console: list[ConsoleLine] = []
        self._ended: list[EndedProcess] = []

    def follow(self, page: Page) -> None:
        page.on("pageerror", lambda error: self._note_error(page, error))
        page.on("console", lambda message: self._note_message(page, message))
        page.on("response", self._note_answer)
        page.on("requestfailed", lambda request: self._note_failure(page, request))
        page.on("crash", lambda _page: self._note_crash())

    def take(self) -> tuple[tuple[EndedProcess, ...], tuple[ConsoleLine, ...]]:
        """What happened since the last time."""
        told = tuple(self._ended), tuple(self._console)
        self._ended.clear()
        self._console.clear()
        return told

    def _note_error(self, page: Page, error: Error) -> None:
        kind = f"{error.name}: " if error.name else ""
        said = error.message.splitlines()[0] if error.message else "an error without words"
        self._note(f"Uncaught {kind}{said}", page.url)

    def _note_message(self, page: Page, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(_TOLD_BY_THE_ANSWER):
            self._note(message.text, page.url)

    def _note_answer(self, response: Response) -> None:
        if response.status >= _SERVER_ERROR:
            request = response.request
            path = urlsplit(request.url).path or "/"
            self._note(f"The server answered with {response.status} to {request.method} {path}", "")

    def _note_failure(self, page: Page, request: Request) -> None:
        if not request.is_navigation_request() or request.frame != page.main_frame:
            return
        if why := trouble_of(request.failure or "", request.url):
            self._note(f"The page could not be loaded: {why}", "")

    def _note_crash(self) -> None:
        if len(self._ended) < _MOST:
            self._ended.append(EndedProcess(self.application, 0, None))

    def _note(self, text: str, url: str) -> None:
        if len(self._console) < _MOST:
            line = " ".join(text.split())[:_MAX_CHARS]
            source = urlsplit(url).path if url.startswith("http") else ""
            self._console.append(ConsoleLine(self.application, line, source))


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
