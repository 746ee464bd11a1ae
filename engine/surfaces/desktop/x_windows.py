"""The windows of an X display from top to bottom, read in a few pipelined rounds.

The accessibility bus knows what is inside a window, X alone knows which window lies on top. The
reader joins both: this module tells of geometry, title, process and stacking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import xcffib
import xcffib.xproto

from engine.domain.spaces import Rect
from engine.surfaces.desktop.x_replies import (
    first_number_in,
    focus_in,
    numbers_in,
    reply_to,
    text_in,
    value_of,
)
from engine.surfaces.desktop.x_window_stack import WindowStack, XWindow

_ATOMS = (
    "WM_STATE",
    "WM_CLASS",
    "WM_TRANSIENT_FOR",
    "_NET_WM_NAME",
    "WM_NAME",
    "_NET_WM_PID",
    "_NET_ACTIVE_WINDOW",
    "_NET_CLIENT_LIST",
    "_NET_SUPPORTING_WM_CHECK",
    "_NET_WM_WINDOW_TYPE",
    "_NET_WM_WINDOW_TYPE_DIALOG",
    "_NET_WM_WINDOW_TYPE_DESKTOP",
    "_NET_WM_WINDOW_TYPE_DOCK",
    "_GTK_FRAME_EXTENTS",
)
_PROPERTY_WORDS = 256
_CLIENT_DEPTH = 3  # the frame itself, what it holds, and one wrapper between

_ClientTest = Callable[[Sequence[int]], list[bool]]


class DisplayGone(Exception):
    """The X server can't be reached, or went away."""


class XWindows:
    """A connection to one display that reads its window stack."""

    def __init__(self, display: str) -> None:
        """Raises ``DisplayGone``."""
        try:
            self._connection = xcffib.connect(display=display)
            setup = self._connection.get_setup()
            self._root = setup.roots[self._connection.pref_screen].root
            self._client_mask = ~setup.resource_id_mask
            cookies = [self._connection.core.InternAtom(False, len(name), name) for name in _ATOMS]
            self._atoms = {
                name: cookie.reply().atom for name, cookie in zip(_ATOMS, cookies, strict=True)
            }
        except xcffib.XcffibException as error:
            raise DisplayGone(f"no X display at {display}") from error

    def close(self) -> None:
        self._connection.disconnect()

    def read(self) -> WindowStack:
        """The stack as it is now. Raises ``DisplayGone``.

        A window may be destroyed between two rounds: it is left out.
        """
        try:
            return self._read()
        except xcffib.XcffibException as error:
            raise DisplayGone("the X display went away") from error

    def _read(self) -> WindowStack:
        core = self._connection.core
        tree = core.QueryTree(self._root)
        active = self._ask_property(self._root, "_NET_ACTIVE_WINDOW")
        listed = self._ask_property(self._root, "_NET_CLIENT_LIST")
        manager = self._ask_property(self._root, "_NET_SUPPORTING_WM_CHECK")
        focus = core.GetInputFocus()
        root = core.GetGeometry(self._root)
        children = list(reversed(list(tree.reply().children)))
        active_xid = first_number_in(reply_to(active)) or focus_in(reply_to(focus))
        manager_client = first_number_in(reply_to(manager)) & self._client_mask
        frames = self._mapped(children)
        is_client = self._client_test(numbers_in(reply_to(listed)))
        clients = self._clients_of([xid for xid, _ in frames], is_client)
        windows = self._describe(frames, clients, active_xid, manager_client)
        size = root.reply()
        return WindowStack(
            tuple(_with_process_of_siblings(windows, self._client_mask)),
            Rect(0, 0, size.width, size.height),
        )

    def _mapped(self, xids: Sequence[int]) -> list[tuple[int, bool]]:
        """The mapped, visible windows of these, each with whether it is override-redirect."""
        core = self._connection.core
        cookies = [core.GetWindowAttributes(xid) for xid in xids]
        shown = []
        for xid, cookie in zip(xids, cookies, strict=True):
            attributes = reply_to(cookie)
            if (
                attributes is not None
                and attributes.map_state == xcffib.xproto.MapState.Viewable
                and attributes._class != xcffib.xproto.WindowClass.InputOnly
            ):
                shown.append((xid, bool(attributes.override_redirect)))
        return shown

    def _client_test(self, listed: Sequence[int]) -> _ClientTest:
        """Which of some windows are clients: those in the manager's list, else those it marks."""
        if listed:
            known = frozenset(listed)
            return lambda xids: [xid in known for xid in xids]

        def are_marked(xids: Sequence[int]) -> list[bool]:
            marks = [self._ask_property(xid, "WM_STATE") for xid in xids]
            return [bool(value_of(reply_to(mark))) for mark in marks]

        return are_marked

    def _clients_of(self, frames: Iterable[int], is_client: _ClientTest) -> dict[int, int]:
        """Per frame the window below it, or itself, that the window manager manages."""
        level = [(frame, frame) for frame in frames]
        clients: dict[int, int] = {}
        for depth in range(_CLIENT_DEPTH):
            if depth:
                level = self._below([one for one in level if one[0] not in clients])
            answers = is_client([xid for _, xid in level])
            for (frame, xid), answer in zip(level, answers, strict=True):
                if answer:
                    clients.setdefault(frame, xid)
        return clients

    def _below(self, level: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """The children of these windows, each with the frame that it belongs to."""
        trees = [self._connection.core.QueryTree(xid) for _, xid in level]
        replies = [reply_to(tree) for tree in trees]
        return [
            (frame, child)
            for (frame, _), reply in zip(level, replies, strict=True)
            if reply is not None
            for child in reply.children
        ]

    def _describe(
        self,
        frames: Sequence[tuple[int, bool]],
        clients: dict[int, int],
        active_xid: int,
        manager_client: int,
    ) -> list[XWindow]:
        asked = [
            (frame, unmanaged, self._ask_all(frame, clients.get(frame, frame)))
            for frame, unmanaged in frames
        ]
        windows = []
        for frame, unmanaged, cookies in asked:
            xid = clients.get(frame, frame)
            replies = {name: reply_to(cookie) for name, cookie in cookies.items()}
            outer, inner = _rects(replies)
            if outer is None or inner is None or outer.width <= 1 or outer.height <= 1:
                continue
            types = numbers_in(replies["_NET_WM_WINDOW_TYPE"])
            is_popup = unmanaged and frame not in clients
            windows.append(
                XWindow(
                    xid=xid,
                    title=text_in(replies["_NET_WM_NAME"]) or text_in(replies["WM_NAME"]),
                    process_id=first_number_in(replies["_NET_WM_PID"]),
                    class_name=text_in(replies["WM_CLASS"]).rstrip("\0").split("\0")[-1],
                    inner_px=inner,
                    outer_px=outer,
                    is_active=xid == active_xid,
                    is_dialog=not is_popup and self._is_dialog(types, replies),
                    is_popup=is_popup,
                    is_furniture=any(
                        self._atoms[name] in types
                        for name in ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")
                    ),
                    is_managers=is_popup and xid & self._client_mask == manager_client,
                    client=xid & self._client_mask,
                )
            )
        return windows

    def _ask_all(self, frame: int, xid: int) -> dict[str, Any]:
        core = self._connection.core
        names = (
            "_NET_WM_NAME",
            "WM_NAME",
            "_NET_WM_PID",
            "WM_CLASS",
            "WM_TRANSIENT_FOR",
            "_NET_WM_WINDOW_TYPE",
            "_GTK_FRAME_EXTENTS",
        )
        cookies: dict[str, Any] = {name: self._ask_property(xid, name) for name in names}
        cookies["outer"] = core.GetGeometry(frame)
        cookies["inner"] = core.GetGeometry(xid)
        cookies["origin"] = core.TranslateCoordinates(xid, self._root, 0, 0)
        return cookies

    def _ask_property(self, xid: int, name: str) -> Any:
        return self._connection.core.GetProperty(
            False, xid, self._atoms[name], xcffib.xproto.GetPropertyType.Any, 0, _PROPERTY_WORDS
        )

    def _is_dialog(self, types: Sequence[int], replies: dict[str, Any]) -> bool:
        if self._atoms["_NET_WM_WINDOW_TYPE_DIALOG"] in types:
            return True
        return bool(first_number_in(replies["WM_TRANSIENT_FOR"]))


def _rects(replies: dict[str, Any]) -> tuple[Rect | None, Rect | None]:
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


def _with_process_of_siblings(windows: Sequence[XWindow], client_mask: int) -> list[XWindow]:
    """A window without a process id gets that of another window of the same X client."""
    known = {one.xid & client_mask: one.process_id for one in windows if one.process_id}
    return [
        one if one.process_id else replace(one, process_id=known.get(one.xid & client_mask, 0))
        for one in windows
    ]
