"""Looking at a browser: the pass over a page, a look through perception, the live picture, memory.

The pages are served over HTTP on loopback and shown by an installed Chromium without a window.
Floors are what the browser itself takes: an evaluation that does nothing, places alone, and the
picture of the page."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

import psutil
from playwright.async_api import Page

from engine.perception.perceiver import SurfacePerceiver
from engine.surfaces.browser.page_link import PageLink
from engine.surfaces.browser.settings import BrowserSettings
from tests.benchmarks import report
from tests.support.browsing import Browsing, browsing
from tests.support.web_pages import PageServer, Sight, launched, sight

ROUNDS = 25
LIVE_SECS = 5.0
LIVE_PERIOD_SECS = 1 / 30
PAGES = 500
MIB = 2**20
_PLACES = "[...document.querySelectorAll('a, button, input')].map(e => e.getBoundingClientRect().x)"

_CARD = """<article class=card><img alt="Picture of item {n}" width=40 height=40><h3>
<a href="/item/{n}">Item {n}</a></h3><p>A fine thing, number {n} of many.</p><p>{n},90 €</p>
<label>Pieces <input name=q{n} value=1 size=2></label><button>Add to cart</button>
<label><input type=checkbox> Compare</label></article>"""
_SHOP = """<title>Shop</title><style>main{{display:grid;grid-template-columns:repeat(4,1fr)}}
.card{{border:1px solid #ccc;padding:8px}}</style><header><a href=/>Shop</a><form role=search>
<input type=search placeholder="Search the shop"><button>Search</button></form></header>
<nav><a href=/a>Mugs</a><a href=/b>Pots</a><a href=/c>Pans</a></nav><h1>All things</h1>
<main>{cards}</main><footer><a href=/imprint>Imprint</a></footer><p id=count>0</p>"""
_MOVING = """<canvas id=c width=1000 height=700></canvas><script>const g = c.getContext('2d');
let n = 0; const draw = () => { n += 7; for (let i = 0; i < 40; i++) { g.fillStyle =
`hsl(${(n + i * 9) % 360} 80% 50%)`; g.fillRect(i * 25, 0, 25, 700) } requestAnimationFrame(draw) };
draw()</script>"""


class _Surface:
    """So much of a surface as perception asks for."""

    name = "browser"
    is_practice = False
    is_sandboxed = False
    places: Mapping[str, str] = {}

    def __init__(self, seen: Sight) -> None:
        self.eyes = seen.eyes

    async def applications(self) -> tuple[()]:
        return ()


def shop(cards: int) -> str:
    return _SHOP.format(cards="".join(_CARD.format(n=n) for n in range(1, cards + 1)))


async def timed(work: Callable[[], Awaitable[object]], rounds: int = ROUNDS) -> list[float]:
    """Milliseconds of each round, after two that do not count."""
    samples = []
    for number in range(rounds + 2):
        started = time.perf_counter()
        await work()
        if number >= 2:
            samples.append((time.perf_counter() - started) * 1000)
    return samples


async def measure_pass(seen: Sight) -> None:
    await seen.show(shop(250))
    tree = await seen.eyes.read_tree()
    assert tree.page is not None
    count = len(tree.page.elements)
    report.title(
        f"The pass over a page with {count:,} interactive elements, {len(tree.nodes):,} nodes"
    )
    nothing = await timed(lambda: seen.page.evaluate("1"))
    places = await timed(lambda: seen.page.evaluate(_PLACES))
    floors = (
        report.limit("an evaluation that does nothing", nothing),
        report.limit("places of the same elements alone", places),
    )
    whole = await timed(seen.eyes.read_tree)
    report.figure("pass, listeners and tree", whole, "ms", report.goal("< 150 ms"), *floors)
    within = [json.loads(await _passed(seen))["ms"] for _ in range(ROUNDS)]
    report.figure("of that within the page", within, "ms")
    report.figure("whether anything changed", await timed(seen.eyes.change_count), "ms", floors[0])
    report.figure("address and hash, nothing changed", await timed(seen.eyes.page_state), "ms")


async def _passed(seen: Sight) -> str:
    link = await seen.eyes._page.link()
    assert link is not None
    return str(
        await link.ask("setOfMark.pass({prefix: 'x', exchanges: [], letOn: null})", timeout_secs=5)
    )


async def measure_look(seen: Sight) -> None:
    await seen.show(shop(24))
    looking = SurfacePerceiver(_Surface(seen), masked=lambda text: text)  # type: ignore[arg-type]

    async def change_and_look() -> None:
        await seen.page.evaluate("count.textContent = +count.textContent + 1")
        situation = await looking.observe()
        assert situation.page is not None and situation.page.dom_hash

    first = await looking.observe()
    assert first.page is not None
    report.title(f"A look at a shop through perception: {len(first.page.elements)} elements")
    picture = await timed(lambda: seen.page.screenshot(type="png"))
    nothing = await timed(lambda: seen.page.evaluate("1"))
    floors = (
        report.limit("Playwright's picture of the page", picture),
        report.limit("an evaluation that does nothing", nothing),
    )
    looks = await timed(change_and_look)
    report.figure("change, look, masks and hash", looks, "ms", report.goal("< 250 ms"), *floors)
    report.figure("of that the picture", await timed(seen.eyes.capture), "ms", floors[0])
    report.figure("of that the tree", await timed(seen.eyes.read_tree), "ms", floors[1])
    report.figure("questions for each", await _questions(change_and_look), "")
    seen.eyes._page.note_onlooker(3600)
    await change_and_look()
    seen_on = [await _worked_ms(change_and_look) for _ in range(5)]
    seen.eyes._page.note_onlooker(-3600)
    await change_and_look()
    unseen = [await _worked_ms(change_and_look) for _ in range(5)]
    whole = report.limit("the same while somebody looks on", seen_on)
    report.figure("processor, ours and the browser's, unseen", unseen, "ms", whole)


async def _questions(work: Callable[[], Awaitable[object]]) -> list[float]:
    """How often a page's link is asked in each round."""
    asked, send = 0, PageLink.send

    async def counted(link: PageLink, method: str, *params: Any, **bound: Any) -> Any:
        nonlocal asked
        asked += not method.endswith("Ack")  # those are of the live picture
        return await send(link, method, *params, **bound)

    PageLink.send = counted  # type: ignore[method-assign, assignment]
    told: list[float] = []
    try:
        for _ in range(ROUNDS):
            asked = 0
            await work()
            told.append(asked)
    finally:
        PageLink.send = send  # type: ignore[method-assign]
    return told


async def _worked_ms(work: Callable[[], Awaitable[object]]) -> float:
    """Of the processor, for each of some rounds with half a second's rest in all."""
    before = _processor_secs()
    for _ in range(10):
        await work()
    await asyncio.sleep(0.5)
    return (_processor_secs() - before) * 100


def _processor_secs() -> float:
    here, secs = psutil.Process(), 0.0
    for process in (here, *here.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            secs += times.user + times.system
    return secs


async def measure_live(seen: Sight) -> None:
    report.title("The live picture of a page that moves as a whole, 1000 × 700")
    await seen.show(_MOVING)
    frames, ages, count = [], [], -2
    ends = time.monotonic() + LIVE_SECS
    while time.monotonic() < ends:
        frame = await seen.eyes.next_live_frame(count, LIVE_PERIOD_SECS, 60)
        assert frame is not None
        count = frame.change_count
        frames.append(time.monotonic())
        ages.append((time.monotonic() - frame.captured_at_secs) * 1000)
    gaps = [1000 * (b - a) for a, b in itertools.pairwise(frames)]
    rate = (len(frames) - 1) / (frames[-1] - frames[0])
    report.figure("pictures a second (more is better)", [rate], "/s", report.goal(">= 15 /s"))
    report.figure("between two of them", gaps, "ms")
    report.figure("age when given out", ages, "ms")
    await seen.show("<h1>Still</h1>")
    await seen.eyes.wait_until_quiet(5)
    await asyncio.sleep(0.5)
    before = await seen.eyes.change_count()
    await asyncio.sleep(2)
    report.note(f"in 2 s of a still page: {await seen.eyes.change_count() - before} pictures")


async def measure_memory(pages: int) -> None:
    """Open so many different pages one after the other as a run does, and look at each."""
    report.title(f"Memory over {pages} pages, each opened and looked at (proportional set size)")
    server = PageServer()
    await server.start()
    settings = BrowserSettings(is_headless=True, width=1000, height=700)
    try:
        async with browsing(settings, has_eyes=True) as started:
            await _open_pages(started, server, pages)
    finally:
        await server.close()


async def _open_pages(started: Browsing, server: PageServer, pages: int) -> None:
    looking = SurfacePerceiver(started.surface, masked=lambda text: text)
    html = shop(24)
    told: list[tuple[float, float]] = []
    for number in range(pages + 1):
        path = f"/{number}"
        await started.open(server.put(html.replace("All things", f"Page {number}"), path))
        del server.pages[path]
        await looking.observe()
        if number % max(1, pages // 5) == 0:
            told.append(memory_mib())
            ours, others = told[-1]
            report.note(
                f"after {number:4d} pages: ours {ours:4.0f} MiB, browser {others:5.0f} MiB;"
                f" {_own_counts()}"
            )
    page = started.surface.tabs.page
    assert page is not None
    report.note(f"after the browser cleared up: {await cleared_up(page)}")
    for name, at in (("ours", 0), ("browser and its driver", 1)):
        first, settled, last = told[0][at], told[min(1, len(told) - 1)][at], told[-1][at]
        report.figure(f"{name}: growth after the first fifth", [last - settled], "MiB")
        report.note(
            f"{name}: {last / first:.2f} times the first page's, {last / settled:.2f} times that"
            f" after {pages // 5}"
        )


def _own_counts() -> str:
    """What grows where something of ours is kept for each page."""
    gc.collect()
    objects, tasks = gc.get_objects(), asyncio.all_tasks()
    calls = sum(isinstance(each, FunctionType) for each in objects)
    return f"{len(objects):,} objects, {calls:,} functions, {len(tasks)} tasks"


async def cleared_up(page: Page) -> str:
    """What is left when the browser has collected what nobody uses: what grew was its own."""
    session = await page.context.new_cdp_session(page)
    await session.send("HeapProfiler.collectGarbage")
    await session.send("Performance.enable")
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    told = {each["name"]: each["value"] for each in metrics}
    await session.detach()
    heap_mib = told["JSHeapUsedSize"] / MIB
    ours, others = memory_mib()
    return (
        f"ours {ours:.0f} MiB, browser {others:.0f} MiB; {told['Documents']:.0f} documents,"
        f" {told['JSEventListeners']:.0f} listeners, {heap_mib:.1f} MiB of scripts,"
        f" {len(page.context.pages)} pages"
    )


def memory_mib() -> tuple[float, float]:
    """Of this process, and of all that it started."""
    here = psutil.Process()
    return pss_mib([here]), pss_mib(here.children(recursive=True))


def pss_mib(processes: Sequence[psutil.Process]) -> float:
    total = 0
    for process in processes:
        try:
            total += process.memory_full_info().pss
        except psutil.NoSuchProcess:
            continue
    return total / MIB


async def measure(pages: int) -> None:
    async with launched() as browser:
        for subject in (measure_pass, measure_look, measure_live):
            async with sight(browser) as seen:
                await subject(seen)
    await measure_memory(pages)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--memory-only", action="store_true")
    said = parser.parse_args()
    asyncio.run(measure_memory(said.pages) if said.memory_only else measure(said.pages))
