"""Saves what a page hands out: into one folder, under a harmless name, over nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import unicodedata
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Download as PageDownload
from playwright.async_api import Error, Page

from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import Download
from engine.surfaces.browser.download_bound import is_broken_off
from engine.surfaces.browser.notes import BrowserNotes

_MAX_NAME_BYTES = 120
_MAX_TRIES = 1000
_MAX_DOWNLOADS = 200


class Downloads:
    """``downloads`` are all of the surface's, in their order."""

    def __init__(
        self,
        folder: Path | None,
        *,
        is_allowed: bool,
        max_bytes: int,
        notes: BrowserNotes,
    ) -> None:
        self._folder = folder
        self._is_allowed = is_allowed
        self._max_bytes = max_bytes
        self._notes = notes
        self._downloads: list[Download] = []
        self._saving: set[asyncio.Task[None]] = set()

    @property
    def downloads(self) -> tuple[Download, ...]:
        return tuple(self._downloads)

    def follow(self, page: Page) -> None:
        page.on("download", self._take)

    async def close(self) -> None:
        for task in self._saving:
            task.cancel()
        await asyncio.gather(*self._saving, return_exceptions=True)

    def _take(self, handed: PageDownload) -> None:
        name = harmless_name(handed.suggested_filename)
        if len(self._downloads) >= _MAX_DOWNLOADS:
            words = f"“{name}” was not saved: this browser has saved {_MAX_DOWNLOADS} files."
            self._notes.tell(BrowserNoted("download_refused", words))
            self._own(_cancel(handed))
            return
        self._downloads.append(Download(name=name, url=_short(handed.url)))
        self._own(self._settle(handed, len(self._downloads) - 1))

    def _own(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _settle(self, handed: PageDownload, index: int) -> None:
        name = self._downloads[index].name
        try:
            if self._folder is None or not self._is_allowed:
                await handed.cancel()
                self._refuse(index, "Downloads are not allowed.")
                return
            if await is_broken_off(handed, max_bytes=self._max_bytes):
                self._refuse(index, f"It is larger than {self._max_bytes / 1_000_000:g} MB.")
                return
            failure = await handed.failure()
            if failure:
                self._fail(index, f"“{name}” could not be downloaded ({failure}).")
                return
            path = await asyncio.to_thread(reserve, self._folder, name)
            await handed.save_as(path)
            await handed.delete()
            size_bytes = (await asyncio.to_thread(path.stat)).st_size
        except OSError as problem:
            self._fail(index, f"“{name}” could not be saved: {problem.strerror}.")
        except Error:
            self._fail(index, f"“{name}” could not be saved: the browser gave it up.")
        else:
            self._downloads[index] = replace(
                self._downloads[index],
                name=path.name, path=str(path), size_bytes=size_bytes, state="saved",
            )  # fmt: skip
            self._notes.tell(BrowserNoted("download_saved", f"Saved “{path.name}”.", str(path)))

    def _refuse(self, index: int, why: str) -> None:
        download = replace(self._downloads[index], state="refused", why=why)
        self._downloads[index] = download
        words = f"The page handed out “{download.name}”, which was not saved: {why}"
        self._notes.tell(BrowserNoted("download_refused", words))

    def _fail(self, index: int, why: str) -> None:
        self._downloads[index] = replace(self._downloads[index], state="failed", why=why)
        self._notes.tell(BrowserNoted("download_refused", why))


async def _cancel(handed: PageDownload) -> None:
    with contextlib.suppress(Error):  # its page is gone
        await handed.cancel()


def harmless_name(suggested: str) -> str:
    """Without folders, control characters and leading dots, and of a bearable length."""
    text = unicodedata.normalize("NFC", suggested).replace("\\", "/").rpartition("/")[2]
    kept = "".join(
        "_" if letter in '<>:"|?*' else letter
        for letter in text
        if unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    )
    name = kept.strip().lstrip(".").rstrip(". ") or "download"
    stem, dot, ending = name.rpartition(".")
    if not stem or len(ending.encode()) > 16:
        stem, dot, ending = name, "", ""
    room = _MAX_NAME_BYTES - len((dot + ending).encode())
    return stem.encode()[:room].decode(errors="ignore") + dot + ending


def reserve(folder: Path, name: str) -> Path:
    """A new empty file of that name, or of one that is numbered. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    for number in range(1, _MAX_TRIES):
        path = folder / (name if number == 1 else f"{stem} ({number}){dot}{ending}")
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600))
        except FileExistsError:
            continue
        return path
    raise FileExistsError(17, "too many files of that name")


def _short(url: str) -> str:
    """``data:`` addresses hold the whole file."""
    return url if len(url) <= 2000 else f"{urlsplit(url).scheme}:…"
