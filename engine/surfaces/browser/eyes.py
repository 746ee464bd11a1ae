"""The browser's eyes: the shown page as a picture, as a tree, and its changes.

All of it goes through one ``PageLink`` at a time, which follows the page that is shown. A page
that shows another document in the middle of a question is asked again; one that does not answer
is told as it was last seen; one that is gone is told as an empty page with its trouble.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from playwright.async_api import Browser, Page

from engine.domain.accessible import AccessibleTree
from engine.domain.errors import SurfaceLost
from engine.domain.frames import Frame
from engine.domain.spaces import Rect
from engine.domain.surface_ports import ChangeWatch
from engine.domain.zones import Source, Zone
from engine.processes.change_watches import ChangeWatches
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser.page_link import PageBusy, PageGone, PageLink
from engine.surfaces.browser.page_picture import (
    LiveView,
    Screencast,
    picture_of,
    pixels_of,
    size_of,
)
from engine.surfaces.browser.page_reader import (
    BrowserFacts,
    empty_tree,
    letters,
    rect_of,
    silent_tree,
    tree_of,
    ways,
)
from engine.surfaces.browser.page_rest import PendingRequests, is_at_rest
from engine.surfaces.browser.tab import ActivePage
from engine.surfaces.browser.window_size import WindowSize

T = TypeVar("T")

_TRIES = 5
_PASS_SECS = 5.0
_QUICK_SECS = 1.0
_HUNG_SECS = 0.5
"""How long a page is asked that did not answer the last time."""
_ASK_REST_SECS = 0.03
_FIRST_SIZE_PX = (1280, 800)
_NO_PAGE = "No page is open."


class BrowserEyes:
    """Implements the ``WebEyes`` port.

    ``on_lost`` is told once, with a plain message, when the browser goes away; ``on_resized``
    when the picture's size changes. With ``overlay_badges``, each element in sight has its
    ``agent_id`` painted beside it. With ``has_window``, a page takes its window's size.
    """

    def __init__(
        self,
        active: ActivePage,
        *,
        application: str,
        on_lost: Callable[[str], None],
        on_resized: Callable[[int, int], None],
        overlay_badges: bool = False,
        has_window: bool = False,
    ) -> None:
        self._active = active
        self._application = application
        self._on_lost = on_lost
        self._overlay_badges = overlay_badges
        self._window_size = WindowSize() if has_window else None
        self._watches = ChangeWatches()
        self._view = LiveView(self._watches, size_px=_FIRST_SIZE_PX, on_resized=on_resized)
        self._link: PageLink | None = None
        self._cast: Screencast | None = None
        self._requests: PendingRequests | None = None
        self._browser: Browser | None = None
        self._attaching = asyncio.Lock()
        self._following = OwnedTasks()
        self._lost: str | None = None
        self._is_hung = False
        self._pulse: tuple[int, object] = (0, None)
        self._last_frame: Frame | None = None
        self._last_tree: AccessibleTree | None = None
        self._prefixes = (letters(number) for number in itertools.count(1))
        self._prefix = next(self._prefixes)

    async def start(self) -> None:
        """Raises ``SurfaceLost``."""
        self._active.on_shown(self._note_shown)
        await self._linked()

    async def close(self) -> None:
        """The browser may be ended after this; nobody is told that it is lost."""
        self._lost = self._lost or "The browser was closed."
        self._view.lose(self._lost)
        await self._following.close(cancel=True)
        async with self._attaching:
            await self._let_go()
        if self._browser is not None:
            self._browser.remove_listener("disconnected", self._lose)

    async def change_count(self) -> int:
        pulse = await self._ask(
            lambda link: link.ask("setOfMark.pulse()", timeout_secs=_QUICK_SECS)
        )
        known = id(self._link), pulse
        if pulse is not None and known != self._pulse:
            self._pulse = known
            self._view.note_change((), time.monotonic())
        return self._view.count

    async def capture(self) -> Frame:
        count, at_secs = self._view.count, time.monotonic()
        told = await self._ask(self._pictured)
        pixels = None if told is None else await asyncio.to_thread(pixels_of, *told)
        if pixels is None:
            frame = self._last_frame or self._view.last_frame()
            return replace(frame, change_count=count)
        height, width = pixels.shape[:2]
        self._view.resize(width, height)
        self._last_frame = Frame(count, at_secs, width, height, pixels.tobytes())
        return self._last_frame

    async def next_live_frame(
        self, after_count: int, period_secs: float, patience_secs: float
    ) -> Frame | None:
        """As ``LiveEyes`` has it."""
        frame = await self._view.next_frame(after_count, period_secs, patience_secs)
        if frame is None:
            self._note_window_resized()
        return frame

    async def read_tree(self) -> AccessibleTree:
        passed = await self._ask(self._passed)
        facts = self._facts()
        if passed is None:
            return self._unanswered(facts)
        told, (can_go_back, can_go_forward) = passed
        facts = replace(facts, can_go_back=can_go_back, can_go_forward=can_go_forward)
        tree = await asyncio.to_thread(tree_of, told, facts)
        self._last_tree = tree
        if self._overlay_badges:
            await self._put_badges(tree)
        return tree

    async def bounds_of(self, zone: Zone) -> Rect | None:
        if zone.source is not Source.DOM or not zone.source_key:
            return zone.bounds_px  # nobody else knows of it; its picture is compared
        call = f"setOfMark.boundsOf({json.dumps(zone.source_key)})"
        told = await self._ask(lambda link: link.ask(call, timeout_secs=_QUICK_SECS))
        if told is None:
            return None
        place = json.loads(told)
        return rect_of(place["box"], place["ratio"])

    def watch(self) -> ChangeWatch:
        return self._watches.open()

    async def page_state(self) -> tuple[str, str]:
        told = await self._ask(lambda link: link.ask("setOfMark.state()", timeout_secs=_PASS_SECS))
        if told is None:
            return "", ""
        url, dom_hash = json.loads(told)
        return url, dom_hash

    async def wait_until_quiet(self, bound_secs: float) -> bool:
        started = time.monotonic()
        while time.monotonic() < started + bound_secs:
            told = await self._ask(
                lambda link: link.ask("setOfMark.rest()", timeout_secs=_QUICK_SECS)
            )
            if told is None and self._active.page is None:
                return True  # nothing is there that could move
            if told is not None and is_at_rest(told, self._rest_secs(started), self._pending):
                return True
            await asyncio.sleep(_ASK_REST_SECS)
        return False

    @property
    def _pending(self) -> int:
        return self._requests.count if self._requests is not None else 0

    def _rest_secs(self, since_secs: float) -> float:
        waited_secs = time.monotonic() - since_secs
        return min(waited_secs, self._requests.rest_secs) if self._requests else waited_secs

    async def _passed(self, link: PageLink) -> tuple[str, tuple[bool, bool]]:
        """What the pass told, and whether one can go back and forward."""
        await self._follow_window(link)
        with contextlib.suppress(PageBusy):  # a weak sign less; the pass has more patience
            await link.note_listeners()
        call = f"setOfMark.pass({{prefix: {json.dumps(self._prefix)}}})"
        told, history = await asyncio.gather(
            link.ask(call, timeout_secs=_PASS_SECS),
            link.send("Page.getNavigationHistory", timeout_secs=_PASS_SECS),
        )
        if told.startswith(f'{{"prefix":"{self._prefix}"'):
            self._prefix = next(self._prefixes)
        return told, ways(history)

    async def _pictured(self, link: PageLink) -> tuple[str, tuple[int, int]]:
        await self._follow_window(link)
        return await picture_of(link)

    async def _follow_window(self, link: PageLink) -> None:
        if self._window_size is not None:
            await self._window_size.follow(link)

    def _note_window_resized(self) -> None:
        if self._window_size is not None:
            self._following.spawn(self._follow_resized())

    async def _follow_resized(self) -> None:
        """The live picture is right again without a look."""
        with contextlib.suppress(SurfaceLost):  # whoever looks is told
            size = await self._ask(self._size_followed)
            if size is not None:
                self._view.resize(*size)

    async def _size_followed(self, link: PageLink) -> tuple[int, int]:
        await self._follow_window(link)
        return await size_of(link)

    def _facts(self) -> BrowserFacts:
        active = self._active
        return BrowserFacts(
            self._application,
            active.tab_id,
            active.tabs(),
            active.status,
            active.trouble,
            downloads=active.downloads,
            notices=active.take_notices(),
            file_askers=active.file_askers,
        )

    def _unanswered(self, facts: BrowserFacts) -> AccessibleTree:
        """Of a page that hangs, what it told before; of one that is gone, nothing."""
        page = self._active.page
        if page is None:
            return empty_tree(facts, self._view.bounds_px, url="", trouble=_NO_PAGE)
        return silent_tree(self._last_tree, facts, self._view.bounds_px, page.url)

    async def _put_badges(self, tree: AccessibleTree) -> None:
        told = {element.agent_id for element in tree.page.elements} if tree.page else set()
        keys = [node.key for node in tree.nodes if node.is_showing and node.key in told]
        call = f"setOfMark.badges({json.dumps(keys)})"
        await self._ask(lambda link: link.ask(call, timeout_secs=_QUICK_SECS))

    async def _ask(self, question: Callable[[PageLink], Awaitable[T]]) -> T | None:
        """Its answer, from whichever document is there by then; None where the page hangs or no
        page is there. Raises ``SurfaceLost``."""
        for _ in range(_TRIES):
            link = await self._linked()
            if link is None:
                return None
            try:
                async with asyncio.timeout(_HUNG_SECS if self._is_hung else None):
                    answer = await question(link)
            except PageGone:
                continue
            except (PageBusy, TimeoutError):
                self._is_hung = True
                return None
            self._is_hung = False
            return answer
        return None

    async def _linked(self) -> PageLink | None:
        """The link to the page that is shown. Raises ``SurfaceLost``."""
        async with self._attaching:
            if self._lost is not None:
                raise SurfaceLost(self._lost)
            page = self._active.page
            if self._link is not None and (self._link.is_dead or self._link.page is not page):
                await self._let_go()
            if self._link is None and page is not None and not page.is_closed():
                try:
                    await self._attach(page)
                except (PageGone, PageBusy):
                    await self._let_go()
            return self._link

    async def _attach(self, page: Page) -> None:
        self._is_hung = False
        self._watch_browser(page.context.browser)
        self._link = await PageLink.open(page, self._take_told)
        self._requests = PendingRequests(page)
        await self._follow_window(self._link)
        self._view.resize(*await size_of(self._link))
        self._cast = Screencast(
            self._link, self._view.take_picture, on_resized=self._note_window_resized
        )
        await self._cast.start()

    async def _let_go(self) -> None:
        if self._requests is not None:
            self._requests.close()
        if self._cast is not None:
            await self._cast.close()
        if self._link is not None:
            await self._link.close()
        self._link = self._cast = self._requests = None

    def _watch_browser(self, browser: Browser | None) -> None:
        if self._browser is None and browser is not None:
            self._browser = browser
            browser.on("disconnected", self._lose)

    def _lose(self, *_: object) -> None:
        if self._lost is None:
            self._lost = "The browser has ended."
            self._view.lose(self._lost)
            self._on_lost(self._lost)

    def _note_shown(self) -> None:
        """Another page is shown, or none: its picture is another, and must be followed."""
        self._view.note_change((self._view.bounds_px,), time.monotonic())
        self._following.spawn(self._follow_shown())

    async def _follow_shown(self) -> None:
        try:
            await self._linked()
        except SurfaceLost:
            return  # whoever looks is told

    def _take_told(self, told: str) -> None:
        """The page's structure changed, at a place if it is known."""
        bounds = self._view.bounds_px
        place = bounds
        if told:
            change = json.loads(told)
            place = rect_of(change["box"], change["ratio"]).intersection(bounds)
        self._view.note_change(() if place.is_empty else (place,), time.monotonic())
