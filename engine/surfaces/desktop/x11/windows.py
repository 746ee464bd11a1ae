"""The windows of an X display from top to bottom, read in a few pipelined rounds; and whether their
programs still answer.

The accessibility bus knows what is inside a window, X alone knows which window lies on top. The
reader joins both: this module tells of geometry, title, process and stacking. It asks windows as
window managers do before they offer to end one: `_NET_WM_PING`
(https://specifications.freedesktop.org/wm-spec/latest/), which reaches programs that are on no
accessibility bus, such as games. Which ones know the protocol they say themselves; nothing is said
of the others."""

import contextlib
import itertools
import os
import socket
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import xcffib
import xcffib.xproto

from engine.domain import spaces, zones
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses
from engine.surfaces.desktop.x11 import window_stack, x_calls

_MENU_TYPES = (
    "_NET_WM_WINDOW_TYPE_POPUP_MENU",
    "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU",
    "_NET_WM_WINDOW_TYPE_COMBO",
)
_SPLASH_TYPE = "_NET_WM_WINDOW_TYPE_SPLASH"
_FURNITURE_TYPES = ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")
_ASKED_OF_EACH = (
    "_NET_WM_NAME",
    "WM_NAME",
    "_NET_WM_PID",
    "WM_CLIENT_MACHINE",
    "WM_CLASS",
    "WM_TRANSIENT_FOR",
    "_NET_WM_WINDOW_TYPE",
    "_GTK_FRAME_EXTENTS",
)
_ATOMS = (
    *_ASKED_OF_EACH,
    "WM_STATE",
    "_NET_ACTIVE_WINDOW",
    "_NET_CLIENT_LIST",
    "_NET_SUPPORTING_WM_CHECK",
    "_NET_WM_WINDOW_TYPE_DIALOG",
    _SPLASH_TYPE,
    *_MENU_TYPES,
    *_FURNITURE_TYPES,
)
_CLIENT_DEPTH = 3  # the frame itself, what it holds, and one wrapper between


class DisplayGone(Exception):
    """The X server can't be reached, or went away."""


@contextlib.contextmanager
def told_if_gone(words: str = "the X display went away") -> Iterator[None]:
    """Raises ``DisplayGone`` in place of xcffib's errors."""
    try:
        yield
    except xcffib.XcffibException as error:
        raise DisplayGone(words) from error


class XWindows:
    """A connection to one display that reads its window stack, and knows ``own`` windows."""

    def __init__(self, display: str, own: OwnProcesses = NOBODY) -> None:
        """Raises ``DisplayGone``."""
        self._own = own
        self._owners: dict[int, window_stack.Owner] = {}
        with told_if_gone(f"no X display at {display}"):
            self._connection = xcffib.connect(display=display)
            self._root = x_calls.root_of(self._connection)
            self._atoms = x_calls.atoms_of(self._connection, _ATOMS)
            self._clients = window_stack.XClients(self._connection)
            self._monitors = x_calls.XMonitors(self._connection, self._root)

    def close(self) -> None:
        self._connection.disconnect()

    @told_if_gone()
    def keyboard_owner(self) -> window_stack.Owner:
        """Whose window has the keyboard, as the windows were last read. Raises ``DisplayGone``."""
        focus = x_calls.focus_in(x_calls.reply_to(self._connection.core.GetInputFocus()))
        if focus == xcffib.xproto.InputFocus.PointerRoot:
            top = self.read().top_at(self.pointer())
            return top.owner if top is not None else window_stack.Owner.OTHER
        return self._owners.get(self._clients.client_of(focus), window_stack.Owner.OTHER)

    @told_if_gone()
    def pointer(self) -> spaces.Point:
        """Where the pointer is. Raises ``DisplayGone``."""
        reply = self._connection.core.QueryPointer(self._root).reply()
        return spaces.Point(reply.root_x, reply.root_y)

    @told_if_gone()
    def read(self) -> window_stack.WindowStack:
        """The stack now; a window may be destroyed meanwhile. Raises ``DisplayGone``."""
        core = self._connection.core
        tree = core.QueryTree(self._root)
        active = self._ask_property(self._root, "_NET_ACTIVE_WINDOW")
        listed = self._ask_property(self._root, "_NET_CLIENT_LIST")
        manager = self._ask_property(self._root, "_NET_SUPPORTING_WM_CHECK")
        focus = core.GetInputFocus()
        root = core.GetGeometry(self._root)
        monitors = self._monitors.ask()
        children = list(reversed(list(tree.reply().children)))
        active_xid = x_calls.first_number_in(x_calls.reply_to(active)) or x_calls.focus_in(
            x_calls.reply_to(focus)
        )
        manager_client = self._clients.client_of(x_calls.first_number_in(x_calls.reply_to(manager)))
        frames = self._mapped(children)
        processes = self._clients.processes()
        known = frozenset(x_calls.numbers_in(x_calls.reply_to(listed)))
        clients = self._clients_of(frames, known, processes)
        windows = self._describe(frames, clients, active_xid, manager_client, processes)
        size = root.reply()
        return window_stack.WindowStack(
            tuple(window_stack.with_process_of_siblings(windows)),
            spaces.Rect(0, 0, size.width, size.height),
            tuple(self._monitors.told(monitors).values()),
        )

    def _mapped(self, xids: Sequence[int]) -> dict[int, bool]:
        """The mapped, visible windows of these, each with whether it is override-redirect."""
        cookies = {xid: self._connection.core.GetWindowAttributes(xid) for xid in xids}
        shown = {}
        for xid, cookie in cookies.items():
            attributes = x_calls.reply_to(cookie)
            if (
                attributes is not None
                and attributes.map_state == xcffib.xproto.MapState.Viewable
                and attributes._class != xcffib.xproto.WindowClass.InputOnly
            ):
                shown[xid] = bool(attributes.override_redirect)
        return shown

    def _are_clients(
        self, xids: Sequence[int], listed: frozenset[int], processes: Mapping[int, int]
    ) -> list[bool]:
        """Those in the manager's list, and those it marks: it lists them once they show. Own ones
        are known before that."""
        owners = [processes.get(self._clients.client_of(xid)) for xid in xids]
        marks = [None if xid in listed else self._ask_property(xid, "WM_STATE") for xid in xids]
        return [
            mark is None
            or owner in self._own.process_ids
            or bool(x_calls.value_of(x_calls.reply_to(mark)))
            for owner, mark in zip(owners, marks, strict=True)
        ]

    def _clients_of(
        self, frames: Iterable[int], listed: frozenset[int], processes: Mapping[int, int]
    ) -> dict[int, int]:
        """Per frame the window below it, or itself, that the window manager manages."""
        level = [(frame, frame) for frame in frames]
        clients: dict[int, int] = {}
        for depth in range(_CLIENT_DEPTH):
            if depth:
                level = self._below([one for one in level if one[0] not in clients])
            answers = self._are_clients([xid for _, xid in level], listed, processes)
            for (frame, xid), answer in zip(level, answers, strict=True):
                if answer:
                    clients.setdefault(frame, xid)
        return clients

    def _below(self, level: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """The children of these windows, each with the frame that it belongs to."""
        trees = [self._connection.core.QueryTree(xid) for _, xid in level]
        replies = [x_calls.reply_to(tree) for tree in trees]
        return [
            (frame, child)
            for (frame, _), reply in zip(level, replies, strict=True)
            if reply is not None
            for child in reply.children
        ]

    def _describe(
        self,
        frames: Mapping[int, bool],
        clients: dict[int, int],
        active_xid: int,
        manager_client: int,
        processes: Mapping[int, int],
    ) -> list[window_stack.XWindow]:
        xids = {frame: clients.get(frame, frame) for frame in frames}
        asked = {xid: self._ask_all(frame, xid) for frame, xid in xids.items()}
        told = {
            xid: {name: x_calls.reply_to(cookie) for name, cookie in cookies.items()}
            for xid, cookies in asked.items()
        }
        self._find_owners(told, manager_client, processes)
        windows = []
        for frame, xid in xids.items():
            is_popup = frames[frame] and frame not in clients
            window = self._window(xid, told[xid], processes, is_popup=is_popup)
            if window is not None:
                is_managers = is_popup and window.client == manager_client
                window = replace(window, is_active=xid == active_xid, is_managers=is_managers)
                windows.append(window)
        return windows

    def _window(
        self, xid: int, replies: dict[str, Any], processes: Mapping[int, int], *, is_popup: bool
    ) -> window_stack.XWindow | None:
        """What it tells of itself; None where it is gone, or too small to be seen."""
        outer, inner = window_stack.rects_of(replies)
        if outer is None or inner is None or outer.width <= 1 or outer.height <= 1:
            return None
        types = x_calls.numbers_in(replies["_NET_WM_WINDOW_TYPE"])
        is_dialog = self._atoms["_NET_WM_WINDOW_TYPE_DIALOG"] in types
        is_of_another = bool(x_calls.first_number_in(replies["WM_TRANSIENT_FOR"]))
        client = self._clients.client_of(xid)
        title = x_calls.text_in(replies["_NET_WM_NAME"]) or x_calls.text_in(replies["WM_NAME"])
        return window_stack.XWindow(
            xid=xid,
            title=title[: zones.MOST_NAME_CHARS],
            process_id=x_calls.first_number_in(replies["_NET_WM_PID"]),
            class_name=x_calls.text_in(replies["WM_CLASS"]).rstrip("\0").split("\0")[-1],
            inner_px=inner,
            outer_px=outer,
            is_active=False,
            is_dialog=not is_popup and (is_dialog or is_of_another),
            is_popup=is_popup,
            is_furniture=any(self._atoms[name] in types for name in _FURNITURE_TYPES),
            is_managers=False,
            is_menu=any(self._atoms[name] in types for name in _MENU_TYPES),
            owner=self._owners.get(client, window_stack.Owner.OTHER),
            client=client,
            server_process_id=processes.get(client, 0),
            is_splash=self._atoms[_SPLASH_TYPE] in types,
        )

    def _find_owners(
        self, told: Mapping[int, dict[str, Any]], manager_client: int, processes: Mapping[int, int]
    ) -> None:
        """Whose clients there are now."""
        if self._own == NOBODY:
            return
        here = socket.gethostname()
        claims = {
            xid: x_calls.first_number_in(replies["_NET_WM_PID"])
            for xid, replies in told.items()
            if x_calls.numbers_in(replies["_NET_WM_PID"])
            and x_calls.text_in(replies["WM_CLIENT_MACHINE"]) == here
        }
        managed = [xid for xid in told if self._clients.client_of(xid) != manager_client]
        self._owners = self._clients.owners(self._own, processes, claims, managed)

    def _ask_all(self, frame: int, xid: int) -> dict[str, Any]:
        core = self._connection.core
        cookies: dict[str, Any] = {name: self._ask_property(xid, name) for name in _ASKED_OF_EACH}
        cookies["outer"] = core.GetGeometry(frame)
        cookies["inner"] = core.GetGeometry(xid)
        cookies["origin"] = core.TranslateCoordinates(xid, self._root, 0, 0)
        return cookies

    def _ask_property(self, xid: int, name: str) -> Any:
        return x_calls.ask_property(self._connection, xid, self._atoms[name])


PING_SECS = 0.8
_NAMES = ("WM_PROTOCOLS", "_NET_WM_PING")
_MARK = 0x50480000


class XPings:
    """A connection of its own to one display; it ends with the process, if not before."""

    _numbers = itertools.count(1)

    def __init__(self, display: str) -> None:
        """Raises ``DisplayGone``."""
        with told_if_gone(f"no X display at {display}"):
            self._connection = xcffib.connect(display=display)
            self._root = x_calls.root_of(self._connection)
            self._protocols, self._ping = x_calls.atoms_of(self._connection, _NAMES).values()
            masks = xcffib.xproto.EventMask  # Qt answers to the second only
            wanted = masks.SubstructureNotify | masks.StructureNotify
            x_calls.listen(self._connection, self._root, wanted)

    def close(self) -> None:
        self._connection.disconnect()

    def able(self, xids: Sequence[int]) -> list[int]:
        """Those that say they answer pings."""
        cookies = [x_calls.ask_property(self._connection, xid, self._protocols) for xid in xids]
        replies = [x_calls.numbers_in(x_calls.reply_to(cookie)) for cookie in cookies]
        return [x for x, told in zip(xids, replies, strict=True) if self._ping in told]

    @told_if_gone()
    def unanswered(self, xids: Sequence[int], timeout_secs: float) -> frozenset[int]:
        """Those that answer pings, and did not in time. Raises ``DisplayGone``."""
        able = self.able(xids)
        # whoever else pings (the window manager) is told the same answers: ours have a mark
        number = _MARK | (os.getpid() * 31 + next(self._numbers)) & 0xFFFF
        for xid in able:
            event = x_calls.client_message(xid, self._protocols, self._ping, number, xid)
            self._connection.core.SendEvent(False, xid, 0, event)
        self._connection.flush()
        waiting, deadline_secs = set(able), time.monotonic() + timeout_secs
        for event in x_calls.events_until(self._connection, deadline_secs) if able else ():
            if isinstance(event, xcffib.xproto.ClientMessageEvent):
                kind, told, xid, *_ = event.data.data32
                if kind == self._ping and told == number:
                    waiting.discard(xid)
            if not waiting:
                break
        return frozenset(waiting)
