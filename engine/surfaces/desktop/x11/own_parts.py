"""The parts of a display's picture that show Pilothouse's own windows, followed as they move.

What they show is nobody's business but the operator's: the camera covers it, and what is painted
there is no change of the picture. Otherwise a console that shows the live picture of the screen
on which it lies would see itself, be changed by what it shows, and never come to rest."""

from collections.abc import Sequence
from typing import Any

import xcffib
import xcffib.xproto

from engine.domain import spaces, zones
from engine.geometry.regions import is_covered
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses
from engine.surfaces.desktop.x11 import windows, x_calls

_BYTES_PER_PIXEL = 4
_MOVES = (
    xcffib.xproto.MapNotifyEvent,
    xcffib.xproto.UnmapNotifyEvent,
    xcffib.xproto.ConfigureNotifyEvent,
    xcffib.xproto.ReparentNotifyEvent,
    xcffib.xproto.DestroyNotifyEvent,
    xcffib.xproto.CirculateNotifyEvent,
)
_LISTS = ("_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING")
"""The window manager's, by which it is known which windows are somebody's at all."""


class OwnParts:
    """``parts_px`` as they were when last followed. Without own processes it costs nothing."""

    def __init__(self, display: str, own: OwnProcesses) -> None:
        """Raises ``DisplayGone``."""
        self._windows = None if own == NOBODY else windows.XWindows(display, own)
        self._is_outdated = self._windows is not None
        self._lists: set[int] = set()
        self._before_px: tuple[spaces.Rect, ...] = ()
        self.parts_px: tuple[spaces.Rect, ...] = ()

    def listen(self, connection: xcffib.Connection, root: int) -> None:
        """Have that connection told of windows that come, go and move; give them to ``note``."""
        if self._windows is not None:
            masks = xcffib.xproto.EventMask
            x_calls.listen(connection, root, masks.SubstructureNotify | masks.PropertyChange)
            self._lists = set(x_calls.atoms_of(connection, _LISTS).values())

    def note(self, event: Any) -> None:
        """Take in an event: the parts may be different after it."""
        is_list = isinstance(event, xcffib.xproto.PropertyNotifyEvent) and event.atom in self._lists
        if is_list or isinstance(event, _MOVES):
            self._is_outdated = self._windows is not None

    def follow(self) -> tuple[spaces.Rect, ...]:
        """Look where windows moved, and at what that covered or not. Raises ``DisplayGone``."""
        self._before_px = self.parts_px
        if self._windows is None or not self._is_outdated:
            return ()
        self._is_outdated = False
        self.parts_px = self._windows.read().own_parts()
        return tuple({*self._before_px} ^ {*self.parts_px})

    def hide(self, change_px: spaces.Rect) -> bool:
        """Whether a change lies under the cover: now, and before windows moved."""
        return is_covered(change_px, self.parts_px) and is_covered(change_px, self._before_px)


def cover(pixels: Any, width: int, parts_px: Sequence[spaces.Rect]) -> None:
    """Make these parts grey in a picture of rows of ``width`` BGRA pixels, in place. ``pixels`` is
    writable and at least as large as the parts reach."""
    for part in parts_px:
        row = bytes([zones.COVERED]) * (part.width * _BYTES_PER_PIXEL)
        for y in range(part.y, part.bottom):
            start = (y * width + part.x) * _BYTES_PER_PIXEL
            pixels[start : start + len(row)] = row
