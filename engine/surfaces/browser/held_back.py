"""What of a page was held back, and waits for a yes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.async_api import WebSocketRoute

from engine.domain.web.outgoing import Outgoing


@dataclass(slots=True, eq=False)
class Waiting:
    """A paused request, a message in a web socket, or what answers a question, that goes with a
    yes. ``why`` is empty of what only comes behind another; ``is_asked``: the yes that is asked for
    now holds for it."""

    sent: Outgoing
    what: Any
    why: str
    is_asked: bool


@dataclass(slots=True, eq=False)
class Line:
    """A web socket: its ends in the page and at the server, and the messages that wait."""

    page: WebSocketRoute
    server: WebSocketRoute
    waiting: list[Waiting]
    on_sent: Callable[[str], object]
    held_at_secs: float = 0.0

    def send(self, message: str | bytes) -> None:
        self.on_sent(self.page.url)
        self.server.send(message)
