"""Opening addresses and going through a tab's history; what goes wrong becomes words.

Whatever the server does, the call ends within its bound and the run goes on: a slow one is given
up, a page that is too large to have arrived by then is shown as far as it came."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable

from playwright.async_api import CDPSession, Error, Page
from playwright.async_api import TimeoutError as PageTimeout

from engine.domain.errors import ActionImpossible
from engine.domain.web.events import BrowserNoted
from engine.surfaces.browser.tab import OpenTab, in_time, is_closed, is_hung, trouble_of
from engine.surfaces.browser.unasked import BrowserNotes, DialogAnswerer

NAVIGATION_SECS = 30.0
_ERROR_PAGE_SECS = 2.0
_STOP_SECS = 2.0
_SCRIPTS_SECS = 4.0
_UNTIL_READ = """new Promise((tell) => document.readyState != "loading" ? tell()
  : document.addEventListener("readystatechange", () => tell(), { once: true }))"""
"""No ``wait_for_function``: a page may forbid the ``eval`` that it needs."""
_DETACH_SECS = 0.2
_HISTORY_SECS = 2.0
_INTERRUPTED = "is interrupted by another navigation"
_DOWNLOAD = "Download is starting"


async def open_address(
    tab: OpenTab, url: str, notes: BrowserNotes, dialogs: DialogAnswerer
) -> None:
    """Open it in the tab and wait until its document was read, within its bound; or only until it
    waits for a yes, for as long as that takes.

    What went wrong stands in ``tab.trouble``; of a page that was cut short, ``notes`` are told,
    since it is shown as far as it came. Raises Playwright's error where the page is closed
    meanwhile, and nothing else."""
    page = page_of(tab)
    tab.trouble = ""
    await _load(tab, page.goto(url, wait_until="commit", timeout=0), url, notes, dialogs)


async def go_in_history(
    tab: OpenTab, by: int, notes: BrowserNotes, dialogs: DialogAnswerer
) -> None:
    """One page back (-1) or forward (1). Raises ``ActionImpossible`` where there is none."""
    page = page_of(tab)
    why, remedy = "The page does not answer.", "Open an address."
    with ActionImpossible.instead_of(TimeoutError, why, remedy):
        async with asyncio.timeout(_HISTORY_SECS), _session_with(page) as session:
            history = await session.send("Page.getNavigationHistory")
            if await is_hung(page):  # of such a one the browser tells, too
                raise TimeoutError
    if not 0 <= history["currentIndex"] + by < len(history["entries"]):
        where = "before this one" if by < 0 else "to go forward to"
        raise ActionImpossible(f"There is no page {where}.")
    move = page.go_back if by < 0 else page.go_forward
    await _load(tab, move(wait_until="commit", timeout=0), tab.url, notes, dialogs)


async def _load(
    tab: OpenTab, asked: Awaitable[object], url: str, notes: BrowserNotes, dialogs: DialogAnswerer
) -> None:
    """Until what was asked for was read."""
    page = page_of(tab)
    deadline = asyncio.get_running_loop().time() + NAVIGATION_SECS
    try:
        async with asyncio.timeout(NAVIGATION_SECS):
            if await dialogs.held_up(asked) is not None:
                return
    except TimeoutError:
        await stop_loading(page)
        tab.trouble = f"The server did not answer within {NAVIGATION_SECS:g} s: {url[:200]}"
        return
    except Error as problem:
        if is_closed(problem):
            raise
        await _note_failure(tab, page, problem, url)
        return
    left_secs = deadline - asyncio.get_running_loop().time()
    if not await _is_read(page, max(left_secs, 0.1)):
        words = (
            f"The page was not read to its end within {NAVIGATION_SECS:g} s;"
            f" what had come by then is shown: {url[:200]}"
        )
        notes.tell(BrowserNoted("page_cut", words))


async def stop_loading(page: Page, *, bound_secs: float = _STOP_SECS) -> None:
    """Give up what is being loaded; what has come so far stays."""
    with contextlib.suppress(Error, TimeoutError):  # then it is gone, and its loading with it
        async with asyncio.timeout(bound_secs), _session_with(page) as session:
            await session.send("Page.stopLoading")


async def _note_failure(tab: OpenTab, page: Page, problem: Error, url: str) -> None:
    message = problem.message
    if _DOWNLOAD in message or _INTERRUPTED in message:
        return
    if words := trouble_of(message, url):
        # the browser's own error page comes a moment later, and would interrupt what comes next
        with contextlib.suppress(Error):
            await page.wait_for_url(
                lambda now: now.startswith("chrome-error:"),
                wait_until="commit",
                timeout=_ERROR_PAGE_SECS * 1000,
            )
        tab.trouble = words


async def _is_read(page: Page, bound_secs: float) -> bool:
    """Whether all of its document came in time; what is left of it is given up. A script that is
    to run only then, and does not come, is not waited for."""
    try:
        with contextlib.suppress(PageTimeout):
            patience_ms = min(_SCRIPTS_SECS, bound_secs) * 1000
            await page.wait_for_load_state("domcontentloaded", timeout=patience_ms)
            return True
        async with asyncio.timeout(bound_secs - _SCRIPTS_SECS):
            await page.evaluate(_UNTIL_READ)
    except (PageTimeout, TimeoutError):
        await stop_loading(page)
        return False
    except Error as problem:
        if is_closed(problem):
            raise
    return True


@contextlib.asynccontextmanager
async def _session_with(page: Page) -> AsyncIterator[CDPSession]:
    session = await page.context.new_cdp_session(page)
    try:
        yield session
    finally:
        await in_time(session.detach(), _DETACH_SECS)


def page_of(tab: OpenTab) -> Page:
    """Raises ``ActionImpossible`` where none is open."""
    if tab.page is None:
        raise ActionImpossible("No page is open.")
    return tab.page
