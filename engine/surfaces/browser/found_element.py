"""Finds an element again that was planned for, and sees whether it can be clicked, and where; and
gives pages files of this machine, where the settings allow it, to a field for files or by the
window in which a person would choose one. Many pages hide that field behind a button: nobody knows
so before its first click, which gives nothing; from then on it counts as a field for files
(``askers``), so that a path typed into it passes the gate as what it is: a file handed over."""

import asyncio
import contextlib
import json
from collections.abc import Coroutine, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import ElementHandle, Error, FileChooser, Frame, JSHandle, Page

from engine.domain import actions, errors, facts
from engine.domain.web import events, pages
from engine.surfaces.browser import page_input, tab, unasked

_PARTS = [files("resources") / f"{each}.js" for each in ("page_surfaces", "hands_on_page")]
_SCRIPT = "(() => {{ {} return ({}) }})()".format(*(e.read_text(encoding="utf-8") for e in _PARTS))
_FRAME_SECS = 3.0
_LEFT = actions.Click()
_EDGE_PX = 2
_PROBLEM_WORDS = {
    "gone": "is no longer on the page",
    "disabled": "is disabled",
    "hidden": "is not in sight",
    "moving": "keeps moving",
    "covered": "is covered: “{by}” lies over it",
    "passes": "takes no clicks",
}


def name_of(element: pages.WebElement) -> str:
    """As a person would call it."""
    words = element.text or element.aria_label or element.placeholder or element.attr_name
    return f"“{' '.join(words.split())[:60]}”" if words.strip() else f"The {element.tag}"


class Found(facts.Frozen):
    """An element found again, with its page's hands. Its methods raise Playwright's error."""

    handle: ElementHandle
    element: pages.WebElement
    hands: page_input.PageInput

    @property
    def name(self) -> str:
        return name_of(self.element)

    async def ask(self, what: str, **more: object) -> Any:
        """Put one of the script's questions to it."""
        return await self.handle.evaluate(_SCRIPT, {"what": what, **more})

    async def told(self, what: str, **more: object) -> JSHandle:
        """The same, of what can't leave the page."""
        return await self.handle.evaluate_handle(_SCRIPT, {"what": what, **more})

    async def pressed(self) -> "Found":
        """What is pressed in its place: what a page draws for a field that only has the keyboard,
        the label of a tick that is hidden behind what is drawn for it, else itself."""
        told = await self.told("pressed")
        return facts.replace(self, handle=told.as_element() or self.handle)

    async def place(self) -> tuple[float, float]:
        """Scroll it into view and wait until it rests: where to click it, in the page's pixels.
        Raises ``TargetLost`` where it can't be clicked."""
        at = checked(await self.ask("ready"), self.element)
        x, y = at["x"], at["y"]
        frame = await self.handle.owner_frame()
        while frame is not None and frame.parent_frame is not None:
            owner = facts.replace(self, handle=await frame.frame_element())
            at = checked(await owner.ask("through", x=x, y=y), self.element)
            x, y = at["x"], at["y"]
            frame = frame.parent_frame
        # the script asks the page, which may tell lies; where a thing lies the browser knows
        box = await self.handle.bounding_box()
        is_within = box is not None and (
            -_EDGE_PX <= x - box["x"] <= box["width"] + _EDGE_PX
            and -_EDGE_PX <= y - box["y"] <= box["height"] + _EDGE_PX
        )
        if not is_within:
            raise errors.TargetLost(f"{self.name} does not stand where its page says.")
        return x, y

    async def click(self, click: actions.Click = _LEFT, *, ends: bool = False) -> None:
        """With the mouse, at its place."""
        await self.hands.click(*await self.place(), click, ends=ends)

    async def click_by_script(self) -> None:
        """The page's own ``click()``. Raises ``TargetLost`` where it is gone or disabled."""
        self.hands.has_begun = True
        checked(await self.ask("click"), self.element)


async def find(page: Page, element: pages.WebElement) -> ElementHandle:
    """The element that was marked so, in any frame or open shadow root. Raises ``ActionImpossible``
    where the page does not answer, and ``TargetLost``, also where another one anywhere on the page
    has its id: a page may copy it between a look and a click."""
    selector = f"css=[data-agent-id={json.dumps(element.agent_id)}]"
    frames = _frames(page, element.frame_url)
    told = await asyncio.gather(
        *(_in_frame(page, frame.query_selector_all(selector)) for frame in frames)
    )
    found = [handle for within in told for handle in within or ()]
    if not found and None in told:
        raise errors.ActionImpossible("The page does not answer.", "Open an address.")
    if not found:
        raise errors.TargetLost(f"{name_of(element)} is no longer on the page.")
    if len(found) > 1:
        raise errors.TargetLost(f"{name_of(element)} is on the page {len(found)} times by now.")
    return found[0]


async def find_by_text(page: Page, element: pages.WebElement) -> ElementHandle:
    """The one in sight with the same role and text. Raises ``TargetLost``."""
    words = element.text or element.aria_label
    if not words.strip():
        raise errors.TargetLost(f"{name_of(element)} has no text to find it by.")
    found: list[ElementHandle] = []
    for frame in _frames(page, element.frame_url):
        found += await _in_frame(page, _alike(frame, element.role, words)) or ()
    if not found:
        raise errors.TargetLost(f"Nothing in sight is called {name_of(element)}.")
    if len(found) > 1:
        raise errors.TargetLost(f"{len(found)} things in sight are called {name_of(element)}.")
    return found[0]


def checked(answer: Mapping[str, Any], element: pages.WebElement) -> Mapping[str, Any]:
    problem = answer.get("problem")
    if not problem:
        return answer
    words = f"{name_of(element)} {_PROBLEM_WORDS[problem].format(**answer)}."
    if problem in ("covered", "passes"):
        raise errors.KeptOff(words, is_covered=problem == "covered")
    raise errors.TargetLost(words)


def _frames(page: Page, first_url: str) -> list[Frame]:
    """Those that a look reads, the one that is named first. A frame of another site is none of
    them: whatever is called so in there was never seen, and never approved."""
    read = [frame for frame in page.frames if is_read(frame)]
    return sorted(read, key=lambda frame: not first_url or frame.url != first_url)


def is_read(frame: Frame) -> bool:
    """Whether a look tells what is in it: it is the page, or of the page's own site."""
    outer = frame.parent_frame
    if outer is None:
        return True
    url = frame.url.removeprefix("blob:")
    is_own = not url or url.startswith("about:")  # written by the page around it
    is_own = is_own or urlsplit(url)[:2] == urlsplit(frame.page.url)[:2]
    return is_own and is_read(outer)


async def _in_frame(
    page: Page, finding: Coroutine[Any, Any, list[ElementHandle]]
) -> list[ElementHandle] | None:
    """What was found in one frame: nothing where it is gone, None where it does not answer."""
    try:
        async with asyncio.timeout(_FRAME_SECS):
            return await finding
    except TimeoutError:
        return None
    except Error as problem:
        if tab.is_closed(problem) and page.is_closed():
            raise
        return []


async def _alike(frame: Frame, role: str, words: str) -> list[ElementHandle]:
    if role:
        matching = frame.get_by_role(role, name=words, exact=True)  # type: ignore[arg-type]
    else:
        matching = frame.get_by_text(words, exact=True)
    handles = await matching.element_handles()
    return [each for each in handles if await each.evaluate(_SCRIPT, {"what": "in sight"})]


_CHOOSER_SECS = 5.0
_MAX_ASKERS = 100


class Uploads:
    """``askers`` are the ids of elements whose click asked for a file."""

    def __init__(self, *, is_allowed: bool, notes: unasked.BrowserNotes) -> None:
        self._is_allowed = is_allowed
        self._notes = notes
        self._touched: WeakKeyDictionary[Page, pages.WebElement] = WeakKeyDictionary()
        self._awaited: dict[Page, asyncio.Future[FileChooser]] = {}
        self._askers: dict[str, None] = {}

    @property
    def askers(self) -> frozenset[str]:
        return frozenset(self._askers)

    def follow(self, page: Page) -> None:
        """That somebody listens keeps the browser from opening a window of its own."""
        page.on("filechooser", self._take)

    def note_touched(self, page: Page, element: pages.WebElement) -> None:
        """What asks for a file now was asked by this element."""
        self._touched[page] = element

    async def give(self, it: Found, said: str, *, is_field: bool) -> None:
        """The named file. Raises ``ActionImpossible``, ``MayHaveLanded``, Playwright's error."""
        if not self._is_allowed:
            why = f"{it.name} wants a file of this machine: uploads are not allowed."
            raise errors.ActionImpossible(why, "Allow them in the settings.")
        path = await asyncio.to_thread(lambda: Path(said.strip()).expanduser())
        if not await asyncio.to_thread(path.is_file):
            raise errors.ActionImpossible(f"There is no file “{said.strip()}”.")
        if is_field:
            await it.handle.set_input_files(path)
        else:
            chooser = await self._chooser_of(it)
            await chooser.set_files(path)

    async def _chooser_of(self, it: Found) -> FileChooser:
        """The window that a click on it asks for."""
        at = await it.place()
        with self._awaiting(it.hands.page) as asked:
            await it.hands.click(*at, actions.Click())
            why = f"{it.name} was clicked, and asked for no file."
            with errors.MayHaveLanded.instead_of(TimeoutError, why):
                chooser = await asyncio.wait_for(asked, _CHOOSER_SECS)
        frame = await chooser.element.owner_frame()
        if frame is None or not is_read(frame):
            raise errors.TargetLost(f"{it.name} asked for a file for another site.")
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
        self._notes.tell(events.BrowserNoted("upload_refused", words))

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
