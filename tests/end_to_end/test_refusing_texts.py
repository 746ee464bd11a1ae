"""Presses that bring but a text, which may refuse them: what is claimed of them."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

import pytest

from engine.domain.events import ActionStarted
from tests.end_to_end.conftest import Bench
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]


@contextlib.asynccontextmanager
async def shown(bench: Bench) -> AsyncIterator[None]:
    window = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.refusing_window"),
        env={**bench.surface.environment, "QT_ACCESSIBILITY": "1"},
    )
    try:
        await until_so(lambda: _is_there(bench))
        yield
    finally:
        window.kill()
        await window.wait()


async def _is_there(bench: Bench) -> bool:
    return any(zone.label == "Load" for zone in (await bench.perceiver.observe()).zones_in_sight)


@pytest.mark.parametrize(
    ("goal", "reason", "said"),
    [
        ("click Load", "done_not_seen", "Load"),
        ("click Weigh", "done_not_seen", "Weigh"),
        ("click Paint", "done_not_seen", "Paint"),
        ("click Fuel", "done_not_seen", "Fuel"),
        ("click Haul", "done_not_seen", "Haul"),
        ("click Boat > Moor", "done_not_seen", "Moor"),
        ("click Dock", "done_not_seen", "Dock"),
        ("click Sign", "done_not_seen", "Sign"),
        ("click Add", "plan_finished", ""),
        ("click Lend", "plan_finished", ""),
        ("click Note", "plan_finished", ""),
        ("click Count", "plan_finished", ""),
        ("click Greet", "plan_finished", ""),
    ],
)
async def test_a_text_that_may_refuse_is_no_effect_that_is_seen(
    screen_bench: Bench, goal: str, reason: str, said: str
) -> None:
    async with shown(screen_bench):
        outcome, state = await screen_bench.run(goal)
    evidence = [step.evidence for segment in state.segments for step in segment.steps]
    recorded = await screen_bench.store.events(screen_bench.session_ids[-1])
    presses = [each for each in recorded if isinstance(each.event, ActionStarted)]
    assert len(presses) == 1 + (" > " in goal)
    assert outcome.reason == reason and said in outcome.message, (outcome, evidence)
