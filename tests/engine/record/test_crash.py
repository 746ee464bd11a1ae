"""A run that is killed keeps everything up to the last event that it was promised."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.domain.events import SituationObserved
from engine.record.store import SessionStore
from tests.engine.record import crash_child

PROJECT = Path(__file__).parents[3]


def _promised_before_the_kill(path: Path, kill_after: int) -> list[int]:
    """Let a run append that many times, kill it; the numbers that it was promised."""
    command = [sys.executable, "-m", crash_child.__name__, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=PROJECT) as child:
        assert child.stdout is not None
        promised = [int(child.stdout.readline()) for _ in range(kill_after)]
        child.send_signal(signal.SIGKILL)
        promised += [int(line) for line in child.stdout if line.endswith("\n")]
    assert child.returncode == -signal.SIGKILL
    return promised


@pytest.mark.parametrize("kill_after", [1, 17, 120])
async def test_killed_run_opens_with_all_that_was_appended(tmp_path: Path, kill_after: int) -> None:
    path = tmp_path / "sessions.db"
    promised = _promised_before_the_kill(path, kill_after)

    store = await SessionStore.open(path)
    opened = await store.open_session("crashed")
    assert opened is not None
    assert opened.summary.ending == "interrupted"
    assert opened.state.outcome is None
    assert [each.seq for each in opened.events] == list(range(1, len(opened.events) + 1))
    assert len(opened.events) >= promised[-1]
    for recorded in opened.events:
        if isinstance(recorded.event, SituationObserved):
            assert await store.blobs.picture(recorded.event.picture_hash) is not None
            assert await store.blobs.zones(recorded.event.zones_hash) is not None
    await store.close()
