"""A run of a campaign on another machine, whose owner keeps what it tells."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.campaigns.running import started
from engine.domain.events import ActionEnded, ActionStarted
from engine.record.codec import recorded_from_json
from tests.app.campaigns.conftest import order

pytestmark = [pytest.mark.end_to_end, pytest.mark.timeout(300)]


async def test_nothing_is_begun_of_which_its_owner_has_not_said_that_it_is_kept(
    tmp_path: Path,
) -> None:
    """The owner is gone as the first action is told."""
    told, goal = [], "Open Practice, click 'Moon'"
    asked, pipe = order("none", goal=goal), asyncio.subprocess.PIPE
    async with started(asked, tmp_path, tmp_path / "runs.db", pipe) as run:
        assert run.stdin is not None and run.stdout is not None
        async for line in run.stdout:
            told.append(recorded_from_json(line.decode()).event)
            if isinstance(told[-1], ActionStarted):
                run.stdin.close()
            elif not run.stdin.is_closing():
                run.stdin.write(b".")
    assert any(isinstance(each, ActionStarted) for each in told)
    assert not any(isinstance(each, ActionEnded) for each in told)
