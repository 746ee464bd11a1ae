"""The windows of a display as they lie upon each other: facts, without the X server.

Which window is in sight at a point is answered here, and what the server's answers about one add up
to; ``windows`` reads the stack.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.domain.spaces import Point, Rect
from engine.geometry.regions import is_in_any, without_all
from engine.surfaces.desktop.x11.clients import Owner
from engine.surfaces.desktop.x11.x_calls import numbers_in


@dataclass(frozen=True, slots=True)
class XWindow:
    """A mapped window. ``inner_px`` is the client's area, ``outer_px`` with its decoration.

    ``client`` tells the X client's connection that made it, which may have more windows.
    ``is_popup`` is a menu, a tool tip or another window that no window manager frames;
    ``is_furniture`` a desktop or a dock; ``is_managers`` the window manager's own; ``is_menu`` one
    that holds the pointer and the keyboard while it is open; ``is_splash`` one that only shows
    that a program starts.

    ``process_id`` is the window's own word, as the program is numbered where it runs;
    ``server_process_id`` is the X server's, as it is numbered here; 0 where they tell none.
    """

    xid: int
    title: str
    process_id: int
    class_name: str
    inner_px: Rect
    outer_px: Rect
    is_active: bool
    is_dialog: bool
    is_popup: bool
    is_furniture: bool
    is_managers: bool
    client: int = 0
    is_menu: bool = False
    owner: Owner = Owner.OTHER
    server_process_id: int = 0
    is_splash: bool = False

    @property
    def is_own(self) -> bool:
        """It is one of Pilothouse's windows, or the terminal in which it runs and writes of what
        the agent does: the agent neither sees nor touches either."""
        return self.owner is not Owner.OTHER

    @property
    def window_id(self) -> str:
        return f"{self.xid:#x}"


@dataclass(frozen=True, slots=True)
class WindowStack:
    """All mapped windows, the topmost first.

    Between monitors of different sizes there are parts of the screen that nobody can see: those
    outside of ``monitors_px``, if there are any.
    """

    windows: tuple[XWindow, ...]
    screen_px: Rect
    monitors_px: tuple[Rect, ...] = ()

    def is_shown(self, point: Point) -> bool:
        """Whether a monitor shows that pixel."""
        return not self.monitors_px or is_in_any(point, self.monitors_px)

    def top_at(self, point: Point) -> XWindow | None:
        """The window that is in sight at that pixel."""
        if not self.is_shown(point):
            return None
        return next((window for window in self.windows if window.outer_px.contains(point)), None)

    def on_screen(self, window: XWindow) -> Rect:
        """What of it lies within the screen."""
        return window.outer_px.intersection(self.screen_px)

    def of_process(self, process_id: int) -> tuple[XWindow, ...]:
        return tuple(window for window in self.windows if window.process_id == process_id)

    def window(self, window_id: str) -> XWindow | None:
        return next((one for one in self.windows if one.window_id == window_id), None)

    def own_parts(self) -> tuple[Rect, ...]:
        """Where Pilothouse's own windows are in sight, their frames and titles included."""
        parts: list[Rect] = []
        above: list[Rect] = []
        for window in self.windows:
            if window.is_own:
                parts += without_all((self.on_screen(window),), above)
            above.append(window.outer_px)
        return tuple(parts)


def rects_of(replies: dict[str, Any]) -> tuple[Rect | None, Rect | None]:
    """Outer and inner rectangle, both without the shadow that GTK draws around its windows."""
    outer, inner, origin = replies["outer"], replies["inner"], replies["origin"]
    if outer is None or inner is None or origin is None:
        return None, None
    border = 2 * outer.border_width
    outer_px = Rect(outer.x, outer.y, outer.width + border, outer.height + border)
    inner_px = Rect(origin.dst_x, origin.dst_y, inner.width, inner.height)
    shadow = numbers_in(replies["_GTK_FRAME_EXTENTS"])
    if len(shadow) == 4:
        left, right, top, bottom = shadow
        inner_px = Rect(
            inner_px.x + left,
            inner_px.y + top,
            inner_px.width - left - right,
            inner_px.height - top - bottom,
        )
        outer_px = inner_px
    return outer_px, inner_px


def with_process_of_siblings(windows: Sequence[XWindow]) -> list[XWindow]:
    """A window without a process id gets that of another window of the same X client."""
    known = {one.client: one.process_id for one in windows if one.process_id}
    return [
        one if one.process_id else replace(one, process_id=known.get(one.client, 0))
        for one in windows
    ]
