"""Pages that do not end, do not answer, or are not ours to read: looked at, acted on and left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.domain.actions import Click, GoBack
from engine.domain.errors import ActionImpossible, HandsStopped
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.web.pages import WebElement
from engine.domain.zones import Role
from engine.surfaces.browser import followed_page, navigation
from engine.surfaces.browser.settings import BrowserSettings
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing
from tests.support.patience import Patience
from tests.support.waiting import BOUND_SECS, until, until_so

pytestmark = pytest.mark.asyncio(loop_scope="module")

HURRIED_SECS = 1.0
TELLS = 'const x = new XMLHttpRequest(); x.open("GET", "/begun", false); x.send();'
"""To the site, before anything else is done: from then on the page answers nobody."""


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        served.put("/", "<h1>Hello</h1><button>Fine</button>", title="Start")
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browsing]:
    settings = BrowserSettings(is_headless=True, width=800, height=600)
    async with browsing(settings, has_eyes=True) as started:
        yield started


async def look(browser: Browsing) -> AccessibleTree:
    """Within its bound, and with a picture."""
    async with asyncio.timeout(BOUND_SECS):
        tree = await browser.surface.eyes.read_tree()
        frame = await browser.surface.eyes.capture()
    assert len(frame.pixels) == frame.width * frame.height * 4
    return tree


async def the(browser: Browsing, name: str) -> WebElement:
    found: list[WebElement] = []

    async def is_there() -> bool:
        page = (await look(browser)).page
        found[:] = [each for each in page.elements if each.text == name] if page else []
        return bool(found)

    await until_so(is_there)
    return found[0]


async def leaves(browser: Browsing, pages: Site) -> None:
    """For a page that is well."""
    async with asyncio.timeout(BOUND_SECS):
        await browser.open(pages.at("/"))
    page = (await look(browser)).page
    assert page is not None and page.url == pages.at("/") and not page.trouble
    assert [each.text for each in page.elements] == ["Fine"]


@pytest.mark.parametrize("path", ["/endless", "/half"])
async def test_a_page_without_end_is_cut_said_so_and_left(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    is_read = navigation._is_read
    browser.notes.clear()
    forbids = "<meta http-equiv=Content-Security-Policy content=\"script-src 'self'\">"
    pages.put("/half", f"{forbids}<button>Seen</button><script src=/slow></script>")
    with monkeypatch.context() as short:
        # its document has begun by then, however long that takes
        short.setattr(navigation, "_SCRIPTS_SECS", 0.1)
        short.setattr(navigation, "_is_read", lambda page, bound_secs: is_read(page, 0.5))
        async with asyncio.timeout(BOUND_SECS):
            await browser.open(pages.at(path))
    tree = await look(browser)
    assert tree.page is not None and "Seen" in {each.name for each in tree.nodes}
    assert any("not read to its end within 30 s" in each for each in tree.page.notices)
    assert browser.whats() == ["page_cut"] and not tree.page.trouble
    await leaves(browser, pages)


async def test_a_page_is_there_though_a_script_and_a_picture_of_it_never_come(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigation, "_SCRIPTS_SECS", 0.2)
    monkeypatch.setattr(followed_page, "_PATIENCE_SECS", 0.2)
    late = "<img src=/slow><script defer src='/slow?script'></script>"
    async with asyncio.timeout(BOUND_SECS):
        await browser.open(pages.put("/late", f"<button>Here</button>{late}"))
        assert await browser.surface.eyes.wait_until_quiet(BOUND_SECS)
    page = (await look(browser)).page
    assert page is not None and [each.text for each in page.elements] == ["Here"]
    assert not any(note.message.endswith("/late") for note in browser.notes)
    await leaves(browser, pages)


async def test_a_page_that_hangs_is_looked_at_stopped_and_left(
    browser: Browsing, pages: Site, patience: Patience
) -> None:
    body = f"<button onclick='setTimeout(() => {{ {TELLS} for (;;); }}, 50)'>Hang</button>"
    await browser.open(pages.put("/hang", body))
    button, surface = await the(browser, "Hang"), browser.surface
    await surface.hands.act_on(Click(), button)
    await until(lambda: "/begun" in pages.hits)
    with patience.hurried(HURRIED_SECS):
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
        going_back = surface.hands.perform(GoBack(), None)
        for acting in (surface.hands.act_on(Click(), button), going_back):
            async with asyncio.timeout(BOUND_SECS):
                with pytest.raises(ActionImpossible, match="does not answer"):
                    await acting
    with patience.products_own():
        await browser.open(pages.at("/"))
    await leaves(browser, pages)


async def test_a_button_whose_end_a_page_is_at_work_with_is_held_no_more(
    browser: Browsing, pages: Site, patience: Patience
) -> None:
    pages.hits.clear()
    await browser.open(pages.put("/hang", f"<button onclick='{TELLS} for (;;);'>Hang</button>"))
    button, surface = await the(browser, "Hang"), browser.surface
    clicking = asyncio.ensure_future(surface.hands.act_on(Click(), button))
    await until(lambda: "/begun" in pages.hits)
    with patience.hurried(HURRIED_SECS):
        held, _ = await surface.stop_hands()
        with pytest.raises(HandsStopped):
            await clicking
        await surface.renew_hands()
    assert not held
    with patience.products_own():
        await browser.open(pages.at("/"))
    await leaves(browser, pages)


async def test_a_look_at_a_page_that_crashes_sees_it_opened_again(
    browser: Browsing, pages: Site
) -> None:
    await browser.open(pages.at("/"))
    browser.notes.clear()
    page = browser.surface.tabs.page
    assert page is not None
    session = await page.context.new_cdp_session(page)
    crashing = asyncio.ensure_future(session.send("Page.crash"))
    crashing.add_done_callback(lambda ended: ended.exception())
    await until(lambda: browser.notes)
    told = (await look(browser)).page
    assert told is not None and [each.text for each in told.elements] == ["Fine"]
    assert [note.what for note in browser.notes] == ["page_crashed", "page_reopened"]
    assert any("crashed" in each for each in told.notices), "whoever plans is told"


async def test_a_frame_of_another_site_is_one_place(browser: Browsing, pages: Site) -> None:
    pages.put("/theirs", "<button>Theirs</button>")
    address = pages.at("/theirs", host="localhost")
    frame = f"<iframe src='{address}' style='width:300px;height:200px'></iframe>"
    await browser.open(pages.put("/framed", f"<button>Ours</button>{frame}"))
    frames: list[AccessibleNode] = []

    async def is_told() -> bool:
        tree = await look(browser)
        assert tree.page is not None
        assert [each.text for each in tree.page.elements] == ["Ours"]
        frames[:] = [each for each in tree.nodes if each.role is Role.GROUP]
        return bool(frames) and frames[0].bounds_px.width >= 300

    await until_so(is_told)
    (told,) = frames
    assert told.name == f"frame of localhost:{pages.port}"
    assert told.is_showing


@pytest.mark.parametrize("does", ["for (;;);", "location.reload()"])
async def test_a_frame_of_another_site_that_misbehaves_does_not_hold_the_look(
    browser: Browsing, pages: Site, patience: Patience, does: str
) -> None:
    pages.hits.clear()
    pages.put("/theirs", f"<script>setTimeout(() => {{ {TELLS} {does} }}, 100)</script>")
    address = pages.at("/theirs", host="localhost")
    frame = f"<iframe src='{address}'></iframe>"
    await browser.open(
        pages.put("/framed", f"<button onclick='document.title = 1'>Ours</button>{frame}")
    )
    await until(lambda: "/begun" in pages.hits)
    with patience.products_own():
        button = await the(browser, "Ours")
        async with asyncio.timeout(BOUND_SECS):
            await browser.surface.hands.act_on(Click(), button)
        assert await browser.ask("document.title") == "1"
        await browser.open(pages.at("/"))
    await leaves(browser, pages)
