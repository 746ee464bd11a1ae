"""Pages that do not end, do not answer, or are not ours to read: looked at, acted on and left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.domain.accessible import AccessibleTree
from engine.domain.actions import Click, GoBack
from engine.domain.errors import ActionImpossible, HandsStopped
from engine.domain.web.pages import WebElement
from engine.domain.zones import Role
from engine.surfaces.browser.eyes import BrowserEyes
from engine.surfaces.browser.settings import BrowserSettings
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing
from tests.support.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

BOUND_SECS = 25.0
"""More than any of it may take; who hangs is found out."""


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        served.put("/", "<h1>Hello</h1><button>Fine</button>", title="Start")
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browsing]:
    settings = BrowserSettings(is_headless=True, width=800, height=600, navigation_timeout_secs=1.5)
    async with browsing(settings, eyes_for=BrowserEyes) as started:
        yield started


async def look(browser: Browsing) -> AccessibleTree:
    """Within its bound, and with a picture."""
    async with asyncio.timeout(BOUND_SECS):
        tree = await browser.surface.eyes.read_tree()
        frame = await browser.surface.eyes.capture()
    assert len(frame.pixels) == frame.width * frame.height * 4
    return tree


async def the(browser: Browsing, name: str) -> WebElement:
    page = (await look(browser)).page
    assert page is not None
    return next(each for each in page.elements if each.text == name)


async def leaves(browser: Browsing, pages: Site) -> None:
    """For a page that is well."""
    async with asyncio.timeout(BOUND_SECS):
        await browser.open(pages.at("/"))
    page = (await look(browser)).page
    assert page is not None and page.url == pages.at("/") and not page.trouble
    assert [each.text for each in page.elements] == ["Fine"]


async def test_a_page_without_end_is_cut_said_so_and_left(browser: Browsing, pages: Site) -> None:
    async with asyncio.timeout(BOUND_SECS):
        await browser.open(pages.at("/endless"))
    tree = await look(browser)
    assert tree.page is not None and "Seen" in {each.name for each in tree.nodes}
    assert any("not read to its end within 1.5 s" in each for each in tree.page.notices)
    assert browser.whats() == ["page_cut"] and not tree.page.trouble
    await leaves(browser, pages)


async def test_a_page_that_hangs_is_looked_at_stopped_and_left(
    browser: Browsing, pages: Site
) -> None:
    body = "<button onclick='setTimeout(() => { for (;;); }, 50)'>Hang</button>"
    await browser.open(pages.put("/hang", body))
    button, surface = await the(browser, "Hang"), browser.surface
    await surface.hands.act_on(Click(), button)
    await asyncio.sleep(0.2)  # by then its script runs, and tells nobody
    tree = await look(browser)
    assert tree.page is not None and tree.page.trouble == "The page does not answer."
    assert tree.silent_applications
    clicking = asyncio.ensure_future(surface.hands.act_on(Click(), button))
    await asyncio.wait({clicking}, timeout=0.3)
    async with asyncio.timeout(BOUND_SECS):
        await surface.stop_hands()
        with pytest.raises(HandsStopped):
            await clicking
    await surface.renew_hands()
    for acting in (surface.hands.act_on(Click(), button), surface.hands.perform(GoBack(), None)):
        async with asyncio.timeout(BOUND_SECS):
            with pytest.raises(ActionImpossible, match="does not answer"):
                await acting
    await leaves(browser, pages)


async def test_a_frame_of_another_site_is_one_place(browser: Browsing, pages: Site) -> None:
    pages.put("/theirs", "<button>Theirs</button>")
    address = pages.at("/theirs", host="localhost")
    frame = f"<iframe src='{address}' style='width:300px;height:200px'></iframe>"
    await browser.open(pages.put("/framed", f"<button>Ours</button>{frame}"))
    tree = await look(browser)
    assert tree.page is not None
    assert [each.text for each in tree.page.elements] == ["Ours"]
    (told,) = [each for each in tree.nodes if each.role is Role.GROUP]
    assert told.name == f"frame of localhost:{pages.port}"
    assert told.is_showing and told.bounds_px.width >= 300


@pytest.mark.parametrize("does", ["for (;;);", "location.reload()"])
async def test_a_frame_of_another_site_that_misbehaves_does_not_hold_the_look(
    browser: Browsing, pages: Site, does: str
) -> None:
    pages.put("/theirs", f"<script>setTimeout(() => {{ {does} }}, 100)</script>")
    address = pages.at("/theirs", host="localhost")
    frame = f"<iframe src='{address}'></iframe>"
    await browser.open(
        pages.put("/framed", f"<button onclick='document.title = 1'>Ours</button>{frame}")
    )
    await until(lambda: pages.hits[-1] == "/theirs")
    await asyncio.sleep(0.3)  # by then it does what it does
    button = await the(browser, "Ours")
    async with asyncio.timeout(BOUND_SECS):
        await browser.surface.hands.act_on(Click(), button)
    assert await browser.ask("document.title") == "1"
    await leaves(browser, pages)
