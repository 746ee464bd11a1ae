"""What of a page was held back, and waits for a yes; and what went, and is not answered yet."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.async_api import Error, WebSocketRoute

from engine.domain.facts import Part
from engine.domain.web.outgoing import Outgoing, WhyHeld

_LATE_SECS = 2.0
_KEEPING_SECS = 30.0


class Waiting(Part):
    """A paused request, a message in a web socket, or what answers a question, that goes with a
    yes. ``why`` is empty of what only comes behind another; ``is_asked``: the yes that is asked for
    now holds for it."""

    sent: Outgoing
    what: Any
    why: str
    is_asked: bool


def late_ones_let(waiting: Sequence[Waiting], why: WhyHeld) -> Sequence[Waiting]:
    """What came late, and may be sent by a step that begins now: it goes before all that this step
    sends, as what a page asks about a field goes before the form."""
    late = (each for each in waiting if each.sent.in_background and each.why and not each.is_asked)
    return [each for each in late if not why(each.sent)]


class LateWindow:
    """As long after a step as what a script writes, or a form it hands in, counts as set off by it:
    longer where the page ``may_keep`` what was written, as the last look at it told, since its
    clock stands still while the machine is busy."""

    def __init__(self) -> None:
        self.why: WhyHeld = lambda out: ""  # by what that step is judged
        self.may_keep: Callable[[], bool] = lambda: False
        self.until_secs = 0.0

    def open(self, for_secs: float | None = None) -> None:
        self.until_secs = time.monotonic() + (_LATE_SECS if for_secs is None else for_secs)

    @property
    def now(self) -> WhyHeld | None:
        """By what is judged what comes now; None where it is not of that step any more."""
        more_secs = _KEEPING_SECS if self.may_keep() else 0.0
        return self.why if time.monotonic() < self.until_secs + more_secs else None


class Line(Part):
    """A web socket: its ends in the page and at the server, and the messages that wait."""

    page: WebSocketRoute
    server: WebSocketRoute
    waiting: list[Waiting]
    on_sent: Callable[[str], object]
    held_at_secs: float = 0.0

    def send(self, message: str | bytes) -> None:
        self.on_sent(self.page.url)
        self.server.send(message)


async def closed(end: WebSocketRoute, code: int | None, reason: str | None) -> None:
    with contextlib.suppress(Error):  # it is closed, or the page is gone
        await end.close(code=code, reason=reason)


_ANSWERS_SECS = 10.0


async def all_came(awaited: dict[str, asyncio.Future[None]]) -> None:
    """The answers, by their requests' names; or they are waited for no longer."""
    if awaited:
        await asyncio.wait(awaited.values(), timeout=_ANSWERS_SECS)
    awaited.clear()
