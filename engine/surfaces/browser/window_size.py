"""Has a page take the size that its window was given, by its user or by itself.

The page's size is set from outside, and Chromium forgets half of that when its window changes: the
picture has the window's size then, and the page still tells places in the old one. Setting the size
that fits the window brings both together again.
"""

from __future__ import annotations

import asyncio
import contextlib

from playwright.async_api import Error

from engine.surfaces.browser.page_link import PageLink

_SECS = 1.0
_SET_SECS = 3.0
_LEAST_PX = (320, 240)


class WindowSize:
    """Of the windows of one browser. The first page that is seen fits its window: what is around
    a page was learnt from it."""

    def __init__(self) -> None:
        self._around_px: tuple[int, int] | None = None
        self._following = asyncio.Lock()

    async def follow(self, link: PageLink) -> None:
        """Raises ``PageGone`` or ``PageBusy``."""
        async with self._following:
            size = link.page.viewport_size
            told = await link.send("Browser.getWindowForTarget", timeout_secs=_SECS)
            bounds = told["bounds"]
            if size is None or bounds.get("windowState") == "minimized":
                return
            whole = int(bounds["width"]), int(bounds["height"])
            if self._around_px is None:
                self._around_px = whole[0] - size["width"], whole[1] - size["height"]
            around = self._around_px
            fitting = (
                max(_LEAST_PX[0], whole[0] - around[0]),
                max(_LEAST_PX[1], whole[1] - around[1]),
            )
            if fitting != (size["width"], size["height"]):
                await _set_size(link, *fitting)


async def _set_size(link: PageLink, width_px: int, height_px: int) -> None:
    with contextlib.suppress(Error, TimeoutError):  # it is gone, or hangs: the next look tells
        async with asyncio.timeout(_SET_SECS):
            await link.page.set_viewport_size({"width": width_px, "height": height_px})
