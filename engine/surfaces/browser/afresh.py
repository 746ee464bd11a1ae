"""The address that is shown, asked for once more in a tab behind it: what stands there too, its
server keeps. The tab is closed again, and nothing of it counts as the run's."""

import asyncio
import contextlib

from playwright.async_api import Error, Page

from engine.domain.surface_ports import AccessibleTree
from engine.domain.web.pages import Page as PageFacts
from engine.surfaces.browser import page_reader
from engine.surfaces.browser.page_link import PageBusy, PageGone, PageLink
from engine.surfaces.browser.tab import in_time
from engine.surfaces.browser.tabs import BrowserTabs

_SECS, _PASS_SECS = 45.0, 10.0
_LOADING_MS = 8_000  # then what has come is read
_PASS = 'setOfMark.pass({"prefix": "afresh", "exchanges": [], "letOn": null})'
_BEHIND = "about:blank#behind"


async def read_afresh(tabs: BrowserTabs, application: str) -> AccessibleTree | None:
    """As ``WebEyes`` has it."""
    shown = tabs.page
    if shown is None or not shown.url.startswith("http"):
        return None
    page: Page | None = None
    try:
        async with asyncio.timeout(_SECS):
            page = await tabs.arrivals.new_page(lambda: _behind(shown))
            tabs.dialogs.follow(page)
            answer = await page.goto(shown.url, wait_until="commit")
            with contextlib.suppress(Error):
                await page.wait_for_load_state("networkidle", timeout=_LOADING_MS)
            link = await PageLink.open(page, lambda told: None)
            told = str(await link.ask(_PASS, timeout_secs=_PASS_SECS))
    except (Error, TimeoutError, PageGone, PageBusy):
        return None
    finally:
        if page is not None:
            await in_time(page.close())
    shown_facts = PageFacts(shown.url, "", status=answer.status if answer else 0)
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
        await in_time(asyncio.gather(of_page.detach(), of_browser.detach()))
