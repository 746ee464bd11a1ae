"""The list of past sessions, and one of them opened."""

from __future__ import annotations

import sqlite3
import tracemalloc

import pytest

from engine.domain.events import ModelCalled
from engine.domain.terminals import Terminal
from engine.record.store import SessionStore
from engine.record.views.fold import fold_all
from tests.engine.record.runs import ENDED, STARTED, typical_run


async def test_list_is_newest_first_and_tells_how_each_session_ended(store: SessionStore) -> None:
    ended = await store.start_session("ended")
    for event in typical_run():
        await ended.append(event)
    await (await store.start_session("interrupted")).append(STARTED)
    await store.start_session("nothing was recorded in it")
    await store.close()

    again = await SessionStore.open(store.path)
    await (await again.start_session("running")).append(STARTED)
    listed = await again.sessions()
    await again.close()

    assert [each.session_id for each in listed] == ["running", "interrupted", "ended"]
    assert [each.ending for each in listed] == ["running", "interrupted", "goal_satisfied"]
    last = listed[-1]
    assert (last.goal, last.surface, last.thinker) == (
        STARTED.goal,
        STARTED.surface,
        STARTED.thinker,
    )
    assert last.pilothouse_version == STARTED.pilothouse_version
    assert last.terminal == Terminal.GOAL_SATISFIED
    assert (last.reason, last.message) == (ENDED.outcome.reason, ENDED.outcome.message)
    assert last.event_count == len(typical_run())
    assert last.last_at_secs >= last.started_at_secs
    costs = [each.cost for each in typical_run() if isinstance(each, ModelCalled)]
    kinds = [each.kind for each in typical_run()]
    assert (last.mode, listed[1].steps) == (STARTED.mode, 0)
    assert last.steps == kinds.count("step_ended") and last.findings == kinds.count("fault_found")
    assert last.cost == pytest.approx(sum(filter(None, costs))) and last.cost > 0


async def test_a_list_is_told_whatever_stands_in_the_events(store: SessionStore) -> None:
    log = await store.start_session("one")
    for event in typical_run():
        await log.append(event)
    await store.close()
    with sqlite3.connect(store.path) as broken:
        broken.execute("UPDATE events SET body = 'no' WHERE kind = 'model_called' OR seq = 1")
    again = await SessionStore.open(store.path)
    (only,) = await again.sessions()
    await again.close()
    assert (only.mode, only.cost) == ("", 0.0) and only.steps


async def test_opened_session_has_its_events_and_their_state(store: SessionStore) -> None:
    log = await store.start_session("one")
    for event in typical_run():
        await log.append(event)
    opened = await store.open_session("one")
    assert opened is not None
    assert tuple(each.event for each in opened.events) == typical_run()
    assert opened.state == fold_all(opened.events)
    assert opened.state.outcome == ENDED.outcome
    assert opened.summary.ending == "goal_satisfied"


async def test_unknown_session_is_none(store: SessionStore) -> None:
    assert await store.open_session("nowhere") is None
    assert await store.events("nowhere") == ()


async def test_of_a_session_that_is_opened_no_more_than_its_events_is_held(
    store: SessionStore,
) -> None:
    log = await store.start_session("one")
    for event in typical_run():
        await log.append(event)
    await store.close()
    room, count = 500_000, len(typical_run())
    with sqlite3.connect(store.path) as padded:
        padded.execute("UPDATE events SET body = body || ?", (" " * room,))
    again = await SessionStore.open(store.path)
    tracemalloc.start()
    opened = await again.open_session("one")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    await again.close()
    assert opened is not None and len(opened.events) == count and not opened.is_damaged
    assert most < room * count / 2
