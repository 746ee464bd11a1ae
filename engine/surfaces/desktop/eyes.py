"""The desktop's eyes: the parent's side of the camera and the reader.

Pictures lie in memory files that both sides map: slot 0 is for situations (copied out, since
the record keeps them), slots 1 and 2 are for the live view, which takes turns between them."""

import asyncio
import mmap
import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from engine.domain import errors, facts, surface_ports, zones
from engine.domain.spaces import Frame, Monitor, PictureChange, Rect
from engine.processes import change_watches, child_process
from engine.processes.descendants import python_module
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses

_SITUATION_SLOT = 0
_LIVE_SLOTS = (1, 2)
_NODES = TypeAdapter(tuple[surface_ports.AccessibleNode, ...])
_WINDOWS = TypeAdapter(tuple[zones.Window, ...])


class _Slot:
    """A memory file and the parent's view of it."""

    def __init__(self, name: str) -> None:
        self.fd = os.memfd_create(name)
        self._map: mmap.mmap | None = None

    def view(self, size_bytes: int) -> memoryview:
        """The first bytes; a view that was given out earlier stays valid when the file grows.
        Raises ``SurfaceLost`` where there are not so many."""
        if self._map is None or len(self._map) < size_bytes:
            if os.fstat(self.fd).st_size < size_bytes:
                raise errors.SurfaceLost("The camera told of a picture that is not there.")
            self._map = mmap.mmap(self.fd, size_bytes)
        return memoryview(self._map)[:size_bytes]

    def close(self) -> None:
        os.close(self.fd)


class DesktopEyes(facts.Part):
    """Implements the ``Eyes`` port for one X display.

    ``on_lost`` is told once, with a plain message, when the display or a child goes away;
    ``on_resized`` when the picture's size changes. The windows of ``own`` processes are covered
    in the picture and left out of the tree. ``monitors`` are those that there were at the start,
    ``front_window_id`` is the window that was last seen to have the keyboard. Where the windows are
    of another machine (``is_far``, ``elsewhere``), nobody can tell what runs in them."""

    environment: Mapping[str, str]
    _: facts.KW_ONLY
    own: OwnProcesses = NOBODY
    elsewhere: str = ""
    is_far: bool = False
    on_lost: Callable[[str], object]
    on_resized: Callable[[int, int], object]

    def __post_init__(self) -> None:
        self.monitors: tuple[Monitor, ...] = ()
        self.front_window_id = ""
        self._slots = [_Slot(f"pilothouse-frame-{number}") for number in range(3)]
        self._watches = change_watches.ChangeWatches()
        self.watch = self._watches.open
        self._next_live_slot = 0
        self._grabbing = asyncio.Lock()
        self._camera = child_process.ChildProcess(
            python_module(
                "engine.surfaces.desktop.x11.camera",
                self.own.to_argument(),
                *(str(slot.fd) for slot in self._slots),
            ),
            what="the camera",
            environment=self.environment,
            pass_fds=[slot.fd for slot in self._slots],
            on_event=self._take_event,
            on_end=self._lose,
        )
        self._reader = child_process.ChildProcess(
            python_module("engine.surfaces.desktop.at_spi.reader_child", self.own.to_argument()),
            what="the accessibility reader",
            environment=self.environment,
            refusals=(errors.AccessibilityUnavailable,),
            on_end=self._lose,
        )

    async def start(self) -> None:
        """Raises ``SurfaceLost`` where there is no such display."""
        await asyncio.gather(self._camera.start(), self._reader.start())
        await self._camera.call("count", timeout_secs=child_process.START_SECS)
        told = await self._camera.call("monitors")
        self.monitors = tuple(Monitor(name, Rect(*place)) for name, place in told)
        await self._reader.call("connect", timeout_secs=child_process.START_SECS)

    async def close(self) -> None:
        await asyncio.gather(self._camera.close(), self._reader.close())
        for slot in self._slots:
            slot.close()

    async def change_count(self) -> int:
        reply = await self._camera.call("count")
        return int(reply["count"])

    async def capture(self) -> Frame:
        async with self._grabbing:
            reply = await self._camera.call("grab", slot=_SITUATION_SLOT, after=-1, period=0)
            view = self._view(_SITUATION_SLOT, reply)
            pixels = np.empty(len(view), np.uint8)  # a thread of the pool would keep it
            await asyncio.to_thread(np.copyto, pixels, np.frombuffer(view, np.uint8))
            return _frame(reply, pixels.data.toreadonly())

    async def next_live_frame(
        self, after_count: int, period_secs: float, patience_secs: float
    ) -> Frame | None:
        slot = _LIVE_SLOTS[self._next_live_slot]
        reply = await self._camera.call(
            "grab",
            slot=slot,
            after=after_count,
            period=period_secs,
            patience=patience_secs,
            timeout_secs=patience_secs + child_process.ANSWER_SECS,
        )
        if reply is None:
            return None
        self._next_live_slot = 1 - self._next_live_slot
        return _frame(reply, self._view(slot, reply))

    async def read_tree(self) -> surface_ports.AccessibleTree:
        told = await self._reader.call("read", timeout_secs=30)
        tree = await asyncio.to_thread(tree_from_wire, told)
        for window in tree.windows:
            if window.is_active:
                self.front_window_id = window.window_id
        return facts.replace(tree, windows=tuple(map(self._of_elsewhere, tree.windows)))

    def _of_elsewhere(self, window: zones.Window) -> zones.Window:
        if self.is_far or self.elsewhere:
            window = facts.replace(window, keeps_terminal=None, keys_act=False, started_at_secs=0.0)
        if not self.elsewhere:
            return window
        told = facts.replace(window, title=self.elsewhere, application="", is_dialog=False)
        return facts.replace(told, may_tell=False)

    async def applications_fare(self) -> tuple[tuple[str, ...], dict[int, str]]:
        """Those in sight that don't answer now, and what the processes with windows are called.
        It takes about a second where somebody does not answer."""
        told = await self._reader.call("fare", timeout_secs=30)
        return tuple(told["silent"]), dict(told["shown"])

    async def bounds_of(self, zone: zones.Zone) -> Rect | None:
        if zone.source is not zones.Source.ACCESSIBILITY or not zone.source_key:
            return zone.bounds_px  # nobody else knows of it; its picture is compared
        bounds = await self._reader.call("bounds", key=zone.source_key, timeout_secs=15)
        return None if bounds is None else Rect(*bounds)

    async def whole_text(self, zone: zones.Zone) -> str:
        return str(await self._reader.call("whole", key=zone.source_key, timeout_secs=15))

    def _view(self, slot: int, reply: Mapping[str, Any]) -> memoryview:
        return self._slots[slot].view(reply["width"] * reply["height"] * 4)

    def _take_event(self, event: Mapping[str, Any]) -> None:
        match event["event"]:
            case "changed":
                for box in event["boxes"]:
                    self._watches.tell(PictureChange(event["at"], event["count"], Rect(*box)))
            case "resized":
                self.on_resized(event["width"], event["height"])

    def _lose(self, message: str) -> None:
        if self._watches.lost is None:
            self._watches.lose(message)
            self.on_lost(message)


def tree_from_wire(told: Mapping[str, Any]) -> surface_ports.AccessibleTree:
    """The reading as domain facts."""
    return surface_ports.AccessibleTree(
        tuple(node for chunk in told["nodes"] for node in _NODES.validate_json(chunk)),
        _WINDOWS.validate_json(told["windows"]),
        tuple(told["silent"]),
        tuple(told["cut"]),
    )


def _frame(reply: Mapping[str, Any], pixels: bytes | memoryview) -> Frame:
    own_px = tuple(Rect(*part) for part in reply["own"])
    return Frame(reply["count"], reply["at"], reply["width"], reply["height"], pixels, own_px)
