"""An application with a real window and an accessibility tree in which nothing can be trusted.

``python -m tests.support.lying_application KIND`` on a display with an accessibility bus. KIND is
a key of ``KINDS``: what it answers. Its window is 500 × 300 pixels, at 1000, 300."""

from __future__ import annotations

import asyncio
import os
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import xcffib
import xcffib.xproto
from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.signature import Variant

ROOT = "/org/a11y/atspi/accessible/root"
TITLE = "Liar"
AT, SIZE = (1000, 300), (500, 300)
HUGE = (1 << 31) - 1
SHOWN = [1 << 8 | 1 << 24 | 1 << 25 | 1 << 30, 0]
FRAME, PANEL, BUTTON, LIST, ITEM, ENTRY = 23, 39, 43, 31, 32, 79
SCROLL_PANE, TABLE, CELL = 49, 55, 56
CONTROLS = "Pay\x1b[31m\x07 \u202eevil\u202c \u2066now\u2069"
LONG = "x" * 150_000  # what a socket takes at once: dbus-fast gives up where it takes less


@dataclass
class Node:
    """``place`` is within the window. ``count`` is what it says of its children."""

    role: int = BUTTON
    name: str = ""
    place: tuple[int, int, int, int] = (10, 10, 80, 20)
    children: list[str] = field(default_factory=list)
    count: int | None = None
    parent: str = ROOT


Tree = dict[str, Node]
Answer = tuple[str, list[Any]]


def path(name: str) -> str:
    return f"{ROOT.rpartition('/')[0]}/{name}"


def window(*children: str) -> Node:
    return Node(FRAME, TITLE, (0, 0, *SIZE), [path(one) for one in children], parent=ROOT)


def tree_of(**nodes: Node) -> Tree:
    """The application, its window, which holds all of these, and these."""
    top = window(*(name for name in nodes if not name.startswith("inner")))
    named = {path(name): node for name, node in nodes.items()}
    root = Node(75, TITLE, (0, 0, 0, 0), [path("window")])
    return {ROOT: root, path("window"): top, **named}


def rings() -> Tree:
    """A child is its own ancestor, and the application and the window are its children, too."""
    return tree_of(
        first=Node(PANEL, "First", children=[path("inner_a")]),
        inner_a=Node(PANEL, "A", children=[path("inner_b"), path("inner_a"), ROOT]),
        inner_b=Node(BUTTON, "B", children=[path("first"), path("window")]),
        own=Node(PANEL, "Own", children=[path("own")]),
        honest=Node(name="Honest", place=(10, 200, 80, 20)),
    )


def counts() -> Tree:
    """Children are told that aren't there, and the same one again and again."""
    return tree_of(
        many=Node(LIST, "Many", (10, 40, 200, 100), [path("inner_a")], count=HUGE),
        panel=Node(PANEL, "Panel", (10, 40, 200, 100), [path("inner_b")], count=HUGE),
        fewer=Node(PANEL, "Fewer", children=[path("inner_b")], count=-HUGE),
        nowhere=Node(PANEL, "Nowhere", children=[path("missing")], count=3),
        inner_a=Node(ITEM, "Entry", (10, 40, 200, 20), parent="/somewhere/else"),
        inner_b=Node(BUTTON, "Deep", (10, 80, 60, 20)),
        honest=Node(name="Honest", place=(10, 200, 80, 20)),
    )


def places() -> Tree:
    """Places of no size, beyond the window, beyond the screen and beyond all numbers."""
    return tree_of(
        none=Node(name="No size", place=(10, 10, 0, 0)),
        negative=Node(name="Negative", place=(10, 10, -40, -20)),
        away=Node(name="Off the screen", place=(-5000, -5000, 80, 20)),
        beside=Node(name="Beside the window", place=(-600, 10, 80, 20)),
        over=Node(name="Over the edge", place=(470, 10, 50, 20)),
        endless=Node(name="Endless", place=(-HUGE, -HUGE, HUGE, HUGE)),
        vast=Node(name="Vast", place=(-20_000, -20_000, 40_000, 40_000)),
        views=Node(LIST, "Vast list", (-HUGE, 0, HUGE, HUGE), [path("inner")] * 3, count=HUGE),
        inner=Node(ITEM, "Entry", (HUGE, HUGE, HUGE, HUGE)),
        honest=Node(name="Honest", place=(10, 200, 80, 20)),
    )


def names() -> Tree:
    return tree_of(
        long=Node(name=LONG, place=(10, 10, 80, 20)),
        controls=Node(name=CONTROLS, place=(10, 40, 80, 20)),
        entry=Node(ENTRY, CONTROLS, (10, 70, 80, 20)),
        honest=Node(name="Honest", place=(10, 200, 80, 20)),
    )


def two_toolkits() -> Tree:
    """One tells its part of the window as if the other's menu bar, 25 pixels high, were not above
    it, and says that it hangs from the window; within it the other tells places as they are."""
    return tree_of(
        holder=Node(PANEL, "", (0, 25, 500, 275), [path("part")]),
        part=Node(
            PANEL, "", (0, 0, 500, 275), [path("inner_save"), path("inner_box"), path("inner_row")]
        ),
        inner_save=Node(name="Save", place=(10, 40, 80, 20)),
        inner_box=Node(PANEL, "", (100, 40, 100, 20), [path("inner_font")]),
        inner_font=Node(name="Font", place=(100, 65, 100, 20)),
        inner_row=Node(PANEL, "", (210, 40, 200, 20), [path("inner_a"), path("inner_b")]),
        inner_a=Node(name="Honest", place=(210, 67, 80, 16)),
        inner_b=Node(name="Size", place=(300, 67, 80, 16)),
    )


def scrolled() -> Tree:
    """Rows that are scrolled away are told at their places, beyond the area that shows them."""
    rows = ("inner_away", "inner_shown", "inner_below")
    return tree_of(
        view=Node(SCROLL_PANE, "", (0, 50, 500, 100), [path(row) for row in rows]),
        inner_away=Node(name="Scrolled away", place=(10, 20, 80, 20)),
        inner_shown=Node(name="Honest", place=(10, 70, 80, 20)),
        inner_below=Node(name="Further down", place=(10, 200, 80, 20)),
    )


def sheet() -> Tree:
    """1,000 rows of 26 columns, of which 14 by 10 are in sight."""
    return tree_of(table=Node(TABLE, "Sheet", (0, 0, 500, 280), count=26_000))


def many(count: int) -> Tree:
    """So many things, all in sight by their own word."""
    buttons = {f"b{n}": Node(name=f"Thing {n}", place=(10, 10, 80, 20)) for n in range(count)}
    return tree_of(**buttons)


class Liar:
    """Answers for its tree; ``answer`` may be replaced to answer worse."""

    def __init__(self, tree: Tree, origin: Callable[[], tuple[int, int]]) -> None:
        self._tree = tree
        self._origin = origin
        self.name = ""

    def answer(self, message: Message) -> Answer | None:
        """Signature and body; None for an error."""
        node = self._tree.get(message.path or "")
        if node is None or message.member is None:
            return None
        if message.member == "Get":
            return self._property(node, message.body[1])
        return self._method(node, message)

    def _property(self, node: Node, name: str) -> Answer | None:
        count = len(node.children) if node.count is None else node.count
        values = {
            "Name": Variant("s", node.name),
            "Description": Variant("s", ""),
            "ToolkitName": Variant("s", "liars"),
            "Version": Variant("s", "1"),
            "ChildCount": Variant("i", count),
            "Parent": Variant("(so)", [self.name, node.parent]),
        }
        return ("v", [values[name]]) if name in values else None

    def _method(self, node: Node, message: Message) -> Answer | None:
        match message.member:
            case "GetRole":
                return "u", [node.role]
            case "GetState":
                return "au", [SHOWN]
            case "GetChildren":
                return "a(so)", [[[self.name, child] for child in node.children]]
            case "GetChildAtIndex" if node.children:
                at = min(message.body[0], len(node.children) - 1)
                return "(so)", [[self.name, node.children[at]]]
            case "GetAccessibleAtPoint" if node.children:
                return "(so)", [[self.name, node.children[0]]]
            case "GetIndexInParent":
                return "i", [HUGE]
            case "GetText":
                return "s", [LONG]
            case "GetExtents":
                return "(iiii)", [self._on_screen(node)]
        return None

    def _on_screen(self, node: Node) -> list[int]:
        x, y, width, height = node.place
        left, top = self._origin()
        return [_number(x + left), _number(y + top), width, height]


class Sheet(Liar):
    """Makes its cells when they are asked for, and tells their texts only to their ends."""

    def answer(self, message: Message) -> Answer | None:
        at, index = message.path or "", -1
        if at.startswith(path("cell")):
            index = int(at.removeprefix(path("cell")))
        match message.member:
            case "GetChildAtIndex" if at == path("table"):
                return "(so)", [[self.name, self._cell(message.body[0])]]
            case "GetAccessibleAtPoint" if at == path("table"):
                left, top = self._origin()
                column, row = (message.body[0] - left) // 50, (message.body[1] - top) // 20
                return "(so)", [[self.name, self._cell(row * 26 + column)]]
            case "GetIndexInParent" if index >= 0:
                return "i", [index]
            case "GetText" if index >= 0:
                return "s", [f"text {index}" if message.body[1] == -1 else ""]
            case "Get" if message.body[1] == "NColumns":
                return "v", [Variant("i", 26)]
        return super().answer(message)

    def _cell(self, index: int) -> str:
        row, column = divmod(index, 26)
        name, place = f"{chr(65 + column)}{row + 1}", (column * 50, row * 20, 50, 20)
        at = path(f"cell{index}")
        self._tree[at] = Node(CELL, name, place, parent=path("table"))
        return at


class Mistyped(Liar):
    """What lies below its window is answered in forms that the protocol doesn't have."""

    def answer(self, message: Message) -> Answer | None:
        right = super().answer(message)
        if right is None or (message.path or "").endswith(("/root", "/window", "/honest")):
            return right
        if right[0] == "v":
            return "v", [Variant("ai", [1, 2, 3])]
        return ("u", [7]) if message.member != "GetRole" else ("as", [["button"]])


class Refusing(Liar):
    """Below the window there are errors only."""

    def answer(self, message: Message) -> Answer | None:
        is_above = (message.path or "").endswith(("/root", "/window"))
        return super().answer(message) if is_above else None


class Vanishing(Liar):
    """Ends as soon as it is asked about its first button."""

    def answer(self, message: Message) -> Answer | None:
        if (message.path or "").endswith("/honest"):
            os._exit(1)
        return super().answer(message)


class Endless(Liar):
    """Whatever is asked about has one more child."""

    def answer(self, message: Message) -> Answer | None:
        at = message.path or ""
        if at not in self._tree:
            self._tree[at] = Node(PANEL, at[-8:], children=[f"{at}/x"])
        return super().answer(message)


class Ringed(Liar):
    """Has a cache in which the application hangs below its own button."""

    def answer(self, message: Message) -> Answer | None:
        if message.member != "GetItems":
            return super().answer(message)
        rows = []
        for at, node in self._tree.items():
            parent = path("honest") if at == ROOT else node.parent
            above = path("window") if at not in (ROOT, path("window")) else parent
            reference, no_one = [self.name, at], [self.name, ROOT]
            rows.append(
                [
                    reference,
                    no_one,
                    [self.name, above],
                    HUGE,
                    HUGE,
                    [],
                    node.name,
                    node.role,
                    "",
                    SHOWN,
                ]
            )
        return "a((so)(so)(so)iiassusau)", [rows]


KINDS: dict[str, tuple[type[Liar], Callable[[], Tree]]] = {
    "rings": (Liar, rings),
    "counts": (Liar, counts),
    "places": (Liar, places),
    "names": (Liar, names),
    "many": (Liar, lambda: many(1_000)),
    "two toolkits": (Liar, two_toolkits),
    "scrolled": (Liar, scrolled),
    "sheet": (Sheet, sheet),
    "cached many": (Ringed, lambda: many(500)),
    "cached ring": (Ringed, rings),
    "types": (Mistyped, rings),
    "errors": (Refusing, rings),
    "vanishing": (Vanishing, rings),
    "endless": (Endless, lambda: tree_of(deep=Node(PANEL, children=[path("inner")]))),
}


def open_window() -> Callable[[], tuple[int, int]]:
    """Show the window; what comes back tells where its origin is."""
    connection = xcffib.connect()
    core, root = connection.core, connection.get_setup().roots[0].root
    window_id = connection.generate_id()
    copy = xcffib.xproto.WindowClass.InputOutput
    core.CreateWindow(0, window_id, root, *AT, *SIZE, 0, copy, 0, xcffib.xproto.CW.BackPixel, [0])

    def atom(name: str) -> int:
        return int(core.InternAtom(False, len(name), name).reply().atom)

    def put(name: str, kind: int, width: int, data: bytes) -> None:
        length = len(data) * 8 // width
        core.ChangeProperty(0, window_id, atom(name), kind, width, length, data)

    hints = struct.pack("=I4i13I", 1, *AT, *SIZE, *[0] * 13)  # placed by the user: there it stays
    put("WM_NORMAL_HINTS", xcffib.xproto.Atom.WM_SIZE_HINTS, 32, hints)
    put("WM_NAME", xcffib.xproto.Atom.STRING, 8, TITLE.encode())
    put("_NET_WM_PID", xcffib.xproto.Atom.CARDINAL, 32, struct.pack("=I", os.getpid()))
    core.MapWindow(window_id)
    connection.flush()

    @lru_cache(maxsize=1)
    def origin_then(tenths: int) -> tuple[int, int]:
        at = core.TranslateCoordinates(window_id, root, 0, 0).reply()
        return at.dst_x, at.dst_y

    return lambda: origin_then(int(time.monotonic() * 10))


async def serve(kind: str) -> None:
    session = await MessageBus().connect()
    asked = Message("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    reply = await session.call(asked)
    assert reply is not None
    bus = await MessageBus(bus_address=reply.body[0]).connect()
    maker, tree = KINDS[kind]
    liar = maker(tree(), open_window())
    liar.name = str(bus.unique_name)

    def handle(message: Message) -> Message | bool:
        if message.message_type is not MessageType.METHOD_CALL:
            return False
        answer = liar.answer(message)
        if answer is None:
            return Message.new_error(message, "org.liar.No", "no")
        return Message.new_method_return(message, *answer)

    bus.add_message_handler(handle)
    await bus.call(
        Message(
            "org.a11y.atspi.Registry",
            ROOT,
            "org.a11y.atspi.Socket",
            "Embed",
            signature="(so)",
            body=[[liar.name, ROOT]],
        )
    )
    await bus.wait_for_disconnect()


def _number(value: int) -> int:
    return max(-HUGE - 1, min(HUGE, value))


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
