"""The tables: made once, in order; newer and foreign files are refused untouched."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlite_utils import Database

from engine.domain.errors import RecordUnavailable
from engine.record.store import SessionStore
from tests.engine.record.runs import STARTED


async def test_migrations_are_applied_once_and_recorded_in_order(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    for _ in range(2):
        await (await SessionStore.open(path)).close()
    with Database(path) as db:
        applied = [row["name"] for row in db["_sqlite_migrations"].rows_where(order_by="id")]
        names = ["create_sessions", "create_events", "create_blobs", "index_reversals"]
        assert applied == [*names, "chain_events", "tell_origins"]
        assert db.journal_mode == "wal"
        assert {"sessions", "events", "blobs"} <= set(db.table_names())


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
