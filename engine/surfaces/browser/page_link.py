"""One page as the eyes reach it: over a session of the browser's own protocol, in a world apart.

The pass over the page runs in an isolated world: it shares the document with the page's scripts
and none of their variables or builtins, so a page can neither see it nor break it, and nothing of
the page is changed but for ``data-agent-id``. What isolation hides, the listeners that scripts
added, the browser itself tells (``DOMDebugger.getEventListeners``); no builtin is replaced.

The script of the pass is put together from its parts, plain files of functions for one thing each;
together they stand in one scope, so that nothing but ``setOfMark`` is seen in that world.

Every question is bounded: a page that shows an alert or is busy does not answer."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine
from importlib.resources import files
from typing import Any

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from engine.surfaces.browser.tab import in_time

WORLD = "pilothouse"
_TELL = "setOfMarkTell"
_CLICK_LIKE = frozenset(
    {"click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart"}
)
_MOST_NEW_LISTENERS = 200
_MOST_ELEMENTS = 12_000
_LISTENERS_SECS = 0.5
_OPEN_SECS = 5.0
_NO_WORLD = ("Cannot find context", "context was destroyed", "uniqueContextId not found")
_OTHER_DOCUMENT = ("navigated", "No frame", "Not attached", "No node", *_NO_WORLD)
_PARTS = (
    "page_places",
    "page_walk",
    "page_surfaces",
    "page_elements",
    "page_texts",
    "dom_hash",
    "page_changes",
    "page_badges",
    "set_of_mark",
)
_ONCE = "if (globalThis.setOfMark) return;"


class PageGone(Exception):
    """The page was closed, crashed, or shows another document now: ask the one that is there."""


class PageBusy(Exception):
    """It did not answer in time."""


class PageLink:
    """``on_told`` is called when the page's structure changed, with the place in the pass's own
    words (JSON), empty where it is not known. ``element_count`` is noted by who asks its pulse."""

    def __init__(self, page: Page, session: CDPSession, on_told: Callable[[str], None]) -> None:
        self.page = page
        self.session = session
        self._on_told = on_told
        self._frame_id = ""
        self._world: int | None = None
        self._noted: set[int] = set()
        self.element_count: int | None = None
        self._asked: set[asyncio.Future[Any]] = set()
        self._blocked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_dead = False

    @classmethod
    async def open(cls, page: Page, on_told: Callable[[str], None]) -> "PageLink":
        """Raises ``PageGone`` or ``PageBusy``."""
        try:
            async with asyncio.timeout(_OPEN_SECS):
                session = await page.context.new_cdp_session(page)
        except PlaywrightError as error:
            raise PageGone(str(error)) from error
        except TimeoutError as error:
            raise PageBusy from error
        link = cls(page, session, on_told)
        page.once("close", link._die)
        page.once("crash", link._die)
        session.on("Runtime.bindingCalled", link._take_told)
        session.on("Page.javascriptDialogOpening", link._block)
        session.on("Page.javascriptDialogClosed", link._unblock)
        await link._prepare()
        return link

    async def _prepare(self) -> None:
        tree = await self.send("Page.getFrameTree", timeout_secs=_OPEN_SECS)
        self._frame_id = str(tree["frameTree"]["frame"]["id"])
        binding = {"name": _TELL, "executionContextName": WORLD}
        early = {"source": _SCRIPT, "worldName": WORLD, "runImmediately": True}
        for method, params in (
            ("Page.enable", None),
            ("Runtime.enable", None),
            ("Runtime.addBinding", binding),
            ("Page.addScriptToEvaluateOnNewDocument", early),
        ):
            await self.send(method, params, timeout_secs=_OPEN_SECS)

    async def close(self) -> None:
        """Take away what was added to the page, and let go of it."""
        was_there, self.is_dead = not self.is_dead, True
        self._blocked.cancel()
        for asked in self._asked:
            asked.cancel()
        await asyncio.gather(*self._asked, return_exceptions=True)
        if was_there and not self.page.is_closed():
            await in_time(self.session.detach(), 1.0)  # one that hangs lets go when it wakes

    async def send(
        self, method: str, params: dict[str, Any] | None = None, *, timeout_secs: float
    ) -> dict[str, Any]:
        """Raises ``PageGone`` or ``PageBusy``."""
        if self.is_dead:
            raise PageGone
        try:
            call = self.session.send(method, params)
            reply = await _bounded(call, timeout_secs, self._asked, self._blocked)
        except PlaywrightError as error:
            if not any(words in str(error) for words in _OTHER_DOCUMENT):
                self.is_dead = True
            raise PageGone(str(error)) from error
        return dict(reply or {})

    async def ask(self, expression: str, *, timeout_secs: float) -> Any:
        """What it is in the world apart, with ``setOfMark``. Raises ``PageGone``, ``PageBusy``."""
        world = await self._world_id(timeout_secs)
        params = {
            "expression": expression,
            "contextId": world,
            "returnByValue": True,
            "timeout": timeout_secs * 1000,
        }
        try:
            reply = await self.send("Runtime.evaluate", params, timeout_secs=timeout_secs)
        except PageGone:
            self._world = None
            raise
        if "exceptionDetails" in reply:
            words = reply["exceptionDetails"].get("exception", {}).get("description", "")
            if "terminated" in json.dumps(reply["exceptionDetails"]):
                raise PageBusy
            raise RuntimeError(f"The pass over the page failed: {words}")
        return reply["result"].get("value")

    async def note_listeners(self) -> None:
        """Tell the pass which elements scripts listen on, as far as it does not know; of a large
        document the browser would tell megabytes. Raises ``PageGone`` or ``PageBusy``."""
        world, count = await self._world_id(_LISTENERS_SECS), self.element_count
        if count is None:
            count = await self.ask("setOfMark.size()", timeout_secs=_LISTENERS_SECS)
        if count > _MOST_ELEMENTS:
            return
        try:
            new = sorted(await self._listening() - self._noted)[:_MOST_NEW_LISTENERS]
            if not new:
                return
            objects = await asyncio.gather(*(self._object_of(node, world) for node in new))
            call = {
                "functionDeclaration": "(...elements) => setOfMark.note(...elements)",
                "executionContextId": world,
                "arguments": [{"objectId": one} for one in objects if one],
            }
            await self.send("Runtime.callFunctionOn", call, timeout_secs=_LISTENERS_SECS)
            self._noted.update(new)
        finally:
            # what is held here would keep the document in memory when another is shown
            group = {"objectGroup": WORLD}
            with contextlib.suppress(PageBusy, PageGone):  # who gave up waiting stays told of that
                await self.send("Runtime.releaseObjectGroup", group, timeout_secs=_LISTENERS_SECS)

    async def _listening(self) -> set[int]:
        """The elements with a click-like listener, by the browser's own numbers."""
        # in the page's own world, where ``document`` can't be redefined: asked for the listeners of
        # a document of another world, Chromium 156 crashes some seconds later (its wrappers are
        # collected under it)
        asked = {"expression": "document", "objectGroup": WORLD}
        reply = await self.send("Runtime.evaluate", asked, timeout_secs=_LISTENERS_SECS)
        every = {"objectId": reply["result"]["objectId"], "depth": -1, "pierce": True}
        told = await self.send("DOMDebugger.getEventListeners", every, timeout_secs=_LISTENERS_SECS)
        return {
            one["backendNodeId"]
            for one in told["listeners"]
            if one["type"] in _CLICK_LIKE and "backendNodeId" in one
        }

    async def _object_of(self, node: int, world: int) -> str:
        asked = {"backendNodeId": node, "executionContextId": world, "objectGroup": WORLD}
        try:
            reply = await self.send("DOM.resolveNode", asked, timeout_secs=_LISTENERS_SECS)
        except PageGone:
            return ""  # that element is gone, or lies in another site's frame
        return str(reply["object"].get("objectId", ""))

    async def _world_id(self, timeout_secs: float) -> int:
        if self._world is None:
            where = {"frameId": self._frame_id, "worldName": WORLD}
            reply = await self.send("Page.createIsolatedWorld", where, timeout_secs=timeout_secs)
            world = int(reply["executionContextId"])
            script = {"expression": _SCRIPT, "contextId": world}
            await self.send("Runtime.evaluate", script, timeout_secs=timeout_secs)
            self._world = world
            self._noted.clear()
            self.element_count = None
        return self._world

    def _take_told(self, event: dict[str, Any]) -> None:
        if event.get("name") == _TELL:
            self._on_told(str(event.get("payload", "")))

    def give_up(self) -> None:
        """Whoever has asked it waits no more."""
        self._blocked.cancel()
        self._blocked = asyncio.get_running_loop().create_future()

    def _block(self, *_: object) -> None:
        """A dialog holds the page: who has asked it need not wait."""
        if not self._blocked.done():
            self._blocked.set_result(None)

    def _unblock(self, *_: object) -> None:
        if self._blocked.done() and not self.is_dead:
            self._blocked = asyncio.get_running_loop().create_future()

    def _die(self, *_: object) -> None:
        self.is_dead = True


async def _bounded(
    work: Coroutine[Any, Any, Any],
    timeout_secs: float,
    asked: set[asyncio.Future[Any]],
    unless: asyncio.Future[None],
) -> Any:
    """Its result, or ``PageBusy`` at the bound or at once when the other one is done; what is not
    answered in time is left to answer unheard. Raises ``PageGone`` where the page is let go of
    meanwhile, which cancels both, or Playwright cancels it."""
    task = asyncio.ensure_future(work)
    asked.add(task)
    task.add_done_callback(asked.discard)
    task.add_done_callback(forget)
    both, first = {task, unless}, asyncio.FIRST_COMPLETED
    await asyncio.wait(both, timeout=timeout_secs, return_when=first)
    if task.cancelled() or unless.cancelled():
        raise PageGone
    if not task.done():
        raise PageBusy
    return task.result()


def forget(task: asyncio.Future[Any]) -> None:
    """Whatever became of it: nobody may wait for it any more."""
    if not task.cancelled():
        task.exception()


_WRITTEN = ((files("resources") / f"{name}.js").read_text(encoding="utf-8") for name in _PARTS)
_SCRIPT = "\n".join(("(() => {", '"use strict";', _ONCE, *_WRITTEN, "})();"))
"""It may be run any number of times in one world: the first time counts."""
