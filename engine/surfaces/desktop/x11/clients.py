"""Who stands behind an X window: the process of the client that made it.

A window's own word (``_NET_WM_PID``) is missing on many popups and can be anything. The server
knows which process opened the connection over which a window was made (X-Resource 1.2), and each
window's number tells its connection.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import xcffib
import xcffib.res
import xcffib.xproto

from engine.surfaces.desktop.terminals import OwnProcesses

_EXTENSION = "X-Resource"
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
        self._resources = _resources_of(connection)

    def client_of(self, xid: int) -> int:
        """The client that made it, as a number that all its windows share."""
        return int(xid & self._mask)

    def processes(self) -> dict[int, int]:
        """Per client its process, for clients on this machine; empty where the server is too old
        to tell."""
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
        which one may be the terminal's.
        """
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


def _resources_of(connection: xcffib.Connection) -> Any:
    """The extension, or None: asking a server that lacks it would end the connection."""
    if not connection.core.QueryExtension(len(_EXTENSION), _EXTENSION).reply().present:
        return None
    resources = connection(xcffib.res.key)
    version = resources.QueryVersion(1, 2).reply()
    return resources if (version.server_major, version.server_minor) >= (1, 2) else None
