"""Asks windows whether their program still answers, as window managers do before they offer to
end it: `_NET_WM_PING` (https://specifications.freedesktop.org/wm-spec/latest/).

It reaches programs that are on no accessibility bus, such as games. Which ones know the protocol
they say themselves; nothing is said of the others.
"""

import itertools
import os
import time
from collections.abc import Sequence

import xcffib
import xcffib.xproto

from engine.surfaces.desktop.x11 import x_calls
from engine.surfaces.desktop.x11.windows import told_if_gone

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
        """Those that say they answer pings and did not within that time. Raises
        ``DisplayGone``."""
        able = self.able(xids)
        # whoever else pings (the window manager) is told the same answers: ours have a mark
        number = _MARK | (os.getpid() * 31 + next(self._numbers)) & 0xFFFF
        for xid in able:
            self._send(xid, number)
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

    def _send(self, xid: int, number: int) -> None:
        event = x_calls.client_message(xid, self._protocols, self._ping, number, xid)
        self._connection.core.SendEvent(False, xid, 0, event)
