"""How long the loop stands still while a large look is taken in: a picture of 3840 × 2160 whose
secrets are covered, and a tree of ten thousand nodes that is decoded.

The limit is what the same work costs where it is done on the loop itself."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Role, State, Window
from engine.perception.masking.masker import covered
from engine.surfaces.desktop.at_spi.reader_child import tree_to_wire
from engine.surfaces.desktop.eyes import tree_from_wire
from tests.benchmarks import report

ROUNDS = 15
SIZE_PX = (3840, 2160)
NODES = 10_000


def picture() -> Callable[[], Frame]:
    frame = Frame(1, 0.0, *SIZE_PX, bytes(SIZE_PX[0] * SIZE_PX[1] * 4))
    windows = [
        Window(f"w{n}", "", "shop", Rect(n * 100, n * 50, 1500, 1000), False, n) for n in range(8)
    ]
    places = [(Rect(400 + n * 10, 300 + n * 20, 300, 24), "w3") for n in range(20)]
    return lambda: covered(frame, places, windows)


def tree() -> dict[str, Any]:
    states = frozenset({State.CHECKED, State.FOCUSED})
    nodes = [
        AccessibleNode(
            f":1.7/{n}", f":1.7/{n // 10}", "w1", "shop", Role.CELL, f"Cell {n}", "", f"€ {n}",
            states, Rect(n % 3000, n % 2000, 100, 20), True, "",
        )
        for n in range(NODES)
    ]  # fmt: skip
    return tree_to_wire(AccessibleTree(tuple(nodes), ()))


async def pause_ms(work: Callable[[], object]) -> float:
    """The longest time in which nothing else came to its turn, while the work ran in a thread."""
    longest = 0.0
    working = asyncio.ensure_future(asyncio.to_thread(work))
    while not working.done():
        began = time.perf_counter()
        await asyncio.sleep(0)
        longest = max(longest, time.perf_counter() - began)
    await working
    return longest * 1000


def took_ms(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


async def compare(name: str, work: Callable[[], object]) -> None:
    on_it = [took_ms(work) for _ in range(ROUNDS)]
    beside = [await pause_ms(work) for _ in range(ROUNDS)]
    report.figure(name, beside, "ms", report.limit("on the loop itself", on_it))


async def main() -> None:
    report.title("The longest pause of the loop during a large look")
    await compare("covering twenty places at 3840 × 2160", picture())
    wire = tree()
    await compare("a tree of 10,000 nodes, as facts", lambda: tree_from_wire(wire))
    line = json.dumps(wire, ensure_ascii=False).encode()
    whole = json.dumps([json.loads(rows) for rows in wire["nodes"]], ensure_ascii=False).encode()
    taken = [took_ms(lambda: json.loads(line)) for _ in range(ROUNDS)]
    decoded = [took_ms(lambda: json.loads(whole)) for _ in range(ROUNDS)]
    report.figure("its line, taken in", taken, "ms", report.limit("decoded at once", decoded))


if __name__ == "__main__":
    asyncio.run(main())
