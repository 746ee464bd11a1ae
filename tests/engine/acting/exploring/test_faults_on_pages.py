"""Faults of real pages as the watch names them, and pages that only look broken."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from engine.acting.exploring.watching import SurfaceFaultWatch
from engine.domain.exploring.limits import Fault, FaultKind
from engine.domain.plans import Situation
from engine.perception.perceiver import SurfacePerceiver
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing
from tests.support.patience import Patience
from tests.support.waiting import until_so

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass
class Visit:
    browser: Browsing
    perceiver: SurfacePerceiver
    watch: SurfaceFaultWatch
    pages: Site
    start: Situation

    async def broke(self, body: str, script: str = "0", *, count: int = 0) -> tuple[Fault, ...]:
        """What was noticed after a script ran on a page with this body: so many at least."""
        await self.browser.open(self.pages.put("/page", body))
        before = await self.perceiver.observe()
        await self.browser.ask(f"void setTimeout(() => {{ {script}; window.hasRun = true; }})")
        await until_so(lambda: self.browser.ask("window.hasRun"))
        found: tuple[Fault, ...] = ()

        async def are_there() -> bool:
            nonlocal found
            found += await self.watch.check(before, await self.perceiver.observe(), ())
            return len(found) >= count

        await until_so(are_there)
        return found


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browsing]:
    async with browsing(has_eyes=True) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def visit(browser: Browsing, pages: Site) -> AsyncIterator[Visit]:
    await browser.open(pages.put("/", "<h1>Hello</h1>"))
    perceiver = SurfacePerceiver(browser.surface, masked=lambda text: text)
    watch = SurfaceFaultWatch(browser.surface, masked=perceiver.masked, hang_secs=1.0)
    start = await perceiver.observe()
    await watch.begin(start)
    yield Visit(browser, perceiver, watch, pages, start)
    await perceiver.close()


async def test_a_console_error_and_a_failing_server(visit: Visit) -> None:
    found = await visit.broke(
        "<p>Hi", "console.error('Lost 12 rows'); fetch('/status/500')", count=2
    )
    assert {fault.summary for fault in found} == {
        "Lost # rows (/page)",
        "The server answered with 500 to GET /status/#",
    }
    assert {fault.kind for fault in found} == {FaultKind.CONSOLE_ERROR}


async def test_an_alert_that_tells_of_an_error_and_one_that_asks(visit: Visit) -> None:
    (found,) = await visit.broke("<div role=alert>Your order could not be saved.</div>", count=1)
    assert found.kind is FaultKind.ERROR_DIALOG
    assert await visit.broke("<div role=alert>Please fill in your name.</div>") == ()


async def test_a_page_that_hangs_and_one_that_works_on(visit: Visit, patience: Patience) -> None:
    assert await visit.broke("<progress></progress>", "setInterval(() => {}, 5)") == ()
    await visit.browser.open(visit.pages.put("/hang", "<p>Wait"))
    before = await visit.perceiver.observe()
    await visit.browser.ask("void setTimeout(() => { for(;;); }, 100)")
    found: tuple[Fault, ...] = ()
    with patience.products_own():
        while not found:
            found = await visit.watch.check(before, before, ())
        assert [fault.kind for fault in found] == [FaultKind.HANG]
        await visit.browser.surface.reset()


async def test_dialogs_without_end(visit: Visit) -> None:
    found = await visit.broke("<p>Hi", "for (let i = 0; i < 5; i++) alert('Read this')", count=1)
    assert [fault.kind for fault in found] == [FaultKind.ENDLESS_DIALOG]
