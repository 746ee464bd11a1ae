"""Small talks with a page, each bounded: a page that hangs, or is gone by then, holds up nobody."""

from __future__ import annotations

import asyncio
import contextlib

from playwright.async_api import Error, Page

from engine.surfaces.browser.tab import OpenTab

_ASK_SECS = 2.0
_HUSH = (
    "() => { window.alert = () => {}; window.confirm = () => false; window.prompt = () => null }"
)


async def read_title(tab: OpenTab, page: Page) -> None:
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(_ASK_SECS):
            title = await page.title()
        if tab.page is page:
            tab.title = title


async def fit(page: Page, *, width_px: int, height_px: int) -> None:
    """A pop-up chooses its own size; the frame keeps its."""
    if page.viewport_size != {"width": width_px, "height": height_px}:
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(_ASK_SECS):
                await page.set_viewport_size({"width": width_px, "height": height_px})


async def bring_forward(tab: OpenTab) -> None:
    if tab.page is not None:
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(_ASK_SECS):
                await tab.page.bring_to_front()


async def close_page(page: Page) -> None:
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(_ASK_SECS):
            await page.close()


async def is_hung(page: Page) -> bool:
    """One that is between two documents, or gone, is not."""
    try:
        async with asyncio.timeout(_ASK_SECS):
            await page.evaluate("0")
    except TimeoutError:
        return True
    except Error:
        return False
    return False


async def is_hushed(page: Page) -> bool:
    """Whether it listened, and opens no more dialogs."""
    try:
        async with asyncio.timeout(_ASK_SECS):
            for frame in page.frames:
                await frame.evaluate(_HUSH)
    except (Error, TimeoutError):
        return False
    return True
