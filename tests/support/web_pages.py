"""Pages for tests of the browser's eyes: written by the test, served over HTTP on loopback, shown
by a real browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Page, async_playwright

from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.web.pages import Answer, Download, Tab, WebElement
from engine.domain.web.pages import Page as ShownFacts
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser import launching
from engine.surfaces.browser.eyes import BrowserEyes
from engine.surfaces.browser.page_reader import BrowserFacts
from engine.surfaces.browser.sendings import Sendings

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    f"--disable-features={launching._SWITCHED_OFF}",
)
_TYPE = "Content-Type: text/html; charset=utf-8"


class PageServer:
    """Serves ``pages`` by path; what is not among them is 404. ``delay_secs`` by path, too."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.delay_secs: dict[str, float] = {}
        self.asked: list[str] = []
        self._held: dict[str, asyncio.Event] = {}
        self._server: asyncio.Server | None = None
        self.origin = ""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def put(self, html: str, path: str = "/") -> str:
        """The address under which this body is found from now on."""
        self.pages[path] = html
        return self.origin + path

    def hold(self, path: str) -> asyncio.Event:
        """Nothing is answered there until the event is set."""
        return self._held.setdefault(path, asyncio.Event())

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            path = head.split()[1].decode().partition("?")[0]
            self.asked.append(path)
            await asyncio.sleep(self.delay_secs.get(path, 0.0))
            if path in self._held:
                await self._held[path].wait()
            html = self.pages.get(path)
            body = ("<!doctype html>" + (html or "none")).encode()
            line = "200 OK" if html is not None else "404 Not Found"
            told = f"HTTP/1.1 {line}\r\n{_TYPE}\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{told}Connection: close\r\n\r\n".encode() + body)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return  # the browser has gone on
        finally:
            writer.close()


class ShownPage:
    """Stands in for the tabs: shows the page that the test says."""

    def __init__(self, page: Page | None) -> None:
        self._page = page
        self._tells: list[Callable[[], None]] = []
        self.trouble = ""
        self.notices: tuple[str, ...] = ()
        self.status = 200
        self.downloads: tuple[Download, ...] = ()
        self.awaits_tab = False
        self.answers: tuple[Answer, ...] = ()
        self.sendings = Sendings(OwnedTasks())

    @property
    def page(self) -> Page | None:
        return self._page

    @property
    def tab_id(self) -> str:
        return "tab1" if self._page is not None else ""

    @property
    def has_notices(self) -> bool:
        return bool(self.notices)

    def tabs(self) -> tuple[Tab, ...]:
        return (Tab("tab1", "", self._page.url, True),) if self._page is not None else ()

    def facts(self, application: str) -> BrowserFacts:
        taken, self.notices = self.notices, ()
        page = ShownFacts(
            url=self._page.url if self._page is not None else "",
            title="",
            tabs=self.tabs(),
            status=self.status,
            trouble=self.trouble,
            downloads=self.downloads,
            notices=taken,
            answers=self.answers,
        )
        return BrowserFacts(application, self.tab_id, page)

    async def hear_browser(self) -> None:
        return

    async def settled(self, bound_secs: float) -> None:
        return

    def on_shown(self, tell: Callable[[], None]) -> None:
        self._tells.append(tell)

    def show(self, page: Page | None) -> None:
        self._page = page
        for tell in self._tells:
            tell()


class Sight:
    """A page, what serves it, and the eyes that look at it."""

    def __init__(self, server: PageServer, browser: Browser, page: Page) -> None:
        self.server = server
        self.browser = browser
        self.page = page
        self.active = ShownPage(page)
        self.is_held = False
        self.eyes = self.new_eyes()

    def new_eyes(self, *, overlay_badges: bool = False) -> BrowserEyes:
        return BrowserEyes(
            self.active,
            application="Chromium",
            on_resized=lambda width, height: None,
            overlay_badges=overlay_badges,
            waits=lambda: self.is_held,
        )

    async def show(self, html: str) -> None:
        """Open this body as a page and wait until it has loaded."""
        await self.page.goto(self.server.put(html))

    async def tree(self, html: str | None = None) -> AccessibleTree:
        if html is not None:
            await self.show(html)
        return await self.eyes.read_tree()

    async def elements(self, html: str | None = None) -> dict[str, WebElement]:
        """By the text of each."""
        tree = await self.tree(html)
        assert tree.page is not None
        return {one.text or one.agent_id: one for one in tree.page.elements}


def node(tree: AccessibleTree, name: str) -> AccessibleNode:
    """The one node of that name."""
    return next(one for one in tree.nodes if one.name == name)


@asynccontextmanager
async def launched(*, headless: bool = True) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, headless=headless, args=list(ARGUMENTS)
        )
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def sight(browser: Browser, *, scale: float = 1) -> AsyncIterator[Sight]:
    """A fresh page of 1000 × 700 CSS pixels."""
    server = PageServer()
    await server.start()
    context = await browser.new_context(
        viewport={"width": 1000, "height": 700}, device_scale_factor=scale
    )
    seen = Sight(server, browser, await context.new_page())
    try:
        await seen.eyes.start()
        yield seen
    finally:
        await seen.eyes.close()
        await context.close()
        await server.close()
