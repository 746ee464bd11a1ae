"""A page as the server tells it to one who comes just now: loaded anew, beside the one shown.

It stands in a browser context of its own, with nothing of what pages keep in the browser. It only
asks: what would hand something in is not sent, no socket is opened, and nothing in it is touched.
"""

import asyncio
import contextlib
import re

from playwright.async_api import BrowserContext, Error, Route
from playwright.async_api import TimeoutError as PageTimeout

from engine.domain.surface_ports import AccessibleTree
from engine.domain.web.outgoing import Outgoing
from engine.domain.web.pages import Page
from engine.surfaces.browser.page_link import PageBusy, PageGone, PageLink
from engine.surfaces.browser.page_reader import BrowserFacts, tree_of
from engine.surfaces.browser.tab import in_time

_LOOK_SECS = 5.0
_QUIET_SECS = 2.0
_PASS_SECS = 3.0


async def read_anew(
    shown: BrowserContext, url: str, *, signed_in: bool, ignore_https_errors: bool
) -> AccessibleTree | None:
    """Beside ``shown``, with its cookies where ``signed_in``: who is known is told some things but
    once, and looks twice. None where the page does not come, or with a fault of the server's."""
    browser, context = shown.browser, None
    assert browser is not None, "a launched context has a browser"
    with contextlib.suppress(Error, TimeoutError, PageGone, PageBusy):
        try:
            async with asyncio.timeout(_LOOK_SECS):
                context = await browser.new_context(
                    ignore_https_errors=ignore_https_errors,
                    accept_downloads=False,
                    service_workers="block",
                )
                if signed_in:
                    await context.add_cookies(await shown.cookies())  # type: ignore[arg-type]
                await context.route("**/*", _let_ask)
                await context.route_web_socket(re.compile(""), lambda socket: None)
                page = await context.new_page()
                answer = await page.goto(url)
                answer = await page.reload() if signed_in else answer
                with contextlib.suppress(PageTimeout):  # it asks on and on: as it is by then
                    await page.wait_for_load_state("networkidle", timeout=_QUIET_SECS * 1000)
                link = await PageLink.open(page, lambda told: None)
                call = 'setOfMark.pass({"prefix": "anew", "exchanges": [], "letOn": null})'
                told = await link.ask(call, timeout_secs=_PASS_SECS)
                tree = tree_of(told, BrowserFacts("", "", Page(url, "")))
                return tree if answer is None or answer.status < 400 else None
        finally:
            if context is not None:
                await in_time(context.close())
    return None


async def _let_ask(route: Route) -> None:
    asked = route.request
    body = (asked.post_data_buffer or b"").decode(errors="replace")
    is_script_s = not asked.is_navigation_request()
    sent = Outgoing(asked.url, asked.method, in_background=is_script_s, body=body)
    with contextlib.suppress(Error):  # its page is closed
        await (route.abort() if sent.sends else route.continue_())
