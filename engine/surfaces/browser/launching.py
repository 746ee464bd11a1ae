"""Finds an installed browser that Playwright can drive (Chromium, Chrome or Edge), starts it, and
ends it.

Playwright's driver is a child of ours that ends when its input does, and the browser ends when
the driver's pipe to it does: neither outlives us, be we killed by ``kill -9``."""

import asyncio
import os
import shutil
from collections.abc import Callable, Coroutine, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from playwright._impl import transport
from playwright._impl._driver import get_driver_env
from playwright.async_api import Browser, BrowserContext, Error, Page, Playwright, async_playwright

from engine.domain import errors, facts
from engine.processes.descendants import child_environment, crowding
from engine.surfaces.browser import page_link, pulse, tab
from engine.surfaces.browser.settings import BrowserSettings

_REMEDY = (
    "Install one, for example with: apt install chromium"
    " (Google Chrome and Microsoft Edge work too), or name its program in the settings."
)
_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
_USUAL_PATHS = tuple(
    Path(path)
    for path in (
        "/usr/lib/chromium/chromium",
        "/snap/bin/chromium",
        "/opt/google/chrome/chrome",
        "/opt/microsoft/msedge/msedge",
        "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
    )
)


class InstalledBrowser(facts.Frozen):
    """``name`` is what people call it: Chromium, Chrome or Edge."""

    path: Path
    name: str


def find_browser(
    executable: str, environment: Mapping[str, str], *, usual_paths: Sequence[Path] = _USUAL_PATHS
) -> InstalledBrowser:
    """The one that is named, else the first that is installed. Raises ``SurfaceUnavailable``."""
    search_path = environment.get("PATH", os.defpath)
    if executable:
        named = shutil.which(str(Path(executable).expanduser()), path=search_path)
        if named is None:
            why = f"The browser “{executable}” is not there, or is no program."
            raise errors.SurfaceUnavailable(why, _REMEDY)
        return _called(Path(named))
    on_path = (shutil.which(name, path=search_path) for name in _NAMES)
    usual = (path for path in usual_paths if os.access(path, os.X_OK))
    for found in chain(map(Path, filter(None, on_path)), usual):
        return _called(found)
    raise errors.SurfaceUnavailable("No browser is installed that Pilothouse can drive.", _REMEDY)


def _called(path: Path) -> InstalledBrowser:
    words = path.name.lower()
    if "edge" in words:
        return InstalledBrowser(path, "Edge")
    return InstalledBrowser(path, "Chrome" if "chrome" in words else "Chromium")


_START_TIMEOUT_SECS = 30.0
_CLOSE_TIMEOUT_SECS = 5.0
_DRIVER_END_SECS = 10.0
_DRIVER_ENDED = "Connection closed while reading from the driver"
_SWITCHED_OFF = (
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "Prerender2,TcpPortRandomizationWin,ThirdPartyStoragePartitioning,msForceBrowserSignIn,"
    "msEdgeUpdateLaunchServicesPreferredVersion,WebUIOmniboxAimPopup,WebUIOmniboxPopup"
)
"""What Playwright switches off in Chromium, since only the last such list counts, the two pages
that are kept ready behind the address bar of each window, at a second's work, and pages that are
made ready before anybody opens them."""
_SWITCHED_ON = (
    "CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,PrefetchSchedulerTesting"
    ":kPrefetchSchedulerTestingActiveSetSizeLimitForBase/0"
    "/kPrefetchSchedulerTestingActiveSetSizeLimitForBurst/0"
)
"""What Playwright switches on, and no page is asked for beforehand. WORKAROUND: what a page's
speculation rules ask for passes ``Fetch.enable``, and so does whoever opens it then
https://github.com/chromium/chromium/blob/main/content/browser/preloading/prefetch/prefetch_features.cc
"""
_TAKEN_AWAY = """
window.print = () => {};
for (const name of ["WebTransport", "WebSocketStream", "fetchLater"]) delete window[name];
"""
"""A window's print dialog would hold up its page until a person answers it; into the other lines
out nobody can look, and pages have others where these are not there."""


class BrowserProcess:
    """One browser with one context. ``on_lost`` is told once, in words, where it or its driver
    ends by itself, or does not answer any more, or the process of the page that is ``shown`` was
    stopped: both are killed then, so that nobody waits for them. ``lost`` are these words, empty
    before. ``hear``, once it is started, returns when all have answered to what is asked now, or
    are lost, or the page alone is silent."""

    hear: Callable[[], Coroutine[Any, Any, None]]

    def __init__(
        self,
        installed: InstalledBrowser,
        settings: BrowserSettings,
        environment: Mapping[str, str],
        *,
        on_lost: Callable[[str], object],
    ) -> None:
        self.lost = ""
        self.shown: Callable[[], Page | None] = lambda: None
        self._installed = installed
        self._settings = settings
        self._environment = dict(environment)
        self._on_lost = on_lost
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._context: BrowserContext | None = None
        self._handle: pulse.ProcessHandle | None = None
        self._driver: pulse.ProcessHandle | None = None
        self._pulse: pulse.BrowserPulse | None = None
        self._is_closing = False

    @property
    def is_headless(self) -> bool:
        """Also where there is no display to show a window on."""
        has_display = self._environment.get("DISPLAY") or self._environment.get("WAYLAND_DISPLAY")
        return self._settings.is_headless or not has_display

    @property
    def browser(self) -> Browser:
        assert self._browser is not None, "the browser is not started"
        return self._browser

    @property
    def context(self) -> BrowserContext:
        assert self._context is not None, "the browser is not started"
        return self._context

    async def start(self) -> None:
        """Raises ``SurfaceUnavailable``."""
        self._playwright = await _started_driver()
        try:
            self._context = await self._launch(self._playwright)
            await self._context.add_init_script(_TAKEN_AWAY)
            self._browser = self._context.browser
            assert self._browser is not None, "a launched context has a browser"
            session = await self._browser.new_browser_cdp_session()
            self._handle = next(iter(await pulse.handles_of(session, "browser")), None)
        except Error as problem:
            raise errors.SurfaceUnavailable(
                f"{self._installed.name} ({self._installed.path}) could not be started:"
                f" {_cause_of(problem)}.",
                "Try to start it by hand, or name another browser in the settings.",
            ) from None
        self._browser.on("disconnected", lambda _browser: self._lose("The browser ended."))
        self._driver = self._handle.child_above() if self._handle is not None else None
        own = [each for each in (self._driver, self._handle) if each is not None]
        self._pulse = pulse.BrowserPulse(
            self._playwright, session, self._driver, own, lambda: self.shown(), on_lost=self._lose
        )
        self._pulse.start()
        self.hear = self._pulse.hear

    async def renew_context(self) -> None:
        """A fresh context in place of the old one: no cookies, nothing stored. Whoever uses the old
        one is moved first; end it with ``end_context``. Raises Playwright's error."""
        context = await self.browser.new_context(**self._page_options())
        await context.add_init_script(_TAKEN_AWAY)
        self._context = context

    async def end_context(self, context: BrowserContext) -> None:
        """Close a context that nobody uses any more, in a bound: its pages may hang."""
        await tab.in_time(context.close(), _CLOSE_TIMEOUT_SECS)

    async def close(self) -> None:
        """End it in any state, by force where it does not end by itself."""
        self._is_closing = True
        if self._pulse is not None:
            await self._pulse.close()
        browser, self._browser = self._browser, None
        playwright, self._playwright = self._playwright, None
        if browser is not None and not self.lost:
            await tab.in_time(browser.close(), _CLOSE_TIMEOUT_SECS)  # else the driver ends it
        stopping = asyncio.ensure_future(playwright.stop()) if playwright is not None else None
        if stopping is not None:
            await asyncio.wait({stopping}, timeout=_CLOSE_TIMEOUT_SECS)
        handle, self._handle = self._handle, None
        if handle is not None:
            await handle.end(_CLOSE_TIMEOUT_SECS)
        if stopping is not None:  # the driver ends once the browser has, by force too
            await tab.in_time(stopping, _DRIVER_END_SECS)
        if self._driver is not None:
            await self._driver.end(0)

    async def _launch(self, playwright: Playwright) -> BrowserContext:
        arguments = [f"--disable-features={_SWITCHED_OFF}", f"--enable-features={_SWITCHED_ON}"]
        if not self.is_headless:
            size = f"--window-size={self._settings.width},{self._settings.height}"
            arguments += ["--window-position=0,0", size, "--hide-crash-restore-bubble"]
        process: dict[str, Any] = {
            "executable_path": self._installed.path,
            "headless": self.is_headless,
            "chromium_sandbox": os.geteuid() != 0,  # it refuses to be sandboxed as root
            # pop-ups come one a click, as in any browser: a thousand would hold up all else
            "ignore_default_args": ["--disable-popup-blocking"],
            "args": arguments,
            "env": self._environment,
            "handle_sigint": False,
            "handle_sigterm": False,
            "handle_sighup": False,
            "timeout": _START_TIMEOUT_SECS * 1000 * crowding(),
        }
        page = self._page_options()
        folder = self._settings.profile_folder
        if folder is not None:
            await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True, mode=0o700)
            return await playwright.chromium.launch_persistent_context(folder, **process, **page)
        browser = await playwright.chromium.launch(**process)
        return await browser.new_context(**page)

    def _page_options(self) -> dict[str, Any]:
        size = {"width": self._settings.width, "height": self._settings.height}
        return {
            "viewport": size,
            "screen": size,
            "device_scale_factor": 1,
            "ignore_https_errors": self._settings.ignore_certificate_errors,
            "accept_downloads": True,  # what is not wanted is cancelled, and told
        }

    def _lose(self, message: str) -> None:
        if self._is_closing or self.lost:
            return
        self.lost = message
        for handle in (self._handle, self._driver):
            if handle is not None:
                handle.kill()
        self._on_lost(message)


def _driver_environment() -> dict[str, str]:
    """What Playwright would give its driver, without what no child gets."""
    allowed = child_environment(with_network=True)
    told = get_driver_env().items()
    return {name: value for name, value in told if name in allowed or name.startswith("PW_")}


async def _started_driver() -> Playwright:
    """Raises ``SurfaceUnavailable``. Where the driver ends at once, Playwright raises a bare
    ``Exception``, known by its words only.

    WORKAROUND: Playwright gives its driver the whole environment, and has no option for it
    (``get_driver_env`` in https://github.com/microsoft/playwright-python, ``_impl/_driver.py``)."""
    vars(transport)["get_driver_env"] = _driver_environment
    manager = async_playwright()
    try:
        playwright = await manager.start()
    except Exception as problem:
        if _DRIVER_ENDED not in str(problem):
            raise
        raise errors.SurfaceUnavailable(
            "The driver of the browser (Playwright's Node.js) does not start.",
            "Most often a library is missing: apt-get install libatomic1",
        ) from None
    # WORKAROUND: where the driver ends later, nobody takes that error (``BrowserPulse`` tells of
    # it), and asyncio prints it
    # https://github.com/microsoft/playwright-python/blob/main/playwright/_impl/_transport.py
    if manager._client is not None:
        manager._client._transport.on_error_future.add_done_callback(page_link.forget)
    return playwright


def _cause_of(problem: Error) -> str:
    """The one line of a long complaint that says why."""
    lines = [line.strip() for line in problem.message.splitlines() if line.strip()]
    telling = ("cannot open display", "missing x server", "no usable sandbox", "singletonlock",
               "error while loading shared libraries", "permission denied")  # fmt: skip
    for line in lines:
        if any(words in line.lower() for words in telling):
            return line[-300:].rstrip(".")
    return lines[0][:300].rstrip(".:") if lines else "it gave no reason"
