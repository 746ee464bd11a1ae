"""Gives pages files of this machine, where the settings allow it: to a field for files, or by the
window in which a person would choose one.

Many pages hide their field behind a button whose click asks for that window. Nobody knows so
before the first click, which gives nothing; from then on the button counts as a field for files
(``askers``), so that a path typed into it passes the gate as what it is: a file handed over.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

from playwright.async_api import FileChooser, Page

from engine.domain.actions import Click
from engine.domain.errors import ActionImpossible, MayHaveLanded, TargetLost
from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import WebElement
from engine.surfaces.browser.found_element import Found, is_read, name_of
from engine.surfaces.browser.unasked import BrowserNotes

_CHOOSER_SECS = 5.0
_MAX_ASKERS = 100


class Uploads:
    """``askers`` are the ids of elements whose click asked for a file."""

    def __init__(self, *, is_allowed: bool, notes: BrowserNotes) -> None:
        self._is_allowed = is_allowed
        self._notes = notes
        self._touched: dict[Page, WebElement] = {}
        self._awaited: dict[Page, asyncio.Future[FileChooser]] = {}
        self._askers: dict[str, None] = {}

    @property
    def askers(self) -> frozenset[str]:
        return frozenset(self._askers)

    def follow(self, page: Page) -> None:
        """That somebody listens keeps the browser from opening a window of its own."""
        page.on("filechooser", self._take)
        page.on("close", self._forget)

    def note_touched(self, page: Page, element: WebElement) -> None:
        """What asks for a file now was asked by this element."""
        self._touched[page] = element

    async def give(self, it: Found, said: str, *, is_field: bool) -> None:
        """The file whose path was said. Raises ``ActionImpossible``, ``MayHaveLanded`` or
        Playwright's error."""
        if not self._is_allowed:
            raise ActionImpossible(
                f"{it.name} wants a file of this machine: uploads are not allowed.",
                "Allow them in the settings.",
            )
        path = await asyncio.to_thread(lambda: Path(said.strip()).expanduser())
        if not await asyncio.to_thread(path.is_file):
            raise ActionImpossible(f"There is no file “{said.strip()}”.")
        if is_field:
            await it.handle.set_input_files(path)
        else:
            chooser = await self._chooser_of(it)
            await chooser.set_files(path)

    async def _chooser_of(self, it: Found) -> FileChooser:
        """The window that a click on it asks for."""
        at = await it.place()
        with self._awaiting(it.hands.page) as asked:
            await it.hands.click(*at, Click())
            try:
                async with asyncio.timeout(_CHOOSER_SECS):
                    chooser = await asked
            except TimeoutError:
                raise MayHaveLanded(f"{it.name} was clicked, and asked for no file.") from None
        frame = await chooser.element.owner_frame()
        if frame is None or not is_read(frame):
            raise TargetLost(f"{it.name} asked for a file for another site.")
        return chooser

    @contextlib.contextmanager
    def _awaiting(self, page: Page) -> Iterator[asyncio.Future[FileChooser]]:
        asked: asyncio.Future[FileChooser] = asyncio.get_running_loop().create_future()
        self._awaited[page] = asked
        try:
            yield asked
        finally:
            self._awaited.pop(page, None)
            asked.cancel()

    def _forget(self, page: Page) -> None:
        self._touched.pop(page, None)

    def _take(self, chooser: FileChooser) -> None:
        """Hand it to who waits for it; else it is given nothing, and that is told."""
        asked = self._awaited.pop(chooser.page, None)
        if asked is not None and not asked.done():
            asked.set_result(chooser)
            return
        words = "The page asked for a file of this machine: uploads are not allowed."
        if self._is_allowed:
            words = (
                "The page asked for a file of this machine, and got none by a click:"
                f" type its path into {self._asker(chooser.page)} instead."
            )
        self._notes.tell(BrowserNoted("upload_refused", words))

    def _asker(self, page: Page) -> str:
        """What asks for it, by name; it counts as a field for files from now on."""
        element = self._touched.get(page)
        if element is None:
            return "the field"
        self._askers[element.agent_id] = None
        if len(self._askers) > _MAX_ASKERS:
            del self._askers[next(iter(self._askers))]
        name = name_of(element)
        return name[:1].lower() + name[1:]
