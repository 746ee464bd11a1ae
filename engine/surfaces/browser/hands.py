"""The browser's hands: what can be done on a page, done with real mouse and keyboard events."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any
from urllib.parse import quote_plus

from playwright.async_api import Error

from engine.domain import actions, errors, facts, leases, ports
from engine.domain.actions import Action
from engine.domain.spaces import Point
from engine.domain.surface_ports import Strokes, Touch
from engine.domain.web.pages import WebElement
from engine.surfaces.browser import address_rules, element_hands, navigation, unasked
from engine.surfaces.browser.page_input import PageInput, key_names
from engine.surfaces.browser.page_work import ANSWER_SECS, REOPEN_SECS, PageWork, StoppableWork
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.tab import OpenTab
from engine.surfaces.browser.tabs import BrowserTabs
from engine.surfaces.shared import needed, with_secrets

_SCROLL_TO = "([x, y]) => window.scrollTo({left: x, top: y, behavior: 'instant'})"


class BrowserHands(facts.Part):
    """Implements ``WebHands`` over the tab that is shown. After ``stop`` it refuses everything."""

    tabs: BrowserTabs
    settings: BrowserSettings
    _: facts.KW_ONLY
    rules: address_rules.AddressRules
    secrets: ports.SecretSource
    notes: unasked.BrowserNotes
    lease: leases.Lease
    _work: StoppableWork = facts.field(default_factory=StoppableWork, init=False)

    def __post_init__(self) -> None:
        self._page = PageWork(self.tabs, self.lease)
        self._elements = element_hands.ElementHands(self.tabs, self._page, self.secrets)

    async def perform(self, action: Action, at: Point | None, strokes: Strokes = ()) -> None:
        self.lease.begin_action()
        await self._do(self._perform(action, at, strokes))

    async def direct(self, piece: leases.DirectInput) -> None:
        with self.lease.directly(), self.tabs.arrivals.meaning_to_open():
            await self._work.run(self._page.touch_directly(lambda hands: hands.do(piece)))

    async def act_on(self, action: Action, element: WebElement, how: Touch = "pointer") -> None:
        self.lease.begin_action()
        await self._do(self._elements.act_on(action, element, how))

    async def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Raises ``SurfaceLost`` where it was the browser's silence, and not the page's."""
        try:
            await self._work.run(work)
        except errors.ActionImpossible:
            await self._work.run(self.tabs.hear_browser())
            self._page.check_alive()
            raise

    async def go_on(self) -> None:
        """With the rest of what a page held up in its midst."""
        await self._do(self._page.go_on())

    async def let_go(self) -> bool:
        holds = bool(self._page.held)
        await self._page.let_go()
        return holds

    async def stop(self) -> tuple[tuple[str, ...], float]:
        """Abort what is under way and let go of what is held: what it was, and milliseconds."""
        started = time.perf_counter()
        await self._work.stop()
        held = self._page.held
        await self._page.let_go(stops_loading=True)
        return held, (time.perf_counter() - started) * 1000

    async def close(self) -> None:
        await self._work.stop()

    # without an element

    async def _perform(self, action: Action, at: Point | None, strokes: Strokes = ()) -> None:
        match action:
            case actions.Click(half="up") if at is None:
                await self.let_go()
            case actions.PressKeys(keys=keys, half="down"):
                await self._page.touch(lambda hands: hands.hold(key_names(keys)))
            case actions.Wait() | actions.Replan() | actions.TakeScreenshot():
                return
            case actions.Launch() | actions.FocusWindow():
                raise errors.ActionImpossible("A browser can't do that: it has no other windows.")
            case actions.SwitchTab(tab_id=tab_id):
                await self.tabs.switch(tab_id)
            case actions.CloseTab(tab_id=tab_id):
                await self.tabs.close_tab(tab_id)
            case actions.Navigate(url=url):
                await self._navigate(url)
            case actions.Search(words=words):
                await self._navigate(self._search_address(words))
            case actions.GoBack() | actions.GoForward():
                by = -1 if isinstance(action, actions.GoBack) else 1
                await self._page.in_tab(
                    lambda tab: navigation.go_in_history(tab, by, self.notes, self.tabs.dialogs)
                )
            case actions.PressKeys(keys=keys):
                await self._press(keys)
            case _:
                await self._on_page(action, at, strokes)

    async def _on_page(self, action: Action, at: Point | None, strokes: Strokes) -> None:
        if not isinstance(action, actions.Scroll | actions.ScrollTo):
            self.tabs.handed_out.aim(str(at), "")
        match action:
            case actions.Click():
                place = needed(at)
                with element_hands.meaning(self.tabs, action):
                    await self._page.touch(
                        lambda hands: hands.click(place.x, place.y, action, ends=True),
                        secs=ANSWER_SECS + action.hold_secs,
                    )
            case actions.TypeText(text=text):
                typed = await with_secrets(text, self.secrets)
                await self._page.touch(
                    lambda hands: _type(hands, typed, at, replaces=action.replace),
                    secs=element_hands.typing_secs(typed),
                )
            case actions.Scroll():
                spot = (at.x, at.y) if at is not None else self._middle()
                await self._page.touch(lambda hands: hands.wheel(spot, action), may_retry=True)
            case actions.ScrollTo(x_px=x, y_px=y):
                await self._page.in_tab(lambda tab: _scroll_to(tab, x, y))
            case actions.Drag():
                ways = [[(point.x, point.y) for point in stroke] for stroke in strokes]
                await self._page.touch(lambda hands: hands.draw(ways, action.modifiers))
            case _:
                raise errors.ActionImpossible("A browser can't do that.")

    async def _navigate(self, written: str) -> None:
        if self.tabs.page is None and not await self.tabs.wait_for_page(REOPEN_SECS):
            self._page.check_alive()
            with errors.SurfaceLost.instead_of(Error, "The browser opens no page any more."):
                await self.tabs.open_tab()
        if self.tabs.shown is not None:
            await self.tabs.renew_if_hung(self.tabs.shown)
        base = self.tabs.shown.url if self.tabs.shown is not None else ""
        url = address_rules.read_address(written, base)
        if why := self.rules.why_not(url):
            self.notes.tell_refused(url, why)
            raise errors.ActionImpossible(f"{url[:200]} may not be opened: {why}")
        self.tabs.handed_out.aim(url, url)
        await self._page.in_tab(lambda tab: self._open(tab, url), may_retry=True)

    async def _open(self, tab: OpenTab, url: str) -> None:
        try:
            await navigation.open_address(tab, url, self.notes, self.tabs.dialogs)
        except Error:
            if not tab.trouble:
                raise
            # the page was put away for good, and the tab says why

    def _search_address(self, words: str) -> str:
        if "{words}" not in self.settings.search_address:
            why = "This page's own search field was not named, and no search engine is set."
            remedy = "Name a search field, or set a search engine's address with {words} in it."
            raise errors.ActionImpossible(why, remedy)
        return self.settings.search_address.replace("{words}", quote_plus(words))

    async def _press(self, keys: tuple[str, ...]) -> None:
        """Some chords are the browser's own, which a page's keyboard does not reach."""
        names = key_names(keys)
        match names:
            case ("Alt", "ArrowLeft"):
                await self._perform(actions.GoBack(), None)
            case ("Alt", "ArrowRight"):
                await self._perform(actions.GoForward(), None)
            case ("F5",) | ("Control", "r"):
                await self._page.in_tab(lambda tab: self._open(tab, tab.url))
            case _:
                with self.tabs.arrivals.meaning_to_open():
                    await self._page.touch(lambda hands: hands.chord(names, ends=True))

    def _middle(self) -> tuple[float, float]:
        """Of the page, which may have taken another size from its window."""
        page = self.tabs.page
        size = page.viewport_size if page is not None else None
        if size is None:
            return self.settings.width / 2, self.settings.height / 2
        return size["width"] / 2, size["height"] / 2


async def _type(hands: PageInput, text: str, at: Point | None, *, replaces: bool) -> None:
    if at is not None:
        await hands.click(at.x, at.y, actions.Click())
    await (hands.type_instead(text, ends=True) if replaces else hands.type_at_focus(text))


async def _scroll_to(tab: OpenTab, x: int, y: int) -> None:
    if tab.page is not None:
        async with asyncio.timeout(ANSWER_SECS):
            await tab.page.evaluate(_SCROLL_TO, [x, y])
