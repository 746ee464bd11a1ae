"""The windows of a display as they lie upon each other, and who stands behind each.

Which window is in sight at a point is answered here without the X server, and what its answers
about one add up to; ``windows`` reads the stack. A window's own word on its process
(``_NET_WM_PID``) is missing on many popups and can be anything. The server knows which process
opened the connection over which a window was made (X-Resource 1.2), and each window's number tells
its connection."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

import xcffib
import xcffib.res
import xcffib.xproto

from engine.domain.facts import Frozen, replace
from engine.domain.spaces import Point, Rect
from engine.geometry.regions import is_in_any, without_all
from engine.surfaces.desktop.terminals import OwnProcesses
from engine.surfaces.desktop.x11.x_calls import extension_of, numbers_in

_EVERY_CLIENT = 0


class Owner(StrEnum):
    """Whose window it is."""

    OTHER = "other"
    PILOTHOUSE = "pilothouse"
    TERMINAL = "terminal"
    """The terminal in which Pilothouse runs."""


class XClients:
    """The clients of a display, and their processes."""

    def __init__(self, connection: xcffib.Connection) -> None:
        self._mask = ~connection.get_setup().resource_id_mask
        resources = extension_of(connection, "X-Resource", xcffib.res.key)
        told = resources and resources.QueryVersion(1, 2).reply()
        can_tell = told and (told.server_major, told.server_minor) >= (1, 2)
        self._resources = resources if can_tell else None

    def client_of(self, xid: int) -> int:
        """The client that made it, as a number that all its windows share."""
        return int(xid & self._mask)

    def processes(self) -> dict[int, int]:
        """Per client its process on this machine; empty where the server is too old."""
        if self._resources is None:
            return {}
        wanted = xcffib.res.ClientIdMask.LocalClientPID
        spec = xcffib.res.ClientIdSpec.synthetic(_EVERY_CLIENT, wanted)
        reply = self._resources.QueryClientIds(1, [spec]).reply()
        return {
            self.client_of(one.spec.client): one.value[0]
            for one in reply.ids
            if one.spec.mask & wanted and one.length >= 4
        }

    def owners(
        self,
        own: OwnProcesses,
        told: Mapping[int, int],
        claims: Mapping[int, int],
        with_window: Iterable[int],
    ) -> dict[int, Owner]:
        """Per client of Pilothouse's, or of its terminal's, whose it is.

        ``told`` are the ``processes``. ``claims`` are what windows say of themselves, by their
        number: they help where the server can't tell, or tells processes as they are numbered
        outside of a container. ``with_window`` are windows of
        which one may be the terminal's."""
        behind = {self.client_of(xid): process_id for xid, process_id in claims.items()}
        owners = {
            client: Owner.PILOTHOUSE
            for facts in (told, behind)
            for client, process_id in facts.items()
            if process_id in own.process_ids
        }
        shown = {self.client_of(xid) for xid in with_window}
        for process_id in own.terminal_ids:
            clients = {c for c in shown if process_id in (told.get(c), behind.get(c))}
            if clients:
                return owners | dict.fromkeys(clients - owners.keys(), Owner.TERMINAL)
        return owners


class XWindow(Frozen):
    """A mapped window. ``inner_px`` is the client's area, ``outer_px`` with its decoration.

    ``client`` tells the X client's connection that made it, which may have more windows.
    ``is_popup`` is a menu, a tool tip or another window that no window manager frames;
    ``is_furniture`` a desktop or a dock; ``is_managers`` the window manager's own; ``is_menu`` one
    that holds the pointer and the keyboard while it is open; ``is_splash`` one that only shows
    that a program starts.

    ``process_id`` is the window's own word, as the program is numbered where it runs;
    ``server_process_id`` is the X server's, as it is numbered here; 0 where they tell none."""

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


class WindowStack(Frozen):
    """All mapped windows, the topmost first. Between monitors of different sizes there are parts of
    the screen that nobody can see: those outside of ``monitors_px``, if there are any."""

    windows: tuple[XWindow, ...]
    screen_px: Rect
    monitors_px: tuple[Rect, ...] = ()

    def is_shown(self, point: Point) -> bool:
        """Whether a monitor shows that pixel."""
        return not self.monitors_px or is_in_any(point, self.monitors_px)

    def top_at(self, point: Point, *, bare: bool = False) -> XWindow | None:
        """The window in sight at that pixel; ``bare``: as if there were no popups but menus."""
        there = (each for each in self.windows if each.outer_px.contains(point))
        shown = (each for each in there if not bare or each.is_menu or not each.is_popup)
        return next(shown, None) if self.is_shown(point) else None

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
