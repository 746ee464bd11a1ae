"""The tables: made once, in order; newer and foreign files are refused untouched."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from engine.domain.errors import RecordUnavailable
from engine.record import schema
from engine.record.codec import event_to_json
from engine.record.proof import verify
from engine.record.reports.container import write_container
from engine.record.sessions import _SUMMARIES
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.engine.record.runs import STARTED, recorded_run, typical_run


async def test_migrations_are_applied_once_and_recorded_in_order(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    for _ in range(2):
        await (await SessionStore.open(path)).close()
    with Database(path) as db:
        applied = [row["name"] for row in db["_sqlite_migrations"].rows_where(order_by="id")]
        names = ["create_sessions", "create_events", "create_blobs", "chain_events"]
        assert applied == [*names, "tell_origins", "index_reversals", "index_counted"]
        assert db.journal_mode == "wal"
        assert {"sessions", "events", "blobs"} <= set(db.table_names())


async def test_what_the_list_of_sessions_counts_is_found_by_its_index(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    await (await SessionStore.open(path)).close()
    with Database(path) as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {_SUMMARIES}").fetchall()]
    counted = [step for step in plan if "events" in step]
    assert len(counted) == 4 and sum("USING" in s and "INDEX counted" in s for s in counted) == 3
    assert not any(step.startswith("SCAN events") for step in plan)


async def test_interrupted_migration_is_finished_at_the_next_opening(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    store = await SessionStore.open(path)
    await (await store.start_session("kept")).append(STARTED)
    await store.close()
    with Database(path) as db:
        db["blobs"].drop()
        db["_sqlite_migrations"].delete_where("name in (?, ?)", ["create_blobs", "tell_origins"])

    store = await SessionStore.open(path)
    assert [each.session_id for each in await store.sessions()] == ["kept"]
    assert await store.blobs.picture("f" * 32) is None
    await store.close()


@pytest.mark.parametrize("steps", range(3, len(schema._STEPS) + 1))
async def test_a_database_of_each_version_is_read_proved_and_written_on(
    tmp_path: Path, steps: int
) -> None:
    """As each version left one: the steps that it knew, and a session in the columns of then."""
    path = tmp_path / "sessions.db"
    begun = [each for each in recorded_run(*typical_run()) if each.seq < 9]
    with Database(path) as db:
        then = Migrations("pilothouse")
        for step in schema._STEPS[:steps]:
            then()(step)
        then.apply(db)
        row = {"session_id": begun[0].session_id, "started_at_secs": 1.0, "last_at_secs": 2.0}
        db["sessions"].insert(row | {"goal": STARTED.goal, "event_count": len(begun)})
        for each in begun:
            told = {"session_id": each.session_id, "seq": each.seq, "at_secs": each.at_secs}
            kind = {"kind": each.event.kind, "version": each.event.version}
            db["events"].insert(told | kind | {"body": event_to_json(each.event)})
        db.conn.commit()
    store = await SessionStore.open(path)
    (listed,) = await store.sessions()
    assert listed.goal == STARTED.goal
    assert await store.events(listed.session_id) == tuple(begun)
    file = await write_container(tmp_path / "a.pilothouse", await Stored.of(store, "run"))
    with file.open("rb") as opened:
        assert verify(opened).startswith("Consistent")
    log = await store.start_session("new")
    assert (await log.append(STARTED)).seq == 1
    await store.close()


async def test_database_of_a_newer_pilothouse_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    await (await SessionStore.open(path)).close()
    with Database(path) as db:
        db["_sqlite_migrations"].insert(
            {"migration_set": "pilothouse", "name": "add_fleets", "applied_at": "2030-01-01"}
        )
    before = path.read_bytes()
    with pytest.raises(RecordUnavailable, match="newer Pilothouse") as refusal:
        await SessionStore.open(path)
    assert refusal.value.remedy.startswith("Update Pilothouse")
    assert path.read_bytes() == before


async def test_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    with Database(path) as db:
        db["bookmarks"].insert({"url": "https://example.org"})
    before = path.read_bytes()
    with pytest.raises(RecordUnavailable, match="another program"):
        await SessionStore.open(path)
    assert path.read_bytes() == before
