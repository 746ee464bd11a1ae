"""The page's picture: as it moves, as it is kept, and where one differs from the next.

As it moves, the browser sends JPEG while it paints, and goes on when a frame was acknowledged. That
happens as soon as a frame is taken in, and decoding runs beside the loop on the newest one, so that
a slow decoder skips frames instead of lagging behind. Where nobody looks on, small ones tell that
it changed, by a pixel too, for a third of the work. What is kept is lossless, in the pixels in
which the page's places are told. ``LiveView`` has the newest one, and the count by which looks know
whether it changed. ``WindowSize`` has a page take the size that its window was given."""

import asyncio
import base64
import contextlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, astuple, field
from functools import reduce
from typing import Any

import cv2
import numpy as np

from engine.domain import errors, facts
from engine.domain.spaces import Frame, PictureChange, Rect
from engine.processes import change_watches, tasks
from engine.states.spots import TILE_PX, changed_tiles
from engine.surfaces.browser import page_link, tab

_QUALITY = 80
_SMALLER, _SMALL_QUALITY = 4, 95
_SECS = 3.0
_REST_SECS = 0.3
_PICTURE_SECS = 4.0
_QUICK_SECS = 1.0
Pixels = np.ndarray[Any, np.dtype[np.uint8]]
"""Height × width × 4 bytes, in the order blue, green, red, alpha."""

_MOST_PLACES = 8
_BLANK_PIXEL = np.full((1, 1, 4), 255, np.uint8)
_WINDOW_SECS = 1.0
_LEAST_PX = (320, 240)


class Screencast(facts.Part):
    """Of one page. ``view`` takes each picture, and when it was painted (monotonic clock). With
    ``is_small``, fewer pixels come. ``on_resized``: what is painted has another size by now, or
    may have: the browser leaves out a picture while two are not acknowledged, and of a page that
    stands still afterwards no other comes. So whoever follows the size is to look at each rest."""

    link: page_link.PageLink
    view: "LiveView"
    _: KW_ONLY
    on_resized: Callable[[], None]
    is_small: bool
    _size: tuple[float, float] | None = field(default=None, init=False)
    _newest: tuple[str, float] | None = field(default=None, init=False)
    _has_newer: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _tasks: tasks.OwnedTasks = field(default_factory=tasks.OwnedTasks, init=False)
    _resting: asyncio.TimerHandle | None = field(default=None, init=False)

    async def start(self) -> None:
        """Raises ``PageGone`` or ``PageBusy``."""
        self.link.session.on("Page.screencastFrame", self._take)
        self._tasks.spawn(self._decode())
        params: dict[str, Any] = {"format": "jpeg", "quality": _QUALITY, "everyNthFrame": 1}
        if self.is_small:
            width, height = (max(1, side // _SMALLER) for side in self.view.size_px)
            params |= {"quality": _SMALL_QUALITY, "maxWidth": width, "maxHeight": height}
        await self.link.send("Page.startScreencast", params, timeout_secs=_SECS)

    async def stop(self) -> None:
        """The page stays, if it is there."""
        await self.close()
        with contextlib.suppress(page_link.PageGone, page_link.PageBusy):
            await self.link.send("Page.stopScreencast", timeout_secs=_SECS)

    async def close(self) -> None:
        self.link.session.remove_listener("Page.screencastFrame", self._take)
        await self._tasks.close(cancel=True)
        if self._resting is not None:
            self._resting.cancel()

    def _take(self, event: dict[str, Any]) -> None:
        age_secs = max(0.0, time.time() - event["metadata"].get("timestamp", time.time()))
        self._newest = event["data"], time.monotonic() - min(age_secs, 1.0)
        self._has_newer.set()
        size = event["metadata"].get("deviceWidth", 0.0), event["metadata"].get("deviceHeight", 0.0)
        if self._size is not None and size != self._size:
            self.on_resized()
        self._size = size
        self._tasks.spawn(self._acknowledge(event["sessionId"]))

    async def _acknowledge(self, number: int) -> None:
        try:
            params = {"sessionId": number}
            await self.link.send("Page.screencastFrameAck", params, timeout_secs=_SECS)
        except (page_link.PageGone, page_link.PageBusy):
            return  # the page that was shown went away
        if self._resting is not None:
            self._resting.cancel()
        loop = asyncio.get_running_loop()
        self._resting = loop.call_later(_REST_SECS, self.on_resized)

    async def _decode(self) -> None:
        while True:
            await self._has_newer.wait()
            self._has_newer.clear()
            if self._newest is None:
                continue
            (data, painted_at_secs), self._newest = self._newest, None
            pixels = await asyncio.to_thread(decoded, data)
            if pixels is not None:
                self.view.take_picture(pixels, painted_at_secs, is_small=self.is_small)


def decoded(data: str) -> Pixels | None:
    """A picture in base 64 as BGRA; None where it can't be read."""
    raw = np.frombuffer(base64.b64decode(data), np.uint8)
    picture = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    return None if picture is None else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA))


async def picture_of(link: page_link.PageLink) -> Pixels | None:
    """The page's picture; None where it can't be read."""
    wanted = {"format": "png", "optimizeForSpeed": True, "fromSurface": True}
    reply = await link.send("Page.captureScreenshot", wanted, timeout_secs=_PICTURE_SECS)
    return await asyncio.to_thread(decoded, str(reply["data"]))


async def size_of(link: page_link.PageLink) -> tuple[int, int]:
    """In which the page believes itself to be shown, in frame pixels."""
    view = await link.ask("setOfMark.view()", timeout_secs=_QUICK_SECS)
    return max(1, int(view[0])), max(1, int(view[1]))


def changed_places(
    before: Pixels | None, now: Pixels, size_px: tuple[int, int]
) -> tuple[Rect, ...]:
    """In a frame of that size; all of it where there was none before, or one of another size."""
    whole = Rect(0, 0, *size_px)
    if before is None or before.shape != now.shape:
        return (whole,)
    differs = (before.view(np.uint32) != now.view(np.uint32))[:, :, 0]
    if not differs.any():
        return ()
    scale = size_px[0] / now.shape[1]
    tiles = changed_tiles(differs, tile_px=max(1, round(TILE_PX / scale)))
    sides = ([int(side * scale) for side in astuple(each)] for each in tiles)
    places = [Rect(*each).grown(int(scale != 1)).intersection(whole) for each in sides]
    return tuple(places) if len(places) <= _MOST_PLACES else (reduce(Rect.union, places),)


class LiveView(facts.Part):
    """``size_px`` is that of the frames that are captured: live pictures are brought to it, so
    that zones lie where they are seen. ``on_resized`` is told when it changes. ``count`` is that of
    the live pictures, some of which come after a look that saw the same; ``looks_count`` is that of
    the last change which no look has seen. Small pictures are counted, and given to nobody."""

    watches: change_watches.ChangeWatches
    _: KW_ONLY
    size_px: tuple[int, int]
    on_resized: Callable[[int, int], object]
    _pixels: Pixels | None = field(default=None, init=False)
    _is_small = False
    _painted_at_secs = 0.0
    _captured_at_secs = -math.inf
    _given_at_secs = 0.0
    _buffers: list[bytearray] = field(
        default_factory=lambda: [bytearray(), bytearray()], init=False
    )
    _news: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def __post_init__(self) -> None:
        self.count = self.looks_count = 0

    @property
    def bounds_px(self) -> Rect:
        return Rect(0, 0, *self.size_px)

    def resize(self, width_px: int, height_px: int) -> None:
        if (width_px, height_px) != self.size_px:
            self.size_px = width_px, height_px
            self.on_resized(width_px, height_px)

    def take_picture(
        self, pixels: Pixels, painted_at_secs: float, *, is_small: bool = False
    ) -> None:
        """Count it, where it differs from the one before."""
        places = changed_places(self._pixels, pixels, self.size_px)
        if places:
            self._pixels, self._painted_at_secs = pixels, painted_at_secs
            self._is_small = is_small
            is_news = painted_at_secs > self._captured_at_secs
            self.note_change(places, painted_at_secs, is_news=is_news)

    def note_capture(self) -> int:
        """A picture is taken now, of all that was painted before; its count."""
        self._captured_at_secs, self.looks_count = time.monotonic(), self.count
        return self.count

    def note_change(self, places: Sequence[Rect], at_secs: float, *, is_news: bool = True) -> None:
        """The page changed there, or somewhere; ``is_news`` is it to whoever has not looked."""
        self.count += 1
        if is_news:
            self.looks_count = self.count
        for place in places:
            self.watches.tell(PictureChange(at_secs, self.count, place))
        self._tell_news()

    def lose(self, message: str) -> None:
        self.watches.lose(message)
        self._tell_news()

    def last_frame(self) -> Frame:
        """What was seen last; white where nothing was."""
        return self._frame(self._copy(bytearray(self.bounds_px.area * 4)))

    async def next_frame(
        self, after_count: int, period_secs: float, patience_secs: float
    ) -> Frame | None:
        """The newest picture once the count is above, None where it is not in time; its pixels
        stay untouched until the second one after it. Raises ``SurfaceLost``."""
        wait_secs = self._given_at_secs + period_secs - time.monotonic()
        if wait_secs > 0:
            await asyncio.sleep(wait_secs)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience_secs):
                while self.watches.lost is None and not self._is_newer(after_count):
                    await self._news.wait()
        if self.watches.lost is not None:
            raise errors.SurfaceLost(self.watches.lost)
        if not self._is_newer(after_count):
            return None
        self._given_at_secs = time.monotonic()
        buffer = self._buffers.pop(0)
        size_bytes = self.bounds_px.area * 4
        if len(buffer) != size_bytes:
            buffer = bytearray(size_bytes)
        self._buffers.append(buffer)
        return self._frame(memoryview(self._copy(buffer)))

    def _is_newer(self, after_count: int) -> bool:
        return self.count > after_count and self._pixels is not None and not self._is_small

    def _copy(self, into: bytearray) -> bytearray:
        width, height = self.size_px
        rows = np.frombuffer(into, np.uint8).reshape(height, width, 4)
        pixels = _BLANK_PIXEL if self._pixels is None else self._pixels
        rows[:] = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
        return into

    def _frame(self, pixels: bytearray | memoryview) -> Frame:
        width, height = self.size_px
        kept = pixels if isinstance(pixels, memoryview) else bytes(pixels)
        return Frame(self.count, self._painted_at_secs, width, height, kept)

    def _tell_news(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


class WindowSize:
    """Has a page take the size that its window was given, by its user or by itself.

    The page's size is set from outside, and Chromium forgets half of that when its window changes:
    the picture has the window's size then, and the page still tells places in the old one. Setting
    the size that fits the window brings both together again.

    What is around a page is learnt from the first one: Playwright has just made its window as much
    larger as it makes every window. Scroll bars lie within the page's size."""

    def __init__(self) -> None:
        self._around_px: tuple[int, int] | None = None
        self._following = asyncio.Lock()

    async def follow(self, link: page_link.PageLink) -> None:
        """Raises ``PageGone`` or ``PageBusy``."""
        async with self._following:
            size = link.page.viewport_size
            told = await link.send("Browser.getWindowForTarget", timeout_secs=_WINDOW_SECS)
            bounds = told["bounds"]
            if size is None or bounds.get("windowState") == "minimized":
                return
            width, height = int(bounds["width"]), int(bounds["height"])
            if self._around_px is None:
                self._around_px = width - size["width"], height - size["height"]
            width = max(_LEAST_PX[0], width - self._around_px[0])
            height = max(_LEAST_PX[1], height - self._around_px[1])
            await tab.fit(link.page, width_px=width, height_px=height)
