"""What scripts send, and how servers answer to requests that may change something.

Those whose body carries what the hands typed belong to the form that was filled in, by whatever way
a page sends it, as do those by which it hands its form in itself; others may tell of news and
figures. What a page reads as JSON is kept until the next answer to what it sends."""

import asyncio
import contextlib
import itertools
import json
import re
import time
from base64 import b64decode
from collections import deque
from dataclasses import replace
from typing import Any
from urllib.parse import quote, quote_plus, urlsplit

from playwright.async_api import Error, Page, Request, Response, WebSocket

from engine.domain.web.outgoing import Outgoing
from engine.domain.web.pages import Answer, ServerWord
from engine.language.server_answers import repeats, word_of
from engine.processes.tasks import OwnedTasks

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_METHOD_HEADERS = ("x-http-method-override", "x-http-method", "x-method-override")
_LEAST_CHARS = 3
"""What is shorter stands in many a body by chance."""
_MOST_TYPED, _MOST_ANSWERS, _MOST_EXCHANGES, _MOST_READINGS = 40, 40, 40, 40
_MOST_BODY_BYTES = 200_000
_BY_SCRIPTS = ("fetch", "xhr")
_WHEN = re.compile(r"\d{10,}")
_BODY_SECS = 2.0
_ANSWER_SECS = 10.0  # what comes later in a socket is news
_AWAITED_SECS, _DRAWN_SECS = 3.0, 0.2


class Sendings:
    """Of one browser."""

    def __init__(self, tasks: OwnedTasks) -> None:
        self.typed: deque[frozenset[str]] = deque(maxlen=_MOST_TYPED)
        self._answers: deque[Answer] = deque(maxlen=_MOST_ANSWERS)
        self._exchanges: deque[tuple[Page, float, float]] = deque(maxlen=_MOST_EXCHANGES)
        self._unanswered: dict[str, deque[float]] = {}
        self._silent: set[str] = set()
        self._numbers = itertools.count(1)
        self._open: dict[Request, tuple[Page, Answer]] = {}
        self._read: dict[Request, tuple[Page, Answer]] = {}  # as they came
        self._told: dict[Request, tuple[int, ServerWord]] = {}
        self._tasks = tasks
        self.readings: dict[str, str] = {}

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(self._answers)

    @property
    def awaited(self) -> tuple[Answer, ...]:
        asked = (*self._open.values(), *self._read.values())
        return tuple(answer for page, answer in asked if not page.is_closed())

    def note_typed(self, text: str) -> None:
        plain = text.strip()
        if len(plain) >= _LEAST_CHARS:
            escaped = (json.dumps(plain)[1:-1], json.dumps(plain, ensure_ascii=False)[1:-1])
            self.typed.append(frozenset({plain, quote(plain), quote_plus(plain), *escaped}))

    def follow(self, page: Page) -> None:
        page.on("request", lambda request: self._await(page, request))
        page.on("response", self._come)
        page.on("requestfailed", self._lose)
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

    def _await(self, page: Page, request: Request) -> None:
        is_aside = request.method in _READS or request.resource_type == "ping"
        if not _is_own(page, request):
            return
        if request.method == "GET" and request.resource_type in _BY_SCRIPTS:
            self._tasks.spawn(_read(request, self.readings))
        elif not is_aside:
            path, sent = urlsplit(request.url).path or "/", _body(request)
            # its own form: what was chosen may stand there by a name of its own
            is_form_s = request.is_navigation_request() and request.frame.parent_frame is None
            told = f"{sent}\n{urlsplit(request.url).query}"
            is_of_typed = is_form_s or self._stands_in(told, request.url)
            self._open[request] = page, Answer(0, request.method, path, 0, is_of_typed, sent=sent)
            self.readings = {}  # what is asked for from now on, it may have changed

    def _come(self, came: Response) -> None:
        if (sent := self._open.pop(came.request, None)) is not None:
            self._read[came.request] = sent
            self.readings = {}  # before its script asks on
            self._tasks.spawn(self._take(came))

    async def _take(self, came: Response) -> None:
        self._note(came.request, came.status, await self._word_of(came))

    def _lose(self, request: Request) -> None:
        """What its page gave up itself is no answer."""
        sent = self._open.pop(request, None)
        if sent is not None and request.failure not in (None, "net::ERR_ABORTED"):
            self._read[request] = sent
            self._note(request, 0)

    def _note(self, request: Request, status: int, word: ServerWord = "") -> None:
        """The last one counts: none goes before one that came earlier and is still being read."""
        self._told[request] = status, word
        while self._read and (first := next(iter(self._read))) in self._told:
            (_, sent), (status, word) = self._read.pop(first), self._told.pop(first)
            number = next(self._numbers)
            self._answers.append(replace(sent, number=number, status=status, word=word))

    async def _word_of(self, came: Response) -> ServerWord:
        sent, body = _body(came.request), ""
        with contextlib.suppress(Error, TimeoutError):  # it goes on, or its page went away
            async with asyncio.timeout(_BODY_SECS):
                body = await _told_in(came)
        is_no = came.request.method == "DELETE" or "false" in sent
        gives_back = self._stands_in(body) or repeats(body, sent)
        return word_of(body, gives_back=gives_back, asks_for_no=is_no)

    def _stands_in(self, told: str, url: str = "") -> bool:
        """Something that was typed, or as the last part of the address."""
        last = url.split("?")[0].rpartition("/")[2]
        return any(form in told or form == last for forms in self.typed for form in forms)


async def _read(request: Request, told: dict[str, str]) -> None:
    """As soon as it has come whole, for which nobody waits."""
    with contextlib.suppress(Error):  # its page went away
        came = await request.response()
        is_server_s = came is not None and came.ok and not came.from_service_worker
        if came is not None and is_server_s and len(told) < _MOST_READINGS:
            told[_WHEN.sub("#", request.url)] = await _told_in(came)


async def _told_in(came: Response) -> str:
    """As a script reads it, which takes it for JSON whatever it is called; empty for all else."""
    kind = came.headers.get("content-type", "").partition(";")[0]
    is_read = kind in ("application/json", "text/html", "text/plain") or kind.endswith("+json")
    size = came.headers.get("content-length", "")
    is_large = size.isdecimal() and int(size) > _MOST_BODY_BYTES
    if not is_read or is_large or came.request.resource_type not in _BY_SCRIPTS:
        return ""
    return (await came.body())[:_MOST_BODY_BYTES].decode(errors="replace")


def _body(request: Request) -> str:
    try:
        return (request.post_data_buffer or b"")[:_MOST_BODY_BYTES].decode(errors="replace")
    except Error:  # the page is gone with it
        return ""


def _is_own(page: Page, request: Request) -> bool:
    """By the last two parts of a host's name: a page's own servers share them."""
    one, other = ((urlsplit(each.url).hostname or "").split(".")[-2:] for each in (page, request))
    return one == other


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
