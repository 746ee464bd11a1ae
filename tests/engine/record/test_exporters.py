"""Exports: what is read back folds to the same state; a file is whole or not there."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from engine.domain.errors import RecordUnavailable
from engine.domain.events import WarningRaised
from engine.domain.exploring.events import FaultFound
from engine.domain.exploring.groups import Finding
from engine.domain.exploring.limits import Fault, FaultKind
from engine.record.source import Stored, export_jsonl
from engine.record.store import SessionStore
from engine.record.views.fold import fold_all
from tests.engine.record.runs import STARTED, frame, observed, typical_run
from tests.support.explored_run import explored_run
from tests.support.exports import events_in, header_in
from tests.support.stored_exploration import stored


def _names_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.fixture
async def recorded(store: SessionStore) -> SessionStore:
    """The store with a typical run in it, and a line separator in a text."""
    log = await store.start_session("one")
    for event in (typical_run()[0], WarningRaised("a\u2028b\x85c\nd"), *typical_run()[1:]):
        await log.append(event)
    return store


async def test_export_reads_back_to_the_same_events(recorded: SessionStore, tmp_path: Path) -> None:
    path = tmp_path / "out" / "one.jsonl"
    await export_jsonl(path, await Stored.of(recorded, "one"))
    assert events_in(path) == await recorded.events("one")


async def test_first_line_tells_what_the_file_is(recorded: SessionStore, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    await export_jsonl(path, await Stored.of(recorded, "one"))
    first = header_in(path)
    assert (first["format"], first["version"]) == ("pilothouse-session", 1)
    assert (first["session_id"], first["goal"]) == ("one", STARTED.goal)
    assert (first["terminal"], first["event_count"]) == ("goal_satisfied", len(typical_run()) + 1)


async def test_pictures_are_written_beside_it(store: SessionStore, tmp_path: Path) -> None:
    log = await store.start_session("one")
    await log.append(STARTED)
    hashes = [await store.blobs.put_picture(frame(seed)) for seed in (1, 2, 1)]
    for picture_hash in hashes:
        await log.append(observed(picture_hash))

    await export_jsonl(tmp_path / "full" / "one.jsonl", await Stored.of(store, "one"))
    folder = tmp_path / "full" / "pictures"
    assert _names_in(folder) == sorted({f"{each}.webp" for each in hashes})
    for name in _names_in(folder):
        assert Image.open(io.BytesIO((folder / name).read_bytes())).size == (64, 40)
    for each in (folder.parent, *folder.parent.rglob("*")):
        assert each.stat().st_mode & 0o077 == 0, f"{each} is nobody else's business"


async def test_running_session_can_be_exported(store: SessionStore, tmp_path: Path) -> None:
    log = await store.start_session("one")
    await log.append(STARTED)
    header = header_in(await export_jsonl(tmp_path / "one.jsonl", await Stored.of(store, "one")))
    assert (header["terminal"], header["event_count"]) == ("", 1)
    assert fold_all(events_in(tmp_path / "one.jsonl")).is_running


async def test_failed_export_leaves_what_was_there(recorded: SessionStore, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.mkdir()  # a folder of that name can't be replaced by a file
    with pytest.raises(RecordUnavailable, match="can't be written"):
        await export_jsonl(path, await Stored.of(recorded, "one"))
    assert [name for name in _names_in(tmp_path) if "jsonl" in name] == ["one.jsonl"]


async def test_unknown_session_is_not_exported(store: SessionStore, tmp_path: Path) -> None:
    with pytest.raises(RecordUnavailable, match="no session nowhere"):
        await export_jsonl(tmp_path / "x.jsonl", await Stored.of(store, "nowhere"))
    assert not (tmp_path / "x.jsonl").exists()


async def test_pictures_of_states_groups_and_findings_are_exported(
    store: SessionStore, tmp_path: Path
) -> None:
    opened = await stored(store, explored_run())
    await export_jsonl(tmp_path / "run.jsonl", await Stored.of(store, "run"))
    explored = opened.state.explore
    assert explored is not None
    wanted = {each.picture_hash for each in explored.states}
    wanted |= {each.found.picture_hash for each in explored.findings}
    assert len(wanted) == 14
    assert wanted <= {each.stem for each in (tmp_path / "pictures").iterdir()}
    kinds = {each.event.kind for each in events_in(tmp_path / "run.jsonl")}
    assert {"group_assessed", "state_seen", "fault_found", "finding_minimised"} <= kinds


async def test_both_pictures_of_a_crash_are_written(store: SessionStore, tmp_path: Path) -> None:
    log = await store.start_session("one")
    await log.append(STARTED)
    before, after = [await store.blobs.put_picture(frame(seed)) for seed in (1, 2)]
    crash = Finding(1, Fault(FaultKind.CRASH, "Ledger", "Ledger ended"), ())
    await log.append(FaultFound(crash, 1, after, "", before))
    await export_jsonl(tmp_path / "one.jsonl", await Stored.of(store, "one"))
    assert _names_in(tmp_path / "pictures") == sorted(f"{each}.webp" for each in (before, after))
