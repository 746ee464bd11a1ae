"""The reader: a child process that reads the accessibility tree of one display, in bulk.

``python -m engine.surfaces.desktop.at_spi.reader_child OWN`` with DISPLAY and
DBUS_SESSION_BUS_ADDRESS set; OWN says which processes are Pilothouse's: what is in their windows is
not read. It stands apart from the camera: a slow application never holds up the live picture.
Ops: ``read`` → {nodes, windows, silent, cut}; ``bounds`` {key} → [x, y, width, height] or null;
``whole`` {key} → all the text of one node;
``fare`` → {silent: [application], shown: [[process id, application]]}."""

import asyncio
import gc
import json
import os
import sys
from typing import Any

from engine.domain import errors, surface_ports
from engine.processes.parent_line import ParentLine, Request
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from engine.surfaces.desktop.terminals import OwnProcesses

_CHUNK_NODES = 200


def tree_to_wire(tree: surface_ports.AccessibleTree) -> dict[str, Any]:
    """Plain data for the line, which the eyes read back. The nodes are texts of some hundred each,
    so that nobody need decode ten thousand at a stroke."""
    starts = range(0, len(tree.nodes), _CHUNK_NODES)
    return {
        "nodes": [_json(tree.nodes[at : at + _CHUNK_NODES]) for at in starts],
        "windows": _json(tree.windows),
        "silent": tree.silent_applications,
        "cut": tree.cut_applications,
    }


_json = json.JSONEncoder(
    separators=(",", ":"),
    ensure_ascii=False,
    default=lambda fact: (
        sorted(fact)
        if isinstance(fact, frozenset)
        else {name: getattr(fact, name) for name in fact.__slots__}
    ),
).encode


class Reader:
    """Serves each request in a task of its own: asking for one place need not wait for a tree."""

    def __init__(self, line: ParentLine, spi: AtSpiReader) -> None:
        self._line = line
        self._spi = spi

    async def run(self) -> None:
        """Until the parent closes the line; requests come in on a thread of their own."""
        requests = self._line.requests()
        async with asyncio.TaskGroup() as serving:
            while (request := await asyncio.to_thread(next, requests, None)) is not None:
                serving.create_task(self._serve(request))

    async def _serve(self, request: Request) -> None:
        try:
            self._line.answer(request, await self._handle(request))
        except errors.AccessibilityUnavailable as error:
            self._line.refuse(request, error)

    async def _handle(self, request: Request) -> object:
        match request["op"]:
            case "read":
                return tree_to_wire(await self._spi.read())
            case "bounds":
                bounds = await self._spi.extents(request["key"])
                return bounds and [bounds.x, bounds.y, bounds.width, bounds.height]
            case "whole":
                return await self._spi.whole_text(request["key"])
            case "fare":
                silent, shown = await self._spi.fare()
                return {"silent": list(silent), "shown": list(shown.items())}
            case "connect":
                await self._spi.connect()
        return None


def main() -> None:
    spi = AtSpiReader(
        display=os.environ["DISPLAY"],
        bus_address=os.environ.get("DBUS_SESSION_BUS_ADDRESS"),
        own=OwnProcesses.from_argument(sys.argv[1]),
    )
    gc.freeze()  # what is loaded stays: to look it over again would hold up a reading
    asyncio.run(Reader(ParentLine(), spi).run())


if __name__ == "__main__":
    main()
