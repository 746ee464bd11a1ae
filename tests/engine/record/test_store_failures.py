"""What the world does to a database: each failure has a plain message, and nothing is lost."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlite_utils import Database

from engine.domain.errors import BugError, RecordUnavailable
from engine.domain.events import WarningRaised
from engine.domain.spaces import Frame
from engine.record import database
from engine.record.store import SessionStore
from tests.engine.record.flipping import flipped, read_all
from tests.engine.record.runs import STARTED, observed, typical_run

NOBODY = 65534


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user can reach, unlike ``tmp_path``."""
    folder = Path(tempfile.mkdtemp(prefix="pilothouse-test-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def unprivileged() -> Iterator[None]:
    """File permissions hold for everybody but root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


async def _made(path: Path) -> None:
    """A database with one event in it."""
    store = await SessionStore.open(path)
    await (await store.start_session("before")).append(STARTED)
    await store.close()


def _permit(path: Path, mode: int) -> None:
    path.chmod(mode)


async def _limit_pages(store: SessionStore, extra_pages: int) -> None:
    """Let the file grow by so many pages of 4 KiB, then SQLite reports a full disk."""

    def limit(db: Database) -> None:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages + extra_pages}").fetchall()

    await store._writing.run(limit)


async def test_full_disk_stops_the_run_and_keeps_what_is_recorded(store: SessionStore) -> None:
    log = await store.start_session("one")
    await _limit_pages(store, 10)
    appended = 0
    with pytest.raises(RecordUnavailable, match="disk is full") as refusal:
        for _ in range(1000):
            await log.append(WarningRaised("x" * 1000))
            appended += 1
    assert "Free some space" in refusal.value.remedy
    assert 0 < appended < 1000
    assert len(await store.events("one")) == appended

    await _limit_pages(store, 1000)
    after = await log.append(WarningRaised("there is room again"))
    assert after.seq == appended + 1

    await store.close()
    again = await SessionStore.open(store.path)
    assert [each.seq for each in await again.events("one")] == list(range(1, appended + 2))
    await again.close()


async def test_picture_that_does_not_fit_stops_only_the_event_that_names_it(
    store: SessionStore,
) -> None:
    log = await store.start_session("one")
    noise = bytes(os.urandom(200 * 200 * 4))
    big = Frame(0, 0.0, 200, 200, noise)
    await _limit_pages(store, 2)
    picture_hash = await store.blobs.put_picture(big)

    with pytest.raises(RecordUnavailable, match="disk is full"):
        await log.append(observed(picture_hash))
    assert (await log.append(WarningRaised("small enough"))).seq == 1
    assert await store.blobs.picture(picture_hash) is None

    await _limit_pages(store, 1000)
    assert await store.blobs.put_picture(big) == picture_hash
    assert (await log.append(observed(picture_hash))).seq == 2
    assert await store.blobs.picture(picture_hash) is not None


async def test_read_only_file_shows_the_past_and_refuses_new_runs(public_folder: Path) -> None:
    path = public_folder / "sessions.db"
    await _made(path)
    path.chmod(0o444)
    _permit(public_folder, 0o777)  # SQLite keeps its shared memory beside the file
    with unprivileged():
        store = await SessionStore.open(path)
        assert [each.session_id for each in await store.sessions()] == ["before"]
        with pytest.raises(RecordUnavailable, match="is read-only") as refusal:
            await store.start_session("new")
        await store.close()
    assert "Make the file and its folder writable" in refusal.value.remedy


async def test_read_only_folder_is_said(public_folder: Path) -> None:
    path = public_folder / "sessions.db"
    await _made(path)
    path.chmod(0o444)
    _permit(public_folder, 0o555)
    with unprivileged(), pytest.raises(RecordUnavailable, match="is read-only"):
        await SessionStore.open(path)


async def test_folder_without_permission_is_said(public_folder: Path) -> None:
    _permit(public_folder, 0o555)
    with unprivileged(), pytest.raises(RecordUnavailable, match="Permission denied"):
        await SessionStore.open(public_folder / "sessions.db")


async def test_folder_that_is_missing_is_made_and_one_that_is_a_file_is_said(
    tmp_path: Path,
) -> None:
    await _made(tmp_path / "deep" / "down" / "sessions.db")
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordUnavailable, match="can't be opened"):
        await SessionStore.open(tmp_path / "file" / "sessions.db")


async def test_recorded_screens_are_for_their_owner_only(store: SessionStore) -> None:
    assert store.path.stat().st_mode & 0o777 == 0o600


def _not_a_database(path: Path) -> None:
    path.write_bytes(b"This is no database. " * 500)


def _damaged_schema(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 1500)


def _cut_short(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(4096 + 100)


DAMAGES = [
    pytest.param(_not_a_database, "is not a session database", id="not a database"),
    pytest.param(_damaged_schema, "is damaged", id="damaged schema"),
    pytest.param(_cut_short, "is damaged", id="cut short"),
]


@pytest.mark.parametrize(("damage", "words"), DAMAGES)
async def test_damaged_file_is_refused_and_left_as_it_is(
    tmp_path: Path, damage: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "sessions.db"
    await _made(path)
    damage(path)
    before = path.read_bytes()

    with pytest.raises(RecordUnavailable, match=words) as refusal:
        await SessionStore.open(path)
    assert "ove it away" in refusal.value.remedy
    assert path.read_bytes() == before


async def test_what_is_left_of_a_damaged_session_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    store = await SessionStore.open(path)
    log = await store.start_session("one")
    for _ in range(200):
        await log.append(WarningRaised("x" * 500))
    await store.close()
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 4096 * 4)

    store = await SessionStore.open(path)
    opened = await store.open_session("one")
    assert opened is not None and opened.is_damaged
    told = [each.event.message for each in opened.events if isinstance(each.event, WarningRaised)]
    assert [each.seq for each in opened.events] == list(range(1, 201))
    assert 150 < told.count("x" * 500) < 200
    unreadable = set(told) - {"x" * 500}
    assert unreadable
    assert all(each.startswith("An event of this record can't be read.") for each in unreadable)
    with pytest.raises(RecordUnavailable, match="not all of its record can be read"):
        await store.resume_point("one")
    await store.close()


async def _before_it_was_counted(path: Path) -> None:
    """Two sessions, as the Pilothouse before the indexes left them."""
    store = await SessionStore.open(path)
    for session_id in ("bad", "good"):
        log = await store.start_session(session_id)
        for _ in range(100):
            await log.append(WarningRaised(session_id * 120))
    await store.close()
    with Database(path) as db:
        for name in ("reversals", "counted"):
            db["_sqlite_migrations"].delete_where("name = ?", [f"index_{name}"])
            db.execute(f"DROP INDEX {name}")
        db.conn.commit()


async def test_of_a_damaged_database_of_before_all_that_is_whole_is_read_and_it_is_written_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sessions.db"
    await _before_it_was_counted(path)
    data = bytearray(path.read_bytes())
    leaf = next(
        at
        for at in range(4096 * 8, len(data), 4096)
        if data[at : at + 4096].count(b"bad" * 120) > 3
    )
    data[leaf : leaf + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    for session_id in ("new", "newer"):
        store = await SessionStore.open(path)
        assert {"bad", "good"} <= {each.session_id for each in await store.sessions()}
        assert {each.steps for each in await store.sessions()} == {None}, "nobody counted them"
        for name in ("bad", "good"):
            opened = await store.open_session(name)
            assert opened is not None and len(opened.events) == 100
            assert opened.is_damaged == (name == "bad")
        log = await store.start_session(session_id)
        assert (await log.append(STARTED)).seq == 1
        await store.close()


async def test_a_database_of_before_that_cannot_grow_is_read_as_it_is(public_folder: Path) -> None:
    path = public_folder / "sessions.db"
    await _before_it_was_counted(path)
    path.chmod(0o444)
    _permit(public_folder, 0o777)
    with unprivileged():
        store = await SessionStore.open(path)
        assert len(await store.sessions()) == 2
        await store.close()


async def test_a_database_with_flipped_bits_opens_as_far_as_it_is_whole(tmp_path: Path) -> None:
    store = await SessionStore.open(tmp_path / "whole.db")
    for session_id in ("one", "two"):
        log = await store.start_session(session_id)
        for event in typical_run():
            await log.append(event)
    await store.close()
    data, chance, read = (tmp_path / "whole.db").read_bytes(), random.Random(7), 0
    for number in range(40):
        path = tmp_path / f"{number}.db"
        path.write_bytes(flipped(data, chance))
        with contextlib.suppress(RecordUnavailable):
            read += await read_all(path, tmp_path / "out") > len(typical_run())
    assert read > 26


@pytest.mark.parametrize(
    "column", ["_sqlite_migrations.applied_at", "sessions.thinker", "blobs.width"]
)
async def test_a_column_of_another_name_is_damage(tmp_path: Path, column: str) -> None:
    path = tmp_path / "sessions.db"
    await _made(path)
    table, _, name = column.partition(".")
    with contextlib.closing(sqlite3.connect(path)) as damaged:
        damaged.execute(f"ALTER TABLE {table} RENAME COLUMN {name} TO other")
    with pytest.raises(RecordUnavailable, match="is damaged"):
        await SessionStore.open(path)


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(RecordUnavailable, match="can't be opened: Is a directory"):
        await SessionStore.open(tmp_path)


def _delete(path: Path) -> None:
    path.unlink()


def _replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


@pytest.mark.parametrize(("change", "became"), [(_delete, "deleted"), (_replace, "replaced")])
async def test_a_file_that_is_gone_ends_the_run_and_what_it_held_is_kept(
    tmp_path: Path, change: Callable[[Path], None], became: str
) -> None:
    store = await SessionStore.open(tmp_path / "sessions.db")
    log = await store.start_session("one")
    await log.append(STARTED)
    change(store.path)
    for _ in range(2):
        with pytest.raises(RecordUnavailable, match=f"was {became}") as refusal:
            await log.append(WarningRaised("too late"))
    await store.close()
    kept = tmp_path / "sessions-kept-1.db"
    assert str(kept) in refusal.value.remedy
    assert not kept.with_name("sessions-kept-2.db").exists()
    again = await SessionStore.open(kept)
    assert [each.event for each in await again.events("one")] == [STARTED]
    await again.close()


async def test_a_folder_that_is_gone_ends_the_run(tmp_path: Path) -> None:
    store = await SessionStore.open(tmp_path / "deep" / "sessions.db")
    log = await store.start_session("one")
    shutil.rmtree(tmp_path / "deep")
    with pytest.raises(RecordUnavailable, match="was deleted") as refusal:
        await log.append(STARTED)
    assert "could not be kept" in refusal.value.remedy
    await store.close()


async def test_a_file_that_becomes_read_only_ends_the_run(public_folder: Path) -> None:
    _permit(public_folder, 0o777)
    with unprivileged():
        store = await SessionStore.open(public_folder / "sessions.db")
        log = await store.start_session("one")
        store.path.chmod(0o400)
        with pytest.raises(RecordUnavailable, match="is read-only"):
            await log.append(STARTED)
        await store.close()


async def test_locked_database_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECS", 0.01)
    path = tmp_path / "sessions.db"
    store = await SessionStore.open(path)
    log = await store.start_session("one")
    await log.append(STARTED)

    other_program = sqlite3.connect(path, isolation_level=None)
    other_program.execute("BEGIN IMMEDIATE")
    with pytest.raises(RecordUnavailable, match=r"holds the session database .* locked"):
        await log.append(WarningRaised("while it is locked"))
    other_program.execute("ROLLBACK")
    other_program.close()

    assert (await log.append(WarningRaised("afterwards"))).seq == 2
    await store.close()


async def test_database_that_is_locked_from_the_start_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECS", 0.01)
    path = tmp_path / "sessions.db"
    other_program = sqlite3.connect(path, isolation_level=None)
    other_program.execute("BEGIN EXCLUSIVE")
    with pytest.raises(RecordUnavailable, match="locked"):
        await SessionStore.open(path)
    other_program.close()


async def test_closed_store_says_that_it_is_a_bug_to_use_it(store: SessionStore) -> None:
    log = await store.start_session("one")
    await store.close()
    await store.close()
    with pytest.raises(BugError):
        await log.append(STARTED)
    with pytest.raises(BugError):
        await store.sessions()
