"""The browser that is lent to the suites' runs: one run finds nothing of the run before it."""

from __future__ import annotations

from playwright.async_api import Browser

from tests.support.browsing import Browsing, browsing
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.site import running_site

pytestmark = [*IN_ONE_BROWSER]

KEEP = "document.cookie = 'seen=yes; max-age=600'; localStorage.seen = 'yes'; open('/shop/')"
KEPT = "[document.cookie.includes('seen'), localStorage.seen ?? null]"


async def test_what_a_run_kept_is_gone_in_the_next_and_the_browser_is_the_same() -> None:
    with running_site() as site:
        async with browsing() as before:
            await before.open(site.url("/"))
            await before.ask(KEEP)
            assert await before.ask(KEPT) == [True, "yes"]
            first = browser_of(before)
        async with browsing() as after:
            await after.open(site.url("/"))
            assert await after.ask(KEPT) == [False, None]
            assert browser_of(after) is first
            assert len(first.contexts) == 2, "the browser's own, and this run's"
            assert len(first.contexts[-1].pages) == 1


def browser_of(browsing: Browsing) -> Browser:
    page = browsing.surface.tabs.page
    assert page is not None and page.context.browser is not None
    return page.context.browser
