"""The monitors of an X display, as RANDR tells of them."""

from __future__ import annotations

import math
from typing import Any

import xcffib
import xcffib.randr
import xcffib.xproto

from engine.domain.monitors import MonitorOnScreen, ScreenBox
from engine.surfaces.desktop.x11.x_calls import ask_property, reply_to, text_in

_USUAL_DPI = 96.0
_RESOURCES_WORDS = 1 << 16


class XMonitors:
    """Reads them over a connection of the caller's, which has used no RANDR request before."""

    def __init__(self, connection: xcffib.Connection, root: int) -> None:
        self._connection = connection
        self._root = root
        self._randr = _randr_of(connection)

    def ask(self) -> list[Any]:
        """Send the questions; ``told`` takes them when their answers are due."""
        resources = xcffib.xproto.Atom.RESOURCE_MANAGER
        return [
            self._randr.GetMonitors(self._root, True) if self._randr is not None else None,
            ask_property(self._connection, self._root, resources, _RESOURCES_WORDS),
        ]

    def told(self, questions: list[Any]) -> tuple[MonitorOnScreen, ...]:
        """In their order on the display; none where the server knows of none."""
        asked, resources = questions
        reply = reply_to(asked) if asked is not None else None
        scale = scale_from(text_in(reply_to(resources)))
        return tuple(
            MonitorOnScreen(
                self._name(one.name),
                ScreenBox(one.x, one.y, one.width, one.height),
                scale,
                bool(one.primary),
            )
            for one in (reply.monitors if reply is not None else ())
            if one.width and one.height
        )

    def read(self) -> tuple[MonitorOnScreen, ...]:
        return self.told(self.ask())

    def _name(self, atom: int) -> str:
        reply = reply_to(self._connection.core.GetAtomName(atom))
        return bytes(reply.name.buf()).decode("utf-8", "replace") if reply is not None else "?"


def scale_from(resources: str) -> float:
    """What X programs enlarge by, from the ``Xft.dpi`` of the display's resources; 1 by itself."""
    for line in resources.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "Xft.dpi":
            try:
                dpi = float(value)
            except ValueError:
                return 1.0
            return dpi / _USUAL_DPI if math.isfinite(dpi) and dpi > 0 else 1.0
    return 1.0


def _randr_of(connection: xcffib.Connection) -> Any:
    """The extension, or None where it is missing or older than the list of monitors (1.5)."""
    if not connection.core.QueryExtension(len("RANDR"), "RANDR").reply().present:
        return None
    randr = connection(xcffib.randr.key)
    version = randr.QueryVersion(1, 5).reply()
    return randr if (version.major_version, version.minor_version) >= (1, 5) else None
