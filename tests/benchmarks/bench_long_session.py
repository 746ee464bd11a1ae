"""The console with a long session: until it is shown, until it is whole, and the longest that the
window did not answer meanwhile, and while one scrolls its log and clicks through its timeline.

``-- --events 1000000`` says how long it is; 100,000 otherwise. ``--in FOLDER`` keeps the session
there, and reads one that is there."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from PySide6.QtCore import QAbstractEventDispatcher, QSettings
from PySide6.QtWidgets import QApplication, QScrollBar
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


class Watch:
    """Times in ms, and how long the window's thread worked in them: all there is on an idle
    machine."""

    def __init__(self) -> None:
        self.took_ms: list[float] = []
        self.worked_ms: list[float] = []
        self._beats = True

    @contextlib.contextmanager
    def once(self) -> Iterator[None]:
        started, worked = time.perf_counter(), time.thread_time()
        yield
        self.took_ms.append((time.perf_counter() - started) * 1000)
        self.worked_ms.append((time.thread_time() - worked) * 1000)

    async def beat(self) -> None:
        """Until ``stop``, each time from one turn of the loop to the next."""
        while self._beats:
            with self.once():
                await asyncio.sleep(0.002)

    def stop(self) -> None:
        self._beats = False

    @contextlib.contextmanager
    def turns(self) -> Iterator[None]:
        """How long the window's thread works in each turn of its loop, which answers and paints
        only between two of them: what others have of the processor meanwhile does not count."""
        dispatcher, last = QAbstractEventDispatcher.instance(), [time.thread_time()]

        def awake() -> None:
            now = time.thread_time()
            self.worked_ms.append((now - last[0]) * 1000)
            last[0] = now

        assert dispatcher is not None
        dispatcher.awake.connect(awake)
        yield
        dispatcher.awake.disconnect(awake)

    def tell(self, name: str, most_ms: int) -> None:
        report.figure(name, self.took_ms or self.worked_ms, "ms")
        goal = report.goal(f"< {most_ms} ms")
        if self.took_ms:
            report.figure("  the slowest", [max(self.took_ms)], "ms", goal)
        report.figure("  the slowest, of the processor", [max(self.worked_ms)], "ms", goal)


def moved(application: QApplication, move: Callable[[], object]) -> Watch:
    """A movement, time and again, until it is painted."""
    watch = Watch()
    for _ in range(ROUNDS):
        with watch.once():
            move()
            application.processEvents()
    return watch


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
    watch, turns, started, first = Watch(), Watch(), time.perf_counter(), 0.0
    beating = asyncio.ensure_future(watch.beat())
    opening = asyncio.ensure_future(past.open("long"))
    views = window.views
    with turns.turns():
        while not opening.done():
            await asyncio.sleep(0.01)
            if not first and views.timeline.strip.count():
                views.timeline.strip.repaint()
                first = time.perf_counter() - started
    opening.result()
    whole = time.perf_counter() - started
    watch.stop()
    await beating
    strip, log, dice = views.timeline.strip, views.timeline.log, random.Random(3)
    rows = strip.count()
    report.title(f"The console with a session of {rows:,} events")
    report.figure("until it is shown", [first or whole], "s", report.goal("< 1 s"))
    report.figure("until it is whole", [whole], "s")
    watch.tell("meanwhile, from beat to beat, some two turns of the loop", 50)
    turns.tell("meanwhile, a turn of the loop, of the processor", 50)

    def hover() -> None:
        strip._hovered = strip.number_at(dice.randrange(20, strip.width() - 20))
        strip.update()

    def play() -> None:
        strip.take(min(rows - 1, strip.chosen + 1))

    clicked = moved(application, lambda: strip.take(dice.randrange(rows)))
    clicked.tell("a click anywhere in the timeline", 100)
    moved(application, hover).tell("scrub: the pointer over the timeline", 50)
    moved(application, play).tell("play: the next", 50)
    views.timeline.show_page(log)
    application.processEvents()
    for name, bar in (("log", log), ("plan", views.plan.view)):
        move = partial(_anywhere, bar.verticalScrollBar(), dice)
        moved(application, move).tell(f"scroll: the {name}, anywhere", 50)
    report.note(f"{report.peak_mb():,.0f} MB at the most")
    await store.close()
    window.close()


def _anywhere(bar: QScrollBar, dice: random.Random) -> None:
    bar.setValue(dice.randrange(1 + bar.maximum()))


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
