"""The tabs: which are open, which is shown, and what becomes of pop-ups and crashes."""

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Coroutine
from typing import Any

from playwright.async_api import BrowserContext, Error, Page, Request

from engine.domain.errors import ActionImpossible
from engine.domain.facts import Part, field
from engine.domain.web import events, outgoing
from engine.domain.web.pages import Page as PageFacts
from engine.domain.web.pages import Tab
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser import downloads, found_element, navigation, page_reader, unasked
from engine.surfaces.browser import tab as browser_tab
from engine.surfaces.browser.sendings import Sendings
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.tab import OpenTab, bring_forward, in_time, is_hushed, read_title


class BrowserTabs(Part):
    """A page that opens by itself becomes a tab; it is shown where it opens within an action that
    meant it, the first one only. ``lost`` says why the browser is gone, where that was told;
    ``hear_browser`` returns once it has answered, or is lost."""

    context: BrowserContext
    settings: BrowserSettings
    notes: unasked.BrowserNotes
    troubles: browser_tab.PageTroubles
    why_held: outgoing.WhyHeld
    hear_browser: Callable[[], Coroutine[Any, Any, None]] = field(init=False)

    def __post_init__(self) -> None:
        self.dialogs = unasked.DialogAnswerer(
            notes=self.notes, on_storm=lambda page: self._tasks.spawn(self._calm(page))
        )
        self.handed_out = downloads.Downloads(self.settings, self.notes, self.why_held)
        self._tasks = OwnedTasks()
        self.sendings = Sendings(self._tasks)
        self._told_answers = self.sendings.answers
        may_upload = self.settings.allow_uploads
        self.uploads = found_element.Uploads(is_allowed=may_upload, notes=self.notes)
        self._numbers = itertools.count(1)
        self._tabs: dict[str, OpenTab] = {}
        self._shown_order: dict[str, None] = {}
        self._tells: list[Callable[[], None]] = []
        self._is_closing = False
        self.arrivals = unasked.Arrivals(self._take_popup)
        self._popups = unasked.PopupCounter(self.notes, self.arrivals.note_wanted)
        self._has_page = asyncio.Event()
        self.lost = ""

    async def start(self) -> None:
        """Show the page that a kept profile opens, else a new one."""
        self.arrivals.follow(self.context)
        pages = self.context.pages
        for page in pages[:1]:
            self._show(self._add(page, is_popup=False))
        if not pages:
            await self.open_tab()

    async def leave(self) -> None:
        """As a person leaves pages, who opens others in their place."""
        pages = [tab.page for tab in self._tabs.values() if tab.page is not None]
        await asyncio.gather(*(in_time(page.goto("about:blank")) for page in pages))

    async def close(self) -> None:
        self._is_closing = True
        await self._tasks.close(cancel=True)
        await self._popups.close()
        await self.dialogs.close()
        await self.handed_out.close()

    def lose(self, message: str) -> None:
        self.lost = self.lost or message

    @property
    def is_lost(self) -> bool:
        """Whether the browser itself is gone."""
        browser = self.context.browser
        return bool(self.lost) or browser is None or not browser.is_connected()

    @property
    def shown(self) -> OpenTab | None:
        return self._tabs.get(next(reversed(self._shown_order), ""))

    @property
    def page(self) -> Page | None:
        """None where there is none: it crashed, or all are closed."""
        return self.shown.page if self.shown is not None else None

    @property
    def tab_id(self) -> str:
        """Empty where there is none."""
        return self.shown.tab_id if self.shown is not None else ""

    def tabs(self) -> tuple[Tab, ...]:
        return tuple(tab.facts(is_active=tab.tab_id == self.tab_id) for tab in self._tabs.values())

    @property
    def awaits_tab(self) -> bool:
        """A page wanted one to open, and it has neither come nor been refused."""
        return self._popups.is_awaited

    def facts(self, application: str) -> page_reader.BrowserFacts:
        """What is known of the tab that is shown; the browser need not be asked."""
        shown = self.shown
        self._told_answers = self.sendings.answers
        page = PageFacts(
            url=shown.url if shown is not None else "",
            title=shown.title if shown is not None else "",
            tabs=self.tabs(),
            status=shown.status if shown is not None else 0,
            trouble=shown.trouble if shown is not None else "No page is open.",
            downloads=self.handed_out.downloads,
            notices=self.notes.take(),
            answers=self._told_answers,
            awaited=self.sendings.awaited,
            readings=self.sendings.readings,
        )
        return page_reader.BrowserFacts(application, self.tab_id, page, self.uploads.askers)

    @property
    def has_notices(self) -> bool:
        """Something happened since they were taken last, or a server answered to what was sent."""
        return self.notes.is_waiting or self._told_answers != self.sendings.answers

    def on_shown(self, tell: Callable[[], None]) -> None:
        """Have ``tell`` called whenever another page is shown, whatever the reason."""
        self._tells.append(tell)

    async def open_tab(self) -> OpenTab:
        """A new empty tab, which is shown. Raises Playwright's error."""
        tab = self._add(await self.arrivals.new_page(), is_popup=False)
        self._show(tab)
        return tab

    async def start_over(self, context: BrowserContext) -> None:
        """Go on in another context with one empty tab; those of the old one are forgotten, and
        nothing that still happens in them counts. Raises Playwright's error."""
        for tab in self._tabs.values():
            tab.lose()
        self._tabs.clear()
        self._shown_order.clear()
        self._tell_shown()
        self.context = context
        self.arrivals.follow(context)
        await self.open_tab()

    async def switch(self, tab_id: str) -> None:
        """Raises ``ActionImpossible`` where there is no such tab."""
        self._show(tab := self._called(tab_id))
        await bring_forward(tab)

    async def close_tab(self, tab_id: str) -> None:
        """Raises ``ActionImpossible`` where it is the only one, or gone already."""
        tab = self._called(tab_id)
        if len(self._tabs) == 1:
            raise ActionImpossible("The only tab can't be closed.")
        page = tab.page
        self._remove(tab)
        if page is not None:
            await in_time(page.close())
        if self.shown is not None:
            await bring_forward(self.shown)

    def _called(self, tab_id: str) -> OpenTab:
        if tab_id not in self._tabs:
            raise ActionImpossible(f"There is no tab “{tab_id}” any more.")
        return self._tabs[tab_id]

    async def renew_if_hung(self, tab: OpenTab) -> None:
        """Give a tab whose page does not answer any more an empty one."""
        if tab.page is not None and await browser_tab.is_hung(tab.page):
            await self._replace(tab, "", "")

    async def wait_for_page(self, bound_secs: float) -> bool:
        """Until a page is shown, such as one that is reopened after a crash."""
        return await in_time(self._has_page.wait(), bound_secs)

    async def settled(self, bound_secs: float) -> None:
        """Wait, within the bound, for a page that is being opened once more after a crash."""
        if self.shown is not None and self.shown.replacements:
            await self.wait_for_page(bound_secs)

    # pages that come

    def _take_popup(self, page: Page) -> None:
        if self._is_closing:
            return
        self._popups.note_opened()
        if len(self._tabs) >= self.settings.max_tabs:
            words = f"A pop-up was closed: {self.settings.max_tabs} tabs are open already."
            self.notes.tell(events.BrowserNoted("popup_refused", words))
            self._tasks.spawn(in_time(page.close()))
            return
        tab = self._add(page, is_popup=True, opener_id=self.tab_id)
        is_meant = self.arrivals.take_meaning()
        where = f" with {page.url[:200]}" if page.url.startswith("http") else ""
        how = "" if is_meant else " in the background"
        self.notes.tell(events.BrowserNoted("popup_opened", f"A new tab opened{where}{how}."))
        if is_meant:
            self._show(tab)
        width, height = self.settings.width, self.settings.height
        self._tasks.spawn(browser_tab.fit(page, width_px=width, height_px=height))
        if self.shown is not None:
            self._tasks.spawn(bring_forward(self.shown))

    def _add(self, page: Page, *, is_popup: bool, opener_id: str = "") -> OpenTab:
        tab = OpenTab(f"tab-{next(self._numbers)}", is_popup=is_popup, opener_id=opener_id)
        self._tabs[tab.tab_id] = tab
        self._follow(tab, page)
        return tab

    def _follow(self, tab: OpenTab, page: Page) -> None:
        tab.follow(page)
        self.dialogs.follow(page)
        self.handed_out.follow(page)
        self.uploads.follow(page)
        self.sendings.follow(page)
        self._popups.follow(page)
        self.troubles.follow(page)
        page.on("close", lambda _page: self._closed(tab, page))
        page.on("crash", lambda _page: self._crashed(tab, page))
        page.on("domcontentloaded", lambda _page: self._tasks.spawn(read_title(tab, page)))
        page.on("load", lambda _page: self._tasks.spawn(read_title(tab, page)))
        page.on("requestfailed", lambda request: self._drop_if_empty(tab, page, request))

    # which one is shown

    def _show(self, tab: OpenTab) -> None:
        if self.shown is tab and tab.page is not None and self._has_page.is_set():
            return
        self._shown_order[tab.tab_id] = self._shown_order.pop(tab.tab_id, None)
        self._tell_shown()

    def _tell_shown(self) -> None:
        if self.page is None:
            self._has_page.clear()
        else:
            self._has_page.set()
        for tell in self._tells:
            tell()

    def _remove(self, tab: OpenTab) -> None:
        """Forget it; where it was shown, its opener is, else the one that was shown before."""
        was_shown = self.shown is tab
        self._tabs.pop(tab.tab_id, None)
        self._shown_order.pop(tab.tab_id, None)
        if not was_shown:
            return
        before = next(reversed(self._shown_order), next(reversed(self._tabs), ""))
        heir = tab.opener_id if tab.opener_id in self._tabs else before
        if heir:
            self._shown_order[heir] = self._shown_order.pop(heir, None)
        self._tell_shown()

    # pages that go

    def _closed(self, tab: OpenTab, page: Page) -> None:
        if tab.page is page and tab.tab_id in self._tabs and not self._is_closing:
            self._remove(tab)

    def _crashed(self, tab: OpenTab, page: Page) -> None:
        if tab.page is not page or self._is_closing:
            return
        url = tab.url
        self.notes.tell(events.BrowserNoted("page_crashed", f"The page crashed: {url[:200]}"))
        is_first = tab.crashed_at != url
        tab.crashed_at = url
        trouble = "" if is_first else "This page crashed twice and is not opened again."
        self._tasks.spawn(self._replace(tab, url if is_first else "", trouble))

    async def _calm(self, page: Page) -> None:
        """Have a page open no more dialogs; one that does not even listen is closed."""
        tab = next((each for each in self._tabs.values() if each.page is page), None)
        if tab is not None and not await is_hushed(page) and tab.page is page:
            trouble = f"This page opened dialogs without end and was closed: {tab.url[:200]}"
            await self._replace(tab, "", trouble)

    def _replace(self, tab: OpenTab, url: str, trouble: str) -> Coroutine[Any, Any, None]:
        """Another page in place of one that is past use, at ``url`` or empty. From the call on,
        before it is awaited, nobody takes the old one for the tab's."""
        old, address = tab.page, tab.url
        tab.replacements += 1
        tab.lose()
        tab.trouble = trouble  # whoever works on it reads why it went
        if self.shown is tab:
            self._tell_shown()
        if old is not None:  # one that hangs takes its time
            self._tasks.spawn(in_time(old.close()))
        return self._open_instead(tab, url, trouble, address)

    async def _open_instead(self, tab: OpenTab, url: str, trouble: str, address: str) -> None:
        try:
            page = await self.arrivals.new_page()
            self._follow(tab, page)
            if url:
                with contextlib.suppress(Error):  # it crashed again, which is told by its event
                    await navigation.open_address(tab, url, self.notes, self.dialogs)
                if tab.page is page:
                    words = f"The page was opened again: {address[:200]}"
                    self.notes.tell(events.BrowserNoted("page_reopened", words))
            if trouble:
                tab.trouble = trouble
            if self.shown is tab and tab.page is page:
                self._tell_shown()
                await bring_forward(tab)
        except Error:  # the browser is gone, which is told elsewhere
            return
        finally:
            tab.replacements -= 1

    def _drop_if_empty(self, tab: OpenTab, page: Page, request: Request) -> None:
        if tab.is_popup and page.url in ("", "about:blank") and browser_tab.is_given_up(request):
            self._tasks.spawn(in_time(page.close()))
