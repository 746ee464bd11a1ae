"""The browser's eyes: the shown page as a picture, as a tree, and its changes.

A page that does not answer is told as it was last seen; one that is gone is told as an empty page
with its trouble."""

import asyncio
import contextlib
import itertools
import json
import math
import time
from collections import deque
from collections.abc import Callable

import cv2
import numpy as np
from playwright.async_api import Error, Page

from engine.domain import spaces, zones
from engine.domain.facts import KW_ONLY, Part, field, replace
from engine.domain.surface_ports import AccessibleTree
from engine.domain.web.pages import Page as PageFacts
from engine.processes.change_watches import ChangeWatches
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser import followed_page, page_picture, page_reader, tab, unasked
from engine.surfaces.browser.page_link import PageBusy, PageGone, PageLink
from engine.surfaces.browser.sendings import Sendings
from engine.surfaces.browser.tabs import BrowserTabs

_PASS_SECS = 5.0
_QUICK_SECS = 1.0
_MOST_HEARD = 20
_ASK_REST_SECS = 0.03
_FIRST_SIZE_PX = (1280, 800)
_NO_PAGE = "No page is open."


class BrowserEyes(Part):
    """Implements the ``WebEyes`` port.

    ``on_resized`` is told when the picture's size changes. With ``overlay_badges``, each element in
    sight has its ``agent_id`` painted beside it. With ``has_window``, a page takes its window's
    size. While something of the page ``waits`` for a yes, it rests: nothing more comes before that;
    when such a thing was ``let_on`` last is told as ``time.monotonic`` has it."""

    active: BrowserTabs
    _: KW_ONLY
    application: str
    on_resized: Callable[[int, int], object]
    overlay_badges: bool = False
    has_window: bool = False
    waits: Callable[[], bool] = lambda: False
    let_on: Callable[[], float | None] = lambda: None
    _watches: ChangeWatches = field(default_factory=ChangeWatches, init=False)
    _pulse: tuple[int, object] = field(default_factory=lambda: (0, None), init=False)
    _last_frame: spaces.Frame | None = field(default=None, init=False)
    _last_tree: AccessibleTree | None = field(default=None, init=False)
    _heard: deque[str] = field(default_factory=lambda: deque(maxlen=_MOST_HEARD), init=False)

    def __post_init__(self) -> None:
        self._view = page_picture.LiveView(
            self._watches, size_px=_FIRST_SIZE_PX, on_resized=self.on_resized
        )
        self._page = followed_page.FollowedPage(
            self.active, self._view, on_told=self._take_told, has_window=self.has_window
        )
        self._prefixes = (page_reader.letters(number) for number in itertools.count(1))
        self._prefix = next(self._prefixes)
        self.watch = self._watches.open
        self.start = self._page.start
        self.close = self._page.close
        self.lose = self._page.lose
        self.note_standstill = self._page.note_standstill

    def may_keep(self) -> bool:
        """What was written may still be kept, as the last look at the page told."""
        page = self._last_tree.page if self._last_tree is not None else None
        return page is not None and page.may_keep

    async def change_count(self) -> int:
        pulse = await self._page.ask(_pulse_of)
        if pulse is not None and (pulse != self._pulse or self.active.has_notices):
            self._pulse = pulse
            self._view.note_change((), time.monotonic())
        return self._view.looks_count

    async def capture(self) -> spaces.Frame:
        count, at_secs = self._view.note_capture(), time.monotonic()
        pixels = await self._page.ask(self._pictured, of_browser=True)
        if pixels is None:
            frame = self._last_frame or self._view.last_frame()
            return replace(frame, change_count=count)
        height, width = pixels.shape[:2]
        self._view.resize(width, height)
        self._last_frame = spaces.Frame(count, at_secs, width, height, pixels.tobytes())
        return self._last_frame

    async def next_live_frame(
        self, after_count: int, period_secs: float, patience_secs: float
    ) -> spaces.Frame | None:
        self._page.note_onlooker(period_secs + patience_secs)
        frame = await self._view.next_frame(after_count, period_secs, patience_secs)
        if frame is None:
            self._page.note_window_resized()
        return frame

    async def read_tree(self) -> AccessibleTree:
        passed = await self._page.ask(self._passed)
        facts = self._facts()
        if passed is None:
            return self._unanswered(facts)
        told, (can_go_back, can_go_forward) = passed
        page = replace(facts.page, can_go_back=can_go_back, can_go_forward=can_go_forward)
        tree = await asyncio.to_thread(page_reader.tree_of, told, replace(facts, page=page))
        self._last_tree = tree
        if self.overlay_badges:
            known = {element.agent_id for element in tree.page.elements} if tree.page else set()
            keys = [node.key for node in tree.nodes if node.is_showing and node.key in known]
            call = f"setOfMark.badges({json.dumps(keys)})"
            await self._page.ask_pass(call, timeout_secs=_QUICK_SECS)
        return tree

    async def read_afresh(self, url: str, *, by_strangers: bool = False) -> AccessibleTree | None:
        return await read_afresh(self.active, self.application, url, by_strangers=by_strangers)

    async def bounds_of(self, zone: zones.Zone) -> spaces.Rect | None:
        if zone.source is not zones.Source.DOM or not zone.source_key:
            return zone.bounds_px  # nobody else knows of it; its picture is compared
        call = f"setOfMark.boundsOf({json.dumps(zone.source_key)})"
        told = await self._page.ask_pass(call, timeout_secs=_QUICK_SECS)
        if told is None:
            return None
        place = json.loads(told)
        return page_reader.rect_of(place["box"], place["ratio"])

    async def whole_text(self, zone: zones.Zone) -> str:
        call = f"setOfMark.wholeOf({json.dumps(zone.source_key)})"
        return await self._page.ask_pass(call, timeout_secs=_QUICK_SECS) or ""

    async def page_state(self) -> tuple[str, str]:
        told = await self._page.ask_pass("setOfMark.state()", timeout_secs=_PASS_SECS)
        url, dom_hash = json.loads(told or '["", ""]')
        return url, dom_hash

    async def wait_until_quiet(self, bound_secs: float) -> bool:
        started = time.monotonic()
        while time.monotonic() < started + bound_secs:
            told = await self._page.ask_pass("setOfMark.rest()", timeout_secs=_QUICK_SECS)
            if self.waits() or (told is None and self.active.page is None):
                return True  # nothing more may come, or nothing is there that could move
            left = math.inf if told is None else self._page.rest_left_secs(told, started)
            page = self.active.page
            awaits = page is not None and self.active.sendings.are_awaited(page)
            if not left and not awaits and not self.active.awaits_tab:
                return True
            await asyncio.sleep(left if 0 < left < math.inf else _ASK_REST_SECS)
        return False

    async def _passed(self, link: PageLink) -> tuple[str, tuple[bool, bool]]:
        """What the pass told, and whether one can go back and forward."""
        await self._page.follow_window(link)
        with contextlib.suppress(PageBusy):  # a weak sign less; the pass has more patience
            await link.note_listeners()
        call = f"setOfMark.pass({json.dumps(self._options(link))})"
        told, history = await asyncio.gather(
            link.ask(call, timeout_secs=_PASS_SECS),
            link.send("Page.getNavigationHistory", timeout_secs=_PASS_SECS),
        )
        if told.startswith(f'{{"prefix":"{self._prefix}"'):
            self._prefix = next(self._prefixes)
        return told, page_reader.ways(history)

    def _options(self, link: PageLink) -> dict[str, object]:
        """Of the pass, with times in milliseconds before now."""
        let_on_secs, now_secs = self.let_on(), time.monotonic()
        exchanges = self.active.sendings.exchanges(link.page)
        return {
            "prefix": self._prefix,
            "exchanges": [[(now_secs - each) * 1000 for each in pair] for pair in exchanges],
            "letOn": None if let_on_secs is None else (now_secs - let_on_secs) * 1000,
        }

    async def _pictured(self, link: PageLink) -> page_picture.Pixels | None:
        """Where a scale is only pretended, the browser tells the picture without it: places are
        told with it, so the picture is brought to their size."""
        await self._page.follow_window(link)
        pixels = await page_picture.picture_of(link)
        if pixels is None or pixels.shape[1::-1] == self._view.size_px:
            return pixels
        return np.asarray(cv2.resize(pixels, await page_picture.size_of(link)))

    def _facts(self) -> page_reader.BrowserFacts:
        facts = self.active.facts(self.application)
        self._heard.extend(filter(unasked.is_said_in_dialog, facts.page.notices))
        awaited = () if self.waits() else facts.page.awaited  # no server has got it
        return replace(facts, page=replace(facts.page, said=tuple(self._heard), awaited=awaited))

    def _unanswered(self, facts: page_reader.BrowserFacts) -> AccessibleTree:
        """Of a page that hangs, what it told before; of one that is gone, nothing."""
        page = self.active.page
        if page is None:
            return page_reader.empty_tree(facts, self._view.bounds_px, url="", trouble=_NO_PAGE)
        return page_reader.silent_tree(self._last_tree, facts, self._view.bounds_px, page.url)

    def _take_told(self, told: str) -> None:
        """The page's structure changed, at a place if it is known."""
        bounds = self._view.bounds_px
        place = bounds
        if told:
            change = json.loads(told)
            place = page_reader.rect_of(change["box"], change["ratio"]).intersection(bounds)
        places = () if place.is_empty else (place,)
        self._view.note_change(places, time.monotonic(), is_news=False)  # its pulse tells it, too


async def _pulse_of(link: PageLink) -> tuple[int, object]:
    """Equal ones are of one document in which nothing changed."""
    pulse, link.element_count = await link.ask("setOfMark.pulse()", timeout_secs=_QUICK_SECS)
    return id(link), pulse


_AFRESH_SECS, _AFRESH_PASS_SECS, _AFRESH_READING_SECS = 45.0, 10.0, 4.0
_AFRESH_LOADING_MS = 8_000  # then what has come is read
_AFRESH_PASS = 'setOfMark.pass({"prefix": "afresh", "exchanges": [], "letOn": null})'
_BEHIND = "about:blank#behind"
_BY_STRANGERS = """fetch(location.href, { credentials: 'omit', cache: 'no-store' })
  .then(async (e) => e.status == 401 || e.status == 403 ? [''] : [...new DOMParser()
    .parseFromString(await e.text(), 'text/html').querySelectorAll('a, button, input')]
    .filter((e) => e.tagName != 'INPUT' || ['password', 'submit'].includes(e.type))
    .map((e) => e.type == 'password' ? '' : (e.value || e.textContent).trim().slice(0, 80)))"""


async def read_afresh(
    tabs: BrowserTabs, application: str, url: str, *, by_strangers: bool = False
) -> AccessibleTree | None:
    """An address that was shown, asked for once more in a tab behind it: what stands there too, its
    server keeps. The tab is closed again, and nothing of it counts as the run's."""
    shown = tabs.page
    if shown is None or not url.startswith("http"):
        return None
    page: Page | None = None
    reading = OwnedTasks()
    sendings = Sendings(reading)
    try:
        async with asyncio.timeout(_AFRESH_SECS):
            page = await tabs.arrivals.new_page(lambda: _behind(shown))
            tabs.dialogs.follow(page)
            sendings.follow(page)
            answer = await page.goto(url, wait_until="commit")
            with contextlib.suppress(Error):
                await page.wait_for_load_state("networkidle", timeout=_AFRESH_LOADING_MS)
            link = await PageLink.open(page, lambda told: None)
            told = str(await link.ask(_AFRESH_PASS, timeout_secs=_AFRESH_PASS_SECS))
            offered = map(str, await page.evaluate(_BY_STRANGERS) if by_strangers else ())
            await tab.in_time(reading.close(), _AFRESH_READING_SECS)
    except (Error, TimeoutError, PageGone, PageBusy):
        return None
    finally:
        await reading.close(cancel=True)
        if page is not None:
            await tab.in_time(page.close())
    status = answer.status if answer else 0
    shown_facts = PageFacts(url, "", status=status, readings=sendings.readings)
    shown_facts = replace(shown_facts, to_strangers=tuple(offered))
    facts = page_reader.BrowserFacts(application, "", shown_facts)
    return await asyncio.to_thread(page_reader.tree_of, told, facts)


async def _behind(shown: Page) -> Page:
    """A new page that does not come in front. Raises Playwright's error."""
    browser = shown.context.browser
    assert browser is not None, "a launched context has a browser"
    of_page = await shown.context.new_cdp_session(shown)
    of_browser = await browser.new_browser_cdp_session()
    try:
        place = (await of_page.send("Target.getTargetInfo"))["targetInfo"]["browserContextId"]
        asked = {"url": _BEHIND, "background": True, "browserContextId": place}
        async with shown.context.expect_page(lambda page: page.url == _BEHIND) as coming:
            await of_browser.send("Target.createTarget", asked)
        return await coming.value
    finally:
        await tab.in_time(asyncio.gather(of_page.detach(), of_browser.detach()))
