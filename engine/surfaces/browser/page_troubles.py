"""What went wrong in pages where people don't look: errors of their scripts, servers that failed,
documents that did not come, pages that crashed.

Of what pages do a thousand times, the first dozens are kept until somebody asks.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Error, Page, Request, Response

from engine.domain.exploring.faults import ConsoleLine, EndedProcess
from engine.surfaces.browser.load_troubles import trouble_of

_MOST = 50
_MAX_CHARS = 500
_TOLD_BY_THE_ANSWER = "Failed to load resource"
_SERVER_ERROR = 500


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
            self._console.append(ConsoleLine(self.application, "error", line, source))
