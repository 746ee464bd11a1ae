"""The plain way to read an application over the accessibility bus: one call after the other.

``python -m tests.benchmarks.node_by_node NAME`` prints JSON: milliseconds and nodes of each
reading of the application that is called so, in lower case."""

from __future__ import annotations

import asyncio
import json
import sys
import time

from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.bus import AccessibilityBus, Call

_ROUNDS = 3
_PATIENCE_SECS = 20.0


async def read(bus: AccessibilityBus, name: str, path: str, met: set[str]) -> None:
    """This node and all below it: role, states, name, place, children."""
    met.add(path)
    for call in (
        Call(name, path, "GetRole"),
        Call(name, path, "GetState"),
        Call(name, path, "Name"),
        Call(name, path, "GetExtents", (0,)),
    ):
        await bus.call(call, timeout_secs=_PATIENCE_SECS)
    children = await bus.call(Call(name, path, "GetChildren"), timeout_secs=_PATIENCE_SECS)
    for _, child in children or []:
        if child not in met and child != spi.NULL_PATH:
            await read(bus, name, child, met)


async def measure(title: str) -> dict[str, list[float]]:
    bus = AccessibilityBus(None, lambda name, path, shown: None)
    await bus.connect(_PATIENCE_SECS)
    names = await bus.applications(_PATIENCE_SECS)
    asked = [Call(name, spi.ROOT_PATH, "Name") for name in names]
    titles = await bus.call_all(asked, timeout_secs=_PATIENCE_SECS)
    [wanted] = [name for name, one in zip(names, titles, strict=True) if title in str(one).lower()]
    times_ms, counts = [], []
    for _ in range(_ROUNDS):
        met: set[str] = set()
        started = time.perf_counter()
        await read(bus, wanted, spi.ROOT_PATH, met)
        times_ms.append((time.perf_counter() - started) * 1000)
        counts.append(float(len(met)))
    await bus.close()
    return {"ms": times_ms, "nodes": counts}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(sys.argv[1]))))
