"""What went wrong in pages where people don't look: errors of their scripts, servers that failed,
documents that did not come, pages that crashed.

Of what pages do a thousand times, the first dozens are kept until somebody asks.
"""

import re
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Error, Page, Request, Response

from engine.domain.exploring.limits import ConsoleLine, EndedProcess

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
            self._console.append(ConsoleLine(self.application, "error", line, source))
