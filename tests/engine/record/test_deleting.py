"""Sessions are deleted in short steps, beside other programs; what broke off is done once more."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.domain.errors import BugError, RecordUnavailable
from engine.domain.events import WarningRaised
from engine.record import pruning
from engine.record.store import SessionStore
from tests.engine.record.runs import ENDED, STARTED, frame, observed


async def recorded(store: SessionStore, session_id: str, *pictures: int) -> list[str]:
    """The hashes of its pictures."""
    log = await store.start_session(session_id)
    hashes = [await store.blobs.put_picture(frame(seed, 300, 200)) for seed in pictures]
    for event in (STARTED, WarningRaised("x" * 20_000), *map(observed, hashes), ENDED):
        await log.append(event)
    made = store.kept_folder(session_id) / "note.txt"
    made.parent.mkdir(parents=True)
    made.write_text("made by it")
    return hashes


async def ids_in(store: SessionStore) -> set[str]:
    return {each.session_id for each in await store.sessions()}


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "_BLOBS", 1)
    monkeypatch.setattr(pruning, "_PAGES", 1)


async def test_what_is_deleted_is_in_the_file_no_more_and_what_others_show_stays(
    store: SessionStore,
) -> None:
    alone, shared = await recorded(store, "gone", 1, 2)
    assert await recorded(store, "kept", 2, 3) != [alone, shared]
    picture = await store.blobs.picture(alone)
    assert picture is not None
    await store.let_go(["gone"])
    assert await ids_in(store) == {"kept"} and await store.events("gone") == ()
    assert await store.blobs.picture(alone) is None
    assert await store.blobs.picture(shared) is not None
    assert not store.kept_folder("gone").exists() and store.kept_folder("kept").is_dir()
    await store.close()
    assert _mode_and_free(store.path) == (2, 0)
    data = store.path.read_bytes()
    assert picture.data[-99:] not in data and alone.encode() not in data


def _mode_and_free(path: Path) -> tuple[int, int]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        mode, free = (db.execute(f"PRAGMA {each}") for each in ("auto_vacuum", "freelist_count"))
        return mode.fetchone()[0], free.fetchone()[0]


async def test_a_database_of_before_keeps_its_room_but_where_all_of_it_is_made_anew(
    store: SessionStore, tmp_path: Path
) -> None:
    await recorded(store, "gone", 1)
    await recorded(store, "more", 2)
    picture = await store.blobs.picture((await recorded(store, "kept", 1))[0])
    assert picture is not None
    await store.close()
    with contextlib.closing(sqlite3.connect(store.path)) as db:
        db.execute("PRAGMA auto_vacuum = NONE")
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
    again = await SessionStore.open(store.path)
    await again.let_go(["gone", "kept"])
    await again.close()
    assert _mode_and_free(store.path) > (0, 0)
    assert picture.data[-99:] not in store.path.read_bytes()
    again = await SessionStore.open(store.path)
    await again.let_go(["more"], whole=True)
    await again.close()
    assert _mode_and_free(store.path) == (2, 0)


class Killed(BaseException):
    pass


@pytest.mark.parametrize("is_early", [True, False])
async def test_others_write_and_list_meanwhile_and_what_was_broken_off_goes_with_the_next(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch, is_early: bool
) -> None:
    """It is no session any more, and none that looks as if it could go on."""
    await recorded(store, "gone", *range(4))
    await recorded(store, "kept", 9)
    other, listed = await SessionStore.open(store.path), list[set[str]]()
    loop = asyncio.get_running_loop()

    def killed(*_: Any, **__: Any) -> Any:
        with contextlib.closing(sqlite3.connect(store.path, timeout=0)) as writing:
            writing.execute("CREATE TABLE others (x)")
            writing.commit()
        listed.append(asyncio.run_coroutine_threadsafe(ids_in(other), loop).result(60))
        raise Killed

    with monkeypatch.context() as patch:
        if is_early:
            patch.setattr(pruning.shutil, "rmtree", killed)
        else:
            patch.setattr(pruning, "_THE_LAST_EVENTS", "no statement")
        with pytest.raises((Killed, BugError)):
            await store.let_go(["gone"])
    assert listed == [{"kept"}] * is_early and await ids_in(other) == {"kept"}
    assert await other.open_session("gone") is None
    assert await other.left() == ["gone"]
    await other.let_go(())
    assert await store.left() == [] and not await store.events("gone")
    assert await ids_in(store) == {"kept"} and not store.kept_folder("gone").exists()
    await other.close()


@pytest.mark.parametrize("is_over", [False, True])
async def test_what_begins_while_it_is_looked_what_others_show_keeps_its_pictures(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch, is_over: bool
) -> None:
    (picture,) = await recorded(store, "gone", 1)
    other, run = await SessionStore.open(store.path), store._writing.run

    async def beginning(work: Callable[..., Any], *more: Any, **named: Any) -> Any:
        if work is pruning.let_go:
            log = await other.start_session("other")
            await other.blobs.put_picture(frame(1, 300, 200))
            if is_over:
                await log.append(observed(picture))
                log.close()
        return await run(work, *more, **named)

    monkeypatch.setattr(store._writing, "run", beginning)
    with pytest.raises(RecordUnavailable, match="recorded meanwhile" if is_over else "is running"):
        await store.let_go(["gone"])
    assert "gone" in await ids_in(store) and await store.blobs.picture(picture) is not None
    await other.close()


async def test_who_begins_waits_for_the_end_of_a_deletion(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await recorded(store, "gone", 1)
    other, begun = await SessionStore.open(store.path), list[asyncio.Future[Any]]()
    loop, remove = asyncio.get_running_loop(), pruning.shutil.rmtree

    def removed(folder: Path, **_: Any) -> None:
        begun.append(asyncio.run_coroutine_threadsafe(other.start_session("new"), loop))  # type: ignore[arg-type]
        remove(folder)

    monkeypatch.setattr(pruning.shutil, "rmtree", removed)
    await store.let_go(["gone"])
    log = await asyncio.wrap_future(begun[0])  # type: ignore[arg-type]
    assert (await log.append(STARTED)).seq == 1
    await other.close()


async def test_who_begins_in_the_midst_of_it_does_not_break_a_deletion_off(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await recorded(store, "gone", *range(4))
    other, begun = await SessionStore.open(store.path), list[asyncio.Future[Any]]()
    loop, plain = asyncio.get_running_loop(), pruning._recorded_in

    def beginning(db: Any) -> Any:
        if not begun:
            begun.append(asyncio.run_coroutine_threadsafe(other.start_session("new"), loop))  # type: ignore[arg-type]
            while not db.execute("SELECT 1 FROM sessions WHERE session_id = 'new'").fetchone():
                pass
        return plain(db)

    monkeypatch.setattr(pruning, "_recorded_in", beginning)
    await store.let_go(["gone"])
    log = await asyncio.wrap_future(begun[0])  # type: ignore[arg-type]
    assert (await log.append(STARTED)).seq == 1 and await ids_in(store) == {"new"}
    await other.close()


async def test_what_was_recorded_since_keeps_a_session_without_pictures(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await recorded(store, "gone")
    stock = await store._reading.run(pruning.read_stock)
    with contextlib.closing(sqlite3.connect(store.path)) as db, db:
        db.execute("UPDATE sessions SET last_at_secs = last_at_secs + 1")
    with pytest.raises(RecordUnavailable, match="recorded meanwhile"):
        await store._writing.run(pruning.let_go, ["gone"], stock, store._running, ())
    assert await ids_in(store) == {"gone"} and await store.events("gone")


async def test_a_picture_that_was_deleted_is_stored_again_where_it_is_seen_again(
    store: SessionStore,
) -> None:
    """Also by another program that had stored it."""
    other = await SessionStore.open(store.path)
    (picture,) = await recorded(other, "theirs", 1)
    await recorded(store, "ours", 1)
    await store.let_go(["theirs", "ours"])
    for name, each in (("anew", store), ("there", other)):
        assert await recorded(each, name, 1) == [picture]
        assert await each.blobs.picture(picture) is not None
        await each.let_go([name])
    await other.close()
