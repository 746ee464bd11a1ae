"""A power cut takes nothing that was promised: after each, the database opens with all of it."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.domain.errors import RecordUnavailable
from engine.domain.events import SituationObserved
from engine.record.store import SessionStore
from tests.engine.record import power_cut_child
from tests.engine.record.power_cuts import PROMISES, Entry, cut, read_log

HERE = Path(__file__).parent
CUTS = int(os.environ.get("PILOTHOUSE_TEST_CUTS", "25"))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """What a run wrote and synced."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler is installed")
    folder = tmp_path_factory.mktemp("run")
    shim, told = folder / "shim.so", folder / "told"
    (folder / "data").mkdir()
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(shim), str(HERE / "power_cut.c")]
    subprocess.run([*command, "-ldl", "-lpthread"], check=True)
    run = [sys.executable, "-m", power_cut_child.__name__, str(folder / "data")]
    preloaded = {"LD_PRELOAD": str(shim), "POWER_CUT_FOLDER": str(folder / "data")}
    environment = os.environ | preloaded | {"POWER_CUT_LOG": str(told)}
    subprocess.run(run, check=True, cwd=HERE.parents[2], env=environment)
    return read_log(told)


def last_promise(log: list[Entry]) -> int:
    return max(at for at, each in enumerate(log) if each.name == PROMISES and each.kind == "w")


async def kept_after(log: list[Entry], after: int, folder: Path, chance: random.Random) -> int:
    """How many events are there, which are all of the first ones, beyond those promised."""
    promised = cut(log, after, folder, chance)
    store = await SessionStore.open(folder / "sessions.db")
    try:
        opened = await store.open_session("cut")
        events = opened.events if opened is not None else ()
        assert opened is None or not opened.is_damaged
        assert [each.seq for each in events] == list(range(1, len(events) + 1))
        assert len(events) >= promised, f"{promised} were promised, {len(events)} are there"
        for each in events:
            if isinstance(each.event, SituationObserved):
                assert await store.blobs.picture(each.event.picture_hash) is not None
        return len(events) - promised
    finally:
        await store.close()


async def test_after_a_cut_all_that_was_promised_is_there(log: list[Entry], tmp_path: Path) -> None:
    chance = random.Random(5)
    for number in range(CUTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        await kept_after(log, chance.randrange(1, len(log) + 1), folder, chance)


async def test_what_was_synced_is_there_before_it_was_promised(
    log: list[Entry], tmp_path: Path
) -> None:
    assert await kept_after(log, last_promise(log), tmp_path, random.Random(5)) > 0


async def test_a_cut_at_any_moment_of_its_making_leaves_a_database_that_opens(
    log: list[Entry], tmp_path: Path
) -> None:
    chance = random.Random(5)
    first = next(at for at, each in enumerate(log) if each.name == PROMISES and each.kind == "w")
    for after in range(1, first + 1):
        folder = tmp_path / str(after)
        folder.mkdir()
        await kept_after(log, after, folder, chance)


async def test_without_a_sync_the_same_cuts_would_take_what_was_promised(
    log: list[Entry], tmp_path: Path
) -> None:
    unsynced = [each for each in log if each.kind != "s" or each.name != "sessions.db-wal"]
    with pytest.raises((AssertionError, RecordUnavailable)):
        await kept_after(unsynced, last_promise(unsynced) + 1, tmp_path, random.Random(5))
