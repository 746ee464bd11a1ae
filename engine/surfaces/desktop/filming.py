"""How a desktop is filmed: a child takes its pictures and tells when they change, and this is the
parent's side of it. Whether they are an X display's or a far server's is the child's business.

Pictures lie in memory files that both sides map: slot 0 is for situations (copied out, since
the record keeps them), slots 1 and 2 are for the live view, which takes turns between them.
"""

import asyncio
import mmap
import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from engine.domain.errors import SurfaceLost
from engine.domain.frames import Frame, PictureChange
from engine.domain.spaces import Rect
from engine.domain.surface_ports import ChangeWatch
from engine.processes.change_watches import ChangeWatches
from engine.processes.child_process import ANSWER_SECS, ChildProcess

_SITUATION_SLOT = 0
_LIVE_SLOTS = (1, 2)


class _Slot:
    """A memory file and the parent's view of it."""

    def __init__(self, name: str) -> None:
        self.fd = os.memfd_create(name)
        self._map: mmap.mmap | None = None

    def view(self, size_bytes: int) -> memoryview:
        """The first bytes; a view that was given out earlier stays valid when the file grows.

        Raises ``SurfaceLost`` where there are not so many.
        """
        if self._map is None or len(self._map) < size_bytes:
            if os.fstat(self.fd).st_size < size_bytes:
                raise SurfaceLost("The camera told of a picture that is not there.")
            self._map = mmap.mmap(self.fd, size_bytes)
        return memoryview(self._map)[:size_bytes]

    def close(self) -> None:
        os.close(self.fd)


class FilmedEyes:
    """What eyes have of a camera; whoever inherits it sets ``_camera``, which is given the ``fds``
    of the slots and ``_take_event``.

    ``on_lost`` is told once, with a plain message, when what is filmed or a child goes away;
    ``on_resized`` when the picture's size changes.
    """

    _camera: ChildProcess

    def __init__(
        self, *, on_lost: Callable[[str], object], on_resized: Callable[[int, int], object]
    ) -> None:
        self._on_lost = on_lost
        self._on_resized = on_resized
        self._slots = [_Slot(f"pilothouse-frame-{number}") for number in range(3)]
        self._watches = ChangeWatches()
        self._next_live_slot = 0
        self._grabbing = asyncio.Lock()

    @property
    def fds(self) -> tuple[int, ...]:
        return tuple(slot.fd for slot in self._slots)

    async def close(self) -> None:
        await self._camera.close()
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
        """As ``LiveEyes`` has it."""
        slot = _LIVE_SLOTS[self._next_live_slot]
        reply = await self._camera.call(
            "grab",
            slot=slot,
            after=after_count,
            period=period_secs,
            patience=patience_secs,
            timeout_secs=patience_secs + ANSWER_SECS,
        )
        if reply is None:
            return None
        self._next_live_slot = 1 - self._next_live_slot
        return _frame(reply, self._view(slot, reply))

    def watch(self) -> ChangeWatch:
        return self._watches.open()

    def _view(self, slot: int, reply: Mapping[str, Any]) -> memoryview:
        return self._slots[slot].view(reply["width"] * reply["height"] * 4)

    def _take_event(self, event: Mapping[str, Any]) -> None:
        match event["event"]:
            case "changed":
                for box in event["boxes"]:
                    self._watches.tell(PictureChange(event["at"], event["count"], Rect(*box)))
            case "resized":
                self._on_resized(event["width"], event["height"])

    def _lose(self, message: str) -> None:
        if self._watches.lost is None:
            self._watches.lose(message)
            self._on_lost(message)


def _frame(reply: Mapping[str, Any], pixels: bytes | memoryview) -> Frame:
    own_px = tuple(Rect(*part) for part in reply["own"])
    return Frame(reply["count"], reply["at"], reply["width"], reply["height"], pixels, own_px)
