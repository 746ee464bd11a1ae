"""Watches the Qt thread: how long it was held without turning the loop.

``python -m tests.support.watchdog`` is Pilothouse with a watchdog. For finding what makes the
console sluggish, too: with ``PILOTHOUSE_WATCHDOG`` set to a file, each time that the thread was
held longer than 100 ms a line with the stacks is added there. Time in which the thread was ready
but other processes had the processor does not count (Linux tells it)."""

from __future__ import annotations

import faulthandler
import os
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app import qt_loop
from app.cli import main as pilothouse

HELD_SECS = 0.1
_TICK_MS = 10


class Watchdog(QObject):
    """Started on the Qt thread; its own thread looks on."""

    def __init__(self, report: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._report = report
        self._schedule = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._beat = (time.monotonic(), self._waited_secs())
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def _tick(self) -> None:
        self._beat = (time.monotonic(), self._waited_secs())

    def _watch(self) -> None:
        told_beat = None
        while True:
            time.sleep(_TICK_MS / 1000)
            beat = self._beat
            waited = self._waited_secs() - beat[1]
            held_secs = time.monotonic() - beat[0] - waited
            if held_secs > HELD_SECS and beat is not told_beat:
                told_beat = beat
                self._tell(held_secs)

    def _tell(self, held_secs: float) -> None:
        """The stacks are written without taking hold of a frame: its locals, such as a painter,
        would live on and be destroyed on this thread."""
        with self._report.open("a", encoding="utf-8") as report:
            report.write(f"held for {held_secs * 1000:.0f} ms\n")
            report.flush()
            faulthandler.dump_traceback(report)

    def _waited_secs(self) -> float:
        """How long the thread was ready to run and had no processor, since it began."""
        try:
            return int(self._schedule.read_text().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0  # not Linux: the time on the clock is all there is


def main() -> None:
    """Pilothouse as it is, its Qt thread watched."""
    run_qt = qt_loop.run_qt

    def watched(life: Callable[[], Coroutine[Any, Any, int]]) -> int:
        async def watched_life() -> int:
            application = QApplication.instance()
            assert application is not None
            Watchdog(Path(os.environ["PILOTHOUSE_WATCHDOG"]), application)
            return await life()

        return run_qt(watched_life)

    qt_loop.run_qt = watched
    pilothouse()


if __name__ == "__main__":
    main()
