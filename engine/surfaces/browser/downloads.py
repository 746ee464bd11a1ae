"""Saves what a page hands out: into one folder, under a harmless name, over nothing, and breaks
off what grows beyond its bound before it has filled the disk."""

import asyncio
import os
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urldefrag, urlsplit

from playwright.async_api import BrowserContext, Error, Page, Request
from playwright.async_api import Download as PageDownload

from engine.domain.web.events import BrowserNoted
from engine.domain.web.outgoing import Outgoing, WhyHeld
from engine.domain.web.pages import Download
from engine.domain.zones import holds_mask
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.tab import first_of, in_time
from engine.surfaces.browser.unasked import BrowserNotes

_MAX_NAME_BYTES = 120
_MAX_TRIES = 1000
_MAX_DOWNLOADS = 200
_LOOK_SECS = 0.2
_GROWING = ".crdownload"
"""What Chromium adds to the name of a file that is not whole yet."""


class Downloads:
    """``downloads`` are all of the surface's, in their order. ``why_held`` says why a file is not
    to be had with what is done now."""

    def __init__(self, settings: BrowserSettings, notes: BrowserNotes, why_held: WhyHeld) -> None:
        self._why_held = why_held
        self._settings = settings
        self._notes = notes
        self._downloads: list[Download] = []
        self._saving = OwnedTasks()
        self._aim = ("", "")
        self._heard: BrowserContext | None = None
        self._sent_on: dict[str, str] = {}

    @property
    def downloads(self) -> tuple[Download, ...]:
        return tuple(self._downloads)

    def follow(self, page: Page) -> None:
        page.on("download", self._take)
        if page.context is not self._heard:  # a pop-up asks before its page is there
            self._heard = page.context
            page.context.on("request", self._note_sent_on)

    def aim(self, acted_on: str, url: str, here: str = "") -> None:
        """What is acted on now, on the page ``here``, and the address that it tells to lead to."""
        url, here = urldefrag(url).url, urldefrag(here).url
        is_led = url != here and urlsplit(url).scheme != "javascript" and not holds_mask(url)
        self._aim = (acted_on, url.removesuffix("…") if is_led else "")
        self._sent_on.clear()

    def _note_sent_on(self, request: Request) -> None:
        if request.redirected_from is not None and request.is_navigation_request():
            self._sent_on[request.url] = first_of(request).url

    async def close(self) -> None:
        await self._saving.close(cancel=True)

    def _take(self, handed: PageDownload) -> None:
        name = harmless_name(handed.suggested_filename)
        if len(self._downloads) >= _MAX_DOWNLOADS:
            words = f"“{name}” was not saved: this browser has saved {_MAX_DOWNLOADS} files."
            self._notes.tell(BrowserNoted("download_refused", words))
            self._saving.spawn(in_time(handed.cancel()))
            return
        if self._why_held(Outgoing(handed.url, file_name=handed.suggested_filename)):
            self._saving.spawn(in_time(handed.cancel()))
            return
        acted_on, leads_to = self._aim
        is_its = self._sent_on.get(handed.url, handed.url).startswith(leads_to)
        is_short = len(handed.url) <= 2000  # ``data:`` addresses hold the whole file
        url = handed.url if is_short else f"{urlsplit(handed.url).scheme}:…"
        self._downloads.append(Download(name, url, came_of=acted_on, is_its=is_its))
        self._saving.spawn(self._settle(handed, len(self._downloads) - 1))

    async def _settle(self, handed: PageDownload, index: int) -> None:
        name = self._downloads[index].name
        try:
            folder, most_bytes = self._settings.downloads_folder, self._settings.max_download_bytes
            if folder is None or not self._settings.allow_downloads:
                await handed.cancel()
                self._give_up(index, "refused", "Downloads are not allowed.")
                return
            if await is_broken_off(handed, max_bytes=most_bytes):
                self._give_up(index, "refused", f"It is larger than {most_bytes / 1_000_000:g} MB.")
                return
            failure = await handed.failure()
            if failure:
                self._give_up(index, "failed", f"“{name}” could not be downloaded ({failure}).")
                return
            path = await asyncio.to_thread(reserve, folder, name)
            await handed.save_as(path)
            await handed.delete()
            size_bytes = (await asyncio.to_thread(path.stat)).st_size
        except OSError as problem:
            self._give_up(index, "failed", f"“{name}” could not be saved: {problem.strerror}.")
        except Error:
            self._give_up(index, "failed", f"“{name}” could not be saved: the browser gave it up.")
        else:
            self._downloads[index] = replace(
                self._downloads[index],
                name=path.name, path=str(path), size_bytes=size_bytes, state="saved",
            )  # fmt: skip
            self._notes.tell(BrowserNoted("download_saved", f"Saved “{path.name}”.", str(path)))

    def _give_up(self, index: int, state: Literal["refused", "failed"], why: str) -> None:
        download = replace(self._downloads[index], state=state, why=why)
        self._downloads[index] = download
        words = f"The page handed out “{download.name}”, which was not saved: {why}"
        self._notes.tell(BrowserNoted("download_refused", words if state == "refused" else why))


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


async def is_broken_off(handed: PageDownload, *, max_bytes: int) -> bool:
    """Wait for its end; whether it was given up because it is larger. What there was of it, the
    browser deletes. Raises Playwright's error, or ``OSError``."""
    # where the browser puts it, Playwright's own interface tells only once it is whole
    # (https://playwright.dev/python/docs/api/class-download#download-path)
    artifact: Any = getattr(getattr(handed, "_impl_obj", None), "_artifact", None)
    told = getattr(artifact, "_initializer", {}).get("absolutePath", "")
    growing = Path(told) if told else None
    is_larger = False
    ending = asyncio.ensure_future(handed.failure())
    try:
        while not ending.done() and not is_larger:
            await asyncio.wait({ending}, timeout=_LOOK_SECS)
            is_larger = await asyncio.to_thread(_size_bytes, growing) > max_bytes
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
