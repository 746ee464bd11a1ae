"""The windows of a display as they lie upon each other: facts, without the X server.

Which window is in sight at a point is answered here; ``windows`` reads the stack.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.domain.spaces import Point, Rect
from engine.geometry.regions import is_in_any, without_all
from engine.surfaces.desktop.x11.clients import Owner


@dataclass(frozen=True, slots=True)
class XWindow:
    """A mapped window. ``inner_px`` is the client's area, ``outer_px`` with its decoration.

    ``client`` tells the X client's connection that made it, which may have more windows.
    ``is_popup`` is a menu, a tool tip or another window that no window manager frames;
    ``is_furniture`` a desktop or a dock; ``is_managers`` the window manager's own; ``is_menu`` one
    that holds the pointer and the keyboard while it is open.
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
