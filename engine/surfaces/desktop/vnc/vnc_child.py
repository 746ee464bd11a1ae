"""A VNC desktop's eyes and hands: a child process with one connection to its server.

``python -m engine.surfaces.desktop.vnc.vnc_child HOST PORT FD FD …``; each FD is a memory file that
the parent can read. It is a process of its own because pictures are taken apart in it. It answers
as the camera does (``count``, ``grab``) and as ``Input`` does, and tells the camera's events.
Besides: ``connect`` {server, password, remedy} → {name, width, height}; ``stop`` breaks off what it
does and lets go → [what was down]. Where its parent goes away, it lets go of all and ends.
"""

import asyncio
import contextlib
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import astuple
from functools import reduce
from typing import Any

from twisted.logger import globalLogBeginner

from engine.domain.errors import HandsStopped, KnownError
from engine.domain.spaces import Rect
from engine.processes.parent_line import ParentLine, Request
from engine.surfaces.desktop.slots import Slot
from engine.surfaces.desktop.vnc.connection import VncConnection
from engine.surfaces.desktop.vnc.pressing import Pressing

_STOPPED_SECS = 0.4
_GONE_SECS = 0.5
_MAX_BOXES = 12


class VncChild:
    """Answers the parent until it or the server goes away."""

    def __init__(self, line: ParentLine, host: str, port: int, slots: Sequence[Slot]) -> None:
        self._line = line
        self._host, self._port = host, port
        self._slots = slots
        self._connection: VncConnection
        self._pressing: Pressing
        self._acting = asyncio.Lock()
        self._actions: set[asyncio.Task[object]] = set()
        self._last_live_secs = 0.0

    async def answer(self, request: Request) -> bool:
        """Whether it was done."""
        try:
            self._line.answer(request, await self._answered(request))
        except KnownError as error:
            self._line.refuse(request, error)
            return False
        return True

    async def end(self) -> None:
        """Let go of all, and leave."""
        self._break_off()
        await self._connection.close(_GONE_SECS)

    async def wait_lost(self) -> str:
        """Why the server is not there any more, once it was."""
        return await self._connection.lost

    async def _answered(self, request: Request) -> object:
        match request["op"]:
            case "connect":
                return await self._connect(request)
            case "count":
                await self._connection.settle()
                return {"count": self._connection.count}
            case "grab":
                return await self._grab(request)
            case "stop":
                return await self._stop()
            case _:
                return await self._act(request)

    async def _connect(self, request: Request) -> dict[str, Any]:
        told = (request["server"], request["password"], request["remedy"])
        self._connection = VncConnection(*told)
        self._connection.on_change = self._tell_change
        self._connection.on_resized = self._tell_size
        self._pressing = Pressing(self._connection)
        await self._connection.open(self._host, self._port)
        height, width = self._connection.picture.shape[:2]
        name = self._connection.name.decode(errors="replace")
        return {"name": name, "width": width, "height": height}

    async def _act(self, request: Request) -> object:
        self._actions.add(action := asyncio.ensure_future(self._in_turn(request)))
        try:
            return await action
        except asyncio.CancelledError:
            raise HandsStopped("The operator pressed STOP.") from None
        finally:
            self._actions.discard(action)

    async def _in_turn(self, request: Request) -> object:
        async with self._acting:
            return await self._pressing.act(request)

    def _break_off(self) -> tuple[str, ...]:
        """Also what waits for its turn; what was down."""
        for action in self._actions:
            action.cancel()
        return self._pressing.release_all()

    async def _stop(self) -> tuple[str, ...]:
        released = self._break_off()
        await self._connection.settle(_STOPPED_SECS)
        return released

    async def _grab(self, request: Request) -> dict[str, Any] | None:
        connection, after = self._connection, request["after"]
        if after < 0:
            await connection.settle()
        elif not await connection.wait_newer(after, request["patience"]):
            await connection.settle()  # a picture that stands still proves nothing
            return None
        else:
            await asyncio.sleep(self._last_live_secs + request["period"] - time.monotonic())
            await connection.wait_newer(after, request["patience"])  # whole again
            self._last_live_secs = time.monotonic()
        height, width = connection.picture.shape[:2]
        self._slots[request["slot"]].write(connection.picture.data.cast("B"))
        told = {"width": width, "height": height, "own": []}
        return {"count": connection.count, "at": time.monotonic(), **told}

    def _tell_change(self, boxes: Sequence[Rect]) -> None:
        few = boxes if len(boxes) <= _MAX_BOXES else [reduce(Rect.union, boxes)]
        told = {"count": self._connection.count, "at": time.monotonic()}
        self._line.send({"event": "changed", **told, "boxes": list(map(astuple, few))})

    def _tell_size(self, width: int, height: int) -> None:
        self._line.send({"event": "resized", "width": width, "height": height})


async def _serve(line: ParentLine, host: str, port: int, slots: Sequence[Slot]) -> str:
    """Until the parent closes the line; or why the server is gone."""
    loop = asyncio.get_running_loop()
    asked: asyncio.Queue[Request | None] = asyncio.Queue()

    def read() -> None:
        for request in line.requests():
            loop.call_soon_threadsafe(asked.put_nowait, request)
        loop.call_soon_threadsafe(asked.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    child = VncChild(line, host, port, slots)
    if (first := await asked.get()) is None:
        return ""
    if not await child.answer(first):
        await asked.get()  # why was told: nothing is left but to be put away
        return ""
    gone = asyncio.ensure_future(child.wait_lost())
    tasks: set[asyncio.Task[Any]] = set()
    while not gone.done():
        asking = asyncio.ensure_future(asked.get())
        await asyncio.wait({asking, gone}, return_when=asyncio.FIRST_COMPLETED)
        if asking.done():
            if (request := asking.result()) is None:
                await child.end()
                return ""
            tasks.add(task := asyncio.ensure_future(child.answer(request)))
            task.add_done_callback(tasks.discard)
    if tasks:
        await asyncio.wait(tasks, timeout=_GONE_SECS)  # they tell that it is lost
    return gone.result()


def main() -> None:
    line = ParentLine()
    globalLogBeginner.beginLoggingTo([], redirectStandardIO=False)  # else all that is told is kept
    slots = [Slot(int(fd)) for fd in sys.argv[3:]]
    with contextlib.suppress(BrokenPipeError):  # nobody looks any more
        if why := asyncio.run(_serve(line, sys.argv[1], int(sys.argv[2]), slots)):
            sys.exit(why)


if __name__ == "__main__":
    main()
