"""What servers tell a page's scripts as JSON, as a look at the page has it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.surfaces.browser import eyes
from engine.surfaces.browser.settings import BrowserSettings
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing
from tests.support.shared_browser import IN_A_LIGHT_BROWSER
from tests.support.waiting import until, until_so

pytestmark = [*IN_A_LIGHT_BROWSER]

ASKS = "<p>Boats<script>fetch('/api/boats').then((came) => came.json())</script>"


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as served:
        boats = [{"name": "Tern"}]

        def answer(method: str, path: str, sent: str) -> tuple[int, object]:
            if method == "POST":
                boats.append({"name": sent})
            return 500 if path.endswith("broken") else 200, boats

        served.answer = answer
        yield served
        served.let_go.set()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browsing]:
    async with browsing(BrowserSettings(is_headless=True, width=640, height=480)) as started:
        yield started


def told(browser: Browsing, pages: Site) -> dict[str, str]:
    readings = browser.surface.tabs.facts("Browser").page.readings
    start = pages.at("/")
    return {e.removeprefix(start): told for e, told in readings.items() if e.startswith(start)}


async def test_a_look_has_what_scripts_read_and_nothing_else(
    browser: Browsing, pages: Site
) -> None:
    more = "for (const each of ['/api/broken', '/next?_=1764489600000']) fetch(each)"
    pages.put("/next", "[]")
    await browser.open(pages.put("/now", f"{ASKS}<img src=/api/picture><script>{more}</script>"))
    await until(lambda: len(told(browser, pages)) == 2)
    assert told(browser, pages)["api/boats"] == '[{"name": "Tern"}]'
    assert "next?_=#" in told(browser, pages)  # what says only when is asked the same


async def test_what_was_asked_for_before_a_sending_stays_as_it_was(
    browser: Browsing, pages: Site
) -> None:
    await browser.open(pages.put("/now", ASKS))
    await until(lambda: told(browser, pages))
    before = browser.surface.tabs.facts("Browser").page
    await browser.ask(
        "fetch('/api/boats', { method: 'POST', body: 'Gull' }).then(() => fetch('/api/boats'))"
        ".then((came) => came.text())"
    )
    await until(lambda: told(browser, pages))
    assert told(browser, pages) == {"api/boats": '[{"name": "Tern"}, {"name": "Gull"}]'}
    assert before.readings[pages.at("/api/boats")] == '[{"name": "Tern"}]'


async def test_what_is_asked_for_while_something_is_sent_tells_neither_of_before_nor_of_after(
    browser: Browsing, pages: Site
) -> None:
    await browser.open(pages.put("/now", ASKS))
    await until(lambda: told(browser, pages))
    before = browser.surface.tabs.facts("Browser").page
    await browser.ask("void fetch('/slow', { method: 'POST' })")
    await until(lambda: browser.surface.tabs.sendings.awaited)
    pages.answer = lambda *_: (200, ["Curlew"])
    await browser.ask("fetch('/api/boats').then((came) => came.text())")
    await until(lambda: told(browser, pages) == {"api/boats": '["Curlew"]'})
    assert before.readings[pages.at("/api/boats")] == '[{"name": "Tern"}]'
    pages.let_go.set()
    await until(lambda: browser.surface.tabs.sendings.answers[-1:] and not told(browser, pages))


async def test_nobody_waits_for_what_does_not_come(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = pages.put("/now", f"{ASKS}<script>fetch('/slow').then((came) => came.text())</script>")
    await browser.open(url)
    await until(lambda: told(browser, pages))
    assert list(told(browser, pages)) == ["api/boats"]
    before = browser.surface.tabs.facts("Browser").page
    monkeypatch.setattr(eyes, "_AFRESH_LOADING_MS", 1)
    monkeypatch.setattr(eyes, "_AFRESH_READING_SECS", 0.01)

    async def is_read() -> bool:
        tree = await eyes.read_afresh(browser.surface.tabs, "Browser", url)
        return tree is not None and tree.page is not None and tree.page.text == "Boats"

    await until_so(is_read)  # at once there may be nothing of it yet
    pages.let_go.set()
    await until(lambda: before.readings.get(pages.at("/slow")) == "late")


async def test_a_tab_behind_tells_what_its_own_scripts_read(browser: Browsing, pages: Site) -> None:
    url = pages.put("/now", ASKS)
    await browser.open(url)
    await until(lambda: told(browser, pages))
    pages.answer = lambda *_: (200, ["Curlew"])
    tree = await eyes.read_afresh(browser.surface.tabs, "Browser", url)
    assert tree is not None and tree.page is not None
    assert tree.page.readings == {pages.at("/api/boats"): '["Curlew"]'}
    assert told(browser, pages) == {"api/boats": '[{"name": "Tern"}]'}
