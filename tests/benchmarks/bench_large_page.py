"""A look at a page with 100,000 buttons, beside one with a thousand: time and memory.

The pages are served over HTTP on loopback. The floor is what the browser itself takes for a picture
of the same page."""

from __future__ import annotations

import asyncio
import time

from engine.perception.perceiver import SurfacePerceiver
from engine.surfaces.browser.settings import BrowserSettings
from tests.benchmarks import report
from tests.benchmarks.bench_browser import memory_mib, timed
from tests.support.browsing import browsing
from tests.support.web_pages import PageServer

FEW, MANY = 1_000, 100_000
ROUNDS = 5
SETTINGS = BrowserSettings(is_headless=True, width=1000, height=700)


def rows(count: int) -> str:
    return "<title>Rows</title>" + "".join(
        f"<p>Row {n} <button>Do {n}</button></p>" for n in range(count)
    )


async def measure(server: PageServer, count: int) -> float:
    """Milliseconds that a look takes, in the middle."""
    report.title(f"A page with {count:,} buttons")
    async with browsing(SETTINGS, has_eyes=True) as started:
        page = started.surface.tabs.page
        assert page is not None
        looking = SurfacePerceiver(started.surface, masked=lambda text: text)
        before, opened = memory_mib(), time.perf_counter()
        await started.open(server.put(rows(count), f"/{count}"))
        report.figure("opened", [time.perf_counter() - opened], "s")

        async def change_and_look() -> None:
            await page.evaluate("document.title = Math.random()")
            situation = await looking.observe()
            assert situation.page is not None

        floor = report.limit("a picture by the browser", await timed(page.screenshot, ROUNDS))
        looks = await timed(change_and_look, ROUNDS)
        report.figure("a change and a look", looks, "ms", floor)
        situation = await looking.observe()
        assert situation.page is not None
        report.note(f"read: {len(situation.page.elements):,}; {situation.page.unread_words}")
        after = memory_mib()
        for name, at in (("ours", 0), ("browser and its driver", 1)):
            report.figure(f"{name}: growth", [after[at] - before[at]], "MiB")
    return sorted(looks)[len(looks) // 2]


async def main() -> None:
    server = PageServer()
    await server.start()
    try:
        few, many = await measure(server, FEW), await measure(server, MANY)
    finally:
        await server.close()
    report.note(f"{many / few:.1f} times as long for {MANY // FEW} times as many")


if __name__ == "__main__":
    asyncio.run(main())
