"""What the console does most often: painting frames and zones, and following a long run.

Painting is told beside a bare copy of the same picture, which is the least it could cost."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSettings
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.domain.zones import Zone
from engine.record.views.fold import fold
from engine.record.views.run_state import RunState
from tests.benchmarks import report
from tests.benchmarks.bare_capture import times_ms
from tests.support import sample_run
from widgets.kit.theme import Theme, ThemeChoice
from widgets.picture.live_view import LiveView
from widgets.window.main_window import MainWindow

WIDTH, HEIGHT = 1920, 1080
ROUNDS = 120


def await_exposure(widget: QWidget) -> None:
    """A window that isn't on the display yet paints nothing."""
    if not QTest.qWaitForWindowExposed(widget):
        raise RuntimeError("the window never came to the display")
    QTest.qWait(100)


def new_window(width: int, height: int) -> MainWindow:
    settings = QSettings(str(Path(tempfile.mkdtemp()) / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=settings)
    window.resize(width, height)
    window.show()
    await_exposure(window)
    return window


def frames() -> list[QImage]:
    """Two pictures that differ, over memory of their own."""
    picture = sample_run.draw_desktop(with_dialog=True, width=WIDTH, height=HEIGHT)
    other = picture.copy()
    other.fill(0xFF203040)
    return [picture, other]


def bench_painting(theme: Theme) -> None:
    pixels = np.random.default_rng(7).integers(0, 255, (HEIGHT, WIDTH, 4), np.uint8)
    target = np.empty_like(pixels)
    copy = report.limit("a copy of it", times_ms(lambda: np.copyto(target, pixels), ROUNDS))
    pictures = frames()
    for name, size, zone_count in (
        ("paint 1080p at full size, no zones", (WIDTH, HEIGHT), 0),
        ("paint 1080p at full size, 500 zones", (WIDTH, HEIGHT), 500),
        ("paint 1080p at full size, 2,000 zones", (WIDTH, HEIGHT), 2_000),
        ("paint 1080p in 1900 × 1150 (nearly full), 500 zones", (1900, 1150), 500),
        ("paint 1080p in 768 × 480, no zones", (768, 480), 0),
        ("paint 1080p in 768 × 480, 500 zones", (768, 480), 500),
    ):
        view = LiveView(theme)
        view.resize(*size)
        view.show()
        if zone_count:
            view.show_zones(sample_run.many_zones(zone_count, WIDTH, HEIGHT))
        view.show_target(sample_run.SAVE_BUTTON, "Click “Save” in “Save As”")
        view.show_frame(pictures[0])
        await_exposure(view)

        def paint(view: LiveView = view) -> None:
            pictures.reverse()
            view.show_frame(QImage(pictures[0]))
            view.repaint(view.in_view.picture_rect.toAlignedRect())

        report.figure(name, times_ms(paint, ROUNDS), "ms", copy)
        view.close()


def bench_zones(theme: Theme) -> None:
    view = LiveView(theme)
    view.resize(WIDTH, HEIGHT)
    view.show()
    view.show_frame(frames()[0])
    await_exposure(view)
    for count in (500, 2_000):
        sets = [sample_run.many_zones(count - n, WIDTH, HEIGHT) for n in (0, 1)]

        def change(sets: list[tuple[Zone, ...]] = sets) -> None:
            sets.reverse()
            view.show_zones(sets[0])
            view.repaint()

        for extra, marked in (("boxes", False), ("boxes and numbers", True)):
            view.change_look(with_marks=marked)
            name = f"{count:,} other zones with {extra}, overlay anew"
            report.figure(name, times_ms(change, 20), "ms")
    view.close()


def bench_show_run(application: QApplication) -> None:
    window = new_window(1280, 780)
    run = sample_run.long_run(1000)
    states = [RunState()]
    for recorded in run.events:
        states.append(fold(states[-1], recorded))

    def open_run() -> None:
        window.show_events(run.events[: -2 * ROUNDS])
        window.show_run(states[-2 * ROUNDS - 1])
        application.processEvents()

    report.figure("open a run of 1,000 steps", times_ms(open_run, 1), "ms")
    coming = iter(zip(run.events[-2 * ROUNDS :], states[-2 * ROUNDS :], strict=True))

    def follow() -> None:
        recorded, state = next(coming)
        window.show_events([recorded])
        window.show_run(state)
        application.processEvents()

    report.figure(
        "show_run, one event further",
        times_ms(lambda: window.show_run(next(coming)[1]), ROUNDS),
        "ms",
    )
    report.figure("  with its event, laid out and painted", times_ms(follow, ROUNDS), "ms")
    report.figure(
        "show_run, nothing new", times_ms(lambda: window.show_run(states[-1]), ROUNDS), "ms"
    )
    window.close()


def main() -> None:
    application = QApplication(sys.argv[:1])
    theme = Theme(application, ThemeChoice.LIGHT)
    report.title("The window alone")
    bench_painting(theme)
    bench_zones(theme)
    bench_show_run(application)


if __name__ == "__main__":
    main()
