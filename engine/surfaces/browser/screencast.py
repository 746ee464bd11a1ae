"""The page's moving picture: frames as the browser paints them, none while it is still.

The browser sends JPEG and goes on when a frame was acknowledged. That happens as soon as a frame
is taken in, and decoding runs beside the loop on the newest one, so that a slow decoder skips
frames instead of lagging behind.
"""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from engine.surfaces.browser.page_link import PageBusy, PageGone, PageLink
from engine.surfaces.browser.picture_changes import Pixels

_QUALITY = 80
_SECS = 3.0
_REST_SECS = 0.3


class Screencast:
    """Of one page. ``on_picture`` is told of each picture and when it was painted (monotonic
    clock); nobody else writes on it. ``on_resized``: what is painted has another size by now, or
    may have: the browser leaves out a picture while two are not acknowledged, and of a page that
    stands still afterwards no other comes. So whoever follows the size is to look at each rest."""

    def __init__(
        self,
        link: PageLink,
        on_picture: Callable[[Pixels, float], None],
        *,
        on_resized: Callable[[], None],
    ) -> None:
        self._link = link
        self._on_picture = on_picture
        self._on_resized = on_resized
        self._size: tuple[float, float] | None = None
        self._newest: tuple[str, float] | None = None
        self._has_newer = asyncio.Event()
        self._acks: set[asyncio.Task[None]] = set()
        self._decoding: asyncio.Task[None] | None = None
        self._resting: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Raises ``PageGone`` or ``PageBusy``."""
        self._link.session.on("Page.screencastFrame", self._take)
        self._decoding = asyncio.create_task(self._decode())
        params = {"format": "jpeg", "quality": _QUALITY, "everyNthFrame": 1}
        await self._link.send("Page.startScreencast", params, timeout_secs=_SECS)

    async def close(self) -> None:
        self._link.session.remove_listener("Page.screencastFrame", self._take)
        tasks = [*self._acks, *([self._decoding] if self._decoding else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._resting is not None:
            self._resting.cancel()

    def _take(self, event: dict[str, Any]) -> None:
        age_secs = max(0.0, time.time() - event["metadata"].get("timestamp", time.time()))
        self._newest = event["data"], time.monotonic() - min(age_secs, 1.0)
        self._has_newer.set()
        self._note_size(event["metadata"])
        ack = asyncio.create_task(self._acknowledge(event["sessionId"]))
        self._acks.add(ack)
        ack.add_done_callback(self._acks.discard)

    def _note_size(self, metadata: dict[str, Any]) -> None:
        size = metadata.get("deviceWidth", 0.0), metadata.get("deviceHeight", 0.0)
        if self._size is not None and size != self._size:
            self._on_resized()
        self._size = size

    async def _acknowledge(self, number: int) -> None:
        try:
            params = {"sessionId": number}
            await self._link.send("Page.screencastFrameAck", params, timeout_secs=_SECS)
        except (PageGone, PageBusy):
            return  # the page that was shown went away
        if self._resting is not None:
            self._resting.cancel()
        loop = asyncio.get_running_loop()
        self._resting = loop.call_later(_REST_SECS, self._on_resized)

    async def _decode(self) -> None:
        while True:
            await self._has_newer.wait()
            self._has_newer.clear()
            if self._newest is None:
                continue
            (data, painted_at_secs), self._newest = self._newest, None
            pixels = await asyncio.to_thread(decoded, data)
            if pixels is not None:
                self._on_picture(pixels, painted_at_secs)


def decoded(data: str) -> Pixels | None:
    """A picture in base 64 as BGRA; None where it can't be read."""
    raw = np.frombuffer(base64.b64decode(data), np.uint8)
    picture = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    return None if picture is None else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA))
