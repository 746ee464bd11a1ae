"""A session that is under way in one program is left alone by all others."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.domain.errors import RecordUnavailable
from engine.domain.web.events import GraphCheckpointed
from engine.record.store import SessionStore
from tests.engine.record import running_child
from tests.engine.record.runs import ENDED, STARTED, typical_run

PROJECT = Path(__file__).parents[3]


@contextmanager
def another_program(path: Path, session_id: str) -> Iterator[subprocess.Popen[str]]:
    """It has that session under way; it is killed with the block, if it has not ended."""
    command = [sys.executable, "-m", running_child.__name__, str(path), session_id]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=PROJECT) as child:
        assert child.stdout is not None and child.stdout.readline() == "under way\n"
        try:
            yield child
        finally:
            child.kill()


async def ending_of(store: SessionStore, session_id: str) -> str:
    opened = await store.open_session(session_id)
    assert opened is not None
    return opened.summary.ending


async def test_what_runs_in_another_program_is_listed_as_running_until_that_is_killed(
    store: SessionStore,
) -> None:
    with another_program(store.path, "theirs") as program:
        (listed,) = await store.sessions()
        assert (listed.session_id, listed.ending) == ("theirs", "running")
        assert await ending_of(store, "theirs") == "running"
        program.kill()
        program.wait()
        assert await ending_of(store, "theirs") == "interrupted"


async def test_nobody_goes_on_with_what_runs_in_another_program(store: SessionStore) -> None:
    with another_program(store.path, "theirs") as program:
        with pytest.raises(RecordUnavailable, match="theirs is still running") as refusal:
            await store.resume_point("theirs")
        assert "stop it where it runs" in refusal.value.remedy
        with pytest.raises(RecordUnavailable, match="theirs is still running"):
            await store.continue_session("theirs")
        assert len(await store.events("theirs")) == 2
        program.kill()
        program.wait()
        point = await store.resume_point("theirs")
        log = await store.continue_session("theirs", point.event_count)
        await log.append(ENDED)
    assert await ending_of(store, "theirs") == "goal_satisfied"


async def test_the_same_file_under_another_name_is_the_same_sessions(
    store: SessionStore, tmp_path: Path
) -> None:
    link = tmp_path / "other" / "link.db"
    link.parent.mkdir()
    link.symlink_to(store.path)
    with another_program(link, "theirs"):
        assert await ending_of(store, "theirs") == "running"


async def test_of_two_that_go_on_at_once_one_is_told(store: SessionStore) -> None:
    await _broken_off(store)
    other = await SessionStore.open(store.path)
    try:
        point = await store.resume_point("broken")
        await other.resume_point("broken")
        log = await other.continue_session("broken", point.event_count)
        with pytest.raises(RecordUnavailable, match="still running"):
            await store.continue_session("broken", point.event_count)
        await log.append(GraphCheckpointed("2", "1", 2, await other.blobs.put_text("{}")))
        log.close()
        with pytest.raises(RecordUnavailable, match="has gone on elsewhere meanwhile"):
            await store.continue_session("broken", point.event_count)
        point = await store.resume_point("broken")
        await store.continue_session("broken", point.event_count)
    finally:
        await other.close()


async def test_a_session_that_ended_is_let_go_and_its_lock_is_swept(store: SessionStore) -> None:
    log = await store.start_session("one")
    for event in typical_run():
        await log.append(event)
    await store.sessions()
    locks = store.path.with_name(f"{store.path.name}-running")
    assert list(locks.glob("*.lock")) == []
    assert locks.stat().st_mode & 0o077 == 0, "which sessions run is nobody else's business"


async def test_a_folder_in_which_nothing_can_be_marked_is_told_in_plain_words(
    store: SessionStore,
) -> None:
    locks = store.path.with_name(f"{store.path.name}-running")
    locks.write_text("no folder")
    with pytest.raises(RecordUnavailable, match="can't be marked as running"):
        await store.start_session("one")
    assert await store.sessions() == ()


async def _broken_off(store: SessionStore) -> None:
    log = await store.start_session("broken")
    await log.append(STARTED)
    await log.append(GraphCheckpointed("1", "", 1, await store.blobs.put_text("{}")))
    log.close()
