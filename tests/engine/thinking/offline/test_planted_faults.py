"""Faults that need a path of several actions are found without a model, in an application of pages,
menus and dialogs in memory."""

from __future__ import annotations

import statistics

from engine.thinking.offline.exploring.thinker import OfflineExplorer
from tests.support.planted import FAULTS, explore

MOST = 200
SEEDS = range(8)


async def test_every_planted_fault_is_found_whatever_the_seed() -> None:
    runs = [await explore(OfflineExplorer(seed), MOST) for seed in SEEDS]
    assert [set(run.found) for run in runs] == [FAULTS] * len(runs)
    assert statistics.median(run.actions for run in runs) <= 200


async def test_the_same_seed_does_the_same() -> None:
    first, second = [await explore(OfflineExplorer(5), 100) for _ in range(2)]
    assert first.told == second.told
