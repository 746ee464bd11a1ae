"""How fast events are there to stay, power cuts included, against plain sqlite3 in the same run;
and what long sessions take to be read, exported and verified.

``-- --events 1000000`` says how long the session is (10,000 otherwise), with a small picture after
each fiftieth event. Each way to read it has a process of its own, whose peak of memory is told;
that of one which does nothing is told first."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

from engine.domain.events import Event
from engine.record import proof
from engine.record.codec import event_to_json
from engine.record.database import open_for_reading
from engine.record.reports.container import write_container
from engine.record.reports.html import write_html
from engine.record.source import Stored
from engine.record.store import SessionStore
from engine.record.writer import SessionLog
from tests.benchmarks import report
from tests.benchmarks.bench_record import desktop_frames
from tests.engine.record.runs import ENDED, STARTED, frame, long_run, observed

AT_ONCE = 200
"""So many parts of a run wait for their events at once."""
ROUNDS = 3
EVENTS = 6_000


def mix(count: int) -> Iterator[Event]:
    """A session of so many events, one segment after the other."""
    yield STARTED
    yield from islice(long_run(1 + count // 37), 1, count - 1)
    yield ENDED


async def appended_secs(log: SessionLog, events: Sequence[Event]) -> tuple[float, float]:
    """Wall and processor seconds until all of them are synced."""
    started, worked = time.perf_counter(), time.process_time()
    waiting = iter(events)

    async def part() -> None:
        for event in waiting:
            await log.append(event)

    await asyncio.gather(*(part() for _ in range(AT_ONCE)))
    await log.sync()
    return time.perf_counter() - started, time.process_time() - worked


def plain_secs(path: Path, events: Sequence[Event]) -> float:
    """The same texts into a table of two columns, with a synced commit after each 200."""
    lines = [event_to_json(each) for each in events]
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY, body TEXT)")
        started = time.perf_counter()
        for start in range(0, len(lines), AT_ONCE):
            with db:
                some = ((each,) for each in lines[start : start + AT_ONCE])
                db.executemany("INSERT INTO events (body) VALUES (?)", some)
        return time.perf_counter() - started


async def rates(folder: Path) -> None:
    events = list(mix(EVENTS))[:-1]
    store = await SessionStore.open(folder / "sessions.db")
    ours, worked, plain, pictured, one_by_one = [], [], [], [], []
    for turn in range(ROUNDS):
        log = await store.start_session(f"run {turn}")
        wall, processor = await appended_secs(log, events)
        ours.append(len(events) / wall)
        worked.append(len(events) / processor)
        plain.append(len(events) / plain_secs(folder / "plain.db", events))
        started = time.perf_counter()
        for event in events[1:1001]:
            await log.append(event)
        one_by_one.append((time.perf_counter() - started) * 1000)
    log = await store.start_session("pictures")
    frames, started = desktop_frames(), time.perf_counter()
    hashes = [await store.blobs.put_picture(each) for each in frames]
    mixed = [e for each in hashes for e in (observed(each), *events[1:12])]
    await appended_secs(log, mixed)
    pictured.append(len(mixed) / (time.perf_counter() - started))
    await store.close()
    report.title("Durable: synced, 200 parts of a run waiting at once")
    bare = report.limit("plain sqlite3, a sync each 200", plain)
    report.figure("events a second", ours, "/s", report.goal("> 20,000 /s"), bare)
    report.figure("events for each second of the processor", worked, "/s")
    report.figure("with a new 1080p picture for each 12 events", pictured, "/s", bare)
    report.figure("cost to a run that waits for each event", one_by_one, "µs")


WAYS = ("nothing", "open", "search", "fold", "export", "verify", "html")


async def read_in(way: str, folder: Path) -> float:
    """Seconds; done in a process of its own."""
    path, container = folder / "long.db", folder / "long.pilothouse"
    started = time.perf_counter()
    if way == "search":
        with open_for_reading(path) as db:
            found = db.execute("SELECT count(*) FROM events WHERE body LIKE '%Button 3%'")
            assert found.fetchone()[0]
    elif way == "fold":
        async with await SessionStore.open(path) as store:
            async for part in store.parts("long"):
                gone = part.state
            assert gone.outcome is not None
    elif way == "verify":
        with container.open("rb") as file:
            proof.verify(file)
    elif way != "nothing":
        store = await SessionStore.open(path)
        if way == "open":
            await store.open_session("long")
        else:
            (summary,) = await store.sessions()
            write = write_container if way == "export" else write_html
            await write(container if way == "export" else folder / "a.html", Stored(summary, store))
        await store.close()
    return time.perf_counter() - started


async def long_session(folder: Path, count: int) -> None:
    store = await SessionStore.open(folder / "long.db")
    log = await store.start_session("long")
    started, worked = time.perf_counter(), time.process_time()
    pictures = [await store.blobs.put_picture(frame(each, 640, 400)) for each in range(50)]
    seen = (observed(each) for each in cycle(pictures))
    events = (
        event
        for at, each in enumerate(mix(count))
        for event in ((each, next(seen)) if at % 50 == 2 else (each,))
    )
    while some := list(islice(events, AT_ONCE)):
        await asyncio.gather(*(log.append(each) for each in some))
    await log.sync()
    wrote, worked = time.perf_counter() - started, time.process_time() - worked
    await store.close()
    size = (folder / "long.db").stat().st_size
    report.title(f"A session of {count:,} events")
    report.note(
        f"written in {wrote:,.1f} s ({worked:,.1f} s of the processor), {size / 1e6:,.0f} MB"
    )
    for way in WAYS:
        if way == "html" and count > 20_000:
            continue
        command = (sys.executable, "-m", "tests.benchmarks.bench_durable", "--way")
        said = subprocess.run(  # noqa: ASYNC221 - nothing else waits
            (*command, way, "--into", str(folder)), capture_output=True, text=True, check=False
        )
        report.note(f"{way:8s} {said.stdout.strip() or said.stderr[-300:]}")


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--events", type=int, default=10_000)
    words.add_argument("--way", default="")
    words.add_argument("--into", type=Path, default=Path())
    said = words.parse_args()
    if said.way:
        secs = asyncio.run(read_in(said.way, said.into))
        most = report.peak_mb()
        worked = time.process_time()
        print(f"{secs:9,.2f} s {worked:9,.2f} s of the processor {most:7,.0f} MB at the most")
        return
    with tempfile.TemporaryDirectory(dir=os.environ.get("PILOTHOUSE_BENCH_FOLDER")) as name:
        asyncio.run(rates(Path(name)))
        asyncio.run(long_session(Path(name), said.events))


if __name__ == "__main__":
    main()
