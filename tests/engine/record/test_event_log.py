"""The log: numbered, and on disk before anybody is told."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import pytest

from engine.domain.errors import BugError, RecordUnavailable
from engine.domain.events import Recorded, WarningRaised
from engine.record import writer
from engine.record.store import EVENTS_A_PART, SessionStore
from engine.record.views.fold import fold_all
from tests.engine.record.runs import ENDED, STARTED, frame, long_run, typical_run


async def test_events_are_numbered_and_kept(store: SessionStore) -> None:
    log = await store.start_session("one")
    recorded = [await log.append(event) for event in typical_run()]

    assert [each.seq for each in recorded] == list(range(1, len(recorded) + 1))
    assert [each.event for each in recorded] == list(typical_run())
    assert await store.events("one") == tuple(recorded)


async def test_events_handed_over_together_keep_their_order(store: SessionStore) -> None:
    log = await store.start_session("one")
    messages = [f"warning {number}" for number in range(300)]
    recorded = await asyncio.gather(*(log.append(WarningRaised(each)) for each in messages))

    assert [each.seq for each in recorded] == list(range(1, 301))
    stored = await store.events("one")
    assert [each.event for each in stored] == [WarningRaised(each) for each in messages]


async def test_two_sessions_are_numbered_apart(store: SessionStore) -> None:
    one, two = await store.start_session("one"), await store.start_session("two")
    await asyncio.gather(
        *(log.append(WarningRaised(str(turn))) for turn in range(20) for log in (one, two))
    )
    for session_id in ("one", "two"):
        stored = await store.events(session_id)
        assert [each.seq for each in stored] == list(range(1, 21))
        assert [each.event for each in stored] == [WarningRaised(str(turn)) for turn in range(20)]


async def test_session_id_is_taken_once(store: SessionStore) -> None:
    await store.start_session("one")
    with pytest.raises(RecordUnavailable, match="session one already"):
        await store.start_session("one")


async def test_subscriber_is_told_in_order_and_after_the_event_is_on_disk(
    store: SessionStore,
) -> None:
    log = await store.start_session("one")
    other_program = sqlite3.connect(store.path)
    seen: list[tuple[int, int]] = []

    def look(recorded: Recorded) -> None:
        [(on_disk,)] = other_program.execute("SELECT count(*) FROM events").fetchall()
        seen.append((recorded.seq, on_disk))

    log.subscribe(look)
    for turn in range(5):
        await log.append(WarningRaised(str(turn)))
        assert len(seen) == turn + 1
    other_program.close()

    assert seen == [(number, number) for number in range(1, 6)]


async def test_subscriber_that_raises_stops_nothing(store: SessionStore) -> None:
    log = await store.start_session("one")
    heard: list[dict[str, Any]] = []
    seen: list[int] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context))

    def broken(recorded: Recorded) -> None:
        raise ZeroDivisionError

    log.subscribe(broken)
    log.subscribe(lambda recorded: seen.append(recorded.seq))
    await log.append(WarningRaised("a"))
    await log.append(WarningRaised("b"))

    assert seen == [1, 2]
    assert [type(context["exception"]) for context in heard] == [ZeroDivisionError] * 2


async def test_nothing_comes_after_the_end(store: SessionStore) -> None:
    log = await store.start_session("one")
    await log.append(STARTED)
    await log.append(ENDED)
    with pytest.raises(BugError, match="warning_raised came too late"):
        await log.append(WarningRaised("late"))


async def test_cancelled_append_is_recorded_and_published(store: SessionStore) -> None:
    log = await store.start_session("one")
    seen: list[int] = []
    log.subscribe(lambda recorded: seen.append(recorded.seq))

    appending = asyncio.create_task(log.append(WarningRaised("cancelled")))
    await asyncio.sleep(0)
    appending.cancel()
    await log.append(WarningRaised("next"))

    assert appending.cancelled()
    assert seen == [1, 2]
    assert len(await store.events("one")) == 2


async def test_close_writes_what_was_handed_over(store: SessionStore) -> None:
    log = await store.start_session("one")
    await store.blobs.put_picture(frame(0, 600, 400))  # its encoding holds up what follows
    appending = [asyncio.create_task(log.append(WarningRaised(str(turn)))) for turn in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert [each.seq for each in await asyncio.gather(*appending)] == list(range(1, 51))


async def test_a_session_of_hundreds_of_steps_opens_whole(store: SessionStore) -> None:
    log = await store.start_session("long")
    await asyncio.gather(*(log.append(event) for event in long_run(100)))
    opened = await store.open_session("long")
    assert opened is not None
    parts = [each async for each in store.parts("long")]
    assert sum((each.events for each in parts), ()) == opened.events
    assert [len(each.events) for each in parts[:2]] == [EVENTS_A_PART, EVENTS_A_PART]
    assert parts[-1].state == opened.state
    assert parts[1].state == fold_all(opened.events[: 2 * EVENTS_A_PART])
    assert not [each async for each in store.parts("none")]
    assert len(opened.events) > 3_600
    assert len(opened.state.completed_steps) == 300


async def test_what_is_recorded_is_synced_within_a_tenth_of_a_second_and_when_it_is_asked_for(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    is_synced = asyncio.Event()
    loop = asyncio.get_running_loop()

    def sync(descriptor: int) -> None:
        synced.append(descriptor)
        loop.call_soon_threadsafe(is_synced.set)

    monkeypatch.setattr(writer.os, "fdatasync", sync)
    log = await store.start_session("one")
    await asyncio.gather(*(log.append(WarningRaised("x")) for _ in range(50)))
    assert not synced
    await is_synced.wait()
    assert writer.SYNC_SECS < 0.1 and len(synced) == 1
    await log.sync()
    assert len(synced) == 2


async def test_what_the_disk_does_not_take_ends_the_log(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = await store.start_session("one")
    await log.append(STARTED)

    def fail(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(writer.os, "fdatasync", fail)
    with pytest.raises(RecordUnavailable, match="The disk failed"):
        await log.sync()
    monkeypatch.undo()
    with pytest.raises(RecordUnavailable, match="The disk failed"):
        await log.append(WarningRaised("after it"))
    assert len(await store.events("one")) == 1
