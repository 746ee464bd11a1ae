"""The main loop: a QApplication under qasync, and one coroutine that is the program's life."""

import asyncio
import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

os.environ.setdefault("QT_API", "pyside6")

import qasync
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

_COLLECT_EVERY_MS, _LEAST_REST = 100, 100


def run_qt(life: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run ``life`` to its end on the Qt loop; its result is the exit code.

    Ctrl+C and SIGTERM cancel it, with the signal's name, so that what it started is ended; the exit
    code is the shell's for that signal. Further signals, as ``timeout`` sends them, break nothing
    of that off."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName("console")
    application.setOrganizationName("Pilothouse")
    application.setApplicationDisplayName("Pilothouse")
    application.setQuitOnLastWindowClosed(False)
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    with loop, _collecting_here():
        running, signals = loop.create_task(life()), list[signal.Signals]()

        def end(number: signal.Signals) -> None:
            if not signals:
                running.cancel(number.name)
            signals.append(number)

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, end, number)
        try:
            return int(loop.run_until_complete(running))
        except asyncio.CancelledError:
            return 128 + (signals or [signal.SIGINT])[0]


@contextlib.contextmanager
def _collecting_here() -> Iterator[None]:
    """Python collects cycles in whichever thread needs memory just then; what is Qt's among them
    would be deleted there, while this one works with it. So it is done here alone, as often as
    Python would; all of it takes a hundredth of the time at most."""
    rests_until_secs = 0.0

    def collect() -> None:
        nonlocal rests_until_secs
        began_secs, counts, most = time.monotonic(), gc.get_count(), gc.get_threshold()
        may_be = (0, 1, 2) if began_secs > rests_until_secs else (0, 1)
        if due := [generation for generation in may_be if counts[generation] > most[generation]]:
            gc.collect(due[-1])
        if 2 in due:
            rests_until_secs = began_secs + _LEAST_REST * (time.monotonic() - began_secs)

    timer = QTimer(interval=_COLLECT_EVERY_MS)
    timer.timeout.connect(collect)
    timer.start()
    gc.disable()
    try:
        yield
    finally:
        timer.stop()
        gc.enable()
