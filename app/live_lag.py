"""Follows how far the live picture and its zones lag behind the screen's changes.

The camera tells of each change at once, by a count that its pictures carry too; so a change is
shown as soon as a picture with its count is. Small areas that change again and again (a caret, a
clock) need no new look at the zones, and so they don't make them old.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from engine.domain.errors import SurfaceLost
from engine.domain.frames import Frame, PictureChange
from engine.domain.lag import SightLag
from engine.domain.ports import ChangeWatch
from engine.execution.settling import UnrestFilter

_PATIENCE_SECS = 60.0
_MOST_CHANGES = 1_000


class LiveLag:
    """``on_lag`` is told when something begins or ceases to lag, not of each change."""

    def __init__(self, *, on_lag: Callable[[SightLag], None]) -> None:
        self._on_lag = on_lag
        self._unshown: deque[PictureChange] = deque(maxlen=_MOST_CHANGES)
        self._unlooked: deque[PictureChange] = deque(maxlen=_MOST_CHANGES)
        self._shown_count = self._looked_count = -1
        self._unrest: UnrestFilter | None = None
        self._told = SightLag()

    async def follow(self, watch: ChangeWatch) -> None:
        """Until cancelled or the display goes away (which the surface tells by itself)."""
        try:
            while True:
                change = await watch.next(_PATIENCE_SECS)
                if change is not None:
                    self.take_change(change)
        except SurfaceLost:
            return
        finally:
            watch.close()

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
        )
        if lag != self._told:
            self._told = lag
            self._on_lag(lag)


def _drop(changes: deque[PictureChange], count: int) -> None:
    while changes and changes[0].change_count <= count:
        changes.popleft()
