"""A browser with a window whose size changes: picture, places and clicks still agree."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator

import numpy as np
import pytest
import pytest_asyncio

from engine.domain.actions import Click
from engine.domain.spaces import Rect
from engine.surfaces.browser.page_picture import Screencast
from engine.surfaces.browser.settings import BrowserSettings
from tests.support.bare_desktop import BareDesktop
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing
from tests.support.waiting import BOUND_SECS, until_so

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.end_to_end]

CORNER = (
    "<style>body { margin: 0 } #b { position: fixed; right: 10px; bottom: 10px; width: 120px;"
    " height: 40px; background: red; border: 0; border-radius: 0; color: red }</style>"
    "<button id=b onclick='document.title = `hit`'>Corner</button>"
)


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BareDesktop]:
    started = BareDesktop(tmp_path_factory.mktemp("home"), width=1500, height=1000)
    yield started
    started.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(desktop: BareDesktop) -> AsyncIterator[Browsing]:
    settings = BrowserSettings(is_headless=False, width=1000, height=700)
    async with browsing(settings, has_eyes=True, environment=desktop.environment) as started:
        yield started


async def resize(desktop: BareDesktop, width: int, height: int) -> None:
    """As a person would, by the window's edge."""

    def drag() -> None:
        find = ("xdotool", "search", "--onlyvisible", "--class", "chromium")
        (window, *_) = subprocess.check_output(find, env=desktop.environment, text=True).split()
        size = ("xdotool", "windowsize", "--sync", window, str(width), str(height))
        subprocess.run(size, env=desktop.environment, check=True)

    await asyncio.to_thread(drag)


async def places(browser: Browsing) -> tuple[tuple[int, int], Rect, Rect]:
    """The picture's size, where the button is painted in it, and where the look says it is."""
    frame = await browser.surface.eyes.capture()
    tree = await browser.surface.eyes.read_tree()
    pixels = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
    rows, columns = np.nonzero((pixels[:, :, 2] > 240) & (pixels[:, :, :2].max(2) < 20))
    painted = Rect(0, 0, 0, 0)
    if rows.size:
        left, top = int(columns.min()), int(rows.min())
        painted = Rect(left, top, int(columns.max()) + 1 - left, int(rows.max()) + 1 - top)
    (told,) = (node.bounds_px for node in tree.nodes if node.name == "Corner")
    return (frame.width, frame.height), painted, told


async def check(browser: Browsing, size: tuple[int, int]) -> None:
    """All three agree, in a picture of that size, and a click at that place hits."""

    async def is_so() -> bool:
        right, bottom = size
        wanted = Rect(right - 130, bottom - 50, 120, 40)
        return await places(browser) == (size, wanted, wanted)

    await until_so(is_so)
    await browser.ask("document.title = ''")
    _, painted, _ = await places(browser)
    await browser.surface.hands.perform(Click(), painted.center)
    assert await browser.ask("document.title") == "hit"


async def test_a_page_takes_the_size_that_its_window_is_given(
    browser: Browsing, desktop: BareDesktop, pages: Site
) -> None:
    await browser.open(pages.put("/corner", CORNER))
    await check(browser, (1000, 700))
    sizes: list[tuple[int, int]] = []
    browser.surface.on_resized = lambda width, height: sizes.append((width, height))
    for width, height in ((700, 500), (1300, 900)):
        await resize(desktop, width, height)
        await check(browser, (width - 8, height - 85))
    assert (692, 415) in sizes and sizes[-1] == (1292, 815), "whoever shows it is told"


async def test_the_live_picture_follows_without_a_look(
    browser: Browsing, desktop: BareDesktop, pages: Site
) -> None:
    await browser.open(pages.put("/corner", CORNER))
    await resize(desktop, 900, 700)

    async def is_so() -> bool:
        frame = await browser.surface.eyes.next_live_frame(-2, 0.03, BOUND_SECS)
        return frame is not None and (frame.width, frame.height) == (892, 615)

    await until_so(is_so)


async def test_it_follows_though_no_picture_of_the_new_size_came(
    browser: Browsing, desktop: BareDesktop, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the browser leaves one out, since those before it are not acknowledged yet."""
    unknown = property(lambda self: None, lambda self, size: None)
    monkeypatch.setattr(Screencast, "_size", unknown, raising=False)
    await browser.open(pages.put("/corner", CORNER))
    await resize(desktop, 1100, 800)

    async def is_so() -> bool:
        frame = await browser.surface.eyes.next_live_frame(-2, 0.03, BOUND_SECS)
        return frame is not None and (frame.width, frame.height) == (1092, 715)

    await until_so(is_so)


async def test_a_pop_up_that_gives_itself_another_size_is_seen_in_it(
    browser: Browsing, pages: Site
) -> None:
    opener = "<button onclick='open(`/corner`, `_blank`, `width=300,height=200`)'>Open</button>"
    pages.put("/corner", CORNER)
    await browser.open(pages.put("/opener", opener))
    tree = await browser.surface.eyes.read_tree()
    assert tree.page is not None
    await browser.surface.hands.act_on(Click(), tree.page.elements[0])
    await until_so(lambda: browser.ask("location.pathname === '/corner' && innerWidth === 1000"))
    await browser.ask("resizeTo(808, 585)")
    await check(browser, (800, 500))
