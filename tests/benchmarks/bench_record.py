"""The record: appending an event, putting a picture before it, opening a long session."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

import numpy as np
from PySide6.QtGui import QGuiApplication

from engine.domain.events import WarningRaised
from engine.domain.spaces import Frame
from engine.record.store import SessionStore
from engine.record.views.fold import fold_all
from engine.record.writer import SessionLog
from tests.benchmarks import report
from tests.engine.record.runs import long_run, observed, recorded_run
from tests.support import sample_run

ROUNDS = 200
PICTURES = 30
STEPS = 1_002
WIDTH, HEIGHT = 1920, 1080


async def append_ms(log: SessionLog) -> list[float]:
    times_ms = []
    for number in range(ROUNDS):
        started = time.perf_counter()
        await log.append(WarningRaised(str(number)))
        times_ms.append((time.perf_counter() - started) * 1000)
    return times_ms


def write_ms(folder: Path) -> list[float]:
    """The least that keeps an event: a line written to a file, with no database."""
    times_ms = []
    with (folder / "lines").open("wb", buffering=0) as file:
        for number in range(ROUNDS):
            started = time.perf_counter()
            file.write(WarningRaised(str(number)).message.encode() + b"\n")
            os.fsync(file.fileno())
            times_ms.append((time.perf_counter() - started) * 1000)
    return times_ms


def desktop_frames() -> list[Frame]:
    """1080p pictures of a desktop with text, no two alike."""
    application = QGuiApplication(["bench_record", "-platform", "offscreen"])
    image = sample_run.draw_desktop(with_dialog=True, width=WIDTH, height=HEIGHT)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(HEIGHT, WIDTH, 4)
    application.shutdown()
    frames = []
    for number in range(PICTURES):
        changed = pixels.copy()
        changed[500:520, 20 * number : 20 * number + 12] = 30
        frames.append(Frame(number, 0.0, WIDTH, HEIGHT, changed.tobytes()))
    return frames


async def append_after_picture_ms(
    store: SessionStore, log: SessionLog
) -> tuple[list[float], list[float]]:
    """``put_picture`` alone, and until the event that names the picture is on disk."""
    put_ms, whole_ms = [], []
    for frame in desktop_frames():
        started = time.perf_counter()
        picture_hash = await store.blobs.put_picture(frame)
        put_ms.append((time.perf_counter() - started) * 1000)
        await log.append(observed(picture_hash))
        whole_ms.append((time.perf_counter() - started) * 1000)
    return put_ms, whole_ms


async def open_ms(store: SessionStore) -> list[float]:
    times_ms = []
    for _ in range(5):
        started = time.perf_counter()
        opened = await store.open_session("long")
        times_ms.append((time.perf_counter() - started) * 1000)
        assert opened is not None and len(opened.state.completed_steps) == STEPS
    return times_ms


def fold_us() -> tuple[list[float], list[float]]:
    """What folding takes for each event, in runs of 500 and of 2,000 segments."""
    short: list[float] = []
    long: list[float] = []
    for segments, times_us in ((500, short), (2_000, long)):
        events = recorded_run(*long_run(segments))
        for _ in range(3):
            started = time.process_time()
            fold_all(events)
            times_us.append((time.process_time() - started) * 1_000_000 / len(events))
    return short, long


def _size(path: Path) -> int:
    return sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))


async def measure() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = await SessionStore.open(folder / "sessions.db")
        log = await store.start_session("short")
        appended_ms, written_ms = await append_ms(log), write_ms(folder)
        before_pictures = _size(store.path)
        put_ms, whole_ms = await append_after_picture_ms(store, log)
        picture_kib = (_size(store.path) - before_pictures) / PICTURES / 1024
        before_run = _size(store.path)
        long = await store.start_session("long")
        await asyncio.gather(*(long.append(event) for event in long_run()))
        opened_ms = await open_ms(store)
        await store.close()
        run_kib = (_size(store.path) - before_run) / STEPS / 1024
    report.title("The record")
    bare = report.limit("a line with fsync", written_ms)
    report.figure("append an event", appended_ms, "ms", report.goal("< 2 ms"), bare)
    report.figure("put a new 1080p picture", put_ms, "ms")
    report.figure("  until the event that names it is on disk", whole_ms, "ms")
    report.figure(f"open a session of {STEPS:,} steps", opened_ms, "ms", report.goal("< 2,000 ms"))
    short_us, long_us = fold_us()
    short = report.limit("500 segments", short_us)
    report.figure("fold an event of a run of 2,000 segments", long_us, "µs", short)
    report.figure("on disk, a step with its 12 events", [run_kib], "KiB")
    report.figure("on disk, a 1080p picture of a desktop", [picture_kib], "KiB")


if __name__ == "__main__":
    asyncio.run(measure())
