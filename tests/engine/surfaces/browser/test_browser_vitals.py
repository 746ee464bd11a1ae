"""A browser tells what went wrong in its pages, and starts over with nothing of before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import psutil
import pytest
import pytest_asyncio
from playwright.async_api import Error

from engine.domain.actions import Navigate
from engine.domain.errors import HandsStopped
from engine.domain.exploring.limits import Vitals
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing
from tests.support.patience import Patience
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.waiting import until, until_so

pytestmark = [*IN_ONE_BROWSER]


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        served.put("/", "<h1>Hello</h1>", title="Start")
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared() -> AsyncIterator[Browsing]:
    async with browsing() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def browser(shared: Browsing, pages: Site) -> Browsing:
    await shared.open(pages.at("/"))
    await shared.surface.vitals()
    return shared


async def lines_of(browser: Browsing, *words: str) -> list[str]:
    """The console's lines once all of these words stand in them."""
    found: list[str] = []

    async def are_there() -> bool:
        found.extend(line.text for line in (await browser.surface.vitals()).console)
        return all(any(each in line for line in found) for each in words)

    await until_so(are_there)
    return found


async def test_a_page_in_order_tells_nothing(browser: Browsing, pages: Site) -> None:
    script = "console.log('a'); console.warn('b'); console.info('error: none')"
    missing = pages.at("/not-there.png")
    page, heard = browser.surface.tabs.page, list[str]()
    assert page is not None
    page.on("console", lambda message: heard.append(message.text))
    page.on("response", lambda answer: heard.append(answer.url))
    await browser.open(pages.put("/good", f"<img src={missing}><script>{script}</script>"))
    await until(lambda: {"a", "b", "error: none", missing} <= {*heard})
    await until(lambda: any("404" in each for each in heard))
    assert await browser.surface.vitals() == Vitals()


async def test_errors_of_scripts_and_servers_are_told_once(browser: Browsing, pages: Site) -> None:
    body = "<script>console.error('Sums differ', 12); fetch('/status/503'); basket.add(1)</script>"
    await browser.open(pages.put("/bad", body))
    assert sorted(await lines_of(browser, "Sums", "503", "basket")) == [
        "Sums differ 12",
        "The server answered with 503 to GET /status/503",
        "Uncaught ReferenceError: basket is not defined",
    ]
    assert await browser.surface.vitals() == Vitals()


async def test_a_document_that_fails_is_told(browser: Browsing, pages: Site) -> None:
    await browser.open(pages.at("/status/500"))
    await lines_of(browser, "The server answered with 500 to GET /status/500")
    await browser.open("http://127.0.0.1:9/gone")
    await lines_of(browser, "could not be loaded")


async def test_a_page_that_hangs_is_silent_and_one_that_works_long_is_not(
    browser: Browsing, pages: Site, patience: Patience
) -> None:
    bar = "<progress max=100></progress><script>setInterval(() => {}, 5)</script>"
    await browser.open(pages.put("/long", bar))
    assert (await browser.surface.vitals()).silent == ()
    hang = "<button onclick='for(;;);'>Go</button>"
    await browser.open(pages.put("/hang", hang))
    page = browser.surface.tabs.page
    assert page is not None
    stuck = asyncio.ensure_future(page.evaluate("setTimeout(() => { for(;;); }, 10)"))

    async def is_silent() -> bool:
        return bool((await browser.surface.vitals()).silent)

    with patience.products_own():
        await until_so(is_silent)
        await browser.surface.mark_start()
        await browser.surface.reset()
    assert not await is_silent()
    stuck.cancel()
    await asyncio.gather(stuck, return_exceptions=True)


async def test_a_page_that_crashes_is_told(browser: Browsing) -> None:
    page = browser.surface.tabs.page
    assert page is not None
    with pytest.raises(Error):
        await page.goto("chrome://crash", timeout=60_000)

    async def has_ended() -> bool:
        return any(one.exit_code is None for one in (await browser.surface.vitals()).ended)

    await until_so(has_ended)
    await browser.surface.tabs.wait_for_page(60)


async def test_a_reset_starts_over_where_it_was_without_what_was_stored(
    browser: Browsing, pages: Site
) -> None:
    surface = browser.surface
    await browser.open(pages.at("/?start"))
    await surface.mark_start()
    await browser.ask("document.cookie = 'a=1'; localStorage.setItem('b', '2')")
    await surface.tabs.open_tab()
    await browser.open(pages.at("/?elsewhere"))
    await surface.reset()
    assert [tab.url for tab in surface.tabs.tabs()] == [pages.at("/?start")]
    assert await browser.ask("document.cookie + localStorage.length") == "0"
    assert await surface.vitals() == Vitals() and not browser.losses
    await surface.hands.perform(Navigate(pages.at("/")), None)
    assert await browser.ask("document.body.innerText") == "Hello"


@pytest.mark.parametrize("switch", ["--disable-features", "--enable-features"])
async def test_what_playwright_switches_stays_so_and_no_page_waits_behind_the_address_bar(
    browser: Browsing, switch: str
) -> None:
    told = [each.cmdline() for each in psutil.Process().children(recursive=True)]
    assert not any("--top-chrome-webui" in words for words in told)
    lists = [
        [set(one.split("=")[1].split(",")) for one in words if one.startswith(switch)]
        for words in told
    ]
    playwrights, ours = next(each for each in lists if each)
    assert playwrights <= ours


async def test_stop_ends_a_reset(pages: Site) -> None:
    async with browsing() as started:
        await started.open(pages.at("/slow-start"))
        started.surface._start_url = pages.at("/slow")
        resetting = asyncio.ensure_future(started.surface.reset())
        await until_so(lambda: _asked(pages, "/slow"))
        await started.surface.stop_hands()
        with pytest.raises(HandsStopped):
            await resetting


async def _asked(pages: Site, path: str) -> bool:
    return path in pages.hits
