"""Follows how far the live picture and its zones lag behind the screen's changes.

The camera tells of each change at once, by a count that its pictures carry too; so a change is
shown as soon as a picture with its count is. Small areas that change again and again (a caret, a
clock) need no new look at the zones, and so they don't make them old.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from engine.acting.settling import UnrestFilter
from engine.domain.errors import SurfaceLost
from engine.domain.frames import Frame, PictureChange, SightLag
from engine.domain.surface_ports import Eyes

_ASK_AFTER_SECS = 2.0
"""Where nothing was told for so long, the camera is asked whether it is still there."""
_ANSWER_SECS = 0.5
_MOST_CHANGES = 1_000


class LiveLag:
    """``on_lag`` is told when something begins or ceases to lag, not of each change."""

    def __init__(
        self,
        *,
        on_lag: Callable[[SightLag], None],
        answer_secs: float = _ANSWER_SECS,
    ) -> None:
        self._on_lag = on_lag
        self._answer_secs = answer_secs
        self._unshown: deque[PictureChange] = deque(maxlen=_MOST_CHANGES)
        self._unlooked: deque[PictureChange] = deque(maxlen=_MOST_CHANGES)
        self._shown_count = self._looked_count = -1
        self._unrest: UnrestFilter | None = None
        self._silent_since_secs: float | None = None
        self._told = SightLag()

    async def follow(self, eyes: Eyes) -> None:
        """Until cancelled or the display goes away (which the surface tells by itself)."""
        watch = eyes.watch()
        try:
            while True:
                change = await watch.next(_ASK_AFTER_SECS)
                if change is None:
                    await self._ask(eyes)
                else:
                    self.take_change(change)
        except SurfaceLost:
            return
        finally:
            watch.close()

    async def _ask(self, eyes: Eyes) -> None:
        """Whether the camera answers at all: else nobody knows what the screen shows."""
        asked_at_secs = self._silent_since_secs or time.monotonic()
        answer = asyncio.ensure_future(eyes.change_count())
        try:
            done, _ = await asyncio.wait({answer}, timeout=self._answer_secs)
            if not done:
                self._note_silence(asked_at_secs)
            await answer
        except SurfaceLost:
            self._note_silence(asked_at_secs)  # it may come back; that it ended, the watch tells
        else:
            self._note_silence(None)
        finally:
            answer.cancel()

    def _note_silence(self, since_secs: float | None) -> None:
        self._silent_since_secs = since_secs
        self._tell()

    def take_change(self, change: PictureChange) -> None:
        if change.change_count > self._shown_count:
            self._unshown.append(change)
        is_unrest = self._unrest is None or self._unrest.is_unrest(change)
        if is_unrest and change.change_count > self._looked_count:
            self._unlooked.append(change)
        self._tell()

    def take_frame(self, frame: Frame) -> None:
        """This picture is shown now."""
        self._shown_count = frame.change_count
        _drop(self._unshown, frame.change_count)
        self._tell()

    def take_look(self, frame: Frame) -> None:
        """The zones that are shown belong to this picture."""
        self._looked_count = frame.change_count
        self._unrest = UnrestFilter(frame.bounds_px)
        _drop(self._unlooked, frame.change_count)
        self._tell()

    def _tell(self) -> None:
        lag = SightLag(
            self._unshown[0].at_secs if self._unshown else None,
            self._unlooked[0].at_secs if self._unlooked else None,
            self._silent_since_secs,
        )
        if lag != self._told:
            self._told = lag
            self._on_lag(lag)


def _drop(changes: deque[PictureChange], count: int) -> None:
    while changes and changes[0].change_count <= count:
        changes.popleft()
