"""What scripts send, and how servers answer to requests whose body carries what the hands typed.

Those belong to the form that was filled in, by whatever way a page sends it; its other requests
(news, figures, pictures) tell nothing of it, but for one that fails. Bodies are not kept."""

import itertools
import json
import time
from base64 import b64decode
from collections import deque
from typing import Any
from urllib.parse import quote, quote_plus, urlsplit

from playwright.async_api import Error, Page, Request, WebSocket

from engine.domain.web.outgoing import Outgoing
from engine.domain.web.pages import Answer

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_METHOD_HEADERS = ("x-http-method-override", "x-http-method", "x-method-override")
_LEAST_CHARS = 3
"""What is shorter stands in many a body by chance."""
_MOST_TYPED, _MOST_ANSWERS, _MOST_EXCHANGES = 40, 20, 40
_MOST_BODY_BYTES = 200_000
_ANSWER_SECS = 10.0  # what comes later in a socket is news
_AWAITED_SECS, _DRAWN_SECS = 3.0, 0.2


class Sendings:
    """Of one browser."""

    def __init__(self) -> None:
        self._typed: deque[frozenset[str]] = deque(maxlen=_MOST_TYPED)
        self._answers: deque[Answer] = deque(maxlen=_MOST_ANSWERS)
        self._exchanges: deque[tuple[Page, float, float]] = deque(maxlen=_MOST_EXCHANGES)
        self._unanswered: dict[str, deque[float]] = {}
        self._silent: set[str] = set()
        self._numbers = itertools.count(1)

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(self._answers)

    def note_typed(self, text: str) -> None:
        plain = text.strip()
        if len(plain) >= _LEAST_CHARS:
            escaped = (json.dumps(plain)[1:-1], json.dumps(plain, ensure_ascii=False)[1:-1])
            self._typed.append(frozenset({plain, quote(plain), quote_plus(plain), *escaped}))

    def follow(self, page: Page) -> None:
        page.on("response", lambda came: self._take(page, came.request, came.status))
        page.on("requestfailed", lambda request: self._take(page, request, 0))
        page.on("websocket", lambda socket: self._listen(page, socket))

    def exchanges(self, page: Page) -> list[tuple[float, float]]:
        """When something was sent in one of its web sockets, and when the first message after that
        came there: what in a socket comes nearest to an answer. As ``time.monotonic`` has it."""
        return [
            (sent_secs, came_secs) for of, sent_secs, came_secs in self._exchanges if of is page
        ]

    def note_sent(self, url: str) -> None:
        """Something went out in a web socket: the browser tells only of texts that do."""
        self._unanswered.setdefault(url, deque(maxlen=_MOST_EXCHANGES)).append(time.monotonic())

    def are_awaited(self, page: Page) -> bool:
        """Something was just sent in a web socket and is not answered yet, or what answered is
        being drawn. A socket that told nothing for 3 s is not waited for until it tells again."""
        now_secs = time.monotonic()
        for url, sent in self._unanswered.items():
            if url not in self._silent and now_secs < sent[-1] + _AWAITED_SECS:
                return True
            self._silent.add(url)
        return any(now_secs < came_secs + _DRAWN_SECS for _, came_secs in self.exchanges(page)[-1:])

    def _listen(self, page: Page, socket: WebSocket) -> None:
        def take(_message: object) -> None:
            sent, came_secs = self._unanswered.pop(socket.url, ()), time.monotonic()
            self._silent.discard(socket.url)
            answered = (each for each in sent if came_secs < each + _ANSWER_SECS)
            self._exchanges.extend((page, sent_secs, came_secs) for sent_secs in answered)

        socket.on("framereceived", take)

    def _take(self, page: Page, request: Request, status: int) -> None:
        is_aside = request.method in _READS or request.resource_type == "ping"
        if is_aside or (not status and request.failure in (None, "net::ERR_ABORTED")):
            return
        is_of_typed = self._carries_typed(request)
        here, there = urlsplit(page.url), urlsplit(request.url)
        is_told = is_of_typed or not 0 < status < 400
        if is_told and _site(here.hostname) == _site(there.hostname):
            told = (request.method, there.path or "/", status, is_of_typed)
            self._answers.append(Answer(next(self._numbers), *told))

    def _carries_typed(self, request: Request) -> bool:
        try:
            sent = request.post_data_buffer or b""
        except Error:  # the page is gone with it
            return False
        told = sent[:_MOST_BODY_BYTES].decode(errors="replace")
        last = request.url.split("?")[0].rpartition("/")[2]
        return any(form in told or form == last for forms in self._typed for form in forms)


def _site(host: str | None) -> str:
    """The last two parts of a host's name: a page's own servers share them."""
    return ".".join((host or "").split(".")[-2:])


def document_of(request: dict[str, Any]) -> Outgoing:
    """What is to be shown in place of the page."""
    body, is_cut = _body_of(request)
    return Outgoing(str(request["url"]), str(request["method"]), body=body, is_cut=is_cut)


def outgoing_of(paused: dict[str, Any], *, is_leaving: bool) -> Outgoing:
    """A script's request that the browser has paused."""
    request = paused["request"]
    told = {name.casefold(): str(value) for name, value in request["headers"].items()}
    form = told.get("content-type", "text/plain")
    body, is_cut = _body_of(request)
    methods = [*(told.get(name, "").upper() for name in _METHOD_HEADERS), request["method"]]
    return Outgoing(
        str(request["url"]),
        next((each for each in methods if each and each not in _READS), str(request["method"])),
        in_background=True,
        body=body,
        is_cut=is_cut,
        by=told.get("referer", told.get("origin", "")),
        is_after_leaving=is_leaving,
        is_beacon=paused["resourceType"] == "Ping",
        is_plain=form.startswith("text/plain") and "authorization" not in told,
    )


def _body_of(request: dict[str, Any]) -> tuple[str, bool]:
    """And whether the browser leaves something of it out, as it does of files; what is no text it
    would leave out of its ``postData`` without a word."""
    told = [each.get("bytes") for each in request.get("postDataEntries", ())]
    body = b"".join(b64decode(each or "") for each in told).decode(errors="replace")
    return body, None in told or (not told and bool(request.get("hasPostData")))
