"""Trouble while a run is recorded: a disk that is full now and then, a clock that is set back, a
second console on the same database, a picture that is gone."""

from __future__ import annotations

import asyncio
import itertools
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlite_utils import Database

from engine.domain.errors import RecordUnavailable
from engine.domain.events import WarningRaised
from engine.record import writer
from engine.record.hiding import still_shown
from engine.record.proof import verify
from engine.record.reports.formats import FORMATS
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.engine.record.runs import ENDED, STARTED, frame, observed, typical_run


def _pages(db: Database, more: int) -> None:
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages + more}").fetchall()


async def test_a_disk_that_is_full_at_every_tenth_write_takes_nothing_that_was_promised(
    store: SessionStore,
) -> None:
    log, promised = await store.start_session("one"), [await _add(store, "one", STARTED)]
    promised.clear()
    for number in range(100):
        is_full = number % 10 == 9
        await store._writing.run(_pages, 0 if is_full else 1000)
        event = WarningRaised(f"{number} " + "x" * 20_000)
        if is_full:
            with pytest.raises(RecordUnavailable, match="disk is full"):
                await log.append(event)
        else:
            promised.append(await log.append(event))
    assert len(promised) == 90
    assert (await store.events("one"))[-90:] == tuple(promised)
    await store.close()
    again = await SessionStore.open(store.path)
    assert [each.seq for each in await again.events("one")] == list(range(1, 92))
    await again.close()


async def _add(store: SessionStore, session_id: str, event: object) -> object:
    return await store._logs[session_id].append(event)  # type: ignore[arg-type]


async def test_a_clock_that_is_set_back_changes_no_order_and_no_sum(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = await store.start_session("one")
    clock = itertools.chain([5_000.0, 5_001.0, 5_002.0], itertools.count(1_400.0, 0.5))
    monkeypatch.setattr(writer.time, "time", lambda: next(clock))
    events = list(typical_run())
    for event in events:
        await log.append(event)
    opened = await store.open_session("one")
    assert opened is not None
    assert [each.event for each in opened.events] == events
    assert opened.state.elapsed_secs >= 0 and opened.state.worked_secs >= 0
    for name, (ending, write, _) in FORMATS.items():
        if name == "inspect":
            continue  # its library looks at the clock itself
        if name in ("film", "gif"):
            with pytest.raises(RecordUnavailable, match="no pictures"):
                await write(tmp_path / f"a.{ending}", await Stored.of(store, "one"))
            continue
        written = await write(tmp_path / name / f"a.{ending}", await Stored.of(store, "one"))
        assert written.stat().st_size


async def test_two_consoles_record_into_one_database_side_by_side(store: SessionStore) -> None:
    other = await SessionStore.open(store.path)
    logs = [await store.start_session("here"), await other.start_session("there")]

    async def run(at: int) -> None:
        for event in (STARTED, *(WarningRaised(str(number)) for number in range(60)), ENDED):
            await logs[at].append(event)

    await asyncio.gather(run(0), run(1))
    for each in (store, other):
        listed = {summary.session_id: summary.event_count for summary in await each.sessions()}
        assert listed == {"here": 62, "there": 62}
        for session_id in listed:
            events = await each.events(session_id)
            assert [recorded.seq for recorded in events] == list(range(1, 63))
    await other.close()


async def test_a_picture_that_is_gone_is_left_out_of_what_is_written(
    store: SessionStore, tmp_path: Path
) -> None:
    log = await store.start_session("one")
    gone, kept = [await store.blobs.put_picture(frame(seed, 80, 60)) for seed in (1, 2)]
    for event in (STARTED, observed(gone), observed(kept), *typical_run()[1:]):
        await log.append(event)
    with Database(store.path) as db:
        db.execute("DELETE FROM blobs WHERE hash = ?", (gone,))
        db.conn.commit()
    source = await Stored.of(store, "one")
    assert await source.picture(gone) is None
    assert "1 picture of the screen" in await still_shown(source)
    for name, (ending, write, _) in FORMATS.items():
        if name == "inspect" and not find_spec("inspect_ai"):
            continue  # the extra is not installed
        if name in ("film", "gif"):
            with pytest.raises(RecordUnavailable, match="no pictures"):
                await write(tmp_path / f"a.{ending}", await Stored.of(store, "one"))
            continue
        written = await write(tmp_path / name / f"a.{ending}", source)
        assert written.stat().st_size
        if name == "pilothouse":
            with written.open("rb") as file:
                assert verify(file).startswith("Consistent")
