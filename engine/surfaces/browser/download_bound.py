"""Breaks off a download that grows beyond its bound, before it has filled the disk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from playwright.async_api import Download

_LOOK_SECS = 0.2
_GROWING = ".crdownload"
"""What Chromium adds to the name of a file that is not whole yet."""


async def is_broken_off(handed: Download, *, max_bytes: int) -> bool:
    """Wait for its end; whether it was given up because it is larger. What there was of it, the
    browser deletes. Raises Playwright's error, or ``OSError``."""
    whole = _place_of(handed)
    is_larger = False
    ending = asyncio.ensure_future(handed.failure())
    try:
        while not ending.done() and not is_larger:
            await asyncio.wait({ending}, timeout=_LOOK_SECS)
            is_larger = await asyncio.to_thread(_size_bytes, whole) > max_bytes
        if is_larger:
            await handed.cancel()
        failure = await ending
    finally:
        ending.cancel()
    if not failure:  # it came to its end, perhaps between two looks
        whole = await handed.path()
        is_larger = (await asyncio.to_thread(whole.stat)).st_size > max_bytes
        if is_larger:
            await handed.delete()
    return is_larger


def _place_of(handed: Download) -> Path | None:
    """Where the browser puts it: Playwright's own interface tells only once it is whole
    (https://playwright.dev/python/docs/api/class-download#download-path)."""
    artifact: Any = getattr(getattr(handed, "_impl_obj", None), "_artifact", None)
    told = getattr(artifact, "_initializer", {}).get("absolutePath", "")
    return Path(told) if told else None


def _size_bytes(whole: Path | None) -> int:
    """Of what there is of it; 0 where that is not known."""
    if whole is None:
        return 0
    for path in (whole.with_name(whole.name + _GROWING), whole):
        try:
            return path.stat().st_size
        except FileNotFoundError:
            continue
    return 0
