"""Holds every page to the rules of addresses, and to what the step under way was let through for.

Each document that a main frame asks for is looked at before it is requested, be it by a link, a
redirect, a script or a pop-up, and so is what scripts send while a step is under way.
One connection to the browser itself does it, so that no new page is ever unguarded. Web sockets are
followed in the pages, but for those of their workers."""

import asyncio
import contextlib
import math
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, Error, WebSocketRoute

from engine.domain.leases import Lease
from engine.domain.web.outgoing import Outgoing, WhyHeld
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser import held_back, sendings, unasked
from engine.surfaces.browser.address_rules import AddressRules
from engine.surfaces.browser.held_back import Line, Waiting, all_came, closed

_STANDS_STILL = "VeryHigh"
"""What the browser gives a script's request for whose answer the page waits (a synchronous one)."""
_NOT_SENT = 4000
"""How a socket is closed whose message may not go."""
_PIECES_SECS = 0.5
_MOST_ORDINARY = 2_000
_MOST_WAITING = 100
_LATE = "It came after the step that may have set it off: it {}."


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
        self.late = held_back.LateWindow()
        self._held: list[str] = []
        self._is_leaving, self._began_secs = False, 0.0
        self._ordinary: set[tuple[str, str, frozenset[str]]] = set()
        self._not_allowed: dict[tuple[str, str, frozenset[str]], WhyHeld] = {}
        self._lines: list[Line] = []
        self._waiting: list[Waiting] = []
        self._awaited: dict[str, asyncio.Future[None]] = {}
        self.on_sent: Callable[[str], object] = lambda url: None  # in that web socket
        self.on_standstill: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
        self.on_going_on: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
        self._allowed: set[tuple[str, str, frozenset[str]] | str] = set()  # such work, or a why
        self.let_on_secs: float | None = None  # when something that had waited for a yes went on

    async def start(self, browser: Browser, context: BrowserContext) -> None:
        """Before any page is opened."""
        await self.follow(context)
        self._session = await browser.new_browser_cdp_session()
        self._session.on("Fetch.requestPaused", self._take)
        # of every kind: whatever is asked for may tell another site something by its address
        patterns = [{"urlPattern": "*", "requestStage": "Request"}]
        await self._session.send("Fetch.enable", {"patterns": patterns})

    async def follow(self, context: BrowserContext) -> None:
        """Also before any page is opened in it."""
        await context.route_web_socket(re.compile(""), self._take_line)

    async def close(self) -> None:
        """Nobody is left waiting for what waits for a yes; what still comes is looked at."""
        await self._asking.close(cancel=True)
        for each in self._waiting:
            await self._let_go(each.what, goes=False)

    async def detach(self) -> None:
        """Only once the browser has ended: what it had held would go."""
        if self._session is not None:
            with contextlib.suppress(Error):  # the browser is gone
                await self._session.detach()

    @contextlib.contextmanager
    def holding_back(self, why: WhyHeld, *, goes_on: bool = False) -> Iterator[Sequence[str]]:
        if not goes_on:
            self._drop(lambda each: each.is_asked)
            self._began_secs = time.monotonic()
            self._allowed.clear()
            for each in held_back.late_ones_let(self._waiting, why):
                self._waiting.remove(each)
                self._asking.spawn(self._let_go(each.what))
        self._why_held, self._held, self._is_leaving = why, [], False
        try:
            yield self._held
        finally:
            self._why_held, self.late.why = None, why
            self.late.open()

    @property
    def waits(self) -> bool:
        return bool(self._all_waiting)

    @property
    def _all_waiting(self) -> Sequence[Waiting]:
        return [*self._waiting, *(each for line in self._lines for each in line.waiting)]

    def take_late(self) -> Sequence[str]:
        if self.late.now is not None:  # who asks waits for it
            self.late.open()
        late = [each for each in self._all_waiting if not each.is_asked]
        for each in late:
            each.is_asked = True
        return [each.why for each in late if each.why]

    def forget_held(self) -> None:
        for each in self._all_waiting:
            if each.why and not each.is_asked:
                self._on_refused(each.sent.url, _LATE.format(each.why))
        self._drop(lambda each: True)

    def _drop(self, is_meant: Callable[[Waiting], bool]) -> None:
        for line in self._lines:
            if any(map(is_meant, line.waiting)):
                self._hang_up(line)
        for each in filter(is_meant, tuple(self._waiting)):
            self._waiting.remove(each)
            self._asking.spawn(self._let_go(each.what, goes=False))

    async def let_on(self) -> bool:
        asked = [each for each in self._all_waiting if each.is_asked]
        self._allowed.update(*((each.sent.likeness, each.why) for each in asked))
        gone = False
        for line in self._lines:
            while (first := next(iter(line.waiting), None)) is not None and first.is_asked:
                line.send(line.waiting.pop(0).what)
                gone = True
        asked = [each for each in self._waiting if each.is_asked]
        asked.sort(key=lambda each: not each.sent.in_background)
        self._waiting = [each for each in self._waiting if not each.is_asked]
        is_left = bool(asked) and not asked[-1].sent.in_background
        for each in asked:
            leaves = not each.sent.in_background
            if leaves:  # a page that goes takes along what it has sent and what is not answered yet
                await all_came(self._awaited)
            if await self._let_go(each.what, is_awaited=is_left and not leaves):
                gone = True
                self._is_leaving |= leaves
        self.let_on_secs = time.monotonic() if gone else self.let_on_secs
        if gone:
            await self.on_going_on()
        return gone

    async def see_off(self, leaving: Awaitable[object]) -> None:
        """While pages are left for good: what they send with it goes where the last step may set it
        off, and is waited for; nothing else ever goes."""
        self.late.open(for_secs=math.inf)
        await leaving
        await self._asking.close()
        await all_came(self._awaited)

    def why_held(self, file: Outgoing) -> str:
        """Why this file is not to be handed out now, in words; noted where it is not. The address
        that hands it out was asked about in the same words, wherever it led on to."""
        why = self._why_held(file) if self._why_held is not None else ""
        why = "" if why in self._allowed else why
        if why:
            self._held.append(why)
        return why

    def holds_question(self, question: str, answer: unasked.Answer, ended_secs: float) -> bool:
        """Whether it waits for a yes, since the step under way set it off, for which the hands had
        done all by ``ended_secs`` (``time.monotonic``): a yes is all that it still wants."""
        sent = Outgoing("", in_background=True, question=question)
        is_of_step = self._why_held is not None and ended_secs > self._began_secs
        if not is_of_step or not (why := self._why_not_now(sent)):
            return False
        self._held.append(why)
        self._waiting.append(Waiting(sent, answer, why, is_asked=True))
        return True

    def _take(self, request: dict[str, Any]) -> None:
        if "responseStatusCode" in request or "responseErrorReason" in request:
            self._awaited.pop(request.get("networkId", ""), asyncio.Future()).cancel()
            self._asking.spawn(self._let_go(request))
            return
        decide = self._decide if request["resourceType"] == "Document" else self._decide_script
        self._asking.spawn(decide(request))

    async def _decide_script(self, paused: dict[str, Any]) -> None:
        sent = sendings.outgoing_of(paused, is_leaving=self._is_leaving)
        if not (why := self._why_not_now(sent)):
            await self._let_go(paused, is_awaited=math.isinf(self.late.until_secs))
        elif self._may_wait(sent, why):  # the page has asked for it once, and may never again
            self._waiting.append(Waiting(sent, paused, why, self._why_held is not None))
            if paused["request"]["initialPriority"] == _STANDS_STILL:
                await self.on_standstill()
        else:
            await self._let_go(paused, goes=False)

    def _take_line(self, socket: WebSocketRoute) -> None:
        """What a page writes into a web socket is looked at as what its scripts send. What may not
        go waits in it, and what comes behind it: right behind it all, which may be pieces of it,
        and later all but the page's ordinary work."""
        line = Line(socket, socket.connect_to_server(), [], self.on_sent)
        self._lines.append(line)
        is_of_next, step = self._is_leaving, self._held

        def send(message: str | bytes) -> None:
            text = message if isinstance(message, str) else message.decode(errors="replace")
            sent = Outgoing(
                socket.url,
                "POST",
                in_background=True,
                body=text,
                by=socket.url,
                is_after_leaving=is_of_next and step is self._held,
            )
            is_piece = time.monotonic() < line.held_at_secs + _PIECES_SECS
            is_ordinary = sent.likeness in self._ordinary
            is_behind = bool(line.waiting) and (is_piece or not is_ordinary)
            why = "" if is_behind else self._why_not_now(sent)
            if not (is_behind or why):
                line.send(message)
            elif len(self._all_waiting) < _MOST_WAITING if is_behind else self._may_wait(sent, why):
                if not is_ordinary:
                    line.held_at_secs = time.monotonic()
                asked = line.waiting[-1].is_asked if is_behind else self._why_held is not None
                line.waiting.append(Waiting(sent, message, why, asked))
            else:
                self._hang_up(line)

        def ended_by(other: WebSocketRoute) -> Callable[[int | None, str | None], None]:
            def end(code: int | None, reason: str | None) -> None:
                self._forget(line)
                self._asking.spawn(closed(other, code, reason))

            return end

        socket.on_message(send)
        socket.on_close(ended_by(line.server))
        line.server.on_close(ended_by(socket))

    def _forget(self, line: Line) -> None:
        line.waiting.clear()
        self._lines = [each for each in self._lines if each is not line]

    def _hang_up(self, line: Line) -> None:
        self._forget(line)
        for end in (line.page, line.server):
            self._asking.spawn(closed(end, _NOT_SENT, "held back"))

    def _why_not_now(self, sent: Outgoing) -> str:
        """Why it may not go without a yes; empty where it may. What a page sends while nothing is
        done is its ordinary work, then and later; not what was held back, and not allowed since,
        however often the page tries it again."""
        if self._lease.is_taken:
            return ""  # it is the operator who does it
        why_held = self._why_held or self._not_allowed.get(sent.likeness) or self.late.now
        is_told = sent.sends and not sent.is_cut
        if why_held is None and is_told and len(self._ordinary) < _MOST_ORDINARY:
            self._ordinary.add(sent.likeness)
        is_known = sent.likeness in self._ordinary or sent.likeness in self._allowed
        why = "" if why_held is None or is_known else why_held(sent)
        if not why:
            self._not_allowed.pop(sent.likeness, None)
        return why

    def _may_wait(self, sent: Outgoing, why: str) -> bool:
        """Whether it is asked about, now or, where its step has ended, before anything else is
        done: no report is, nor what that step set off before and comes again by itself."""
        if sent.is_report:
            return False
        is_late, known = self._why_held is None, self._not_allowed.get(sent.likeness)
        is_again = is_late and known is not None and self.late.now in (None, known)
        if is_again or len(self._all_waiting) >= _MOST_WAITING:
            self._on_refused(sent.url, _LATE.format(why))
            return False
        self._not_allowed[sent.likeness] = self._why_held or self.late.why
        if not is_late:
            self._held.append(why)
        return True

    async def _decide(self, paused: dict[str, Any]) -> None:
        sent = sendings.document_of(paused["request"])
        why, held = self._rules.why_not(sent.url), self._held
        is_theirs = self._lease.is_taken
        untold = "" if is_theirs or self._why_held is None else self._why_held(sent)
        is_soon = self._why_held is not None or self.late.now is not None
        if not (why or untold or (is_soon and not self._is_leaving)):
            await self._let_go(paused)
            return
        if not await self._is_main_frame(str(paused.get("frameId", ""))):
            await self._decide_script(paused)  # a frame may be there to tell something
            return
        is_late = self._why_held is None or self._held is not held
        if is_late and sent.sends and not is_theirs:
            untold = untold or self.late.why(sent)
        if why:
            self._on_refused(sent.url, why)
            await self._let_go(paused, goes=False)
        elif untold or (not is_theirs and self._leaves_what_waits(paused, is_late=is_late)):
            self._waiting.append(Waiting(sent, paused, untold, not is_late))
            if untold and not is_late:
                held.append(untold)
            await self.on_standstill()  # a page that is about to be left answers nobody
        else:
            self._is_leaving = True
            await self._let_go(paused)

    def _leaves_what_waits(self, paused: dict[str, Any], *, is_late: bool) -> bool:
        """Its page would go away, and with it what the same step set off before, and what waits."""
        waiting = (e for e in self._waiting if e.is_asked is not is_late and not e.sent.question)
        return any(each.what.get("frameId") == paused.get("frameId") for each in waiting)

    async def _let_go(self, held: Any, *, goes: bool = True, is_awaited: bool = False) -> bool:
        """Or not, so that the page stays; False where it is gone. ``is_awaited``: an answer."""
        assert self._session is not None
        how, why = ("continueRequest", {}) if goes else ("failRequest", {"errorReason": "Aborted"})
        try:
            if callable(held):
                await held(goes)
            else:
                told = {"requestId": held["requestId"], **why}
                if is_awaited and (network_id := held.get("networkId")):
                    self._awaited[network_id] = asyncio.Future()
                    told["interceptResponse"] = True
                await self._session.send(f"Fetch.{how}", told)
        except Error:
            name = "" if callable(held) else held.get("networkId", "")
            self._awaited.pop(name, asyncio.Future()).cancel()
            return False
        return True

    async def _is_main_frame(self, frame_id: str) -> bool:
        """A page goes by the id of its main frame."""
        assert self._session is not None
        with contextlib.suppress(Error):  # the page is gone, and the request with it
            targets = (await self._session.send("Target.getTargets"))["targetInfos"]
            return any(each["targetId"] == frame_id and each["type"] == "page" for each in targets)
        return False
