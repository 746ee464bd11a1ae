"""The console with a long session: until it is shown, until it is whole, and the longest that the
window did not answer meanwhile, and while one scrolls its log and clicks through its timeline.

``-- --events 1000000`` says how long it is; 100,000 otherwise. ``--in FOLDER`` keeps the session
there, and reads one that is there.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from app.past_sessions import PastSessions
from engine.record.store import SessionStore
from tests.benchmarks import report
from tests.benchmarks.bench_durable import AT_ONCE, mix
from tests.engine.record.runs import frame, observed
from widgets.window.main_window import MainWindow

ROUNDS = 60


async def made(path: Path, count: int) -> None:
    """With a small picture behind each fiftieth event."""
    store = await SessionStore.open(path)
    log = await store.start_session("long")
    pictures = [await store.blobs.put_picture(frame(each, 640, 400)) for each in range(50)]
    seen = (observed(each) for each in cycle(pictures))
    events = (
        event
        for at, each in enumerate(mix(count))
        for event in ((each, next(seen)) if at % 50 == 2 else (each,))
    )
    while some := list(islice(events, AT_ONCE)):
        await asyncio.gather(*(log.append(each) for each in some))
    await store.close()


class Heart:
    """How long the loop went without a beat, in ms."""

    def __init__(self) -> None:
        self.gaps_ms: list[float] = []
        self._beats = True
        self._task = asyncio.ensure_future(self._beat())

    async def _beat(self) -> None:
        last = time.perf_counter()
        while self._beats:
            await asyncio.sleep(0.002)
            now = time.perf_counter()
            self.gaps_ms.append((now - last) * 1000 - 2)
            last = now

    async def stop(self) -> list[float]:
        self._beats = False
        await self._task
        return self.gaps_ms


def moved_ms(application: QApplication, move: object, rounds: int = ROUNDS) -> list[float]:
    """Of a movement, until it is painted."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        move()  # type: ignore[operator]
        application.processEvents()
        times.append((time.perf_counter() - started) * 1000)
    return times


async def measure(application: QApplication, folder: Path, count: int) -> None:
    path = folder / f"long-{count}.db"
    if not path.exists():
        await made(path, count)
    memory = QSettings(str(Path(tempfile.mkdtemp()) / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory)
    window.resize(1600, 1000)
    window.show()
    await asyncio.sleep(0.5)
    store = await SessionStore.open(path)
    past = PastSessions(window, store)
    heart, started, first = Heart(), time.perf_counter(), 0.0
    opening = asyncio.ensure_future(past.open("long"))
    views = window.views
    while not opening.done():
        await asyncio.sleep(0.01)
        if not first and views.timeline.strip.count():
            application.processEvents()
            first = time.perf_counter() - started
    opening.result()
    whole = time.perf_counter() - started
    gaps = await heart.stop()
    rows = views.timeline.strip.count()
    report.title(f"The console with a session of {rows:,} events")
    report.figure("until it is shown", [first or whole], "s", report.goal("< 1 s"))
    report.figure("until it is whole", [whole], "s")
    report.figure("longest without an answer meanwhile", [max(gaps)], "ms", report.goal("< 50 ms"))
    dice = random.Random(3)
    strip, log = views.timeline.strip, views.timeline.log

    def click() -> None:
        strip.take(dice.randrange(rows))

    def hover() -> None:
        strip._hovered = strip.number_at(dice.randrange(20, strip.width() - 20))
        strip.update()

    def play() -> None:
        strip.take(min(rows - 1, strip.chosen + 1))

    clicked = moved_ms(application, click)
    report.figure("a click anywhere in the timeline", clicked, "ms", report.goal("< 100 ms"))
    report.figure("  the slowest", [max(clicked)], "ms", report.goal("< 100 ms"))
    for name, move in (("scrub: the pointer over the timeline", hover), ("play: the next", play)):
        times = moved_ms(application, move)
        report.figure(name, times, "ms")
        report.figure("  the slowest", [max(times)], "ms", report.goal("< 50 ms"))
    views.timeline.show_page(log)
    application.processEvents()
    bar = log.verticalScrollBar()
    times = moved_ms(application, lambda: bar.setValue(dice.randrange(bar.maximum())))
    report.figure("scroll: the log, anywhere", times, "ms")
    report.figure("  the slowest", [max(times)], "ms", report.goal("< 50 ms"))
    tree = views.plan.view.verticalScrollBar()
    times = moved_ms(application, lambda: tree.setValue(dice.randrange(max(1, tree.maximum()))))
    report.figure("scroll: the plan, anywhere", times, "ms")
    report.figure("  the slowest", [max(times)], "ms", report.goal("< 50 ms"))
    report.note(f"{report.peak_mb():,.0f} MB at the most")
    await store.close()
    window.close()


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--events", type=int, default=100_000)
    words.add_argument("--in", type=Path, dest="folder")
    said = words.parse_args()
    application = QApplication(sys.argv[:1])
    loop = QEventLoop(application)
    with tempfile.TemporaryDirectory() as name, loop:
        loop.run_until_complete(measure(application, said.folder or Path(name), said.events))


if __name__ == "__main__":
    main()
