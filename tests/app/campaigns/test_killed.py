"""A campaign whose runs and whose head are killed at random moments, in real processes."""

from __future__ import annotations

import random
from pathlib import Path

from tests.support.killed_campaign import killed


async def test_no_run_is_lost_and_none_that_counts_is_done_twice(tmp_path: Path) -> None:
    left = await killed(tmp_path, runs=5, heads=5, chance=random.Random(20))
    assert not left.wrong
    assert left.killed_heads == 5 and left.killed_runs and sum(left.judged.values()) == 40
