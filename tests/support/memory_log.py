"""A record in memory for the engine's tests: a log that keeps all, a store that keeps nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from engine.domain.errors import BugError
from engine.domain.events import Event, Recorded, SessionEnded
from engine.domain.models import SentPicture
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect

E = TypeVar("E")


class MemoryLog:
    """Implements ``EventLog`` with a list; as the real one, it takes nothing after the end."""

    def __init__(self, now_secs: Callable[[], float] = time.monotonic) -> None:
        self._now_secs = now_secs
        self.recorded: list[Recorded] = []

    async def append(self, event: Event) -> Recorded:
        if self.recorded and isinstance(self.recorded[-1].event, SessionEnded):
            raise BugError(f"{event.kind} came too late")
        self.recorded.append(Recorded(len(self.recorded) + 1, "session", self._now_secs(), event))
        return self.recorded[-1]

    async def sync(self) -> None:
        """Nothing of it stays."""

    @property
    def events(self) -> list[Event]:
        return [recorded.event for recorded in self.recorded]

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]


class ForgetfulBlobs:
    async def put_picture(self, frame: Frame, crop_px: Rect | None = None) -> str:
        return f"picture-{frame.change_count}" + ("-crop" if crop_px else "")

    async def put_zones(self, seen: Situation) -> str:
        return f"zones-{seen.frame.change_count}"

    async def put_text(self, text: str) -> str:
        return text and f"text-{len(text)}"

    async def put_sent_picture(self, picture: SentPicture) -> str:
        return f"sent-{picture.width}x{picture.height}"
