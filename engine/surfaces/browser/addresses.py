"""Holds every page to the rules of addresses, and to what the step under way was let through for.

Each document that a main frame asks for is looked at before it is requested, be it by a link, a
redirect, a script or a pop-up, and so is what scripts send while a step is under way.
One connection to the browser itself does it, so that no new page is ever unguarded. Web sockets are
followed in the pages, but for those of their workers.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, Error, WebSocketRoute

from engine.domain.leases import Lease
from engine.domain.web.outgoing import Outgoing, WhyHeld
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser.address_rules import AddressRules

_OF_SCRIPTS = ("XHR", "Fetch", "Ping")
_CARRIERS = ("Image", "Media", "Script", "Stylesheet", "Font")
"""What a script may ask for only to tell another site something by the address."""
_FRAME_CHARS = 20_000
_NOT_SENT = 4000
"""How a socket is closed whose message may not go."""
_PIECES_SECS = 0.5
_MOST_ORDINARY = 2_000
_MOST_WAITING = 100
_LATE_SECS = 2.0
"""So long after a step what a script writes, or a form it hands in, counts as set off by it."""
_LATE = "It came after the step that may have set it off: it {}."


@dataclass(slots=True, eq=False)
class _Line:
    """A web socket: its end in the page, the one at the server, and the messages that were not let
    on yet, in their order, each with what it sends."""

    page: WebSocketRoute
    server: WebSocketRoute
    waiting: list[tuple[Outgoing, str | bytes]]
    held_at_secs: float = 0.0


class AddressGuard:
    """``on_refused`` is told the address and why, in words."""

    def __init__(
        self, rules: AddressRules, on_refused: Callable[[str, str], object], lease: Lease
    ) -> None:
        self._rules = rules
        self._on_refused = on_refused
        self._lease = lease
        self._session: CDPSession | None = None
        self._asking = OwnedTasks()
        self._why_held: WhyHeld | None = None
        self._why_held_late: WhyHeld = lambda out: ""
        self._held: list[str] = []
        self._is_leaving = False
        self._held_until_secs = 0.0
        self._ordinary: set[tuple[str, str, frozenset[str]]] = set()
        self._not_allowed: dict[tuple[str, str, frozenset[str]], WhyHeld] = {}
        self._lines: list[_Line] = []
        self._waiting: list[tuple[Outgoing, dict[str, Any]]] = []

    async def start(self, browser: Browser, context: BrowserContext) -> None:
        """Before any page is opened."""
        await context.route_web_socket(re.compile(""), self._take_line)
        self._session = await browser.new_browser_cdp_session()
        self._session.on("Fetch.requestPaused", self._take)
        patterns = [
            {"urlPattern": "*", "resourceType": kind, "requestStage": "Request"}
            for kind in ("Document", *_OF_SCRIPTS, *_CARRIERS)
        ]
        await self._session.send("Fetch.enable", {"patterns": patterns})

    async def close(self) -> None:
        """What is still being decided upon is let go: nobody may be left waiting for it."""
        await self._asking.close(cancel=True)
        for _, paused in self._waiting:  # but for what waits for a yes, which would go
            await self._refuse(paused)
        if self._session is not None:
            with contextlib.suppress(Error):  # the browser is gone
                await self._session.detach()

    @contextlib.contextmanager
    def holding_back(self, why: WhyHeld, *, goes_on: bool = False) -> Iterator[Sequence[str]]:
        """As ``WebSurface`` has it."""
        if not goes_on:
            self.forget_held()
        self._why_held, self._held, self._is_leaving = why, [], False
        try:
            yield self._held
        finally:
            self._why_held, self._why_held_late = None, why
            self._held_until_secs = time.monotonic() + _LATE_SECS

    @property
    def waits(self) -> bool:
        return bool(self._waiting) or any(line.waiting for line in self._lines)

    def forget_held(self) -> None:
        for line in self._lines:
            if line.waiting:
                self._hang_up(line)
        waiting, self._waiting = self._waiting, []
        for _, paused in waiting:
            self._asking.spawn(self._refuse(paused))

    async def let_on(self) -> bool:
        """As ``WebSurface`` has it."""
        gone = False
        for line in self._lines:
            while line.waiting and not self._is_refused(line.waiting[0][0]):
                line.server.send(line.waiting.pop(0)[1])
                gone = True
        waiting, self._waiting = self._waiting, []
        for sent, paused in waiting:
            if self._is_refused(sent):
                await self._refuse(paused)
            elif await self._let_go(paused):
                gone = True
                self._is_leaving |= not sent.in_background
        return gone

    def why_held(self, file: Outgoing) -> str:
        """Why this file is not to be handed out now, in words; noted where it is not."""
        why = self._why_held(file) if self._why_held is not None else ""
        if why:
            self._held.append(why)
        return why

    def _take(self, request: dict[str, Any]) -> None:
        is_of_script = request.get("resourceType") in (*_OF_SCRIPTS, *_CARRIERS)
        self._asking.spawn(self._decide_script(request) if is_of_script else self._decide(request))

    async def _decide_script(self, paused: dict[str, Any]) -> None:
        sent = _by_script(paused, is_leaving=self._is_leaving)
        if not self._is_refused(sent):
            await self._let_go(paused)
        elif self._why_held is None or sent.is_report or len(self._waiting) >= _MOST_WAITING:
            await self._refuse(paused)
        else:  # the page has asked for it once, and may not be able to do so again
            self._waiting.append((sent, paused))

    def _take_line(self, socket: WebSocketRoute) -> None:
        """What a page writes into a web socket is looked at as what its scripts send. What may not
        go waits in it, and what comes behind it: right behind it all, which may be pieces of it,
        and later all but the page's ordinary work. One that arrives late is closed: nobody would be
        asked about it."""
        line = _Line(socket, socket.connect_to_server(), [])
        self._lines.append(line)
        is_of_next, step = self._is_leaving, self._held

        def send(message: str | bytes) -> None:
            text = message if isinstance(message, str) else message.decode(errors="replace")
            is_after = is_of_next and step is self._held
            sent = Outgoing(
                socket.url,
                "POST",
                in_background=True,
                body=text[:_FRAME_CHARS],
                by=socket.url,
                is_after_leaving=is_after,
            )
            is_piece = time.monotonic() < line.held_at_secs + _PIECES_SECS
            is_ordinary = sent.likeness in self._ordinary
            is_behind = line.waiting and (is_piece or not is_ordinary)
            if not is_behind and not self._is_refused(sent):
                line.server.send(message)
            elif is_behind or self._why_held is not None:
                if not is_ordinary:
                    line.held_at_secs = time.monotonic()
                line.waiting.append((sent, message))
            else:
                self._hang_up(line)

        def ended_by(other: WebSocketRoute) -> Callable[[int | None, str | None], None]:
            def end(code: int | None, reason: str | None) -> None:
                self._forget(line)
                self._asking.spawn(_close(other, code, reason))

            return end

        socket.on_message(send)
        socket.on_close(ended_by(line.server))
        line.server.on_close(ended_by(socket))

    def _forget(self, line: _Line) -> None:
        line.waiting.clear()
        self._lines = [each for each in self._lines if each is not line]

    def _hang_up(self, line: _Line) -> None:
        self._forget(line)
        for end in (line.page, line.server):
            self._asking.spawn(_close(end, _NOT_SENT, "held back"))

    def _is_refused(self, sent: Outgoing) -> bool:
        """What a page sends while nothing is done is its ordinary work, then and later; not what
        was held back, and not allowed since, however often the page tries it again."""
        if self._lease.is_taken:
            return False  # it is the operator who does it
        held = self._held
        against = self._not_allowed.get(sent.likeness)
        is_soon = time.monotonic() < self._held_until_secs or against is not None
        is_late = self._why_held is None and is_soon
        why_held = (against or self._why_held_late) if is_late else self._why_held
        if why_held is None and sent.sends and len(self._ordinary) < _MOST_ORDINARY:
            self._ordinary.add(sent.likeness)
        if why_held is None or sent.likeness in self._ordinary or not (why := why_held(sent)):
            self._not_allowed.pop(sent.likeness, None)
            return False
        if is_late:
            self._on_refused(sent.url, _LATE.format(why))
        elif not sent.is_report:
            held.append(why)
            self._not_allowed[sent.likeness] = why_held
        return True

    async def _decide(self, paused: dict[str, Any]) -> None:
        sent = Outgoing(str(paused["request"]["url"]), str(paused["request"]["method"]))
        why, held = self._rules.why_not(sent.url), self._held
        why_held = None if self._lease.is_taken else self._why_held
        untold = why_held(sent) if why_held is not None else ""
        is_soon = why_held is not None or time.monotonic() < self._held_until_secs
        if not (why or untold or (is_soon and not self._is_leaving)):
            await self._let_go(paused)
            return
        if not await self._is_main_frame(str(paused.get("frameId", ""))):
            await self._decide_script(paused)  # a frame may be there to tell something
            return
        if self._why_held is None or self._held is not held:  # nobody would be asked about it
            is_theirs = self._lease.is_taken or not sent.sends
            untold = untold or ("" if is_theirs else self._why_held_late(sent))
            why = why or (untold and _LATE.format(untold))
        if why:
            self._on_refused(sent.url, why)
            await self._refuse(paused)
        elif untold:
            held.append(untold)
            self._waiting.append((sent, paused))
        else:
            self._is_leaving = True
            await self._let_go(paused)

    async def _let_go(self, paused: dict[str, Any]) -> bool:
        return await self._answer("Fetch.continueRequest", paused)

    async def _refuse(self, paused: dict[str, Any]) -> None:
        """So that the page before stays."""
        await self._answer("Fetch.failRequest", paused, errorReason="Aborted")

    async def _answer(self, command: str, paused: dict[str, Any], **more: str) -> bool:
        """False where the page is gone, or has given the request up."""
        assert self._session is not None
        try:
            await self._session.send(command, {"requestId": paused["requestId"], **more})
        except Error:
            return False
        return True

    async def _is_main_frame(self, frame_id: str) -> bool:
        """A page goes by the id of its main frame."""
        assert self._session is not None
        with contextlib.suppress(Error):  # the page is gone, and the request with it
            targets = (await self._session.send("Target.getTargets"))["targetInfos"]
            return any(each["targetId"] == frame_id and each["type"] == "page" for each in targets)
        return False


async def _close(end: WebSocketRoute, code: int | None, reason: str | None) -> None:
    with contextlib.suppress(Error):  # it is closed, or the page is gone
        await end.close(code=code, reason=reason)


def _by_script(paused: dict[str, Any], *, is_leaving: bool) -> Outgoing:
    request = paused["request"]
    told = {name.casefold(): str(value) for name, value in request["headers"].items()}
    form = told.get("content-type", "text/plain")
    return Outgoing(
        str(request["url"]),
        str(request["method"]),
        in_background=True,
        body=str(request.get("postData", "")),
        by=told.get("referer", told.get("origin", "")),
        is_after_leaving=is_leaving,
        is_beacon=paused["resourceType"] == "Ping",
        is_plain=form.startswith("text/plain") and "authorization" not in told,
    )
