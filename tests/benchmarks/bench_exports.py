"""What a run of 1,000 steps becomes as a report, a film and a trace: seconds, and megabytes."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from engine.domain.events import Event, SituationObserved, StepEnded
from engine.record.reports.formats import FORMATS
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.benchmarks import report
from tests.benchmarks.bench_record import STEPS, desktop_frames
from tests.engine.record.runs import long_run

GOALS = {"html": (20, 60), "film": (120, 40), "playwright": None, "otel": None, "csv": None}
"""Seconds and megabytes at most."""


def pictured(hashes: list[str]) -> Iterator[Event]:
    """A picture after each step, none twice running."""
    seen = 0
    for event in long_run():
        match event:
            case StepEnded():
                seen += 1
                event = replace(event, picture_hash=hashes[seen % len(hashes)])
            case SituationObserved():
                event = replace(event, picture_hash=hashes[seen % len(hashes)])
        yield event


async def measure() -> None:
    report.title(f"Exports of a run of {STEPS:,} steps, 30 pictures of 1080p in turn")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = await SessionStore.open(folder / "sessions.db")
        hashes = [await store.blobs.put_picture(frame) for frame in desktop_frames()]
        log = await store.start_session("long")
        await asyncio.gather(*(log.append(event) for event in pictured(hashes)))
        for kind, most in GOALS.items():
            started = time.perf_counter()
            source = await Stored.of(store, "long")
            file = await FORMATS[kind].write(folder / f"long.{kind}", source)
            took = [time.perf_counter() - started]
            size = [file.stat().st_size / 1e6]
            report.figure(f"{kind}", took, "s", *([report.goal(f"< {most[0]} s")] if most else []))
            report.figure("", size, "MB", *([report.goal(f"< {most[1]} MB")] if most else []))
        await store.close()


if __name__ == "__main__":
    asyncio.run(measure())
