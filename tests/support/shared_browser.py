"""One headless browser for several tests, since its start costs more than most of them.

A conftest imports the fixtures, and a module says by ``IN_ONE_BROWSER`` that it is lent one.

Where a test is about what a run makes of its pages, and not about the browser, the module says by
``IN_A_LIGHT_BROWSER`` that it is lent Chromium without its windows ("headless shell"), the same
engine for less work. The browser that people have is lent to the tests of the surface and of its
eyes and hands, and to the walks over whole sites; with all cases to all.

Each run has a context of its own, which ends with it, as the explorer's reset makes one: neither
cookies nor what is stored nor tabs nor downloads of a run are there in the next."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from engine.domain.errors import SurfaceUnavailable
from engine.surfaces.browser import surface
from engine.surfaces.browser.launching import BrowserProcess, InstalledBrowser, find_browser
from engine.surfaces.browser.settings import BrowserSettings

IN_ONE_BROWSER = (pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("one_browser"))
"""Marks of a module whose browser surfaces are lent the same browser."""
IN_A_LIGHT_BROWSER = (
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.usefixtures("one_light_browser"),
)
"""The same, of a lighter one where it is installed."""
_LIGHT = "chromium-headless-shell"


class Lender:
    """Starts the browser when it is first asked for, and anew where it has ended: the ``light`` one
    in place of what is asked for, if there is such a one."""

    def __init__(self, light: InstalledBrowser | None = None) -> None:
        self._light = light
        self._started: BrowserProcess | None = None

    def process_for(
        self,
        installed: InstalledBrowser,
        settings: BrowserSettings,
        environment: Mapping[str, str],
        *,
        on_lost: Callable[[str], object],
    ) -> BrowserProcess:
        """A window, or a profile that is kept, needs a browser of its own."""
        lent = self.in_place_of(installed)
        process = _Lent(self, lent, settings, environment, on_lost=on_lost)
        if process.is_headless and settings.profile_folder is None:
            return process
        return BrowserProcess(installed, settings, environment, on_lost=on_lost)

    def in_place_of(self, installed: InstalledBrowser) -> InstalledBrowser:
        return self._light or installed

    async def browser(self, of_kind: BrowserProcess) -> Browser:
        if self._started is None or not self._started.browser.is_connected():
            await self.close()
            await of_kind.start()
            self._started = of_kind
        return self._started.browser

    async def hear(self) -> None:
        if self._started is not None:
            await self._started.hear()

    @contextmanager
    def lending(self) -> Iterator[None]:
        """While it lasts, each browser surface that starts is lent the same browser: all of them
        on the loop of the first."""
        own = surface.BrowserProcess
        surface.BrowserProcess = self.process_for
        try:
            yield
        finally:
            surface.BrowserProcess = own

    async def close(self) -> None:
        started, self._started = self._started, None
        if started is not None:
            await started.close()


class _Lent(BrowserProcess):
    """A fresh context in the browser that is there already."""

    def __init__(
        self,
        lender: Lender,
        installed: InstalledBrowser,
        settings: BrowserSettings,
        environment: Mapping[str, str],
        *,
        on_lost: Callable[[str], object],
    ) -> None:
        super().__init__(installed, settings, environment, on_lost=on_lost)
        self._lender = lender

    async def start(self) -> None:
        own = BrowserProcess(
            self._installed, self._settings, self._environment, on_lost=lambda _message: None
        )
        self._browser = await self._lender.browser(own)
        self.hear = self._lender.hear
        self._browser.on("disconnected", self._on_disconnected)
        await self.renew_context()

    async def close(self) -> None:
        self._is_closing = True
        if self._browser is not None:
            self._browser.remove_listener("disconnected", self._on_disconnected)
        if self._context is not None:
            await self.end_context(self._context)

    def _on_disconnected(self, _browser: Browser) -> None:
        self._lose("The browser ended.")


@asynccontextmanager
async def lender(light: InstalledBrowser | None = None) -> AsyncIterator[Lender]:
    """Ends the browser with it."""
    lender = Lender(light)
    try:
        yield lender
    finally:
        await lender.close()


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def browser_lender() -> AsyncIterator[Lender]:
    async with lender() as lends:
        yield lends


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def light_browser_lender(request: pytest.FixtureRequest) -> AsyncIterator[Lender]:
    light = None
    if not request.config.getoption("--all-cases"):
        with suppress(SurfaceUnavailable):
            light = find_browser(_LIGHT, os.environ)
    async with lender(light) as lends:
        yield lends


@pytest.fixture(scope="module")
def one_light_browser(light_browser_lender: Lender) -> Iterator[None]:
    with light_browser_lender.lending():
        yield


@pytest.fixture(scope="module")
def one_browser(browser_lender: Lender) -> Iterator[None]:
    with browser_lender.lending():
        yield


@pytest.fixture
def own_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test of a module that is lent one: each surface starts its own."""
    monkeypatch.setattr(surface, "BrowserProcess", BrowserProcess)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def none_lent(browser_lender: Lender, light_browser_lender: Lender) -> None:
    """For a module that looks at all browsers there are: those that are lent start anew later."""
    await browser_lender.close()
    await light_browser_lender.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def lent_browser(browser_lender: Lender) -> Browser:
    """By itself, for who makes contexts and pages of their own."""
    return await _lent_by(browser_lender)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def lent_light_browser(light_browser_lender: Lender) -> Browser:
    """The same, of a lighter one, for who only reads what stands in pages."""
    return await _lent_by(light_browser_lender)


async def _lent_by(lender: Lender) -> Browser:
    environment = dict(os.environ)
    settings = BrowserSettings(is_headless=True, width=800, height=600)
    lent = lender.in_place_of(find_browser("", environment))
    process = BrowserProcess(lent, settings, environment, on_lost=lambda _message: None)
    return await lender.browser(process)
