"""Medians of what the console does most often: ``python -m tests.benchmarks.bench_widgets``.

Painting is told beside a bare copy of the same picture, which is the least it could cost. Run it
on a display (``QT_QPA_PLATFORM=xcb`` under Xvfb) for true figures; offscreen skips the transfer.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.record.projection import RunState, fold
from tests.support import sample_run
from widgets.live_view import LiveView
from widgets.main_window import MainWindow
from widgets.theme import Theme, ThemeChoice

WIDTH, HEIGHT = 1920, 1080
ROUNDS = 120
LIVE_MS = 4000


def median_ms(work: Callable[[int], None], rounds: int = ROUNDS) -> tuple[float, float]:
    """Median and 95th percentile in milliseconds."""
    times = []
    for number in range(rounds):
        start = time.perf_counter()
        work(number)
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return statistics.median(times), times[int(len(times) * 0.95)]


def await_exposure(widget: QWidget) -> None:
    """A window that isn't on the display yet paints nothing."""
    if not QTest.qWaitForWindowExposed(widget):
        raise RuntimeError("the window never came to the display")
    QTest.qWait(100)


def frames() -> list[QImage]:
    """Two pictures that differ, over memory of their own."""
    picture = sample_run.draw_desktop(with_dialog=True, width=WIDTH, height=HEIGHT)
    other = picture.copy()
    other.fill(0xFF203040)
    return [picture, other]


def bench_painting(theme: Theme) -> None:
    pixels = np.random.default_rng(7).integers(0, 255, (HEIGHT, WIDTH, 4), np.uint8)
    target = np.empty_like(pixels)
    report("bare copy of 1080p", median_ms(lambda _number: np.copyto(target, pixels)))
    pictures = frames()
    for name, size, zone_count, labels in (
        ("paint 1080p at full size, no zones", (WIDTH, HEIGHT), 0, False),
        ("paint 1080p at full size, 500 zones", (WIDTH, HEIGHT), 500, False),
        ("paint 1080p in 1900 × 1150 (nearly full), 500 zones", (1900, 1150), 500, False),
        ("paint 1080p in 768 × 480, no zones", (768, 480), 0, False),
        ("paint 1080p in 768 × 480, 500 zones and labels", (768, 480), 500, True),
    ):
        view = LiveView(theme)
        view.resize(*size)
        view.set_labels_shown(labels)
        view.show()
        if zone_count:
            view.show_zones(sample_run.many_zones(zone_count, WIDTH, HEIGHT))
        view.show_target(sample_run.SAVE_BUTTON, "Click “Save” in “Save As”")
        view.show_frame(pictures[0])
        await_exposure(view)

        def paint(number: int, view: LiveView = view) -> None:
            view.show_frame(QImage(pictures[number % 2]))
            view.repaint(view.geometry_of_picture.picture_rect.toAlignedRect())

        cost = median_ms(paint)
        report(name, cost, f"{cost[0] * 30 / 10:.0f} % of a core at 30 a second")
        view.close()


def bench_zones(theme: Theme) -> None:
    view = LiveView(theme)
    view.resize(WIDTH, HEIGHT)
    view.set_labels_shown(True)
    view.show()
    view.show_frame(frames()[0])
    sets = [sample_run.many_zones(500 - n, WIDTH, HEIGHT) for n in (0, 1)]
    await_exposure(view)

    def change(number: int) -> None:
        view.show_zones(sets[number % 2])
        view.repaint()

    report("500 other zones with labels, overlay made anew", median_ms(change, 20))
    view.close()


def bench_show_run(application: QApplication) -> None:
    settings = QSettings(str(Path(tempfile.mkdtemp()) / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=settings)
    window.resize(1280, 800)
    window.show()
    await_exposure(window)
    run = sample_run.long_run(1000)
    states = [RunState()]
    for recorded in run.events:
        states.append(fold(states[-1], recorded))
    last = states[-ROUNDS:]
    start = time.perf_counter()
    window.show_events(run.events[:-ROUNDS])
    window.show_run(last[0])
    application.processEvents()
    print(f"{'open a run of 1,000 steps':55s}{(time.perf_counter() - start) * 1000:9.2f} ms")
    report(
        "show_run, one event further, at 1,000 steps",
        median_ms(lambda number: window.show_run(last[number])),
    )
    report("show_run, nothing new", median_ms(lambda number: window.show_run(last[-1])))
    tail = run.events[-ROUNDS:]

    def follow(number: int) -> None:
        window.show_events([tail[number]])
        window.show_run(last[number])
        application.processEvents()

    window.show_run(last[0])
    report("the same with its event, laid out and painted", median_ms(follow))
    window.close()


def bench_live(size: tuple[int, int]) -> None:
    """Processor time of the whole console while 1080p frames come 30 times a second."""
    settings = QSettings(str(Path(tempfile.mkdtemp()) / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=settings)
    window.resize(*size)
    window.show()
    await_exposure(window)
    run = sample_run.pending_run()
    window.show_events(run.events)
    window.show_run(run.state)
    window.show_zones(sample_run.many_zones(500, WIDTH, HEIGHT))
    pictures = frames()
    shown = 0

    def show_next() -> None:
        nonlocal shown
        window.show_frame(QImage(pictures[shown % 2]), 20.0)
        shown += 1

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(show_next)
    timer.start(33)
    started, used = time.perf_counter(), time.process_time()
    QTest.qWait(LIVE_MS)
    passed, used = time.perf_counter() - started, time.process_time() - used
    timer.stop()
    name = f"live at {shown / passed:.0f} a second in a window of {size[0]} × {size[1]}"
    print(f"{name:55s}{used / passed * 100:9.1f} % of a core")
    window.close()


def report(name: str, cost: tuple[float, float], more: str = "") -> None:
    print(f"{name:55s}{cost[0]:9.2f} ms   (95 %: {cost[1]:.2f})   {more}".rstrip())


def main() -> None:
    application = QApplication(sys.argv[:1])
    theme = Theme(application, ThemeChoice.LIGHT)
    print(f"platform {application.platformName()}, {ROUNDS} rounds")
    bench_painting(theme)
    bench_zones(theme)
    bench_show_run(application)
    for size in ((1280, 780), (2540, 1400)):
        bench_live(size)


if __name__ == "__main__":
    main()
