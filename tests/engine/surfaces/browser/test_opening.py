"""What becomes of an address that is opened: a page, or words that say why not."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.domain.actions import GoBack, GoForward, Navigate
from engine.domain.errors import ActionImpossible
from engine.surfaces.browser import navigation
from engine.surfaces.browser.eyes import read_afresh
from engine.surfaces.browser.settings import BrowserSettings
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing
from tests.support.closed_port import held_port
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.waiting import BOUND_SECS, until

pytestmark = [*IN_ONE_BROWSER]


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        served.put("/", "<h1>Hello</h1>", title="Start")
        served.put("/next", "<h1>Next</h1>", title="Next")
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browsing]:
    settings = BrowserSettings(is_headless=True, width=800, height=600)
    async with browsing(settings) as started:
        yield started


@pytest.fixture
def closed_port() -> Iterator[int]:
    with held_port() as port:
        yield port


async def test_an_address_is_opened_and_its_tab_is_listed(browser: Browsing, pages: Site) -> None:
    await browser.open(pages.at("/"))

    tabs = browser.surface.tabs
    await until(
        lambda: [(each.title, each.url) for each in tabs.tabs()] == [("Start", pages.at("/"))]
    )
    assert tabs.shown.status == 200
    assert tabs.shown.trouble == ""


async def test_the_page_of_an_error_is_shown_with_its_status(
    browser: Browsing, pages: Site
) -> None:
    for code in (404, 500):
        await browser.open(pages.at(f"/status/{code}"))
        assert browser.surface.tabs.shown.status == code
        assert browser.surface.tabs.shown.trouble == ""
        assert await browser.ask("document.body.innerText") == "no"


async def test_an_answer_without_a_page_leaves_the_page_of_before(
    browser: Browsing, pages: Site
) -> None:
    await browser.open(pages.at("/"))
    await browser.open(pages.at("/status/204"))
    tabs = browser.surface.tabs
    assert "without a page (204)" in tabs.shown.trouble
    assert tabs.tabs()[0].url == pages.at("/")
    assert await browser.ask("document.body.innerText") == "Hello"


async def test_what_can_not_be_reached_is_said_in_words_and_the_next_address_opens(
    browser: Browsing, pages: Site, closed_port: int, tmp_path: Path
) -> None:
    with site(certificate=await asyncio.to_thread(_certificate, tmp_path)) as untrusted:
        for url, words in (
            (untrusted.at("/"), ("certificate",)),
            (f"http://127.0.0.1:{closed_port}/", ("refused",)),
            ("http://nowhere.invalid/", ("not known", "offline")),  # with and without a network
            (pages.at("/redirect/endless"), ("redirects without end",)),
        ):
            await browser.open(url)
            assert any(each in browser.surface.tabs.shown.trouble for each in words), url
            assert browser.surface.tabs.tabs()[0].url.rstrip("/") == url.rstrip("/")
            await browser.open(pages.at("/"))
            assert browser.surface.tabs.shown.trouble == ""
            assert await browser.ask("document.body.innerText") == "Hello"


async def test_a_machine_that_is_offline_is_told(browser: Browsing, pages: Site) -> None:
    page = browser.surface.tabs.page
    assert page is not None
    await page.context.set_offline(True)
    await browser.open(pages.at("/next"))
    assert browser.surface.tabs.shown.trouble == "This machine is offline."
    await page.context.set_offline(False)
    await browser.open(pages.at("/next"))
    assert browser.surface.tabs.shown.trouble == ""


async def test_a_server_that_does_not_answer_is_given_up(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await browser.open(pages.at("/"))
    monkeypatch.setattr(navigation, "NAVIGATION_SECS", 1.0)
    async with asyncio.timeout(BOUND_SECS):
        await browser.open(pages.at("/slow"))
    assert "did not answer within 1 s" in browser.surface.tabs.shown.trouble
    assert await browser.ask("document.body.innerText") == "Hello"


async def test_a_page_of_fifty_megabytes_does_not_hold_the_run(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with asyncio.timeout(BOUND_SECS):
        with monkeypatch.context() as short:
            short.setattr(navigation, "NAVIGATION_SECS", 3.0)
            await browser.open(pages.at("/huge"))
        await browser.open(pages.at("/"))
    assert await browser.ask("document.body.innerText") == "Hello"


async def test_history_goes_back_and_forward_and_says_where_it_ends(
    browser: Browsing, pages: Site
) -> None:
    await browser.surface.tabs.open_tab()
    await browser.open(pages.at("/"))
    await browser.open(pages.at("/status/404"))
    hands = browser.surface.hands
    await hands.perform(GoBack(), None)
    assert await browser.ask("document.body.innerText") == "Hello"
    assert browser.surface.tabs.shown.status == 200
    await hands.perform(GoForward(), None)
    assert browser.surface.tabs.shown.status == 404
    with pytest.raises(ActionImpossible, match="no page to go forward to"):
        await hands.perform(GoForward(), None)


@pytest.mark.parametrize(
    "written",
    [
        "file:///etc/passwd",
        "data:text/html,hi",
        "javascript:alert(1)",
        "chrome://settings",
        "two words",
    ],
)
async def test_other_kinds_of_addresses_are_not_opened(
    browser: Browsing, pages: Site, written: str
) -> None:
    await browser.open(pages.at("/"))
    with pytest.raises(ActionImpossible):
        await browser.surface.hands.perform(Navigate(written), None)
    assert await browser.ask("document.body.innerText") == "Hello"


async def test_an_address_may_be_written_as_people_do(browser: Browsing, pages: Site) -> None:
    await browser.open(f"127.0.0.1:{pages.port}/")
    await browser.open("/next")
    assert await browser.ask("document.body.innerText") == "Next"


def _certificate(folder: Path) -> Path:
    """Key and certificate in one file, for which nobody vouches."""
    path = folder / "server.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    path.write_bytes((folder / "key.pem").read_bytes() + (folder / "cert.pem").read_bytes())
    return path


async def test_an_address_is_read_once_more_behind_what_is_shown(
    browser: Browsing, pages: Site
) -> None:
    noting = "<script>document.onvisibilitychange = () => document.title = 'Hidden'</script>"
    await browser.open(pages.put("/kept", f"<p>Before{noting}"))
    pages.put("/kept", "<p id=p>After<script>setTimeout(() => p.append(' all'), 300)</script>")
    tabs = browser.surface.tabs
    assert tabs.page is not None
    before = [each.tab_id for each in tabs.tabs()], tabs.page.context.pages
    url = tabs.page.url
    told = [await read_afresh(tabs, "Browser", url)]
    while told[-1] is None and len(told) < 3:  # a busy machine may be too slow once
        told.append(await read_afresh(tabs, "Browser", url))
    assert told[-1] is not None and (page := told[-1].page) is not None
    assert (page.text, page.status) == ("After all", 200)
    assert await tabs.page.inner_text("p") == "Before"
    assert await tabs.page.title() == "A page"
    assert ([each.tab_id for each in tabs.tabs()], tabs.page.context.pages) == before


@pytest.mark.parametrize("path", ["/status/204", "/file/log.txt"])
async def test_what_is_no_page_any_more_is_not_told(
    browser: Browsing, pages: Site, path: str
) -> None:
    await browser.open(pages.put("/gone", "<p>Here"))
    pages.pages.pop("/gone")
    assert browser.surface.tabs.page is not None
    await browser.surface.tabs.page.evaluate(f"history.replaceState(0, '', '{path}')")
    url = browser.surface.tabs.page.url
    assert await read_afresh(browser.surface.tabs, "Browser", url) is None
