"""The page's picture as it is kept: lossless, in the pixels in which its places are told."""

from __future__ import annotations

import asyncio

import cv2
import numpy as np

from engine.surfaces.browser.page_link import PageLink
from engine.surfaces.browser.picture_changes import Pixels
from engine.surfaces.browser.screencast import decoded

_PICTURE_SECS = 4.0
_QUICK_SECS = 1.0


async def picture_of(link: PageLink) -> tuple[str, tuple[int, int]]:
    """The page's picture, and the size in which the page believes itself to be shown."""
    wanted = {"format": "png", "optimizeForSpeed": True, "fromSurface": True}
    reply, view = await asyncio.gather(
        link.send("Page.captureScreenshot", wanted, timeout_secs=_PICTURE_SECS),
        size_of(link),
    )
    return str(reply["data"]), view


async def size_of(link: PageLink) -> tuple[int, int]:
    """Of the page's view, in frame pixels."""
    view = await link.ask("setOfMark.view()", timeout_secs=_QUICK_SECS)
    return max(1, int(view[0])), max(1, int(view[1]))


def pixels_of(data: str, size_px: tuple[int, int]) -> Pixels | None:
    """Where a scale is only pretended, the browser tells the picture without it: places are told
    with it, so the picture is brought to their size."""
    pixels = decoded(data)
    if pixels is None or pixels.shape[1::-1] == size_px or min(size_px) < 1:
        return pixels
    return np.asarray(cv2.resize(pixels, size_px, interpolation=cv2.INTER_LINEAR))
