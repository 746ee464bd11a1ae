"""The watchdog tells where the Qt thread was held, and leaves what is held there alone."""

from __future__ import annotations

import os
import sys
import time
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from tests.app.command import PATIENCE_SECS
from tests.support.watchdog import HELD_SECS, Watchdog
from tests.widgets.conftest import qapp as qapp

pytestmark = pytest.mark.usefixtures("qapp")


class Painter:
    """Must be gone when the function that made it is left."""


def held_until_told(report: Path) -> None:
    until = time.monotonic() + PATIENCE_SECS
    while not (report.exists() and "in held_until_told" in report.read_text()):
        assert time.monotonic() < until
        time.sleep(HELD_SECS)


def is_telling(watchdog: Watchdog) -> bool:
    frame = sys._current_frames().get(watchdog._thread.ident or 0)
    while frame is not None and frame.f_code is not Watchdog._tell.__code__:
        frame = frame.f_back
    return frame is not None


def held_until_it_tells(watchdog: Watchdog) -> weakref.ref[Painter]:
    painter, until = Painter(), time.monotonic() + PATIENCE_SECS
    while not is_telling(watchdog):
        assert time.monotonic() < until
        time.sleep(HELD_SECS)
    return weakref.ref(painter)


def test_it_tells_where_the_thread_was_held(tmp_path: Path) -> None:
    parent = QObject()
    report = tmp_path / "report"
    Watchdog(report, parent)
    held_until_told(report)
    assert report.read_text().startswith("held for ")


def test_it_keeps_nothing_of_it_alive(tmp_path: Path) -> None:
    report = tmp_path / "report"
    os.mkfifo(report)  # so that the watchdog waits in the midst of telling
    parent = QObject()
    assert held_until_it_tells(Watchdog(report, parent))() is None
    with report.open() as told:
        assert told.readline().startswith("held for ")
