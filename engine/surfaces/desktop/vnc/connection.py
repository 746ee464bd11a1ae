"""The connection to a VNC server (RFC 6143): its picture as it comes, and how far it has come.

The protocol is vncdotool's ``RFBClient``. It is written for Twisted, of which it needs no more than
a transport that can ``write`` and ``loseConnection``: it is given asyncio's under these names, so
that no second loop runs. Pictures come raw: the library's decoders of compressed ones go pixel by
pixel in Python.

A server tells of a change once for each time that it is asked, so it is asked again as soon as it
has. Of one pixel it tells at once, whether it changed or not, and after what it was sent before: so
it is known that it has taken in what was pressed, and that it is still there.
"""

import asyncio
import os
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from vncdotool import rfb
from vncdotool.const import AuthTypes, Encoding

from engine.domain.errors import KnownError, SurfaceLost, SurfaceSilent, SurfaceUnavailable
from engine.domain.spaces import Rect

CONNECT_SECS = 10.0
"""For the greeting, the password and the first picture."""
ANSWERS_SECS = 4.0
"""No server that is there takes longer; the parent's own patience is a second more."""
_ASK_EVERY_SECS = 0.016
_MOST_PIXELS = 1 << 26
_MOST_OTHER_BYTES = 1 << 24
_SAID_CHARS = 200
_PIXELS = rfb.PixelFormat(32, 24, False, True, 255, 255, 255, 16, 8, 0)
"""Blue, green, red, and a byte that means nothing."""
_ENCODINGS = (
    Encoding.RAW,
    Encoding.PSEUDO_CURSOR,  # else the server paints the pointer into the picture
    Encoding.PSEUDO_DESKTOP_SIZE,
    Encoding.PSEUDO_LAST_RECT,
)
_PORT_REMEDY = "See that the port is right: that of display :1 is 5901."


with warnings.catch_warnings():
    # WORKAROUND: ``updateRectangle`` will change in a later version; what is asked for is below it.
    # https://github.com/sibson/vncdotool/issues/385
    warnings.simplefilter("ignore", FutureWarning)

    class VncConnection(rfb.RFBClient):  # type: ignore[misc]
        """``count`` grows with each change of the ``picture`` (height × width × 4 bytes, BGRX).
        ``on_change`` is told what changed, ``on_resized`` the new size in pixels."""

        SUPPORTED_AUTHS = {AuthTypes.NONE, AuthTypes.VNC_AUTHENTICATION}  # noqa: RUF012

        def __init__(self, server: str, password: str, password_remedy: str) -> None:
            super().__init__()
            self._server = server
            self._password = password
            self._password_remedy = password_remedy
            self.factory = rfb.RFBFactory(shared=True)
            self.on_change: Callable[[Sequence[Rect]], None] = lambda boxes: None
            self.on_resized: Callable[[int, int], None] = lambda width, height: None
            self.picture = np.zeros((0, 0, 4), np.uint8)
            self.count = 0
            self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._line: asyncio.Transport
            self._settling = asyncio.Lock()
            self._waiting: list[asyncio.Future[None]] = []
            self._is_updating = self._is_resized = self._is_probed = False
            self._probed_pixel = b""
            self._pointers: list[rfb.Rect] = []
            self._asked_at_secs = 0.0

        async def open(self, host: str, port: int) -> None:
            """Return with the first picture. Raises ``SurfaceUnavailable`` with what to do."""
            loop = asyncio.get_running_loop()
            try:
                async with asyncio.timeout(CONNECT_SECS):
                    await loop.create_connection(lambda: self, host, port)
                    await self._ready
            except TimeoutError:
                raise SurfaceUnavailable(
                    f"No VNC server answered at {self._server} within {CONNECT_SECS:.0f} s.",
                    _PORT_REMEDY,
                ) from None
            except OSError as error:
                # asyncio's own words name sockets; several addresses that failed have no number
                number = error.errno or 0
                why = os.strerror(number) if number > 0 else error.strerror
                raise SurfaceUnavailable(
                    f"{self._server} can't be reached: {why or 'nobody listens there'}.",
                    f"See that a VNC server runs there. {_PORT_REMEDY}",
                ) from None

        async def close(self, patience_secs: float) -> None:
            """What was sent still goes."""
            if self.transport is not None:
                self.transport.loseConnection()
                await asyncio.wait([self.lost], timeout=patience_secs)

        async def settle(self, patience_secs: float = ANSWERS_SECS) -> None:
            """Until the server has taken in all that it was sent, and told what came of it by
            then. Raises ``SurfaceSilent`` or ``SurfaceLost``."""
            try:
                async with asyncio.timeout(patience_secs), self._settling:
                    self._is_probed = False
                    self.framebufferUpdateRequest(0, 0, 1, 1, incremental=False)
                    while not self._is_probed or self._is_updating:
                        await self._next_update()
            except TimeoutError:
                raise SurfaceSilent(
                    f"The VNC server at {self._server} did not answer within {patience_secs:g} s.",
                    "It may hang, or the network between.",
                ) from None

        async def wait_newer(self, count: int, patience_secs: float) -> bool:
            """Until the picture is newer than that one and whole; False where it is not in time."""
            try:
                async with asyncio.timeout(patience_secs):
                    while self.count <= count or self._is_updating:
                        await self._next_update()
            except TimeoutError:
                return False
            return True

        async def _next_update(self) -> None:
            if self.lost.done():
                raise SurfaceLost(self.lost.result())
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting

        # -- what the line tells -----------------------------------------------------------

        def connection_made(self, transport: asyncio.Transport) -> None:
            self._line = transport
            self.makeConnection(self)

        def data_received(self, data: bytes) -> None:
            """More than a picture's worth of bytes that nobody has asked for ends it."""
            if len(self._packet) > self.picture.nbytes + _MOST_OTHER_BYTES:
                raise ValueError("more than was asked for")
            self.dataReceived(data)

        def connection_lost(self, error: Exception | None) -> None:
            why = f"the connection broke off: {error}" if error else "the server closed it"
            self.lost.set_result(why)
            said = f"What answers at {self._server} ended the connection: {why}."
            self._refuse(SurfaceUnavailable(said, "See that a VNC server runs there."))
            self._wake(SurfaceLost(f"{why[:1].upper()}{why[1:]}."))

        def write(self, data: bytes) -> None:
            self._line.write(data)

        def loseConnection(self) -> None:
            self._line.close()

        def vncConnectionMade(self) -> None:
            self.setPixelFormat(_PIXELS)
            self.setEncodings(_ENCODINGS)
            self._take_size(self.width, self.height)
            self.framebufferUpdateRequest()

        def vncRequestPassword(self) -> None:
            if not self._password:
                said = f"The VNC server at {self._server} asks for a password, and there is none."
                self._refuse(SurfaceUnavailable(said, self._password_remedy))
            elif not self._password.isascii():
                said = f"The password for {self._server} has letters that VNC does not know."
                self._refuse(SurfaceUnavailable(said, self._password_remedy))
            else:
                self.sendPassword(self._password)

        def vncAuthFailed(self, reason: bytes | str) -> None:
            said = f"The VNC server at {self._server} does not let us in: {_said(reason)}."
            self._refuse(SurfaceUnavailable(said, self._password_remedy))

        def vncProtocolError(self, reason: str) -> None:
            if reason.startswith("unknown security types"):
                said = f"The VNC server at {self._server} speaks over its own encryption only."
                remedy = (
                    "Have it take a VNC password (SecurityTypes VncAuth), and let nobody reach it"
                    " but through a tunnel (ssh -L)."
                )
            elif reason.startswith("invalid initial"):
                said, remedy = (
                    f"What answers at {self._server} is no VNC server.",
                    "Is it the port?",
                )
            else:
                said = f"The VNC server at {self._server} broke off: {_said(reason)}."
                remedy = "Its own log may tell more."
            self._refuse(SurfaceUnavailable(said, remedy))

        def _refuse(self, error: KnownError) -> None:
            if not self._ready.done():
                self._ready.set_exception(error)
            if self.transport is not None:
                self.transport.loseConnection()

        # -- the picture -------------------------------------------------------------------

        def beginUpdate(self) -> None:
            self._is_updating = True
            self._pointers.clear()

        def updateRectangle(self, x: int, y: int, width: int, height: int, data: bytes) -> None:
            pixels = np.frombuffer(data, np.uint8).reshape(height, width, 4)
            self.picture[y : y + height, x : x + width] = pixels

        def updateCursor(self, x: int, y: int, width: int, height: int, *_: Any) -> None:
            self._pointers.append((x, y, width, height))

        def updateDesktopSize(self, width: int, height: int) -> None:
            if (width, height) != (self.width, self.height):
                self._is_resized = True
                self._take_size(width, height)

        def commitUpdate(self, rectangles: Sequence[rfb.Rect] = ()) -> None:
            self._is_updating = False
            told = list(rectangles)
            for pointer in self._pointers:  # one may look like a part of the picture
                told.remove(pointer)
            boxes = [box for box in (Rect(*one) for one in told) if not box.is_empty]
            if any(box.x == box.y == 0 for box in boxes):
                self._is_probed = True
                before, self._probed_pixel = self._probed_pixel, self.picture[0, 0, :3].tobytes()
                if before == self._probed_pixel:
                    boxes = [box for box in boxes if box != Rect(0, 0, 1, 1)]
            if boxes or self._is_resized:
                self.count += 1
            if self._is_resized:
                self._is_resized = False
                self.on_resized(self.width, self.height)
                self.framebufferUpdateRequest()
            if boxes:
                self.on_change(boxes)
                if not self._ready.done():
                    self._ready.set_result(None)
            self._wake()
            # only now: who waited for this picture has it whole before the next begins
            loop = asyncio.get_running_loop()
            due_secs = max(0.0, self._asked_at_secs + _ASK_EVERY_SECS - time.monotonic())
            loop.call_later(due_secs, self._ask)

        def _ask(self) -> None:
            self._asked_at_secs = time.monotonic()
            if not self.lost.done():
                self.framebufferUpdateRequest(incremental=True)

        def _take_size(self, width: int, height: int) -> None:
            if width * height > _MOST_PIXELS:
                raise ValueError(f"a picture of {width} × {height} pixels")
            self.width, self.height = width, height
            self.picture = np.zeros((height, width, 4), np.uint8)

        def _wake(self, error: KnownError | None = None) -> None:
            waiting, self._waiting = self._waiting, []
            for one in waiting:
                if one.done():
                    continue
                if error is None:
                    one.set_result(None)
                else:
                    one.set_exception(error)


def _said(reason: bytes | str) -> str:
    """What a server says, as a part of a sentence."""
    text = reason.decode(errors="replace") if isinstance(reason, bytes) else reason
    return " ".join(filter(str.isprintable, text.split()))[:_SAID_CHARS].rstrip(".")
