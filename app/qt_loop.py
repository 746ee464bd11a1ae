"""The main loop: a QApplication under qasync, and one coroutine that is the program's life."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any

os.environ.setdefault("QT_API", "pyside6")

import qasync
from PySide6.QtWidgets import QApplication


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
    with loop:
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
